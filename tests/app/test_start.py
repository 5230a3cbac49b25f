"""Which post office is opened: the one that is there, what the first run ended with, or none and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from mailbox_gui.app import first_run, start
from mailbox_gui.app.options import Options
from mailbox_gui.app.places import root_of
from mailbox_gui.app.single_instance import SingleInstance
from mailbox_gui.app.window_state import WindowState, remember_root, remembered_root
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.window.first_run.plan import Ending
from mailbox_gui.window.theme.theme import Theme
from tests.support.post_office import TestOffice

Opens = Callable[[Options, Path], PostOffice | None]


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def opens(theme: Theme, settings: QSettings, qapp: QApplication) -> Opens:
    instance = SingleInstance("agent-mailbox-test-start", qapp)
    return lambda options, root: start._post_office(options, root, theme, instance, settings)


def ends_with(monkeypatch: pytest.MonkeyPatch, ending: Ending | None) -> list[str]:
    """The first run ends so; what stood in its field and under its title."""
    shown: list[str] = []

    def ended(window: first_run.FirstRunWindow) -> Ending | None:
        step = window.first_run.folder
        shown.extend((step.path.text(), step.sentence.text()))
        window.close()
        return ending

    monkeypatch.setattr(first_run, "run_first_run", ended)
    return shown


def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(start, "_refuse", lambda text, _theme: said.append(text))
    return said


def test_a_post_office_that_is_there_is_opened(opens: Opens, office: TestOffice) -> None:
    opened = opens(Options(), office.root)
    assert opened is not None
    assert opened.root == office.root


def test_where_there_is_none_the_first_run_makes_one_and_it_is_remembered(
    opens: Opens, office: TestOffice, settings: QSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ending = Ending(office.root, start_relay=False, notify=False)
    shown = ends_with(monkeypatch, ending)
    opened = opens(Options(), tmp_path / "nothing")
    assert opened is not None
    assert opened.root == office.root
    assert shown[0] == "~/post-office"
    assert remembered_root(settings) == office.root
    state = WindowState(settings, office.root)
    assert (state.relay_wanted, state.preferences.notify) == (False, False)
    assert root_of(Options(), remembered_root(settings)) == office.root


def test_one_that_is_gone_is_named(
    opens: Opens, settings: QSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    remember_root(settings, gone)
    shown = ends_with(monkeypatch, None)
    assert opens(Options(), gone) is None
    assert shown == [str(gone), f"The post office that was open last is not there any more: {gone}"]


def test_one_that_was_named_and_is_none_is_refused(
    opens: Opens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = refusals(monkeypatch)
    assert opens(Options(root=str(tmp_path / "x")), tmp_path / "x") is None
    assert len(said) == 1
    assert "no such folder" in said[0]


def test_a_newer_one_is_refused(opens: Opens, office: TestOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    said = refusals(monkeypatch)
    rules = office.office.rules_file
    rules.write_text(rules.read_text().replace('"version": 1', '"version": 2'))
    assert opens(Options(), office.root) is None
    assert "newer Agent Mailbox" in said[0]


def test_the_demo_of_the_first_run(
    opens: Opens, office: TestOffice, settings: QSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ends_with(monkeypatch, Ending(Path(), demo=True))
    monkeypatch.setattr(start, "demo_root", lambda: office.root)
    monkeypatch.setattr(start, "_ensure_demo", lambda _root: "")
    opened = opens(Options(), tmp_path / "nothing")
    assert opened is not None
    assert opened.root == office.root
    assert remembered_root(settings) is None
