"""The bus in the real window: what is shown, filtered, paused and chosen, by mouse and by keys."""

from __future__ import annotations

import os

from nacl.signing import SigningKey
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.window.models.bus_view import SLOTS
from mailbox_gui.window.panes.bus_pane import EMPTY, NO_MATCH, BusPane
from tests.support.life import one_life
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

STRANGER = SigningKey(b"s" * 32)
SESSION = SigningKey(b"d" * 32)


def put(made: TestOffice, name: str, *, key: SigningKey = STRANGER, **values: str) -> None:
    """Drop a post, as a careful poster does."""
    given = {"label": "builder", "topic": "build", "body": f"{name} is green", **values}
    partial = made.office.bus_drop / f".{name}.tmp"
    partial.write_bytes(make_post(key, made.now, **given).raw)
    partial.rename(made.office.bus_drop / f"{name}.post")


def three(office: TestOffice) -> None:
    put(office, "one")
    one_life(office.office)
    put(office, "two", topic="market", label="trader", body="<b>spread</b>\nback under 0.8")
    one_life(office.office)
    put(office, "three", label="site", key=office.key)
    one_life(office.office)


def open_bus(open_window: OpenWindow) -> tuple[Opened, BusPane]:
    opened = open_window()
    opened.go("bus")
    pane = opened.window.pane
    assert isinstance(pane, BusPane)
    return opened, pane


def press(opened: Opened, keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or opened.window, keys)


def numbers(pane: BusPane) -> list[int]:
    return [row.seq for row in pane.model.rows]


def test_an_empty_ring_says_so(open_window: OpenWindow) -> None:
    _, pane = open_bus(open_window)
    assert pane.nothing.isVisible()
    assert pane.nothing.text() == EMPTY
    assert not pane.detail.isVisible()
    assert pane.side.ring.accessibleName() == "The ring of 64 slots is empty: nothing was posted yet."
    assert pane.head.live.words == "live, nothing yet"
    assert not pane.grab().isNull()


