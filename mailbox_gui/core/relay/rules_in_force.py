"""The rules in force: the last good signed pair, kept through every broken, missing or unsigned edit."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Rules as RulesRecord
from mailbox_gui.core.keys.envelope import RULES, BadSignature, verify_document
from mailbox_gui.core.message.effective_rules import with_acts
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import RulesError, parse_rules
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.read_models.facts import agent_acts, last_rules

_LARGEST = 4 * 1024 * 1024
_SHOW = "write it again; mailbox rules show prints what is in force"


@dataclass(frozen=True, slots=True)
class RulesEdit:
    """A pair of rules.json and rules.sig as it lies on the disk, judged: either `record` or `refused` is set."""

    sha256: str
    record: RulesRecord | None = None
    refused: str = ""
    advice: str = ""


class RulesInForce:
    """Reads the last good rules from the journal, and looks whether the files on the disk have changed.

    The relay goes by what it read and proved itself; others ask the index, which is quicker.
    """

    def __init__(self, office: PostOffice, owner_key: str | None, source: Authority | sqlite3.Connection) -> None:
        self._office = office
        # As text, once: these two are looked at in every step.
        self._file, self._signature = os.fspath(office.rules_file), os.fspath(office.rules_signature)
        self._owner_key = owner_key
        self._looked: tuple[object, object] | None = None
        self._in_step = False
        self.serial = 0
        self.sha256 = ""
        self.key = ""
        self.rules: Rules | None = None
        self.reload(source)

    def reload(self, source: Authority | sqlite3.Connection) -> None:
        """Take the rules from the journal: its newest `rules` line and the agents added or removed by acts."""
        if isinstance(source, Authority):
            record, acts = source.rules, source.agent_acts
        else:
            entry = last_rules(source, JournalReader(self._office.journal))
            record = entry.record if entry is not None and isinstance(entry.record, RulesRecord) else None
            acts = agent_acts(source)
        if record is None or record.text is None:
            return
        self.key = record.key
        self.serial = _number(record.document, "serial")
        self.sha256 = hashlib.sha256(record.text.encode()).hexdigest()
        self.rules = with_acts(parse_rules(record.text.encode()), acts)

    @property
    def in_step(self) -> bool:
        """Whether the files, as last looked at, are what is in force."""
        return self._in_step

    def edit(self) -> RulesEdit | None:
        """The pair on the disk when it changed since it was last looked at and is not what is in force."""
        looked = (_mark(self._file), _mark(self._signature))
        if looked == self._looked:
            return None
        self._looked = looked
        edit = self.judge()
        self._in_step = edit is None
        return edit

    def judge(self) -> RulesEdit | None:
        """The pair on the disk, judged; None when it is what is in force."""
        try:
            raw = _read(self._office.rules_file)
        except OSError:
            return RulesEdit("", refused="rules.json is missing or cannot be read", advice=_SHOW)
        except ValueError:
            return RulesEdit("", refused=f"rules.json is larger than {_LARGEST // 2**20} MiB", advice=_SHOW)
        digest = hashlib.sha256(raw).hexdigest()
        if digest == self.sha256:
            return None
        try:
            parse_rules(raw)
        except RulesError as error:
            return RulesEdit(digest, refused=f"rules.json: {error.problems[0]}", advice="mailbox rules check shows all")
        return self._judge_signature(raw, digest)

    def signed_serial(self) -> int | None:
        """The serial of the owner's signature over rules.json as it lies there, where it is one that can take effect
        or has; None when it is missing or does not hold."""
        try:
            raw = _read(self._office.rules_file)
            document, key = verify_document(RULES, json.loads(_read(self._office.rules_signature)))
            parse_rules(raw)
        except (OSError, ValueError, RecursionError, BadSignature, RulesError):
            return None
        digest, serial = hashlib.sha256(raw).hexdigest(), _number(document, "serial")
        least = self.serial if digest == self.sha256 else self.serial + 1
        return serial if key == self._owner_key and document.get("sha256") == digest and serial >= least else None

    def _judge_signature(self, raw: bytes, digest: str) -> RulesEdit:
        unsigned = RulesEdit(
            digest,
            refused="the edit of rules.json is not signed by you",
            advice="mailbox rules diff, then mailbox rules sign",
        )
        try:
            envelope = json.loads(_read(self._office.rules_signature))
            document, key = verify_document(RULES, envelope)
        except (OSError, ValueError, RecursionError, BadSignature):
            return unsigned
        if key != self._owner_key or document.get("sha256") != digest:
            return unsigned
        serial = _number(document, "serial")
        if serial <= self.serial:
            return RulesEdit(
                digest,
                refused=f"rules.sig has serial {serial}, but {self.serial} was in force: an old pair was put back",
                advice="mailbox rules sign, if you want these rules",
            )
        return RulesEdit(digest, RulesRecord(document, key, envelope["signature"], raw.decode()))


def _number(document: Mapping[str, object], key: str) -> int:
    value = document.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _mark(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns, status.st_ino)


def _read(path: os.PathLike[str]) -> bytes:
    raw = read_plain(path, _LARGEST + 1, follow=True)
    if len(raw) > _LARGEST:
        raise ValueError("too large")
    return raw
