"""A newcomer's walk: from the first run by keys and mouse to the first approval, and every way to go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mailbox_gui.app.first_run import FirstRunWindow, proposed_folder
from mailbox_gui.app.program import Means, Program, Waits
from mailbox_gui.app.window_state import WindowState, remember_root, remembered_root
from mailbox_gui.core.folders.root import open_post_office
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.window.first_run.making import TOPIC, Making
from mailbox_gui.window.first_run.plan import Ending
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.theme.theme import Theme
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice
from tests.support.scanner import MarkerScanner
from tests.window.opened import LONG_MS, Opened

WORDS = "correct horse battery"


class Walk:
    """The first run, and ways to wait."""

    def __init__(self, window: FirstRunWindow, qtbot: QtBot) -> None:
        self.window = window
        self.run = window.first_run
        self.endings: list[Ending | None] = []
        self._qtbot = qtbot
        window.ended.connect(self.endings.append)

    def until(self, holds: Callable[[], object]) -> None:
        self._qtbot.waitUntil(lambda: bool(holds()), timeout=LONG_MS)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.focused(), text)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.focused(), key)

    def focused(self) -> QWidget:
        return QApplication.focusWidget() or self.window

    def name_folder(self, path: Path) -> None:
        """Type the folder of the post office and wait for what is said of it."""
        self.run.folder.path.selectAll()
        self.type(str(path))
        self.until(lambda: self.run.folder.found is not None)

    def to_key(self, path: Path) -> None:
        """Over the first two steps."""
        self.name_folder(path)
        self.press(Qt.Key.Key_Return)
        self.press(Qt.Key.Key_Return)
        assert self.run.step == 2


@pytest.fixture
def walk(theme: Theme, qtbot: QtBot, clock: SetClock, compiled_rules: Path) -> Iterator[Walk]:
    making = Making(clock, compiled_rules, Cost(ops=1, mem=8192), WatchedDisk())
    window = FirstRunWindow(theme, "~/post-office", clock, making=making)
    made = Walk(window, qtbot)
    window.begin()
    qtbot.waitExposed(window)
    window.activateWindow()
    made.until(lambda: made.run.folder.found is not None)
    yield made
    window.close()
    window.deleteLater()


def through_the_first_run(walk: Walk, root: Path) -> None:
    """By the keyboard alone."""
    run = walk.run
    assert run.folder.path.text() == "~/post-office"
    walk.name_folder(root)
    assert run.folder.line.words.startswith("New folder, writable")
    walk.press(Qt.Key.Key_Return)
    assert run.step == 1
    for name in ("builder", "researcher"):
        walk.type(name)
        walk.press(Qt.Key.Key_Return)
    assert [agent.name for agent in run.agents.agents] == ["hub", "builder", "researcher"]
    walk.press(Qt.Key.Key_Return)
    assert run.step == 2
    walk.type(WORDS)
    walk.press(Qt.Key.Key_Tab)
    walk.press(Qt.Key.Key_Tab)
    walk.type(WORDS)
    assert run.key.ready
    assert not root.exists(), "nothing is made before the key is"
    walk.press(Qt.Key.Key_Return)
    walk.until(lambda: run.step == 3)
    assert run.key.first.text() == "", "the passphrase is not kept"
    walk.press(Qt.Key.Key_Return)
    walk.until(lambda: walk.endings)
    assert walk.endings == [Ending(root)]


def test_from_nothing_to_the_first_approval(
    walk: Walk, theme: Theme, qapp: QApplication, qtbot: QtBot, clock: SetClock, tmp_path: Path
) -> None:
    root = tmp_path / "post-office"
    through_the_first_run(walk, root)
    state = WindowState(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), root)
    program = Program(
        qapp, theme, open_post_office(root), state, clock, waits=Waits(10, 0),
        means=Means(tmp_path / "cache", MarkerScanner(), WatchedDisk()),
    )  # fmt: skip
    try:
        program.start(relay=True)
        qtbot.waitExposed(program.window)
        program.window.activateWindow()
        opened = Opened(program, TestOffice(root), qtbot)
        opened.running()
        pane = program.window.pane
        assert isinstance(pane, QueuePane)
        opened.until(lambda: pane._column.view.current_row() is not None and pane._reading.view is not None)
        row = pane._column.view.current_row()
        assert row is not None
        assert row.topic == TOPIC
        pane.focus_main()
        QTest.keyClicks(walk.focused(), "a")
        opened.until(pane._bar._unlock_row.isVisible)
        QTest.keyClicks(walk.focused(), WORDS)
        QTest.keyClick(walk.focused(), Qt.Key.Key_Return)
        opened.until(lambda: opened.office.files("builder", "inbox"))
        opened.until(lambda: program.window.windowTitle() == "Agent Mailbox")
    finally:
        program.window.leave()
        program.window.deleteLater()
        program.deleteLater()


def test_a_folder_that_cannot_be_used_is_said_under_the_field(walk: Walk, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x")
    walk.name_folder(tmp_path)
    step = walk.run.folder
    assert step.line.words == "The folder is not empty. Choose a new or an empty one."
    assert step.path.property("error")
    assert not walk.run.next.isEnabled()
    walk.press(Qt.Key.Key_Return)
    assert walk.run.step == 0
    walk.name_folder(tmp_path / "new")
    assert not step.path.property("error")
    assert walk.run.next.isEnabled()


def test_a_folder_that_is_a_post_office_opens_at_once(walk: Walk, office: TestOffice) -> None:
    walk.name_folder(office.root)
    assert walk.run.next.text() == "Open the mailbox"
    walk.press(Qt.Key.Key_Return)
    assert walk.endings == [Ending(office.root)]


@pytest.mark.parametrize("by_key", [True, False])
def test_the_demo(walk: Walk, by_key: bool) -> None:
    step = walk.run.folder
    if by_key:
        step.folder.setFocus()
        walk.press(Qt.Key.Key_Down)
    else:
        QTest.mouseClick(step.demo, Qt.MouseButton.LeftButton)
    assert step.is_demo
    assert step.demo.accessibleName().startswith("Open the demo post office, chosen")
    QTest.mouseClick(walk.run.next, Qt.MouseButton.LeftButton)
    assert [ending.demo for ending in walk.endings if ending is not None] == [True]


def test_typing_a_path_means_the_folder(walk: Walk, tmp_path: Path) -> None:
    QTest.mouseClick(walk.run.folder.demo, Qt.MouseButton.LeftButton)
    walk.run.folder.path.setFocus()
    walk.name_folder(tmp_path / "x")
    assert not walk.run.folder.is_demo


def test_quitting_makes_nothing(walk: Walk, home: Path) -> None:
    QTest.mouseClick(walk.run.leave_button, Qt.MouseButton.LeftButton)
    assert walk.endings == [None]
    assert not (home / "post-office").exists()


def test_agents_can_be_taken_off_and_made_the_node(walk: Walk, tmp_path: Path) -> None:
    walk.name_folder(tmp_path / "x")
    walk.press(Qt.Key.Key_Return)
    step = walk.run.agents
    walk.type("Editor")
    walk.press(Qt.Key.Key_Return)
    assert step.line.words == "Use 1 to 32 of a-z, 0-9 and -, a letter or digit at both ends."
    assert step.name.property("error")
    step.name.clear()
    QTest.mouseClick(step.how, Qt.MouseButton.LeftButton)
    step.name.setFocus()
    walk.type("editor")
    QTest.mouseClick(step.add, Qt.MouseButton.LeftButton)
    assert [(agent.name, agent.signs) for agent in step.agents] == [("hub", True), ("editor", False)]
    step.make_hub("editor")
    assert "editor is the node" in step.sentence.text()
    step.remove("hub")
    step.remove("editor")
    assert [agent.name for agent in step.agents] == ["editor"], "the node stays"


def test_esc_goes_back_and_keeps_what_was_typed(walk: Walk, tmp_path: Path) -> None:
    walk.to_key(tmp_path / "x")
    walk.type("abc")
    walk.press(Qt.Key.Key_Escape)
    assert walk.run.step == 1
    walk.press(Qt.Key.Key_Escape)
    walk.press(Qt.Key.Key_Escape)
    assert walk.run.step == 0
    assert walk.run.isVisible()
    assert walk.run.key.first.text() == "abc"


def test_two_passphrases_that_differ(walk: Walk, tmp_path: Path) -> None:
    walk.to_key(tmp_path / "x")
    step = walk.run.key
    step.first.setText(WORDS)
    step.again.setText(WORDS[:5])
    assert step.line.words == "", "it is still being typed"
    assert not walk.run.next.isEnabled()
    step.again.setText("something else")
    assert step.line.words == "The two differ."
    assert step.again.property("error")
    step.again.setText(WORDS)
    assert walk.run.next.isEnabled()
    step.first.eye.click()
    assert step.first.echoMode() is step.first.EchoMode.Normal


def test_without_a_passphrase_it_says_what_that_means(walk: Walk, tmp_path: Path) -> None:
    walk.to_key(tmp_path / "x")
    walk.run.key.none.click()
    assert "Any program that runs as this user" in walk.run.key.banner.accessibleName()
    walk.run.next.click()
    walk.until(lambda: walk.run.step == 3)
    assert walk.run.done.first.isHidden(), "a node alone has nobody to write to"
    walk.run.done.relay.click()
    walk.run.done.notify.click()
    walk.run.next.click()
    assert walk.endings == [Ending(tmp_path / "x", start_relay=False, notify=False)]


def test_a_folder_that_was_filled_meanwhile_is_said_and_mended(walk: Walk, tmp_path: Path) -> None:
    root = tmp_path / "x"
    walk.to_key(root)
    walk.run.key.none.click()
    root.mkdir()
    (root / "thesis.txt").write_text("x")
    walk.run.next.click()
    walk.until(lambda: "not empty" in walk.run.key.line.words)
    assert walk.run.next.isEnabled()
    assert sorted(path.name for path in root.iterdir()) == ["thesis.txt"]


@pytest.mark.parametrize("size", [(1360, 860), (960, 600)])
def test_every_step_fits(walk: Walk, tmp_path: Path, size: tuple[int, int]) -> None:
    walk.window.resize(*size)
    for step in range(4):
        walk.run._go(step)
        QApplication.processEvents()
        assert walk.window.rect().contains(walk.run.card.geometry())
        for _ in range(12):
            walk.press(Qt.Key.Key_Tab)
            assert walk.run.isAncestorOf(walk.focused())
    assert (walk.window.width(), walk.window.height()) == size


def test_what_was_made_is_opened_from_then_on(tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    assert remembered_root(settings) is None
    remember_root(settings, tmp_path / "x")
    assert remembered_root(settings) == tmp_path / "x"


def test_what_is_proposed(home: Path) -> None:
    assert proposed_folder(home / ".local", named=False) == "~/post-office"
    assert proposed_folder(home / "mail", named=True) == "~/mail"