def test_posts_are_listed_newest_first_and_the_newest_is_chosen(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    assert numbers(pane) == [3, 2, 1]
    assert pane.detail.number.text() == "#3"
    assert pane.side.counters.accessibleName().startswith("3 held of 64 slots, 3 posted since")
    assert [(row.topic, row.accessibleName()) for row in pane.side.topics.rows] == [
        ("build", "Topic build, 2 posts, shown"), ("market", "Topic market, 1 post, shown"),
    ]  # fmt: skip
    assert "3 of 64 slots are held on 2 topics" in pane.side.ring.accessibleName()
    assert not pane.grab().isNull()


def test_keys_lead_here_and_go_through_the_posts(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened = open_window()
    opened.go("queue")
    press(opened, "gb")
    opened.quiet()
    pane = opened.window.pane
    assert isinstance(pane, BusPane)
    press(opened, "j")
    assert pane.detail.number.text() == "#2"
    press(opened, "j")
    assert pane.detail.number.text() == "#1"
    press(opened, "k")
    press(opened, "k")
    assert pane.detail.number.text() == "#3"


def test_every_key_has_its_twin_on_a_russian_layout(open_window: OpenWindow) -> None:
    opened, _ = open_bus(open_window)
    bound = opened.window._shortcuts._runs
    for latin, other in (("J", "О"), ("K", "Л"), ("/", "."), ("P", "З"), ("Y", "Н"), ("G, B", "П, И")):
        assert bound[latin] == bound[other] or bound[latin].__code__ == bound[other].__code__


def test_the_body_is_text_and_never_read_as_anything_else(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    pane.choose(2)
    assert pane.detail.body.toPlainText() == "<b>spread</b>\nback under 0.8"
    assert pane.detail.body.isReadOnly()
    assert pane.model.rows[1].line == "<b>spread</b> back under 0.8"


def test_both_keys_and_what_was_verified_are_told(open_window: OpenWindow, office: TestOffice) -> None:
    office.act("delegate", make_delegation(office.key, "builder", public_hex(SESSION), 1, office.now, 1))
    one_life(office.office)
    three(office)
    put(office, "four", key=SESSION)
    one_life(office.office)
    _, pane = open_bus(open_window)
    told = {}
    for seq in (1, 3, 4):
        pane.choose(seq)
        told[seq] = (pane.detail.value("author key"), pane.detail.value("session key"), pane.detail.proof.text())
    own = "none: the author's own key signed"
    owner = public_hex(office.key)
    assert told[1][:2] == (public_hex(STRANGER), own)
    assert told[1][2].startswith("signed with a key that is registered nowhere; the signature and every value match")
    assert told[3][:2] == (owner, own)
    assert told[3][2].startswith("signed by you, with your own key; ")
    assert told[4][:2] == (owner, public_hex(SESSION))
    assert told[4][2].startswith("you delegated this session key to builder until ")


def test_a_topic_that_is_left_out_leaves_the_table_and_comes_back(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    pane.side.topics.rows[0].click()
    assert numbers(pane) == [2]
    pane.side.topics.none.click()
    assert numbers(pane) == []
    assert pane.nothing.text() == NO_MATCH
    pane.side.topics.all.click()
    assert numbers(pane) == [3, 2, 1]


def test_words_filter_and_escape_ends_it(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    press(opened, "/")
    assert pane.head.field.hasFocus()
    press(opened, "SPREAD market")
    assert numbers(pane) == [2]
    QTest.keyClick(pane.head.field, Qt.Key.Key_Escape)
    assert pane.table.hasFocus()
    assert numbers(pane) == [2]
    QTest.keyClick(pane.table, Qt.Key.Key_Escape)
    assert numbers(pane) == [3, 2, 1]
    assert pane.head.field.text() == ""


def test_new_posts_come_by_themselves_and_the_cursor_goes_along(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    put(office, "four")
    opened.until(lambda: numbers(pane) == [4, 3, 2, 1])
    assert pane.detail.number.text() == "#4"
    pane.choose(2)
    put(office, "five")
    opened.until(lambda: numbers(pane)[0] == 5)
    assert pane.detail.number.text() == "#2", "what is being read stays"


def test_paused_it_holds_still_and_counts_what_comes(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    QTest.keyClick(pane.table, Qt.Key.Key_Space)
    assert pane.head.live.words == "paused"
    put(office, "four")
    opened.until(lambda: pane.head.live.words == "paused, 1 new post")
    assert numbers(pane) == [3, 2, 1]
    press(opened, "p")
    assert numbers(pane) == [4, 3, 2, 1]
    assert pane.head.live.words.startswith("live, newest ")
    pane.head.pause.click()
    assert pane.head.pause.text() == "Go on"


def test_space_on_a_topic_ticks_it_and_pauses_nothing(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    row = pane.side.topics.rows[0]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert numbers(pane) == [2]
    assert not pane._paused


def test_a_slot_is_chosen_by_angle_and_radius(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    ring = pane.side.ring
    for slot in range(SLOTS):
        assert ring.slot_at(ring.middle(slot)) == slot
    assert ring.slot_at(ring.centre) == -1
    QTest.mouseClick(ring, Qt.MouseButton.LeftButton, pos=ring.middle(1).toPoint())
    assert pane.detail.number.text() == "#1"
    QTest.mouseClick(ring, Qt.MouseButton.LeftButton, pos=ring.middle(40).toPoint())
    assert pane.detail.number.text() == "#1", "a slot that holds nothing"
    ring.setFocus()
    QTest.keyClick(ring, Qt.Key.Key_Right)
    assert pane.detail.number.text() == "#2"
    assert "post 2 on market is selected" in ring.accessibleName()


def test_in_a_small_window_the_ring_is_a_strip(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    assert pane.side.isVisible()
    assert not pane.strip.isVisible()
    opened.window.resize(960, 600)
    opened.until(pane.strip.isVisible)
    assert not pane.side.isVisible()
    strip = pane.strip
    assert [strip.slot_at(strip.middle(slot)) for slot in (0, 31, 63)] == [0, 31, 63]
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.middle(2).toPoint())
    assert pane.detail.number.text() == "#2"
    menu = pane.head.menu()
    menu.actions()[0].trigger()
    assert numbers(pane) == [2]
    assert pane.head.topics.text() == "Topics, 1 of 2"
    assert not pane.grab().isNull()


def test_a_damaged_ring_says_what_to_do_and_keeps_what_was_read(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    whole = office.office.ring.read_bytes()
    office.office.ring.write_bytes(b"x")
    os.utime(office.office.ring, (1, 1))
    pane.tick()
    opened.until(pane.banner.isVisible)
    assert "The ring is damaged" in pane.banner.accessibleName()
    assert "stop the relay and start it again" in pane.banner.accessibleName()
    assert numbers(pane) == [3, 2, 1]
    assert pane.head.live.words == "the ring cannot be read"
    office.office.ring.write_bytes(whole)
    pane.tick()
    opened.until(lambda: not pane.banner.isVisible())


def test_the_body_can_be_copied(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    opened, pane = open_bus(open_window)
    pane.choose(1)
    press(opened, "y")
    assert QGuiApplication.clipboard().text() == "one is green"


def test_a_post_leads_to_the_message_it_refers_to(open_window: OpenWindow, office: TestOffice) -> None:
    letter = office.drop("hub", topic="first", to="owner")
    one_life(office.office)
    put(office, "one", ref=letter.id)
    one_life(office.office)
    opened, pane = open_bus(open_window)
    assert pane.detail.open.isVisible()
    pane.detail.open.click()
    assert opened.window.place == f"journal:id:{letter.id}"


def test_hovering_a_slot_tells_its_post_to_the_letter(open_window: OpenWindow, office: TestOffice) -> None:
    three(office)
    _, pane = open_bus(open_window)
    ring = pane.side.ring
    QTest.mouseMove(ring, QPoint(1, 1))
    QTest.mouseMove(ring, ring.middle(2).toPoint())
    assert "&lt;b&gt;spread&lt;/b&gt;" in ring.toolTip()
