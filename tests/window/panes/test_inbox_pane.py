"""The owner's inbox in the real window: reading changes nothing, archiving moves the file."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.models.list_items import SentenceItem, WaitingItem
from mailbox_gui.window.panes.inbox_pane import InboxPane
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def topics(opened: Opened) -> list[str]:
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    return [item.row.topic for item in pane._column.model.items() if isinstance(item, WaitingItem)]


def open_two(open_window: OpenWindow, office: TestOffice) -> Opened:
    for topic in ("first", "second"):
        office.drop("hub", topic=topic, to="owner", body=f"This is {topic}.\n")
    opened = open_window()
    opened.go("inbox")
    opened.until(lambda: len(topics(opened)) == 2)
    return opened


def test_reading_leaves_the_mail_where_it_is(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_two(open_window, office)
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    opened.until(lambda: pane._reading.view is not None)
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "j")
    opened.quiet()
    assert len(office.files("owner", "inbox")) == 2


def test_archive_by_key_moves_to_done(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_two(open_window, office)
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    opened.until(lambda: pane._reading.view is not None)
    first = topics(opened)[0]
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "e")
    assert first not in topics(opened), "the row goes at once"
    opened.until(lambda: len(office.files("owner", "done")) == 1)
    assert len(office.files("owner", "inbox")) == 1
    opened.until(lambda: len(topics(opened)) == 1)


def test_badge_list_and_count_agree(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_two(open_window, office)
    opened.until(lambda: opened.window._overview.unread == len(topics(opened)) == 2)
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    assert pane._column.count.text() == "2 unread"


def test_what_cannot_be_archived_comes_back_and_is_said(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_two(open_window, office)
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    said: list[str] = []
    opened.window.said.connect(said.append)
    done = office.box("owner", "done")
    done.rmdir()
    done.write_text("in the way")
    pane._on_archive()
    opened.until(lambda: any("Not archived" in each for each in said))
    opened.until(lambda: len(topics(opened)) == 2)
    done.unlink()
    done.mkdir()


def test_a_strange_file_is_listed_by_its_name(open_window: OpenWindow, office: TestOffice) -> None:
    (office.box("owner", "inbox") / "shopping.md").write_text("milk")
    opened = open_two(open_window, office)
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    strange = [item.headline for item in pane._column.model.items() if isinstance(item, SentenceItem)]
    assert strange == ["shopping.md"]
    assert not opened.window.grab().isNull()
    assert pane._column.count.text() == "2 unread"
