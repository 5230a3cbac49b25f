"""The one place that knows the scanner library: loads its rules and ours, and answers for a draft.

The library never touches the network here: its validators are not used. It lets other threads run while it scans.
"""

from __future__ import annotations

import codecs
import re
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from mailbox_gui.core.checks.secret_scan.candidate import Candidate
from mailbox_gui.core.checks.secret_scan.confirm import is_confirmed
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.key_blocks import PRIVATE_KEY_BLOCK, whole_block
from mailbox_gui.core.checks.secret_scan.kinds import kind_of
from mailbox_gui.core.checks.secret_scan.views import View, views_of
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.kinds import KNOWN_FIELDS
from mailbox_gui.core.resources import resource_path

if TYPE_CHECKING:
    import kingfisher_sdk

# Seconds that the library may take for one view, and that this thread may compute over what it found. A full message
# of the usual size takes a thousandth of the second.
ENGINE_LIMIT: Final = 10.0
JUDGING_LIMIT: Final = 2.0
# Findings of the body; those of the header and of the file's name are all told, for both are written down.
MOST_FINDINGS: Final = 50
_MORE: Final = Finding("more of the same sort, which were not counted", None, "body")
_OWN_RULES: Final = "secrets/mailbox.yml"
# Built-in rules whose word is part of ours or of everyday words (`box` in `mailbox`, `sandbox`), or whose finding is
# a public identifier.
_LEFT_OUT: Final = frozenset(
    f"betterleaks.{name}"
    for name in (
        "box-api-access-token", "lob-api-key", "lob-pub-api-key", "discord-client-id", "linkedin-client-id",
        "adobe-client-id", "plaid-client-id", "sumologic-access-id", "flutterwave-public-key",
        "posthog-project-api-key", "hashicorp-tf-password", "generic-credential-uri", "curl-auth-user",
        "curl-auth-header",
    )
)  # fmt: skip
_BEFORE: Final = 400
_AFTER: Final = 200
# What the header itself carries in hex, and how many digits of it.
_OWN_HEX: Final = {"sha256": 64, "session": 64, "signature": 128}
_HEX = re.compile(r"[0-9a-f]+")


class ScannerUnavailable(Exception):
    """The scanner cannot be loaded; its text says why and what to do. Without it nothing may be delivered."""


class DraftScanner(Protocol):
    """What the relay needs of a scanner: one function, safe to call from several threads."""

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """The secrets in header, body and file name of a draft."""
        ...


class SecretScanner:
    """The scanner with all its rules, compiled. Make it with `load`; it is safe to use from several threads."""

    def __init__(self, engine: kingfisher_sdk.Scanner, computed: Callable[[], float] = time.thread_time) -> None:
        """`computed` tells the seconds that the calling thread has computed; waiting and sleeping do not count."""
        self._engine = engine
        self._computed = computed

    @classmethod
    def load(cls, cache_folder: str | Path | None) -> SecretScanner:
        """Compile the rules, or take them from `cache_folder` (made 0700 when missing; None: no cache).

        Takes about 4 s the first time and 0.3 s from the cache: call it on a worker thread. Raises ScannerUnavailable.
        """
        try:
            import kingfisher_sdk as library  # noqa: PLC0415 - 36 MB that a window without a relay does not need

            rules = library.Rules(
                [str(resource_path(_OWN_RULES))], cache=cache_folder is not None, cache_dir=cache_folder
            )
            policy = library.DetectionPolicy(inline_ignores=False, markup_context=False)
            return cls(library.Scanner(rules, policy=policy))
        except ImportError as error:
            raise ScannerUnavailable(
                f"the secret scanner cannot be loaded on this system ({error}); nothing is delivered unscanned: "
                "install kingfisher-secret-scanner for this Python and platform, then start again"
            ) from error
        except (OSError, ValueError, RuntimeError) as error:
            raise ScannerUnavailable(
                f"the secret scanner's rules cannot be loaded ({error}); nothing is delivered unscanned: "
                "install the program again"
            ) from error

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """The secrets in header, body and file name, in the order of their lines, the file name last.

        Of a draft over the size limit those in its first bytes. A scan that does not end in time is a finding too.
        """
        text = scanned_text(draft)
        head_lines = draft.head.count("\n") if draft.head else 0
        # The name rides along as a last line: one call of the engine less.
        name_line = text.count("\n") + 3
        found: dict[tuple[int, str], range] = {}
        until = self._computed() + JUDGING_LIMIT
        unfinished: tuple[Finding, ...] = ()
        body = range(head_lines + 1, name_line - 1)
        try:
            views = views_of(f"{text}\n \n{_file_name(draft)}\n", head_lines)
            for view in views:
                if view is not views[0] and view == views[0]:
                    # Nothing was encoded and no mark was in the way: it has been looked at.
                    continue
                covered = {line for lines in found.values() for line in lines}
                for lines, kind in self._secrets_in(view, views[1], covered, body, until):
                    found.setdefault((lines.start, kind), lines)
        except TimeoutError:
            unfinished = (Finding("text that could not be searched in time", None, "body"),)
        named: list[Finding] = []
        in_body = 0
        for (line, kind), lines in sorted(found.items(), key=_line):
            in_body += line in body
            if line not in body or in_body <= MOST_FINDINGS:
                named.append(_finding(kind, lines, draft, head_lines, name_line))
        return (*unfinished, *named, *([_MORE] if in_body > MOST_FINDINGS else []))

    def _secrets_in(
        self, view: View, decoded: View, covered: AbstractSet[int], body: range, until: float
    ) -> list[tuple[range, str]]:
        """Lines and kinds of what one view shows beyond the lines that earlier views have covered.

        Of the lines of the `body` at most one more than is named; the ends of blocks are looked for in `decoded`.
        Raises TimeoutError when the library, or judging what it found, takes too long.
        """
        hits = self._engine.scan(view.content, timeout=ENGINE_LIMIT)
        if not hits:
            return []
        secrets: list[tuple[range, str]] = []
        taken: list[tuple[int, int]] = []
        in_blocks: set[int] = set()
        in_body = 0
        for hit in sorted(hits, key=_precedence):
            if self._computed() > until:
                raise TimeoutError
            where = hit.location
            start, end = where["start_offset"], where["end_offset"]
            if view.joined():
                lines = range(view.line_at(start), view.line_at(end - 1) + 1)
            else:
                lines = range(where["line"], where["end_line"] + 1)
            if lines.start in covered or lines.start in in_blocks:
                continue
            if in_body > MOST_FINDINGS and lines.start in body:
                continue
            if any(start < to and end > since for since, to in taken):
                continue
            rule = hit.rule_id
            if hit.visible and rule not in _LEFT_OUT and _confirmed(hit, view, start, end):
                taken.append((start, end))
                kind = kind_of(rule, hit.rule_name)
                if kind == PRIVATE_KEY_BLOCK:
                    lines = whole_block(lines, decoded.content.decode("utf-8", "replace").split("\n"))
                    in_blocks.update(lines[1:])
                secrets.append((lines, kind))
                in_body += lines.start in body
        return secrets


