"""`mailbox doctor`: every check passes on a sound post office and fails for its own reason, with what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.command_line.doctor import CHECKS, watcher
from mailbox_gui.command_line.doctor.patient import Patient
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.relay.state import RelayState, utc_now, write_status
from tests.command_line.conftest import Mailbox
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice

SCANNER = "mailbox_gui.core.checks.secret_scan.scanner.SecretScanner.load"


class SharpScanner:
    """Finds something in everything."""

    def scan(self, _draft: Draft) -> tuple[Finding, ...]:
        return (Finding("made up", 4, "body"),)


@pytest.fixture(autouse=True)
def _sharp(_marker_scanner: None, monkeypatch: pytest.MonkeyPatch, pass_over: Callable[[], None]) -> None:
    pass_over()
    monkeypatch.setattr(SCANNER, lambda _cache: SharpScanner())


@pytest.fixture
def examined(mailbox: Mailbox) -> Callable[[str], dict[str, Any]]:
    """The result of one check."""
    return lambda name: {one["check"]: one for one in mailbox("doctor", "--json").objects}[name]


Examined = Callable[[str], dict[str, Any]]


def running(office: TestOffice, **state: Any) -> RelayLock:
    """As if a relay ran in this process."""
    lock = RelayLock(office.root)
    lock.acquire("mailbox-gui")
    told: dict[str, Any] = {
        "program": "mailbox-gui",
        "pid": os.getpid(),
        "since": utc_now(),
        "last_pass": utc_now(),
    } | state
    write_status(office.office, WatchedDisk(), RelayState(**{"phase": "running", **told}))
    return lock


def test_a_sound_post_office(office: TestOffice, mailbox: Mailbox) -> None:
    lock = running(office)
    try:
        told = mailbox("doctor")
    finally:
        lock.release()
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == str(office.root)
    assert len([line for line in lines if line.startswith(("pass", "note"))]) == len(CHECKS) >= 10
    assert lines[-1] == f"{len(CHECKS)} checks, none failed"


def test_a_fresh_post_office_has_nothing_wrong(command: Mailbox, tmp_path: Path) -> None:
    root = str(tmp_path / "fresh")
    assert command("init", root, "--no-passphrase").status == 0
    told = command("--root", root, "doctor", "--json")
    assert told.status == 0
    found = {one["check"]: one for one in told.objects}
    assert found["relay alive"]["text"] == "it has never run yet"
    assert (found["relay alive"]["state"], found["rules signed"]["state"]) == ("note", "pass")


def test_every_failure_says_what_to_do(office: TestOffice, mailbox: Mailbox) -> None:
    told = mailbox("doctor")
    assert told.status == 1
    at = next(number for number, line in enumerate(told.out.splitlines()) if line.startswith("fail"))
    assert "nobody runs it" in told.out.splitlines()[at]
    assert told.out.splitlines()[at + 1].strip().startswith("→ start it: mailbox relay")


@pytest.mark.parametrize(
    ("state", "expected", "words"),
    [
        ({}, "pass", "mailbox-gui"),
        ({"phase": "failed", "reason": "the disk is full"}, "fail", "the disk is full"),
        ({"last_pass": utc_now() - timedelta(hours=2)}, "fail", "no pass for 2 h"),
        ({"pid": 1}, "note", "has not said yet"),
    ],
)
def test_relay_alive(office: TestOffice, examined: Examined, state: dict[str, Any], expected: str, words: str) -> None:
    lock = running(office, **state)
    try:
        result = examined("relay alive")
    finally:
        lock.release()
    assert result["state"] == expected
    assert words in result["text"]


def test_watcher_tries_it_with_a_file_and_leaves_nothing(
    office: TestOffice, examined: Examined, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(office.office.relay.iterdir())
    assert examined("watcher")["state"] == "pass"
    # Nothing that the probe would be noticed by: then the wait has an end, and it is a failure.
    monkeypatch.setattr(watcher, "_PATIENCE", 0.05)
    monkeypatch.setattr("mailbox_gui.core.folders.watcher._Handler.dispatch", lambda *_: None)
    assert examined("watcher")["state"] == "fail"
    assert sorted(path for path in office.office.relay.iterdir() if "doctor" in path.name) == []
    assert {path.name for path in before} <= {path.name for path in office.office.relay.iterdir()}


def edit_last_line(office: TestOffice) -> None:
    (segment,) = office.office.journal.glob("*.jsonl")
    content = segment.read_bytes()
    segment.write_bytes(content[:-80] + b"0" + content[-79:])


def break_key(office: TestOffice) -> None:
    (office.office.keys / "owner.secret").write_text("garbage", encoding="ascii")


def expose_key(office: TestOffice) -> None:
    (office.office.keys / "owner.secret").chmod(0o644)


def edit_rules(office: TestOffice) -> None:
    office.set_rules(sign=False, hub="builder")


def sign_rules(office: TestOffice) -> None:
    office.set_rules(hub="builder")


def old_draft(office: TestOffice) -> None:
    office.drop()


def drop_index(office: TestOffice) -> None:
    for path in list(office.office.relay.glob("index.sqlite3*")):
        path.unlink()


def open_root(office: TestOffice) -> None:
    office.root.chmod(0o755)


def stray_file(office: TestOffice) -> None:
    (office.box("hub", "inbox") / "x.md").write_text("x", encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "damage", "expected", "words"),
    [
        ("chain", edit_last_line, "fail", "it breaks at height"),
        ("keys", break_key, "fail", "owner.secret"),
        ("keys", expose_key, "fail", "owner.secret"),
        ("keys", None, "note", "has no passphrase"),
        ("rules signed", edit_rules, "fail", "not signed"),
        ("rules signed", sign_rules, "note", "waits for the relay"),
        ("rules signed", None, "pass", "serial"),
        ("index in step", drop_index, "fail", "missing"),
        ("permissions", open_root, "note", "may look into"),
        ("folders against journal", stray_file, "fail", "was not delivered"),
        ("oldest undelivered draft", old_draft, "pass", "has waited for"),
        ("secret scanner", None, "pass", "made-up token"),
        ("lock", None, "pass", "free"),
        ("clock", None, "pass", ":"),
        ("disk", None, "pass", "MiB"),
    ],
)
def test_each_fails_for_its_own_reason(
    office: TestOffice,
    examined: Examined,
    name: str,
    damage: Callable[[TestOffice], None] | None,
    expected: str,
    words: str,
) -> None:
    if damage is not None:
        damage(office)
    result = examined(name)
    assert (result["state"], words in result["text"]) == (expected, True), result
    assert result["state"] == "pass" or result["advice"]


def a_session_key(office: TestOffice, mailbox: Mailbox, *arguments: str) -> Path:
    assert mailbox("keys", "delegate", "builder", *arguments).status == 0
    return office.box("builder", "inbox").parent / "session.key"


def test_session_keys_that_others_can_read(office: TestOffice, mailbox: Mailbox, examined: Examined) -> None:
    assert examined("session keys")["text"] == "none lies in an agent's folder"
    file = a_session_key(office, mailbox)
    assert examined("session keys")["state"] == "pass"
    file.chmod(0o640)
    result = examined("session keys")
    assert (result["state"], str(file) in result["text"]) == ("fail", True)
    assert f"chmod 600 {file}" in result["advice"]
    file.write_text("garbage", encoding="ascii")
    assert examined("session keys")["state"] == "fail"


def test_the_session_key_that_the_environment_names(
    mailbox: Mailbox, examined: Examined, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "x.key").write_text("garbage", encoding="ascii")
    monkeypatch.setenv("MAILBOX_SESSION_KEY", str(tmp_path / "x.key"))
    assert examined("session keys")["state"] == "fail"


def test_delegations_that_end(office: TestOffice, mailbox: Mailbox, examined: Examined) -> None:
    assert (examined("delegations")["state"], examined("delegations")["text"]) == ("pass", "no session key may sign")
    file = a_session_key(office, mailbox, "--days", "2")
    result = examined("delegations")
    assert (result["state"], "of builder expires at " in result["text"]) == ("note", True)
    assert "mailbox keys delegate builder" in result["advice"]
    # Another one takes over.
    file.rename(file.with_name("old.key"))
    a_session_key(office, mailbox)
    assert examined("delegations")["text"] == "2 session keys may sign"


def test_an_agent_that_must_sign_and_cannot(
    office: TestOffice, mailbox: Mailbox, examined: Examined, pass_over: Callable[[], None]
) -> None:
    office.set_rules(agents={"hub": {}, "builder": {"signature": "required"}, "researcher": {}, "site": {}})
    pass_over()
    result = examined("delegations")
    assert (result["state"], "which has no valid session key" in result["text"]) == ("fail", True)
    a_session_key(office, mailbox)
    assert examined("delegations")["state"] == "pass"


def test_a_clock_set_back_and_a_draft_left_lying(
    office: TestOffice, examined: Examined, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.drop()
    shift = {"by": timedelta(hours=-3)}
    monkeypatch.setattr(Patient, "now", property(lambda _self: utc_now() + shift["by"]))
    assert "behind the journal's last line" in examined("clock")["text"]
    shift["by"] = timedelta(hours=3)
    result = examined("oldest undelivered draft")
    assert (result["state"], "has waited for 3 h" in result["text"]) == ("fail", True)


def test_a_scanner_that_finds_nothing_or_does_not_load(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    from mailbox_gui.core.checks.secret_scan.scanner import ScannerUnavailable
    from tests.support.scanner import MarkerScanner

    monkeypatch.setattr(SCANNER, lambda _cache: MarkerScanner())
    assert examined("secret scanner")["state"] == "fail"

    def unavailable(_cache: object) -> None:
        raise ScannerUnavailable("it cannot be loaded here; install the program again")

    monkeypatch.setattr(SCANNER, unavailable)
    assert examined("secret scanner")["advice"] == "install the program again"


def test_a_full_disk_and_a_check_that_cannot_be_made(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(_path: object) -> Any:
        return type("Usage", (), {"free": 1024})()

    monkeypatch.setattr("mailbox_gui.command_line.doctor.disk_space.shutil.disk_usage", usage)
    assert examined("disk")["state"] == "fail"

    def failing(_path: object) -> Any:
        raise OSError(errno.EIO, "Input/output error", "/x")

    monkeypatch.setattr("mailbox_gui.command_line.doctor.disk_space.shutil.disk_usage", failing)
    result = examined("disk")
    assert (result["state"], result["text"]) == ("fail", "/x: Input/output error")


def test_repair_makes_missing_folders_again(office: TestOffice, mailbox: Mailbox, examined: Examined) -> None:
    inbox: Path = office.box("site", "inbox")
    inbox.rmdir()
    result = examined("folders against journal")
    assert (result["state"], "--repair" in result["advice"]) == ("fail", True)
    assert f"made {inbox}" in mailbox("doctor", "--repair").err
    assert examined("folders against journal")["state"] == "pass"
