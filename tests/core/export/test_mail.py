"""Messages as mail: every field in its place, read back to the letter, whatever an agent wrote."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from email.utils import parseaddr, parsedate_to_datetime

import pytest

from mailbox_gui.core.export.delivered import Delivered, SignatureWord
from mailbox_gui.core.export.mail import as_mail
from mailbox_gui.core.journal.records import Decided
from mailbox_gui.core.message.verdict import Signer
from tests.core.export.mails import ID, NOON, REF, delivered


def test_the_fields_of_mail_are_those_of_the_message() -> None:
    mail = as_mail(delivered(ref=REF, due="2026-12-01T00:00:00Z"), readable=True)
    assert parseaddr(str(mail["From"])) == ("builder", "builder@post-office.invalid")
    assert parseaddr(str(mail["To"])) == ("hub", "hub@post-office.invalid")
    assert parsedate_to_datetime(str(mail["Date"])) == NOON
    assert mail["Subject"] == "nightly build"
    assert mail["Message-ID"] == f"<{ID}@post-office.invalid>"
    assert mail["In-Reply-To"] == mail["References"] == f"<{REF}@post-office.invalid>"
    assert {name: value for name, value in mail.items() if name.startswith("X-")} == {
        "X-Mailbox-Id": ID,
        "X-Mailbox-Height": "7",
        "X-Mailbox-Verdict": "accepted",
        "X-Mailbox-Kind": "note",
        "X-Mailbox-Requires": "none",
        "X-Mailbox-Created": "2026-11-30T12:00:00Z",
        "X-Mailbox-Due": "2026-12-01T00:00:00Z",
        "X-Mailbox-Ref": REF,
        "X-Mailbox-Sha256": "5e" * 32,
        "X-Mailbox-Signature": "none",
    }


def test_the_senders_claims_are_not_its_date() -> None:
    mail = as_mail(delivered(created="2001-01-01T00:00:00Z"), readable=True)
    assert parsedate_to_datetime(str(mail["Date"])) - NOON == timedelta(0)


def decided(ref: str = REF) -> Delivered:
    header = {
        "from": "owner", "to": "builder", "kind": "decision", "topic": "Deploy", "requires": "none",
        "created": "2026-11-30T12:00:00Z", "ref": ref, "verdict": "approve", "sha256": "aa" * 32,
    }  # fmt: skip
    record = Decided(ID, ref, "approve", "go", "aa" * 32, header, None, "go\n", 9, "x.md", "owner", Signer("cc" * 32))
    return Delivered(8, NOON, record, "decision", "good")


def test_a_decision_answers_what_it_decides_on() -> None:
    mail = as_mail(decided(), readable=True)
    assert mail["In-Reply-To"] == f"<{REF}@post-office.invalid>"
    assert (mail["X-Mailbox-Verdict"], mail["X-Mailbox-Decision"]) == ("decision", "approve")
    assert mail["X-Mailbox-Decision-Sha256"] == "aa" * 32
    assert mail["X-Mailbox-Sha256"] is None


@pytest.mark.parametrize("ref", ["work:builder", "some-marker", "<evil@example.org>", "x\nBcc: y", ""])
def test_what_is_no_id_is_no_reply(ref: str) -> None:
    mail = as_mail(decided(ref), readable=True)
    assert mail["In-Reply-To"] is mail["References"] is None


@pytest.mark.parametrize(
    ("state", "author", "session"),
    [("good", "cc" * 32, "dd" * 32), ("broken", None, None), ("none", None, None)],
)
def test_signers_are_named_where_the_signature_holds(
    state: SignatureWord, author: str | None, session: str | None
) -> None:
    message = delivered()
    record = replace(message.record, signer=Signer("cc" * 32, "dd" * 32))
    mail = as_mail(replace(message, record=record, signature=state), readable=True)
    assert mail["X-Mailbox-Signature"] == state
    assert (mail["X-Mailbox-Author"], mail["X-Mailbox-Session"]) == (author, session)


def test_fields_of_the_senders_own_cannot_pass_for_ours() -> None:
    mail = as_mail(delivered(header={"x-verdict": "approved", "x-mailbox-height": "1", "evil": "1"}), readable=True)
    assert mail.get_all("X-Mailbox-Verdict") == ["accepted"]
    assert mail.get_all("X-Mailbox-Height") == ["7"]
    assert mail["X-Mailbox-X-Verdict"] == "approved"
    assert "evil" not in mail


@pytest.mark.parametrize(
    "name", ["Owner <owner@post-office.invalid>", "a, b", "x\r\nBcc: y", "@", "", "OWNER", "владелец"]
)
def test_a_name_that_is_none_gets_no_address(name: str) -> None:
    mail = as_mail(delivered(header={"from": name, "to": name}), readable=True)
    assert mail["From"] == mail["To"] == "nobody@post-office.invalid"


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        ("Plain.\n", "7bit"),
        ("Да ✓\n", "8bit"),
        ("tab\there\n", "7bit"),
        ("- 1\n\n\n> quoted\n", "7bit"),
        ("a" * 998 + "\n", "7bit"),
        ("a" * 999 + "\n", "base64"),
        ("д" * 499 + "\n", "8bit"),
        ("д" * 500 + "\n", "base64"),
        ("no end", "base64"),
        ("", "base64"),
        ("a\r\nb\r\n", "base64"),
        ("a\rb\n", "base64"),
        ("From here\n", "base64"),
        ("a\nFrom here\n", "base64"),
        ("a\n>From here\n", "base64"),
        ("from here\nFromage\n", "7bit"),
        ("\x1b[31m\n", "base64"),
        ("a\x00\n", "base64"),
    ],
)
def test_a_text_stands_as_it_is_where_no_tool_changes_it(body: str, encoding: str) -> None:
    mail = as_mail(delivered(body), readable=True)
    assert mail["Content-Transfer-Encoding"] == encoding
    assert mail.get_payload(decode=True) == body.encode()
    mail = as_mail(delivered(body), readable=False)
    assert mail["Content-Transfer-Encoding"] == "base64"
    assert mail.get_payload(decode=True) == body.encode()
