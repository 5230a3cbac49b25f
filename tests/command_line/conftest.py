"""A post office to command, and `mailbox` as a function: arguments in, exit status and both outputs back."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.command_line.program import run
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.keys.session_key import SessionKey
from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.core.relay.state import utc_now
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found
from tests.support.scanner import MarkerScanner


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run of `mailbox` left behind."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The objects of a `--json` answer."""
        return [json.loads(line) for line in self.out.splitlines()]


Mailbox = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _marker_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes that commands do themselves look for one made-up word: compiling the real rules takes seconds."""
    monkeypatch.setattr(
        "mailbox_gui.core.checks.secret_scan.scanner.SecretScanner.load", lambda _cache: MarkerScanner()
    )


@pytest.fixture
def office(tmp_path: Path) -> TestOffice:
    """A post office by the machine's clock, in which a draft is settled at once."""
    limits = {"message_bytes": 16_384, "messages_per_day": 20, "settle_seconds": 0, "rescan_seconds": 15}
    return found(tmp_path / "post-office", clock=utc_now, limits=limits)


@pytest.fixture
def pass_over(office: TestOffice) -> Callable[[], None]:
    """Lets a relay work off everything once."""

    def work_off() -> None:
        one_pass(office.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner())

    return work_off


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Lets the commands that run from now on look at a clock that is ahead."""

    def put_on(by: timedelta) -> None:
        defaults = Session.__init__.__defaults__ or ()
        monkeypatch.setattr(Session.__init__, "__defaults__", (*defaults[:-1], lambda: utc_now() + by))

    return put_on


@pytest.fixture
def session_key(office: TestOffice, mailbox: Mailbox) -> str:
    """The public key of a session key of the builder, which lies in its folder."""
    told = mailbox("keys", "delegate", "builder")
    assert told.status == 0, told
    return SessionKey.load(office.box("builder", "inbox").parent / "session.key").public


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mailbox:
    """`mailbox` with no post office named; `stdin` is what is piped in."""

    def run_it(*arguments: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    return run_it


@pytest.fixture
def mailbox(office: TestOffice, command: Mailbox, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    """`mailbox` in the post office of the test."""
    monkeypatch.setenv("MAILBOX_ROOT", str(office.root))
    return command
