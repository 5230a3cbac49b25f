"""The board of debts in the real window: what is owed is shown, sifted, opened, nudged, waived and undone by keys."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.window.decisions import Stage
from mailbox_gui.window.panes.debts_column import DebtsColumn
from mailbox_gui.window.panes.debts_pane import DebtsPane
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.clock import SetClock
from tests.support.post_office import Dropped, TestOffice
from tests.window.opened import Opened, OpenWindow

PASSPHRASE = "correct " + "horse"


def later(office: TestOffice, hours: float) -> str:
    return format_second(office.now + timedelta(hours=hours))


def drop_four(office: TestOffice) -> dict[str, Dropped]:
    """Two replies, a report and a decision that are owed."""
    return {
        "python": office.drop("hub", to="builder", kind="question", topic="which Python", due=later(office, 3)),
        "licence": office.drop("hub", to="researcher", kind="question", topic="which licence", due=later(office, 4)),
        "certificate": office.drop("hub", to="site", kind="task", topic="renew the certificate"),
        "deploy": office.drop("builder", to="hub", kind="request", topic="deploy", requires="owner"),
    }


def pane_of(opened: Opened) -> DebtsPane:
    pane = opened.window.pane
    assert isinstance(pane, DebtsPane)
    return pane


def column(opened: Opened, letter: str) -> DebtsColumn:
    return pane_of(opened)._board.columns["ABCD".index(letter)]


def titles(opened: Opened, letter: str) -> list[str]:
    return [row.title for row in column(opened, letter).model.rows()]


def open_board(open_window: OpenWindow, office: TestOffice, **options: int) -> tuple[Opened, dict[str, Dropped]]:
    dropped = drop_four(office)
    opened = open_window(**options)
    opened.go("debts")
    opened.until(lambda: [len(titles(opened, letter)) for letter in "ABCD"] == [2, 1, 0, 1])
    pane_of(opened).focus_main()
    return opened, dropped


def press(opened: Opened, key: str) -> None:
    """Press a key in the window, wherever the focus is."""
    QTest.keyClicks(QApplication.focusWidget() or opened.window, key)


def key(opened: Opened, code: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or opened.window, code)


def current(opened: Opened) -> str:
    row = pane_of(opened)._board.current()
    return row.title if row is not None else ""


def test_each_debt_stands_in_its_column_and_is_counted(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    assert titles(opened, "A") == ["which Python", "which licence"]
    assert titles(opened, "B") == ["renew the certificate"]
    assert titles(opened, "D") == ["deploy"]
    assert column(opened, "C").view.accessibleDescription() == "No debts here"
    pane = pane_of(opened)
    assert pane._head.open.text() == "4 open"
    assert column(opened, "A").view.accessibleName() == "A, Unanswered: 2 open, 0 overdue"
    people = {cell.person.shown: cell.accessibleName() for cell in pane._summary._cells}
    assert people["builder"] == "builder: owes 1 (1 reply), 0 overdue, is owed 1"
    assert people["hub"] == "hub: owes nothing, is owed 3"
    assert people["you"] == "you: owes 1 (1 decision), 0 overdue, is owed 0"


def test_what_is_overdue_is_said_everywhere(open_window: OpenWindow, office: TestOffice, clock: SetClock) -> None:
    opened, _ = open_board(open_window, office)
    clock.now += timedelta(hours=5)
    opened.until(lambda: pane_of(opened)._head.late.accessibleName() == "3 overdue")
    row = column(opened, "A").model.row(0)
    assert row is not None
    assert row.due_words(clock.now) == (True, "overdue by 2 h")
    spoken = column(opened, "A").model.index(0).data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.startswith("builder owes hub a reply, overdue by")
    nav = opened.window.sidebar.model
    opened.until(lambda: nav.item(nav.row_of("debts")).badge == 3)  # type: ignore[union-attr]
    index = nav.index(nav.row_of("debts"))
    assert index.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Debts, 3 overdue of 4 open"
    press(opened, "o")
    opened.until(lambda: titles(opened, "B") == [])
    assert len(titles(opened, "A")) == 2


def test_the_keyboard_goes_through_cards_and_columns(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    assert current(opened) == "which Python"
    press(opened, "j")
    assert current(opened) == "which licence"
    press(opened, "k")
    assert current(opened) == "which Python"
    for code, title in (
        (Qt.Key.Key_Right, "renew the certificate"),
        (Qt.Key.Key_Right, "deploy"),
        (Qt.Key.Key_Left, "renew the certificate"),
    ):
        key(opened, code)
        assert current(opened) == title
    key(opened, Qt.Key.Key_F6)
    assert column(opened, "C").view.hasFocus()


def test_g_d_and_its_cyrillic_twins_lead_to_the_board(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    press(opened, "gd")
    assert opened.window.place == "debts"
    shortcuts = opened.window._shortcuts._shortcuts
    assert {"G, D", "П, В", "E", "У", "W", "Ц", "A", "Ф"} <= set(shortcuts)


@pytest.mark.parametrize(
    ("steps", "place"), [(0, "journal:id:{python}"), (1, "journal:id:{certificate}"), (2, "queue:{deploy}")]
)
def test_enter_leads_to_the_right_place(open_window: OpenWindow, office: TestOffice, steps: int, place: str) -> None:
    opened, dropped = open_board(open_window, office)
    for _ in range(steps):
        key(opened, Qt.Key.Key_Right)
    key(opened, Qt.Key.Key_Return)
    assert opened.window.place == place.format(**{name: each.id for name, each in dropped.items()})


def test_the_queue_opens_at_the_message_that_is_to_be_decided(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_board(open_window, office)
    second = office.drop("site", kind="request", topic="restart", requires="owner")
    opened.until(lambda: titles(opened, "D") == ["deploy", "restart"])
    for _ in range(2):
        key(opened, Qt.Key.Key_Right)
    press(opened, "j")
    key(opened, Qt.Key.Key_Return)
    queue = opened.window.pane
    assert isinstance(queue, QueuePane)
    opened.until(lambda: queue._reading.view is not None and queue._reading.view.id == second.id)
    opened.window.go_to(f"queue:{dropped['python'].id}")
    opened.until(lambda: opened.window.place == f"journal:id:{dropped['python'].id}")


def test_a_waiver_needs_a_reason_and_closes_the_debt(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_board(open_window, office, undo_ms=10)
    press(opened, "w")
    form = pane_of(opened)._form
    assert form.reason.hasFocus()
    opened.until(lambda: form._also.text() == "Closes the reply of builder")
    QTest.keyClick(form.reason, Qt.Key.Key_Return)
    assert form.reason.property("error"), "without a reason nothing is waived"
    assert pane_of(opened)._acts.newest() is None
    QTest.keyClicks(form.reason, "no longer of use")
    QTest.keyClick(form.reason, Qt.Key.Key_Return)
    opened.until(lambda: titles(opened, "A") == ["which licence"])
    opened.until(lambda: any("decision" in name or name for name in office.files("hub", "inbox")))
    mail = next(office.box("hub", "inbox").glob("*owner*")).read_text()
    assert "verdict: waive" in mail
    assert "no longer of use" in mail
    assert dropped["python"].id in mail
    opened.until(lambda: pane_of(opened)._head.open.text() == "3 open")


def test_u_takes_a_waiver_back_before_anything_is_written(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    press(opened, "w")
    form = pane_of(opened)._form
    QTest.keyClicks(form.reason, "no longer of use")
    QTest.keyClick(form.reason, Qt.Key.Key_Return)
    opened.until(lambda: titles(opened, "A") == ["which licence"])
    assert pane_of(opened)._toast.isVisible()
    assert office.files("owner", "outbox") == []
    press(opened, "u")
    opened.until(lambda: titles(opened, "A") == ["which Python", "which licence"])
    assert not pane_of(opened)._toast.isVisible()
    assert current(opened) == "which Python"
    press(opened, "w")
    assert form.reason.text() == "no longer of use", "what was typed is not lost"


def test_a_nudge_is_a_question_that_can_be_changed(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_board(open_window, office, undo_ms=10)
    press(opened, "e")
    form = pane_of(opened)._form
    assert form.question.hasFocus()
    assert "You owe hub a reply on “which Python”" in form.question.toPlainText()
    form.question.clear()
    QTest.keyClick(form.question, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "empty" in form._also.text()
    QTest.keyClicks(form.question, "how far is it?")
    QTest.keyClick(form.question, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    opened.until(lambda: len(office.files("builder", "inbox")) == 2)
    mail = next(office.box("builder", "inbox").glob("*owner*")).read_text()
    for line in ("from: owner", "kind: question", "topic: which Python", f"ref: {dropped['python'].id}", "how far"):
        assert line in mail
    opened.until(lambda: "builder" in [row.debtor for row in column(opened, "A").model.rows() if row.creditor == "you"])


def test_without_a_route_a_nudge_is_told_and_nothing_lies_about(open_window: OpenWindow, office: TestOffice) -> None:
    routes = [["hub", "builder"], ["builder", "hub"], ["hub", "owner"], ["hub", "researcher"], ["hub", "site"]]
    office.set_rules(routes=routes)
    opened, _ = open_board(open_window, office, undo_ms=10)
    press(opened, "e")
    QTest.keyClick(pane_of(opened)._form.question, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    opened.until(lambda: (pane_of(opened)._acts.newest() or (0, 0, 0, ""))[1] is Stage.FAILED)
    newest = pane_of(opened)._acts.newest()
    assert newest is not None
    assert "owner → builder is not in the routes table" in newest[3]
    assert office.files("owner", "outbox") == office.files("owner", "rejected") == []
    pane_of(opened).focus_main()
    key(opened, Qt.Key.Key_Escape)
    assert pane_of(opened)._acts.newest() is None


def test_a_probable_answer_is_confirmed_by_one_key(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office, undo_ms=10)
    answer = office.drop("builder", to="hub", kind="reply", topic="Which Python", name="answer.md", body="3.11\n")
    opened.until(lambda: [row.hint for row in column(opened, "A").model.rows()] == ["perhaps answered", ""])
    pane_of(opened)._board.place_actions()
    assert pane_of(opened)._board.bar.confirm.isVisible()
    press(opened, "a")
    opened.until(lambda: titles(opened, "A") == ["which licence"])
    opened.until(lambda: list(office.box("hub", "inbox").glob("*owner*")))
    assert answer.id in next(office.box("hub", "inbox").glob("*owner*")).read_text()


def test_what_cannot_be_done_is_said(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    said: list[str] = []
    pane_of(opened).said.connect(said.append)
    press(opened, "a")
    for _ in range(2):
        key(opened, Qt.Key.Key_Right)
    assert current(opened) == "deploy"
    press(opened, "e")
    press(opened, "w")
    assert said == [
        "Nothing looks like an answer to this",
        "You owe this yourself: decide it or answer it",
        "A held message is decided, not waived: Enter leads to it in the queue",
    ]
    assert not pane_of(opened)._form.isVisible()


def test_a_locked_key_is_asked_for_and_esc_signs_nothing(open_window: OpenWindow, office: TestOffice) -> None:
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, Cost(ops=1, mem=8192))
    opened, _ = open_board(open_window, office, undo_ms=10)
    opened.until(lambda: opened.program.owner.locked)
    form = pane_of(opened)._form
    press(opened, "w")
    QTest.keyClicks(form.reason, "gone")
    QTest.keyClick(form.reason, Qt.Key.Key_Return)
    assert form.unlock.field.isVisible()
    QTest.keyClick(form.unlock.field, Qt.Key.Key_Escape)
    assert not form.isVisible()
    assert pane_of(opened)._acts.newest() is None
    press(opened, "w")
    QTest.keyClick(form.reason, Qt.Key.Key_Return)
    QTest.keyClicks(form.unlock.field, PASSPHRASE)
    QTest.keyClick(form.unlock.field, Qt.Key.Key_Return)
    opened.until(lambda: list(office.box("hub", "inbox").glob("*owner*")))


def test_what_is_pending_when_the_window_closes_is_wanted(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_board(open_window, office)
    press(opened, "w")
    QTest.keyClicks(pane_of(opened)._form.reason, "gone")
    QTest.keyClick(pane_of(opened)._form.reason, Qt.Key.Key_Return)
    opened.window.close()
    assert any(dropped["python"].id in path.read_text() for path in office.box("hub", "inbox").glob("*owner*"))


def test_filters_by_debtor_and_words_and_esc_clears_them(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    pane = pane_of(opened)
    cell = next(cell for cell in pane._summary._cells if cell.person.name == "researcher")
    QTest.mouseClick(cell, Qt.MouseButton.LeftButton)
    opened.until(lambda: [titles(opened, letter) for letter in "ABCD"] == [["which licence"], [], [], []])
    assert pane._head.open.text() == "4 open", "the head counts everybody's"
    chip = pane._filters._chips[0]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    opened.until(lambda: len(titles(opened, "A")) == 2)
    press(opened, "f")
    assert pane._filters.field.hasFocus()
    QTest.keyClicks(pane._filters.field, "CERTIF")
    opened.until(lambda: [len(titles(opened, letter)) for letter in "ABCD"] == [0, 1, 0, 0])
    key(opened, Qt.Key.Key_Escape)
    assert not pane._filters.field.hasFocus()
    key(opened, Qt.Key.Key_Escape)
    opened.until(lambda: len(titles(opened, "A")) == 2)


def test_the_order_can_be_turned(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    office.drop("hub", to="site", kind="question", topic="at once", due=later(office, 1))
    opened.until(lambda: titles(opened, "A") == ["at once", "which Python", "which licence"])
    pane_of(opened)._head.order.click()
    opened.until(lambda: titles(opened, "A") == ["which Python", "which licence", "at once"])
    assert pane_of(opened)._head.order.text() == "Longest owed first"


def test_what_is_shown_can_be_exported(
    open_window: OpenWindow, office: TestOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, dropped = open_board(open_window, office)
    file = tmp_path / "debts.jsonl"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    pane_of(opened)._filters.choose("site")
    said: list[str] = []
    pane_of(opened).said.connect(said.append)
    opened.until(lambda: titles(opened, "A") == [])
    QTest.mouseClick(pane_of(opened)._head.export, Qt.MouseButton.LeftButton)
    opened.until(lambda: said)
    assert said == [f"1 debt is in {file}"]
    assert [json.loads(line)["ref"] for line in file.read_text().splitlines()] == [dropped["certificate"].id]
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")] == []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "debts.jsonl"), ""))
    QTest.mouseClick(pane_of(opened)._head.export, Qt.MouseButton.LeftButton)
    opened.until(lambda: len(said) == 2)
    assert said[1].startswith("The debts are not exported: ")


def test_actions_lie_on_the_card_under_the_mouse_or_the_cursor(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    pane = pane_of(opened)
    actions = pane._board.bar
    assert actions.isVisible()
    assert actions.row is not None
    assert actions.row.title == "which Python"
    view = column(opened, "B").view
    QTest.mouseMove(view.viewport(), QPoint(40, 40))
    opened.until(lambda: actions.row is not None and actions.row.title == "renew the certificate")
    actions.nudge.click()
    assert pane._form.row is not None
    assert pane._form.row.title == "renew the certificate"


def test_the_actions_are_reached_and_done_by_the_keyboard_alone(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    bar = pane_of(opened)._board.bar
    key(opened, Qt.Key.Key_Tab)
    assert bar.open.hasFocus()
    key(opened, Qt.Key.Key_Tab)
    assert bar.nudge.hasFocus(), "what is not offered is passed over"
    assert bar.nudge.accessibleName() == "Nudge, key E"
    key(opened, Qt.Key.Key_Return)
    assert pane_of(opened)._form.question.hasFocus()
    key(opened, Qt.Key.Key_Escape)
    assert column(opened, "A").view.hasFocus()