def scanned_text(draft: Draft) -> str:
    """All that could be read of a draft as text, the header's own hashes and signatures left out."""
    if draft.head is None and draft.body is None:
        return _decoded_leniently(draft.raw or b"")
    head, body = draft.head or "", draft.body or ""
    lines: list[str] | None = None
    for field in draft.header.fields:
        length = _OWN_HEX.get(field.key)
        if length == len(field.value) and _HEX.fullmatch(field.value):
            lines = lines or head.split("\n")
            lines[field.line - 1] = f"{field.key}:"
    return ("\n".join(lines) if lines else head) + body


def _decoded_leniently(raw: bytes) -> str:
    """Text of bytes that are no UTF-8: what a reader of the rejected file could still see."""
    if raw.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return raw.decode("utf-32", "replace")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    return raw.decode("utf-8", "replace").replace("\0", "")


def _file_name(draft: Draft) -> str:
    name = draft.file.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return name.removesuffix(".md").replace("\n", " ")


def _line(item: tuple[tuple[int, str], range]) -> int:
    return item[0][0]


def _precedence(hit: kingfisher_sdk.Finding) -> tuple[int, int]:
    """Rules that know a shape name a secret best, ours before the library's; assignments come last."""
    rule = hit.rule_id
    if rule.startswith("mailbox.check-assignment"):
        rank = 3
    elif rule.startswith("mailbox.check"):
        rank = 1
    else:
        rank = 0 if rule.startswith("mailbox.") else 2
    return rank, hit.location["start_offset"]


def _confirmed(hit: kingfisher_sdk.Finding, view: View, start: int, end: int) -> bool:
    before = view.content[max(0, start - _BEFORE) : start]
    word = hit.captures.get("WORD", "")
    pieces: tuple[str, ...] = ()
    if view.joined():
        if word:
            # Lines ran together: the word begins where its own line does.
            word_at = start - len(before) + before.rfind(word.encode())
            within = view.breaks(word_at, word_at + len(word.encode()))
            if within:
                word = view.content[within[-1] : word_at + len(word.encode())].decode("utf-8", "replace")
        cuts = (start, *view.breaks(start - 1, end), end)
        pieces = tuple(view.content[since:to].decode("utf-8", "replace") for since, to in pairwise(cuts))
    after = view.content[end : end + _AFTER].decode("utf-8", "replace")
    return is_confirmed(Candidate(hit.rule_id, hit.secret, before.decode("utf-8", "replace"), after, word, pieces))


def _finding(kind: str, lines: range, draft: Draft, head_lines: int, name_line: int) -> Finding:
    if lines.start >= name_line - 1:
        return Finding(kind, None, "file name")
    last = lines.stop - 1 if len(lines) > 1 else None
    if lines.start > head_lines:
        return Finding(kind, lines.start, "body", last_line=last)
    key = next((field.key for field in draft.header.fields if field.line == lines.start), None)
    return Finding(kind, lines.start, "header", key if key in KNOWN_FIELDS else None, last)
