"""The page of an agent in the real window: its three boxes, the reason of a refusal, a pause and its end."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.models.list_items import PaneItem
from mailbox_gui.window.panes.agent_pane import AgentPane
from mailbox_gui.window.widgets.labels import ElidedLabel
from tests.support.post_office import TestOffice
from tests.support.scanner import MARKER
from tests.window.opened import Opened, OpenWindow


def pane_of(opened: Opened) -> AgentPane:
    pane = opened.window.pane
    assert isinstance(pane, AgentPane)
    return pane


def topics(opened: Opened, box: str) -> list[str]:
    items = pane_of(opened)._boxes[box].model.items()  # type: ignore[index]
    return [item.row.topic for item in items if isinstance(item, PaneItem)]


def open_builder(open_window: OpenWindow, *, relay: bool = True) -> Opened:
    opened = open_window(relay=relay)
    opened.go("agent:builder")
    return opened


def test_the_three_boxes(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="taken")
    office.drop(topic="to a stranger", to="site")
    office.drop("hub", topic="for builder", to="builder", kind="task", requires="report")
    opened = open_builder(open_window)
    opened.until(lambda: topics(opened, "outbox") == ["taken"])
    opened.until(lambda: topics(opened, "inbox") == ["for builder"])
    opened.until(lambda: topics(opened, "rejected") == ["to a stranger"])
    box = pane_of(opened)._boxes["inbox"]
    row = box.model.row_at(0)
    assert row is not None
    assert row.unread


def test_a_refusal_says_why_and_what_to_do(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="to a stranger", to="site", body="Hello site.\n")
    opened = open_builder(open_window)
    detail = pane_of(opened)._detail
    opened.until(lambda: detail.view is not None and detail.view.row.topic == "to a stranger")
    assert "Rejected by the route check" in detail._reason._banner.accessibleName()
    assert "builder → site" in detail._reason._banner.accessibleName()
    assert "route failed" in detail._trail.accessibleName()
    assert detail.reader.toPlainText() == "Hello site."


def test_a_secret_is_not_shown_anywhere(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="log", body=f"the word is {MARKER}\n")
    opened = open_builder(open_window)
    opened.until(lambda: topics(opened, "rejected") == ["log"])
    detail = pane_of(opened)._detail
    opened.until(lambda: detail.view is not None)
    assert detail.view is not None
    assert MARKER not in repr(detail.view)
    assert not detail.view.body_kept
    assert detail._withheld.isVisible()
    assert "looks like a secret" in detail._withheld.text()
    assert not detail.reader.isVisible()
    topic = detail.view.row.topic
    office.drop(topic="harmless", to="site", body="Hello.\n")
    opened.until(lambda: "harmless" in topics(opened, "rejected"))
    pane_of(opened)._boxes["rejected"].view.choose_place(0)
    opened.until(lambda: detail.view is not None and detail.view.row.topic != topic)
    assert detail.reader.isVisible()
    assert not detail._withheld.isVisible()


def test_an_id_is_shown_whole_and_a_missing_recipient_as_the_commands_write_it(
    open_window: OpenWindow, office: TestOffice
) -> None:
    office.drop(topic="to whom", raw=office.write(topic="to whom").replace(b"to: hub\n", b""), name="whom.md")
    opened = open_builder(open_window)
    detail = pane_of(opened)._detail
    opened.until(lambda: detail.view is not None and detail.view.row.topic == "to whom")
    assert detail.view is not None
    assert detail.view.row.recipient == "?"
    shown = {each.accessibleName(): each for each in detail._fields.findChildren(ElidedLabel)}
    label = shown[f"id: {detail.view.id}"]
    QApplication.processEvents()
    assert label.fontMetrics().horizontalAdvance(label.text()) <= label.contentsRect().width()


def test_drafts_in_the_outbox_are_listed_while_no_relay_runs(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="waits", name="waits.md")
    office.drop(topic="no mail", name="notes.txt")
    opened = open_builder(open_window, relay=False)
    assert sorted(topics(opened, "outbox")) == ["notes.txt", "waits.md"]
    rows = {row.topic: row for place in range(2) if (row := pane_of(opened)._boxes["outbox"].model.row_at(place))}
    assert rows["waits.md"].verdict == "in the outbox"
    assert "not mail" in rows["notes.txt"].second


def test_moving_through_the_boxes_keeps_one_message_chosen(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="taken")
    office.drop(topic="to a stranger", to="site")
    opened = open_builder(open_window)
    opened.until(lambda: topics(opened, "outbox") and topics(opened, "rejected"))
    boxes = pane_of(opened)._boxes
    boxes["outbox"].view.choose("nothing")
    QTest.mouseClick(
        boxes["outbox"].view.viewport(), Qt.MouseButton.LeftButton,
        pos=boxes["outbox"].view.visualRect(boxes["outbox"].model.index(0)).center(),
    )  # fmt: skip
    opened.until(lambda: (view := pane_of(opened)._detail.view) is not None and view.row.topic == "taken")
    chosen = [name for name, box in boxes.items() if box.view.current_row() is not None]
    assert chosen == ["outbox"]


def test_a_paused_outbox_is_said_and_resumed(open_window: OpenWindow, office: TestOffice) -> None:
    limits = {"message_bytes": 16384, "messages_per_day": 1, "settle_seconds": 0.3, "rescan_seconds": 15}
    office.set_rules(limits=limits)
    for number in range(25):
        office.drop(topic=f"flood {number}")
    opened = open_builder(open_window)
    trouble = pane_of(opened)._trouble
    opened.until(trouble.isVisible)
    assert "paused" in trouble._banner.accessibleName()
    journal = next(office.office.journal.glob("*.jsonl"))
    assert b'"type":"resumed"' not in journal.read_bytes()
    QTest.mouseClick(trouble._resume, Qt.MouseButton.LeftButton)
    opened.until(lambda: b'"type":"resumed"' in journal.read_bytes())


def test_a_folder_that_is_gone_is_said(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_builder(open_window)
    home = office.root / "agents" / "builder"
    home.rename(office.root / "elsewhere")
    opened.window.refresh()
    opened.until(pane_of(opened)._trouble.isVisible)
    (office.root / "elsewhere").rename(home)
    opened.window.refresh()
    opened.until(lambda: not pane_of(opened)._trouble.isVisible())


def test_an_agent_that_does_not_exist_is_answered(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.go("agent:nobody")
    opened.until(lambda: "No agent is named nobody" in pane_of(opened)._detail._nothing.text())
