"""mbox and eml files: read back by the standard library, whatever stands in topics and bodies."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mailbox_gui.core.export import mail_files
from mailbox_gui.core.export.delivered import Delivered
from mailbox_gui.core.export.mail import as_mail
from mailbox_gui.core.export.mail_files import export_eml, export_mbox
from mailbox_gui.core.export.new_file import TargetTaken
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.keys.envelope import public_hex
from tests.core.export.conftest import SESSIONS
from tests.core.export.mails import body, delivered, read_eml, read_mbox, text
from tests.support.disks import FailingDisk, WatchedDisk
from tests.support.post_office import TestOffice

DELIVERED = ["accepted", "signed", "approved", "approved", "declined", "after all"]
VERDICTS = ["accepted", "accepted", "approved", "decision", "decision", "accepted"]


def test_an_mbox_holds_what_was_delivered(lived: TestOffice, tmp_path: Path) -> None:
    assert export_mbox(lived.office, tmp_path / "x.mbox", disk=WatchedDisk()) == len(DELIVERED)
    mails = read_mbox(tmp_path / "x.mbox")
    assert sorted((text(mail["Subject"]), mail["X-Mailbox-Verdict"]) for mail in mails) == sorted(
        zip(DELIVERED, VERDICTS, strict=True)
    )
    by_subject = {(text(mail["Subject"]), str(mail["X-Mailbox-Verdict"])): mail for mail in mails}
    assert body(by_subject["accepted", "accepted"]) == "Да — 検証 ✓\n".encode()
    signed = by_subject["signed", "accepted"]
    assert (signed["X-Mailbox-Signature"], signed["X-Mailbox-Author"]) == ("good", public_hex(lived.key))
    assert signed["X-Mailbox-Session"] == public_hex(SESSIONS[0])
    approved, decision = by_subject["approved", "approved"], by_subject["approved", "decision"]
    assert approved["X-Mailbox-Decided-Height"] == decision["X-Mailbox-Height"]
    assert decision["In-Reply-To"] == approved["Message-ID"]
    assert decision["X-Mailbox-Signature"] == "good"
    assert body(decision) == b"go on\n" or body(decision) == b"go on"
    assert mails.index(approved) == mails.index(decision) - 1


def test_a_folder_of_eml_files_holds_the_same(lived: TestOffice, tmp_path: Path) -> None:
    assert export_eml(lived.office, tmp_path / "mail", disk=WatchedDisk()) == len(DELIVERED)
    export_mbox(lived.office, tmp_path / "x.mbox", disk=WatchedDisk())
    files = sorted((tmp_path / "mail").iterdir())
    assert all(path.suffix == ".eml" for path in files)
    for path, other in zip(files, read_mbox(tmp_path / "x.mbox"), strict=True):
        raw = path.read_bytes()
        assert raw.count(b"\n") == raw.count(b"\r\n")
        mail = read_eml(raw)
        assert mail.defects == []
        assert body(mail) == body(other)
        assert [(name, text(value)) for name, value in mail.items() if name != "Content-Transfer-Encoding"] == [
            (name, text(value)) for name, value in other.items() if name != "Content-Transfer-Encoding"
        ]


def test_a_folder_is_new(lived: TestOffice, tmp_path: Path) -> None:
    (tmp_path / "mail").mkdir()
    with pytest.raises(TargetTaken):
        export_eml(lived.office, tmp_path / "mail", disk=WatchedDisk())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mail"]


@pytest.mark.parametrize(
    ("export", "call"),
    [(export_mbox, call) for call in ("write_new", "append", "sync_data", "rename_new")]
    + [(export_eml, call) for call in ("make_folder", "write_new", "sync_filesystem", "rename_new")],
)
def test_a_full_disk_leaves_nothing_behind(
    lived: TestOffice, tmp_path: Path, export: Callable[..., int], call: str
) -> None:
    disk = FailingDisk(lambda _number, name, _arguments: name == call)
    with pytest.raises(OSError, match="No space left") as raised:
        export(lived.office, tmp_path / "x", disk=disk)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path / "x"))
    assert disk.failed == [call]
    assert list(tmp_path.iterdir()) == []


def test_a_broken_history_is_not_exported(office: TestOffice, tmp_path: Path) -> None:
    (path,) = [path for path in office.office.journal.iterdir() if b'"topic":"accepted"' in path.read_bytes()]
    path.write_bytes(path.read_bytes().replace(b'"topic":"accepted"', b'"topic":"acceptee"'))
    for export in (export_mbox, export_eml):
        with pytest.raises(ChainBroken):
            export(office.office, tmp_path / "x", disk=WatchedDisk())
    assert [path.name for path in tmp_path.iterdir()] == ["post-office"]


def test_a_journal_that_is_taken_away_meanwhile_is_no_short_one(
    office: TestOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = max(office.office.journal.glob("*.jsonl"))
    plain = as_mail

    def taking_away(*args: object, **options: object) -> object:
        last.unlink(missing_ok=True)
        return plain(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(mail_files, "as_mail", taking_away)
    with pytest.raises((ChainBroken, FileNotFoundError)):
        export_mbox(office.office, tmp_path / "x", disk=WatchedDisk())
    assert not (tmp_path / "x").exists()


def test_progress_ends_with_everything(lived: TestOffice, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    export_mbox(lived.office, tmp_path / "x", disk=WatchedDisk(), progress=lambda *step: told.append(step))
    assert told[-1][0] == told[-1][1] == sum(path.stat().st_size for path in lived.office.journal.glob("*.jsonl"))


# A topic has no control characters, U+2028, U+2029; bodies are any Unicode text but NUL.
TOPICS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=130) | st.text(
    '=?utf-8bqQ_ \u00a0:,;"\\<>@é✓', max_size=130
)
BODIES = st.text(st.characters(exclude_categories=["Cs"])) | st.text("From >\n\r\t -=.é")
NAMES = [
    "From", "To", "Date", "Subject", "Message-ID", "X-Mailbox-Id", "X-Mailbox-Height", "X-Mailbox-Verdict",
    "X-Mailbox-Kind", "X-Mailbox-Requires", "X-Mailbox-Created", "X-Mailbox-Sha256", "X-Mailbox-Signature",
    "X-Mailbox-X-Own", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
]  # fmt: skip


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(topic=TOPICS.filter(bool), text_body=BODIES, own=TOPICS.filter(bool))
@example(topic="=?utf-8?q?a=0D=0ABcc:_x=40y?=", text_body="From \n\nFrom x\n", own="a\u00a0 b  c ")
@example(topic="=?utf-8?q?open", text_body="\n", own="x" * 900)
@example(topic="a" * 120, text_body=".\n\n--\n", own="x y " * 200)
@example(topic=" two  blanks ", text_body="a\n\n\n", own="é" * 500)
def test_whatever_an_agent_wrote_is_read_back(tmp_path: Path, topic: str, text_body: str, own: str) -> None:
    message = delivered(text_body, {"topic": topic, "x-own": own})
    path = tmp_path / "x.mbox"
    path.write_bytes(mail_files._mbox_bytes(message) + mail_files._mbox_bytes(delivered("The last.\n")))
    first, last = read_mbox(path)
    assert body(last) == b"The last.\n"
    eml = mail_files._eml_bytes(message)
    for mail in (first, read_eml(eml)):
        assert mail.keys() == NAMES
        assert mail.defects == []
        assert body(mail) == text_body.encode()
        assert text(mail["Subject"]) == topic
        assert text(mail["X-Mailbox-X-Own"]) == own
    assert max(map(len, eml.split(b"\r\n"))) <= 998


@settings(max_examples=200)
@given(
    value=st.text(max_size=200),
    field=st.sampled_from(["topic", "from", "to", "kind", "ref", "due", "created", "x-own"]),
)
def test_no_header_can_be_smuggled_in_even_by_a_journal_that_nobody_checked(value: str, field: str) -> None:
    message = delivered(header={"x-own": "1", field: value})
    mail = read_eml(mail_files._eml_bytes(message))
    assert set(mail.keys()) <= {*NAMES, "X-Mailbox-Due", "X-Mailbox-Ref", "In-Reply-To", "References"}
    assert body(mail) == b"Passed.\n"


def test_text_that_is_not_unicode_does_not_stop_the_export() -> None:
    message = delivered("\udcff\n", topic="\ud800")
    assert read_eml(mail_files._eml_bytes(message))["Subject"] == "⟨U+D800⟩"


def test_a_value_of_several_headers_is_not_written() -> None:
    with pytest.raises(ValueError, match="a header of its own"):
        mail_files._EML.fold_binary("Subject", "a\r\nBcc: b")


def test_files_are_named_in_the_order_of_delivery() -> None:
    message = delivered()
    names: list[Delivered] = [
        replace(message, height=5, verdict="approved", decided_height=9),
        replace(message, height=8),
        replace(message, height=9, verdict="decision"),
        replace(message, height=10),
    ]
    files = [mail_files._file_name(each) for each in names]
    assert sorted(files) == [files[1], files[0], files[2], files[3]]
