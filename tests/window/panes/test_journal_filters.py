"""The journal's filters in the real window: chips, counts, histogram, completion, kept searches, export, new lines."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.window.panes.journal_pane import JournalPane
from mailbox_gui.window.questions.journal_file import Format
from tests.support.clock import SetClock
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def pane_of(opened: Opened) -> JournalPane:
    pane = opened.window.pane
    assert isinstance(pane, JournalPane)
    return pane


def topics(opened: Opened) -> list[str]:
    model = pane_of(opened)._model
    lines = [model.line(row) for row in range(model.rowCount())]
    return [line.topic for line in lines if line is not None and line.sender]


@pytest.fixture
def opened(open_window: OpenWindow, office: TestOffice, clock: SetClock) -> Opened:
    """Three accepted and one refused message, the first of them five days ago."""
    office.drop(topic="deploy hooks", body="A body about pears.\n")
    made = open_window()
    made.until(lambda: JournalReader(office.office.journal).last_height() >= 3)
    clock.now += timedelta(days=5)
    office.drop(topic="nightly digest", created=f"{clock.now:%Y-%m-%dT%H:%M:%SZ}")
    office.drop("site", topic="weekly numbers", created=f"{clock.now:%Y-%m-%dT%H:%M:%SZ}")
    office.drop(topic="not allowed", to="site", created=f"{clock.now:%Y-%m-%dT%H:%M:%SZ}")
    made.until(lambda: JournalReader(office.office.journal).last_height() >= 6)
    made.go("journal")
    made.until(lambda: len(topics(made)) == 4)
    made.until(lambda: pane_of(made)._bars.view.bars)
    return made


def entry_of(menu: QMenu, *path: str) -> None:
    """Trigger the entry at the end of a path of titles."""
    for title in path[:-1]:
        below = next(action for action in menu.actions() if action.text() == title).menu()
        assert isinstance(below, QMenu)
        menu = below
    next(action for action in menu.actions() if action.text() == path[-1]).trigger()


def test_the_menu_adds_filters_and_chips_take_them_out(opened: Opened) -> None:
    chips = pane_of(opened)._chips
    entry_of(chips.menu(), "From", "builder")
    opened.until(lambda: opened.window.place == "journal:from:builder")
    entry_of(chips.menu(), "Verdict", "accepted")
    opened.until(lambda: sorted(topics(opened)) == ["deploy hooks", "nightly digest"])
    assert opened.window.toolbar.search.text() == "from:builder verdict:accepted"
    entry_of(chips.menu(), "Time", "The last 24 hours")
    opened.until(lambda: topics(opened) == ["nightly digest"])
    assert [chip.text() for chip in chips.chips] == ["from builder", "accepted", "after 24h"]
    QTest.keyClick(chips.chips[0], Qt.Key.Key_Delete)
    opened.until(lambda: sorted(topics(opened)) == ["nightly digest", "weekly numbers"])


def test_counts_in_range_choose_a_verdict_and_ignore_it(opened: Opened) -> None:
    pane = pane_of(opened)
    opened.until(lambda: pane._counts.counts[0].text() == "3 accepted")
    assert pane._counts.counts[2].text() == "1 rejected"
    pane._counts.counts[2].click()
    opened.until(lambda: topics(opened) == ["not allowed"])
    opened.until(lambda: pane._counts.counts[0].text() == "3 accepted")
    assert pane._bars.view.lit == {"bad"}
    pane._counts.counts[2].click()
    opened.until(lambda: len(topics(opened)) == 4)


def test_the_histograms_handles_edit_the_query_by_keys(opened: Opened) -> None:
    pane = pane_of(opened)
    handle = pane._bars.handles[0]
    handle.setFocus()
    QTest.keyClick(handle, Qt.Key.Key_Right)
    opened.until(lambda: opened.window.place.startswith("journal:after:"))
    opened.until(lambda: "deploy hooks" not in topics(opened) and len(topics(opened)) == 3)
    assert opened.window.toolbar.search.text().startswith("after:")
    assert "range begins" in handle.accessibleName()
    assert pane._bars.accessibleName().startswith("Messages from ")
    QTest.keyClick(handle, Qt.Key.Key_Home)
    opened.until(lambda: opened.window.place == "journal")


def test_the_histograms_range_by_the_mouse(opened: Opened) -> None:
    bars = pane_of(opened)._bars
    first = QPoint(round(bars.x_of(0.5)), 40)
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=first)
    opened.until(lambda: topics(opened) == ["deploy hooks"])
    assert opened.window.place.startswith("journal:before:")
    end = bars.handles[1]
    QTest.mousePress(end, Qt.MouseButton.LeftButton, pos=QPoint(5, 40))
    QTest.mouseMove(end, QPoint(bars.width(), 40))
    QTest.mouseRelease(end, Qt.MouseButton.LeftButton, pos=QPoint(bars.width(), 40))
    opened.until(lambda: opened.window.place == "journal")
    opened.until(lambda: len(topics(opened)) == 4)
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=first)
    opened.until(lambda: opened.window.place != "journal")
    QTest.mouseDClick(bars, Qt.MouseButton.LeftButton, pos=first)
    opened.until(lambda: opened.window.place == "journal")


def test_the_field_completes_fields_and_values(opened: Opened) -> None:
    search = opened.window.toolbar.search
    search.setFocus()
    QTest.keyClicks(search, "fr")
    assert [offer.text for offer in search.offers.offers] == ["from:"]
    QTest.keyClick(search, Qt.Key.Key_Tab)
    assert search.text() == "from:"
    QTest.keyClicks(search, "si")
    QTest.keyClick(search, Qt.Key.Key_Down)
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert search.text() == "from:site "
    assert not search.offers.isVisible()
    opened.until(lambda: topics(opened) == ["weekly numbers"])
    QTest.keyClicks(search, "k")
    assert search.offers.isVisible()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.hasFocus()
    assert not search.offers.isVisible()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not search.hasFocus()


def test_a_chip_taken_out_while_one_types_changes_the_field_too(opened: Opened) -> None:
    search = opened.window.toolbar.search
    search.setFocus()
    QTest.keyClicks(search, "from:builder pears ")
    opened.until(lambda: topics(opened) == ["deploy hooks"])
    assert search.text() == "from:builder pears ", "what is typed stays as it is"
    QTest.mouseClick(pane_of(opened)._chips.chips[1], Qt.MouseButton.LeftButton)
    assert search.hasFocus()
    assert search.text() == "from:builder"


def test_nothing_is_said_of_a_word_that_is_being_typed(opened: Opened) -> None:
    search = opened.window.toolbar.search
    search.setFocus()
    QTest.keyClicks(search, "from:b")
    opened.until(lambda: opened.window.place == "journal:from:b")
    assert not pane_of(opened)._note.isVisible()
    QTest.keyClicks(search, " ")
    assert pane_of(opened)._note.isVisible()
    assert "nobody here is called so" in pane_of(opened)._note.text()


def test_what_cannot_be_meant_is_said_under_the_field(opened: Opened) -> None:
    opened.go("journal:kind:nte")
    pane = pane_of(opened)
    assert pane._note.isVisible()
    assert "did you mean note?" in pane._note.text()
    opened.go("journal:kind:note")
    assert not pane._note.isVisible()


def test_an_empty_answer_offers_to_drop_the_last_filter(opened: Opened) -> None:
    opened.go("journal:from:builder cherries")
    empty = pane_of(opened)._empty
    opened.until(empty.isVisible)
    assert empty.drop.text() == "Drop the filter “cherries”"
    empty.drop.click()
    opened.until(lambda: opened.window.place == "journal:from:builder")
    opened.until(lambda: len(topics(opened)) == 3)
    assert not empty.isVisible()


def test_a_search_is_kept_opened_renamed_and_deleted(opened: Opened) -> None:
    opened.go("journal:verdict:rejected")
    window = opened.window
    entry_of(window.toolbar.search.kept_menu(), "Keep this search…")
    sheet = window.searches
    assert sheet.isVisible()
    QTest.keyClicks(sheet.name, "Red ones")
    QTest.keyClick(sheet.name, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    opened.go("journal")
    entry_of(window.toolbar.search.kept_menu(), "Red ones")
    opened.until(lambda: topics(opened) == ["not allowed"])
    names = [command.name for group in window.command_groups() for command in group.commands]
    assert "Go to the search Red ones" in names
    opened.go("journal")
    entry_of(window.toolbar.search.kept_menu(), "Kept searches…")
    row = sheet.rows[0]
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, "Refused")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert opened.program.searches.every() == {"Refused": "verdict:rejected"}
    sheet.rows[0].open.click()
    opened.until(lambda: window.place == "journal:verdict:rejected")
    sheet.open_with("")
    sheet.rows[0].delete.click()
    assert opened.program.searches.every() == {}


def test_the_result_is_exported_off_the_main_thread(opened: Opened, tmp_path: Path) -> None:
    opened.go("journal:from:builder")
    pane = pane_of(opened)
    for form, name in ((Format.JSONL, "x.jsonl"), (Format.CSV, "x.csv"), (Format.MBOX, "x.mbox"), (Format.EML, "x")):
        pane._export.write(tmp_path / name, form)
        assert pane._head.cancel.isVisible()
        opened.until(pane._head.export.isVisible)
    found = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert [line["header"]["topic"] for line in found] == ["not allowed", "nightly digest", "deploy hooks"]
    assert (tmp_path / "x.csv").read_text().count("\n") == 4
    assert (tmp_path / "x.mbox").read_text().count("\nSubject: ") == 2
    assert len(list((tmp_path / "x").iterdir())) == 2


def test_an_export_is_given_up(opened: Opened, tmp_path: Path) -> None:
    pane = pane_of(opened)
    said: list[str] = []
    pane.said.connect(said.append)
    pane._export.write(tmp_path / "x.jsonl", Format.JSONL)
    pane._head.cancel.click()
    opened.until(lambda: said)
    assert "given up" in said[0]
    assert not (tmp_path / "x.jsonl").exists()


def test_new_lines_do_not_move_what_is_read(opened: Opened, office: TestOffice) -> None:
    pane = pane_of(opened)
    pane._table.setFixedHeight(120)
    QApplication.processEvents()
    bar = pane._table.verticalScrollBar()
    bar.setValue(2)
    top = pane._model.height(pane._table.visible_rows()[0])
    office.drop("site", topic="one more", created=f"{office.now:%Y-%m-%dT%H:%M:%SZ}")
    opened.until(pane._new.isVisible)
    assert pane._model.height(pane._table.visible_rows()[0]) == top
    assert pane._new.text() == f"{pane._new.count} new"
    pane._new.click()
    assert bar.value() == 0
    assert not pane._new.isVisible()
    assert pane._table.currentIndex().row() == 0


def test_a_break_in_the_chain_is_opened(opened: Opened, office: TestOffice) -> None:
    pane = pane_of(opened)
    opened.until(lambda: "chain verified" in pane._head.chain.accessibleName())
    assert " at " in pane._head.chain.toolTip()
    segment = next(office.office.journal.glob("*.jsonl"))
    lines = segment.read_bytes().splitlines(keepends=True)
    broken = next(place for place, line in enumerate(lines, start=1) if b"pears" in line)
    segment.write_bytes(segment.read_bytes().replace(b"pears", b"plums"))
    opened.go("journal:verdict:rejected")
    pane._chain.verify()
    opened.until(pane._head.open_there.isVisible)
    pane._head.open_there.click()
    opened.until(lambda: opened.window.place == "journal")
    opened.until(lambda: abs(pane._model.height(pane._table.currentIndex().row()) - broken) <= 1)


def test_a_small_window_has_the_histogram_behind_its_button(opened: Opened) -> None:
    opened.window.resize(960, 600)
    pane = pane_of(opened)
    opened.until(lambda: not pane._bars.isVisible())
    pane._head.bars.click()
    assert pane._bars.isVisible()
    assert pane._counts.counts[0].text() == "3"
