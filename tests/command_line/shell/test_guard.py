"""The guard: every end of a command is an exit status, and at most one line of plain words."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, UnusableError, WrongUsageError
from mailbox_gui.command_line.shell.guard import guarded
from mailbox_gui.command_line.shell.log import log_file
from mailbox_gui.core.folders.root import NotAPostOffice
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from mailbox_gui.core.journal.lock import Holder, LockHeld
from mailbox_gui.core.keys.key_file import KeyDamaged
from mailbox_gui.core.keys.protection import WrongPassphrase
from mailbox_gui.core.message.rules_file import RulesError
from mailbox_gui.core.relay.desk import NoAnswer
from tests.support.post_office import TestOffice

BODY = "the text of a message"


def raising(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (AnswerIsNoError("not found"), 1, "not found"),
        (WrongUsageError("which?"), 2, "which?"),
        (UnusableError("damaged"), 3, "damaged"),
        (click.UsageError("No such thing."), 2, "No such thing; see mailbox --help"),
        (NotAPostOffice("/x: no post office"), 3, "/x: no post office"),
        (LockHeld(Holder(71, "mailbox-gui")), 3, "(mailbox-gui, process 71); use it, or stop it first"),
        (ChainBroken(7, "changed"), 3, "height 7"),
        (DamagedLine("it is cut off", 9), 3, "height 9: it is cut off"),
        (KeyDamaged("owner.secret is not a key"), 3, "owner.secret"),
        (NoAnswer("no answer within 10 s"), 3, "within 10 s"),
        (WrongPassphrase("the passphrase is wrong"), 1, "the passphrase is wrong"),
        (RulesError(("$.hub: nobody",)), 1, "$.hub: nobody"),
        (
            OSError(errno.ENOSPC, "No space left on device", "/x/journal"),
            3,
            "/x/journal: No space left on device; free",
        ),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), 3, "mailbox doctor"),
    ],
)
def test_an_error_is_one_line_and_a_status(
    capsys: pytest.CaptureFixture[str], error: Exception, status: int, words: str
) -> None:
    assert guarded(lambda: raising(error)) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert told.err.startswith("mailbox: ")
    assert told.err.count("\n") == 1


def test_foreign_text_in_an_error_cannot_drive_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    guarded(lambda: raising(AnswerIsNoError("no \x1b[2J such\nname \u202e")))
    assert capsys.readouterr().err == "mailbox: no ␛[2J such␊name ⟨U+202E⟩\n"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort(), EOFError()])
def test_an_interrupt_is_quiet(capsys: pytest.CaptureFixture[str], error: BaseException) -> None:
    assert guarded(lambda: raising(error)) == 130
    assert capsys.readouterr().err == ""


def test_a_bug_is_one_line_and_its_stack_goes_to_the_log_without_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: raising(LookupError(BODY))) == 3
    told = capsys.readouterr().err
    assert "a bug in the program (LookupError)" in told
    assert str(log_file()) in told
    assert told.count("\n") == 1
    written = log_file().read_text(encoding="utf-8")
    assert "LookupError" in written
    assert "in raising" in written
    assert BODY not in written
    assert log_file().stat().st_mode & 0o077 == 0


def test_a_bug_is_told_where_no_log_can_be_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log_file().parent.parent.parent.mkdir(parents=True)
    log_file().parent.parent.write_text("in the way", encoding="utf-8")
    assert guarded(lambda: raising(LookupError())) == 3
    assert "could not be written" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["inbox", "hub"], ["check", "hub"]])
def test_a_reader_that_goes_away_is_no_error(office: TestOffice, arguments: list[str]) -> None:
    (office.box("hub", "inbox") / "stray.md").write_text("x", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    program = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "MAILBOX_ROOT": str(office.root)},
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
