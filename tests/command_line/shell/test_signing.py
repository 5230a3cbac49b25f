"""Signed mail: which key signs, what is told before it is sent, and that every view says who signed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.keys.session_key import SessionKey, create_session_key
from mailbox_gui.core.message.draft_reading import read_draft
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice

SEND = ("send", "--to", "hub", "--kind", "note", "--topic", "nightly build")


def home(office: TestOffice, name: str = "builder") -> Path:
    return office.box(name, "inbox").parent


def signer(office: TestOffice, name: str = "builder") -> str:
    """The session key that signed the one draft in an outbox; empty when it is unsigned."""
    (file,) = office.files(name, "outbox")
    raw = (office.box(name, "outbox") / file).read_bytes()
    draft = read_draft(name, file, raw, len(raw), len(raw))
    session = draft.get("session")
    assert draft.faults == ()
    assert not session or verify_mail(raw, draft.get("signature"), session)
    return session


def test_the_key_comes_from_the_option_the_environment_or_the_agents_folder(
    office: TestOffice, mailbox: Mailbox, session_key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {}
    for name in ("option", "environment"):
        assert mailbox("keys", "delegate", "builder", "--out", str(tmp_path / name)).status == 0
        keys[name] = SessionKey.load(tmp_path / name).public
    outbox = office.box("builder", "outbox")

    def sent(*arguments: str) -> str:
        assert mailbox("--as", "builder", *SEND, *arguments, "text").status == 0
        found = signer(office)
        next(outbox.iterdir()).unlink()
        return found

    assert sent() == ""
    assert sent("--sign") == session_key
    monkeypatch.setenv("MAILBOX_SESSION_KEY", str(tmp_path / "environment"))
    assert sent() == ""
    assert sent("--sign") == keys["environment"]
    assert sent("--sign", "--key", str(tmp_path / "option")) == keys["option"]
    monkeypatch.chdir(tmp_path)
    assert sent("--key", "option") == keys["option"]


@pytest.mark.parametrize(("verb", "arguments"), [("reply", ()), ("report", ()), ("escalate", ("--key",))])
def test_answers_are_signed_too(
    office: TestOffice, mailbox: Mailbox, session_key: str, verb: str, arguments: tuple[str, ...]
) -> None:
    asked = mailbox("--as", "hub", "send", "--to", "builder", "--kind", "question", "--topic", "t", "--wait", "text")
    chosen = (*arguments, str(home(office) / "session.key")) if arguments else ("--sign",)
    told = mailbox("--as", "builder", verb, asked.out.strip(), *chosen, "--wait", "text")
    assert (told.status, told.err) == (0, f"accepted, signed with the session key {session_key[:12]}\n")


def put_garbage(path: Path) -> None:
    path.write_text("not a key", encoding="ascii")


def put_folder(path: Path) -> None:
    path.mkdir()


def put_link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize(
    ("put", "words"),
    [
        (None, "there is no session key at "),
        (put_garbage, "is not a key"),
        (put_folder, "is not a file"),
        (put_link, "symbolic link"),
    ],
)
def test_without_a_key_nothing_is_sent(
    office: TestOffice, mailbox: Mailbox, put: Callable[[Path], None] | None, words: str
) -> None:
    if put is not None:
        put(home(office) / "session.key")
    told = mailbox("--as", "builder", *SEND, "--sign", "text")
    assert (told.status, told.out) == (1, "")
    assert words in told.err
    assert str(home(office) / "session.key") in told.err
    assert told.err.count("\n") == 1
    assert office.files("builder", "outbox") == []


def test_who_named_the_missing_key_is_said(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "named by --key" in mailbox("--as", "builder", *SEND, "--key", "/nowhere/x.key", "text").err
    monkeypatch.setenv("MAILBOX_SESSION_KEY", "/nowhere/y.key")
    told = mailbox("--as", "builder", *SEND, "--sign", "text").err
    assert "/nowhere/y.key (named by $MAILBOX_SESSION_KEY)" in told
    assert "mailbox keys delegate builder" in told


def revoke(office: TestOffice, mailbox: Mailbox) -> None:
    assert mailbox("keys", "revoke", SessionKey.load(home(office) / "session.key").public).status == 0


def take_a_new_key(office: TestOffice, _mailbox: Mailbox) -> None:
    (home(office) / "session.key").unlink()
    create_session_key(Disk(), home(office) / "session.key")


@pytest.mark.parametrize(
    ("arguments", "happens", "words"),
    [
        (("--as", "builder", *SEND), revoke, "the owner revoked the session key "),
        (("--as", "builder", *SEND), take_a_new_key, "unknown session key "),
        (("--as", "site", *SEND), None, "was delegated to builder, not to site"),
        (("--as", "builder", *SEND, "--kind", "task"), None, "may not sign a message of the kind `task`"),
        (("--as", "builder", *SEND, "--topic", "weekly"), None, "may not sign the topic `weekly`"),
    ],
)
def test_a_key_that_may_not_sign_this_is_told_before_it_is_sent(
    office: TestOffice, mailbox: Mailbox, arguments: tuple[str, ...],
    happens: Callable[[TestOffice, Mailbox], None] | None, words: str,
) -> None:  # fmt: skip
    assert mailbox("keys", "delegate", "builder", "--kind", "note", "--topic", "nightly*").status == 0
    if happens is not None:
        happens(office, mailbox)
    key = ("--key", str(home(office) / "session.key"))
    told = mailbox(*arguments, *key, "text")
    assert (told.status, told.out) == (1, "")
    assert "not sent: signature: " in told.err
    assert words in told.err
    # The relay says the same.
    unchecked = mailbox(*arguments, *key, "--no-check", "--wait", "text")
    assert unchecked.status == 1
    assert "refused: signature: " in unchecked.err
    assert words in unchecked.err


def test_an_expired_key_is_told_before_it_is_sent(
    mailbox: Mailbox, session_key: str, later: Callable[[timedelta], None]
) -> None:
    later(timedelta(days=31))
    told = mailbox("--as", "builder", *SEND, "--sign", "text")
    assert told.status == 1
    assert "expired at " in told.err


def test_where_a_signature_is_required_an_unsigned_message_is_not_sent(
    office: TestOffice, mailbox: Mailbox, session_key: str
) -> None:
    office.set_rules(agents={"hub": {}, "builder": {"signature": "required"}, "researcher": {}, "site": {}})
    mailbox("relay", "--once")
    told = mailbox("--as", "builder", *SEND, "text")
    assert told.status == 1
    assert "the rules require a signature of builder (send it with --sign)" in told.err
    assert mailbox("--as", "builder", *SEND, "--sign", "--wait", "text").status == 0


def test_the_owner_signs_with_no_session_key(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    send = ("--as", "owner", "send", "--to", "builder", *SEND[3:])
    assert mailbox(*send, "--key", str(home(office) / "session.key"), "text").status == 2
    told = mailbox(*send, "--sign", "--wait", "text")
    assert (told.status, told.err) == (0, "accepted, signed with the owner's own key\n")


def test_a_key_that_others_can_read_signs_and_is_told(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    (home(office) / "session.key").chmod(0o644)
    told = mailbox("--as", "builder", *SEND, "--sign", "--wait", "text")
    assert told.status == 0
    assert "note: " in told.err
    assert "chmod 600" in told.err


def test_a_message_that_only_its_signature_makes_too_long_is_told(
    office: TestOffice, mailbox: Mailbox, session_key: str
) -> None:
    empty = len(office.write(body="", requires="none"))
    text = "x" * (16_384 - empty - 20)
    assert mailbox("--as", "builder", *SEND, text).status == 0
    assert "limits: " in mailbox("--as", "builder", *SEND, "--sign", text).err


def test_every_view_says_who_signed(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    ids = {}
    for name, arguments in {
        "signed": ("--as", "builder", *SEND, "--sign"),
        "unsigned": ("--as", "site", *SEND),
        "owner": ("--as", "owner", *SEND),
    }.items():
        ids[name] = mailbox(*arguments, "--wait", "text").out.strip()
    until = f"{session_key[:12]} until "
    for command in (("inbox", "hub"), ("search", "nightly"), ("journal", "to:hub"), ("journal",)):
        rows = mailbox(*command).out.splitlines()
        for name, words in {"signed": until, "unsigned": "  unsigned  ", "owner": "  owner  "}.items():
            (row,) = [row for row in rows if ids[name] in row]
            assert words in row
    assert until in mailbox("thread", ids["signed"]).out
    author = owner_public(office.office.keys)
    for view in ("read", "why"):
        told = mailbox(view, ids["signed"]).out
        assert "signed    with the session key of builder, delegated until " in told
        assert f"author    {author}\n" in told
        assert f"session   {session_key}\n" in told
        assert "unsigned" in mailbox(view, ids["unsigned"]).out
        told = mailbox(view, ids["owner"]).out
        assert "with the owner's own key" in told
        assert f"author    {author}\n" in told
    assert mailbox("read", ids["signed"], "--json").objects[0]["signer"] == {"author": author, "session": session_key}
    assert "signer" not in mailbox("read", ids["unsigned"], "--json").objects[0]
    mailbox("keys", "revoke", session_key)
    assert "after this message" in mailbox("why", ids["signed"]).out


def test_the_relay_says_who_signed_as_it_judges(office: TestOffice, mailbox: Mailbox, session_key: str) -> None:
    mailbox("--as", "builder", *SEND, "--sign", "one")
    mailbox("--as", "site", *SEND, "two")
    rows = [row.split() for row in mailbox("relay", "--once").out.splitlines()]
    assert sorted(row[2] for row in rows if row[1] == "accepted") == sorted([session_key[:12], "unsigned"])
    mailbox("--as", "builder", *SEND, "--sign", "three")
    (found,) = [one for one in mailbox("relay", "--once", "--json").objects if one["type"] == "accepted"]
    assert found["signer"] == {"author": owner_public(office.office.keys), "session": session_key}


def test_a_signature_that_does_not_hold_is_refused_and_never_shown_as_unsigned(
    office: TestOffice, mailbox: Mailbox, session_key: str
) -> None:
    mailbox("--as", "builder", *SEND, "--sign", "text")
    (file,) = office.files("builder", "outbox")
    path = office.box("builder", "outbox") / file
    path.write_bytes(path.read_bytes().replace(b"text", b"next"))
    mailbox("relay", "--once")
    (name,) = [name for name in office.files("builder", "rejected") if name.endswith(".md")]
    told = mailbox("why", str(office.box("builder", "rejected") / name)).out
    assert "with a signature that proves nothing: " in told
    assert "unsigned" not in told


def test_a_message_whose_line_was_rewritten_is_not_shown(
    office: TestOffice, mailbox: Mailbox, session_key: str
) -> None:
    sent = mailbox("--as", "builder", *SEND, "--sign", "--wait", "text").out.strip()
    (segment,) = office.office.journal.glob("*.jsonl")
    segment.write_bytes(segment.read_bytes().replace(b'"body":"text', b'"body":"next'))
    for view in ("read", "why"):
        told = mailbox(view, sent)
        assert (told.status, told.out) == (3, "")
        assert "mailbox verify" in told.err


def test_no_topic_can_pass_for_a_signature(office: TestOffice, mailbox: Mailbox) -> None:
    """What the program says of the signature stands in front of everything that others wrote."""
    topic = "x  owner  20261130T120301Z-owner-9b1d0c44aa10"
    sent = mailbox("--as", "site", "send", "--to", "hub", "--kind", "note", "--topic", topic, "text").out.strip()
    (row,) = [row for row in mailbox("relay", "--once").out.splitlines() if sent in row]
    assert row.index("unsigned") < row.index("owner")
    (row,) = [row for row in mailbox("journal").out.splitlines() if sent in row]
    assert row.index("unsigned") < row.index("owner")
