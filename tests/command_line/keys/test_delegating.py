"""`mailbox keys delegate`, `revoke` and `show`: a key in a file of its own, a right that ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Delegated, Revoked
from mailbox_gui.core.keys.delegation import read_delegation
from mailbox_gui.core.keys.owner_key import OwnerKey, owner_public
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.keys.session_key import SessionKey, create_session_key
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


def key_file(office: TestOffice, name: str = "builder") -> Path:
    return office.box(name, "inbox").parent / "session.key"


def lines_of(office: TestOffice, kind: type) -> list[object]:
    return [entry.record for entry in JournalReader(office.office.journal).entries() if isinstance(entry.record, kind)]


def test_a_key_is_made_and_what_it_may_do_is_said(office: TestOffice, mailbox: Mailbox) -> None:
    scope = ("--kind", "report", "--kind", "note", "--topic", "nightly*", "--days", "14")
    told = mailbox("keys", "delegate", "builder", *scope)
    assert (told.status, told.err) == (0, "")
    key = SessionKey.load(key_file(office))
    assert key.exposed is None
    assert key_file(office).stat().st_mode & 0o777 == 0o600
    for words in (
        "delegated to builder (height ",
        f"session  {key.public}",
        "scope    kind report, note; topic nightly*",
    ):
        assert words in told.out
    assert f"file     {key_file(office)}" in told.out
    assert key_file(office).read_text(encoding="ascii").strip() not in told.out
    (record,) = lines_of(office, Delegated)
    assert isinstance(record, Delegated)
    delegation = read_delegation(record.document["args"]).delegation
    assert (delegation.session, delegation.agent, delegation.owner) == (
        key.public, "builder", owner_public(office.office.keys),
    )  # fmt: skip
    assert (delegation.kinds, delegation.topics) == (("report", "note"), ("nightly*",))
    assert delegation.expires - delegation.not_before == timedelta(days=14)


def test_no_key_is_ever_written_over(office: TestOffice, mailbox: Mailbox, session_key: str, tmp_path: Path) -> None:
    before = key_file(office).read_bytes()
    told = mailbox("keys", "delegate", "builder")
    assert (told.status, told.out) == (1, "")
    assert f"{key_file(office)} is there already (a session key of builder, valid, until " in told.err
    assert key_file(office).read_bytes() == before
    link = tmp_path / "link.key"
    link.symlink_to(tmp_path / "nowhere")
    assert mailbox("keys", "delegate", "builder", "--out", str(link)).status == 1
    assert not (tmp_path / "nowhere").exists()
    create_session_key(Disk(), tmp_path / "never.key")
    assert "never delegated" in mailbox("keys", "delegate", "builder", "--out", str(tmp_path / "never.key")).err
    assert "no such folder" in mailbox("keys", "delegate", "builder", "--out", str(tmp_path / "no" / "x.key")).err
    # Another key beside it is another session.
    assert mailbox("keys", "delegate", "builder", "--out", str(tmp_path / "other.key")).status == 0
    assert [one["serial"] for one in mailbox("keys", "show", "--json").objects if one["name"] == "session"] == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("nobody",), 1, "nobody in "),
        (("owner",), 2, "the owner's own key"),
        (("builder", "--kind", "nte"), 2, "did you mean note?"),
        (("builder", "--kind", "decision"), 2, "cannot be delegated"),
        (("builder", "--kind", "note", "--kind", "note"), 2, "twice"),
        (("builder", "--topic", ""), 2, "topics"),
        (("builder", "--topic", "a\nb"), 2, "topics"),
        (("builder", "--days", "0"), 2, "--days"),
        (("builder", "--days", "401"), 2, "--days"),
    ],
)
def test_what_cannot_be_delegated_makes_no_key_and_asks_for_no_passphrase(
    office: TestOffice, mailbox: Mailbox, arguments: tuple[str, ...], status: int, words: str
) -> None:
    # Without a terminal, asking would be an error of its own.
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, "correct horse", Cost(1, 8192 * 16))
    told = mailbox("keys", "delegate", *arguments)
    assert (told.status, told.out) == (status, "")
    assert words in told.err
    assert told.err.count("\n") == 1
    assert not key_file(office).exists()
    assert lines_of(office, Delegated) == []


def test_a_key_that_was_refused_does_not_stay(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mailbox_gui.core.relay.desk import Desk, Outcome

    refused = Outcome("rejected", check="act", reason="the owner changed their mind")
    monkeypatch.setattr(Desk, "delegate", lambda *_, **__: refused)
    told = mailbox("keys", "delegate", "builder")
    assert (told.status, told.err) == (1, "mailbox: refused: the owner changed their mind\n")
    assert not key_file(office).exists()


def test_where_no_answer_comes_the_key_stays_for_the_request_that_waits(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mailbox_gui.core.relay.desk import Desk

    defaults = Desk.delegate.__kwdefaults__ or {}
    monkeypatch.setattr(Desk.delegate, "__kwdefaults__", defaults | {"wait": 0.01})
    lock = RelayLock(office.root)
    lock.acquire("a relay that hangs")
    try:
        told = mailbox("keys", "delegate", "builder")
    finally:
        lock.release()
    assert told.status == 3
    assert str(key_file(office)) in told.err
    assert len(office.files("owner", "outbox")) == 1
    assert mailbox("relay", "--once").status == 0
    assert len(lines_of(office, Delegated)) == 1


def test_session_keys_are_listed_with_what_became_of_them(
    mailbox: Mailbox, session_key: str, later: Callable[[timedelta], None]
) -> None:
    assert mailbox("keys", "delegate", "site", "--days", "1", "--kind", "note").status == 0
    table = mailbox("keys", "show").out.splitlines()[3:]
    assert table[0].split() == ["AGENT", "STATE", "FROM", "UNTIL", "SIGNS", "SESSION", "KEY"]
    assert table[1].split()[:2] == ["site", "valid"]
    assert "kind note" in table[1]
    assert "all mail" in table[2]
    assert table[2].endswith(session_key)
    assert mailbox("keys", "revoke", session_key).status == 0
    later(timedelta(days=2))
    site, builder = mailbox("keys", "show", "--json").objects[2:]
    assert (site["agent"], site["state"], site["kinds"]) == ("site", "expired", ["note"])
    assert (builder["agent"], builder["state"], builder["key"]) == ("builder", "revoked", session_key)
    assert builder["revoked_at"]
    assert "kinds" not in builder


def test_revoking_by_the_beginning_of_the_key(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    assert "too short" in mailbox("keys", "revoke", session_key[:7]).err
    assert "no session key begins with" in mailbox("keys", "revoke", "z" * 12).err
    assert lines_of(office, Revoked) == []
    told = mailbox("keys", "revoke", session_key[:8].upper())
    assert told.status == 0
    assert told.out.startswith(f"revoked the session key {session_key} of builder (height ")
    (record,) = lines_of(office, Revoked)
    assert isinstance(record, Revoked)
    assert record.document["args"] == {"session": session_key}
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, "correct horse", Cost(1, 8192 * 16))
    again = mailbox("keys", "revoke", session_key)
    assert again.status == 1
    assert "was revoked at " in again.err


def test_the_files_beside_are_no_secret(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    mailbox("keys", "revoke", session_key)
    secret = key_file(office).read_text(encoding="ascii").strip()
    for file in (office.office.keys / "sessions").iterdir():
        assert secret not in file.read_text(encoding="utf-8")
        assert json.loads(file.read_bytes())["signature"]
