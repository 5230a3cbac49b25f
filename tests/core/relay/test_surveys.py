"""Scans beside a relay that really runs: on their own thread, told as news, asked for from another process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from mailbox_gui.core.relay import survey
from mailbox_gui.core.relay.scan_pass import NoScan, scan_now
from mailbox_gui.core.workspaces.scan import Scan, scan
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.running import running
from tests.support.scanner import MarkerScanner
from tests.support.workspace import owed_on_disk

_PATIENCE = 60.0


def scanned(made: TestOffice) -> list[str]:
    scan_now(made.office, program="test", wait=_PATIENCE, scanner=MarkerScanner())
    return owed_on_disk(made)


def test_workspaces_are_scanned_while_it_runs(made: TestOffice, work: RealRepository) -> None:
    with running(made.office) as relay:
        relay.until(lambda relay: "work" in relay.verdicts())
        work.commit("one", **{"b.py": "# WORKAROUND(slow-mock): x\n"})
        assert scanned(made) == ["slow-mock at b.py:1", "1 commits, newest one"]
        relay.until(lambda relay: "workaround" in relay.verdicts())


def test_a_report_is_followed_by_a_look_at_head(made: TestOffice, work: RealRepository) -> None:
    with running(made.office) as relay:
        relay.until(lambda relay: "work" in relay.verdicts())
        work.commit("one")
        assert scanned(made) == ["1 commits, newest one"]
        made.drop(kind="report", topic="done")
        relay.wake.set()
        # The beginning, the commits, and the new beginning at the report.
        relay.until(lambda relay: relay.verdicts().count("work") == 3)
        work.commit("two")
        assert scanned(made) == ["1 commits, newest two"]


def test_delivery_does_not_wait_for_a_scan_that_hangs(
    made: TestOffice, work: RealRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, goes_on = threading.Event(), threading.Event()

    def hang(folder: str, *_arguments: object, **_options: object) -> Scan:
        hangs.set()
        assert goes_on.wait(_PATIENCE)
        return Scan(folder)

    monkeypatch.setattr(survey, "scan", hang)
    with running(made.office) as relay:
        assert hangs.wait(_PATIENCE)
        draft = made.drop()
        relay.wake.set()
        relay.until(lambda relay: "accepted" in relay.verdicts())
        assert (made.box("hub", "inbox") / f"{draft.id}.md").exists()
        with pytest.raises(NoScan):
            scan_now(made.office, program="test", wait=0.0, scanner=MarkerScanner())
        goes_on.set()


def test_new_rules_are_followed(made: TestOffice) -> None:
    with running(made.office) as relay:
        relay.until(lambda relay: relay.state.phase == "running")
        folder = made.root.parent / "later"
        folder.mkdir()
        (folder / "a.py").write_text("# HACK: from the beginning\n")
        made.set_rules(agents={"hub": {}, "builder": {"workspace": "../later"}, "researcher": {}, "site": {}})
        relay.look()
        relay.until(lambda relay: "work" in relay.verdicts())
        made.set_rules(agents={"hub": {}, "builder": {"workspace": "../nowhere"}, "researcher": {}, "site": {}})
        relay.look()
        relay.until(lambda relay: "workspace-missing" in {problem.kind for problem in relay.state.problems})
        made.set_rules(agents={"hub": {}, "builder": {}, "researcher": {}, "site": {}})
        relay.look()
        relay.until(lambda relay: not any(problem.kind == "workspace-missing" for problem in relay.state.problems))
        relay.until(lambda relay: relay.verdicts().count("work") >= 2)


def test_what_was_found_in_a_workspace_that_is_none_any_more_is_no_news(
    made: TestOffice, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New rules take the workspace away while it is looked into: what it held would be owed for ever."""
    looking, goes_on = threading.Event(), threading.Event()
    real = scan

    def slowly(folder: str, *arguments: object, **options: object) -> object:
        seen = real(folder, *arguments, **options)  # type: ignore[arg-type]
        if (plain / "a.py").exists():
            looking.set()
            assert goes_on.wait(_PATIENCE)
        return seen

    monkeypatch.setattr(survey, "scan", slowly)
    with running(made.office) as relay:
        relay.until(lambda relay: "work" in relay.verdicts())
        (plain / "a.py").write_text("# WORKAROUND(one): x\n")
        made.office.scan_wanted.write_text("now")
        relay.look()
        assert looking.wait(_PATIENCE)
        made.set_rules(agents={"hub": {}, "builder": {}, "researcher": {}, "site": {}})
        relay.look()
        relay.until(lambda relay: relay.verdicts().count("work") == 2)
        goes_on.set()
        # The wish is fulfilled when what that look found was taken.
        scanned(made)
    assert owed_on_disk(made) == []
    assert "workaround" not in relay.verdicts()


def test_a_fault_of_the_scan_is_said_and_mail_goes_on(
    made: TestOffice, plain: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object, **_options: object) -> Scan:
        raise RuntimeError("a bug")

    monkeypatch.setattr(survey, "scan", fail)
    with running(made.office) as relay:
        relay.until(lambda relay: "workspace-unreadable" in {problem.kind for problem in relay.state.problems})
        made.drop()
        relay.wake.set()
        relay.until(lambda relay: "accepted" in relay.verdicts())
    assert "the scan of the workspaces failed" in caplog.text


def test_alone_it_scans_by_itself(made: TestOffice, work: RealRepository) -> None:
    assert scanned(made) == []
    work.commit("one")
    assert scanned(made) == ["1 commits, newest one"]
