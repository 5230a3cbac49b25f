"""Keeps what a finding covers out of everything that is written about the draft: reasons, journal, file names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.views import decoded_text
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.kinds import KNOWN_FIELDS

MASK: Final = "•••"

# Pieces shorter than this give nothing away and would eat common words.
_GRAM: Final = 8
_MOST_TAINTED: Final = 65_536


def mask_faults(faults: Sequence[Fault], draft: Draft, findings: Sequence[Finding]) -> list[Fault]:
    """The faults with every piece of a tainted line masked in reasons and hints; those of `secrets` quote nothing."""
    if not findings:
        return list(faults)
    grams = _grams(tainted_texts(draft, findings))
    return [
        fault
        if fault.check == "secrets"
        else Fault(fault.check, _masked(fault.reason, grams), _masked(fault.hint, grams))
        for fault in faults
    ]


def masked_header(draft: Draft, findings: Sequence[Finding]) -> dict[str, str]:
    """The header as it may be written to journal and index: tainted values masked, tainted unknown keys left out."""
    if not findings:
        return draft.header.as_dict()
    lines = {line for finding in findings for line in finding.lines()}
    grams = _grams(tainted_texts(draft, findings))
    values: dict[str, str] = {}
    for field in draft.header.fields:
        if field.key in KNOWN_FIELDS or _masked(field.key, grams) == field.key:
            hidden = field.line in lines or _shows_decoded(field.value, grams)
            values.setdefault(field.key, MASK if hidden else _masked(field.value, grams))
    return values


def masked_file_name(draft: Draft, findings: Sequence[Finding]) -> str | None:
    """The draft's file name, or None when it holds (a piece of) a secret and must not be written anywhere."""
    if not findings:
        return draft.file
    grams = _grams(tainted_texts(draft, findings))
    in_name = any(finding.place == "file name" for finding in findings)
    return (
        None if in_name or _masked(draft.file, grams) != draft.file or _shows_decoded(draft.file, grams) else draft.file
    )


def tainted_texts(draft: Draft, findings: Sequence[Finding]) -> list[str]:
    """The lines (and the file name) that findings cover, one that runs over several also as one text.

    Where there may be more than was found it is all that can be written down: header, file name, the body's beginning.
    """
    lines: list[str] | None = None
    texts: list[str] = []
    for finding in findings:
        if finding.everywhere:
            texts += (draft.head or "", (draft.body or "")[:_MOST_TAINTED], draft.file)
            texts.extend(text for field in draft.header.fields for text in (field.key, field.value))
            continue
        if finding.place == "file name":
            texts.append(draft.file)
            continue
        if lines is None:
            lines = ((draft.head or "") + (draft.body or "")).split("\n")
        covered = [lines[number - 1] for number in finding.lines() if 0 < number <= len(lines)]
        texts.extend(covered)
        if len(covered) > 1:
            texts.append("".join(line.strip() for line in covered))
        for field in draft.header.fields:
            if field.line in finding.lines():
                texts.extend((field.key, field.value))
    return texts


def _grams(texts: Iterable[str]) -> frozenset[str]:
    grams: set[str] = set()
    for text in texts:
        begun = text[:_MOST_TAINTED]
        for form in dict.fromkeys((begun, visible(begun), decoded_text(begun))):
            grams.update(form[at : at + _GRAM] for at in range(len(form) - _GRAM + 1))
    return frozenset(grams)


def _masked(text: str, grams: frozenset[str]) -> str:
    """`text` with every run that a tainted text shares with it replaced by the mask."""
    shown: list[str] = []
    done = 0
    since = to = -1
    for at in range(len(text) - _GRAM + 1):
        if text[at : at + _GRAM] not in grams:
            continue
        if at > to:
            if to >= 0:
                shown += (text[done:since], _mask(text[since:to]))
                done = to
            since = at
        to = at + _GRAM
    if to < 0:
        return text
    return "".join((*shown, text[done:since], _mask(text[since:to]), text[to:]))


def _shows_decoded(text: str, grams: frozenset[str]) -> bool:
    """Whether a tainted text shows only when `text` is decoded (entities, percent signs, invisible characters)."""
    decoded = decoded_text(text)
    return decoded != text and _masked(decoded, grams) != decoded


def _mask(run: str) -> str:
    """The mask, with the blanks that stand at the ends of the run."""
    return run[: len(run) - len(run.lstrip())] + MASK + run[len(run.rstrip()) :]
