"""The rules as a form in the real window: changed, tried, saved signed; never over what somebody else wrote."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.window.panes.rules_pane import RulesPane
from mailbox_gui.window.rules.number_box import NumberBox
from mailbox_gui.window.rules.route_matrix import CHANGED
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

PASSPHRASE = "correct " + "horse"
ARROW = "\N{RIGHTWARDS ARROW}"
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def shown(open_window: OpenWindow) -> tuple[Opened, RulesPane]:
    opened = open_window()
    opened.go("rules")
    pane = opened.window.pane
    assert isinstance(pane, RulesPane)
    opened.until(lambda: pane.draft is not None)
    return opened, pane


def rules(opened: Opened) -> Rules:
    return opened.program.owner._desk.rules()


def choose_cell(pane: RulesPane, sender: str, recipient: str) -> None:
    names = pane.routes.model.names
    pane.routes.view.setFocus()
    pane.routes.view.setCurrentIndex(pane.routes.model.index(names.index(sender), names.index(recipient)))


def changed(pane: RulesPane, sender: str, recipient: str) -> bool:
    names = pane.routes.model.names
    return bool(pane.routes.model.index(names.index(sender), names.index(recipient)).data(CHANGED))


def add_route(pane: RulesPane) -> None:
    choose_cell(pane, "builder", "site")
    QTest.keyClick(pane.routes.view, Qt.Key.Key_Space)


def test_g_r_and_the_toolbar_lead_here(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.go("queue")
    opened.window.toolbar.rules.click()
    assert opened.window.place == "rules"
    assert opened.window.toolbar.rules.isChecked()
    opened.go("queue")
    opened.window.setFocus()
    for key in (Qt.Key.Key_G, Qt.Key.Key_R):
        QTest.keyClick(QApplication.focusWidget() or opened.window, key)
    assert opened.window.place == "rules"


def test_what_is_in_force_is_shown_and_nothing_is_changed(open_window: OpenWindow) -> None:
    _opened, pane = shown(open_window)
    assert pane.routes.model.names == ("hub", "builder", "researcher", "site", "owner")
    assert pane.limits.fields["messages_per_day"].box.number == 20
    assert pane.limits.fields["settle_seconds"].box.number == 0.3
    assert pane.duties.choices["task"].value == "report"
    assert pane.duties.boxes["decision"].number == 2
    assert pane.head.mark.words == ""
    assert not pane.head.save.isEnabled()


def test_a_route_is_changed_tried_saved_and_in_force(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="over there", to="site")
    opened, pane = shown(open_window)
    opened.until(lambda: office.files("builder", "rejected"))
    add_route(pane)
    assert changed(pane, "builder", "site")
    assert pane.head.mark.words == "1 change, not saved"
    assert pane.routes.mark.words == "1 change"
    assert f"builder {ARROW} site is new" in pane.routes.note.text()
    opened.until(lambda: pane.dry_run.mark.words == "1 verdict would change")
    row = pane.dry_run.rows[0].row
    assert row is not None
    assert (row.was, row.verdict, row.row.topic) == ("rejected", "accepted", "over there")
    QTest.keyClick(pane.routes.view, Qt.Key.Key_S, CONTROL)
    opened.until(lambda: ("builder", "site") in rules(opened).routes)
    opened.until(lambda: pane.head.mark.words == "")
    assert not changed(pane, "builder", "site")
    opened.quiet()
    assert not opened.window.rules_notice.isVisible()


def test_a_click_turns_a_box_round_and_back(open_window: OpenWindow) -> None:
    _opened, pane = shown(open_window)
    view, names = pane.routes.view, pane.routes.model.names
    index = pane.routes.model.index(names.index("site"), names.index("builder"))
    for expected in (True, False):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NONE, view.visualRect(index).center())
        assert changed(pane, "site", "builder") is expected
    assert not pane.dirty


def test_a_dry_runs_message_is_opened_in_the_journal(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="over there", to="site")
    opened, pane = shown(open_window)
    opened.until(lambda: office.files("builder", "rejected"))
    add_route(pane)
    opened.until(lambda: pane.dry_run.rows and pane.dry_run.rows[0].isVisible())
    pane.dry_run.rows[0].click()
    assert opened.window.place.startswith("journal:id:")


def test_a_wrong_number_is_told_beside_and_save_is_off(open_window: OpenWindow, office: TestOffice) -> None:
    opened, pane = shown(open_window)
    before = office.office.rules_file.read_bytes()
    field = pane.limits.fields["messages_per_day"]
    field.box.setValue(0)
    opened.until(lambda: field.wrong.words.startswith("Must be a whole number from 1"))
    assert field.pencil.on
    assert pane.limits.mark.words == "1 change, 1 error"
    assert not pane.head.save.isEnabled()
    assert "wrong" in pane.head.save.accessibleName()
    pane.save()
    assert "Not saved" in pane.trouble.text()
    assert office.office.rules_file.read_bytes() == before
    opened.until(lambda: "the field in error left out" in pane.dry_run.words.text())
    field.box.setValue(7)
    opened.until(lambda: field.wrong.words == "")
    assert pane.head.save.isEnabled()


def test_limits_duties_and_an_agents_own_are_saved(open_window: OpenWindow, office: TestOffice) -> None:
    opened, pane = shown(open_window)
    pane.limits.fields["message_bytes"].box.setValue(9000)
    pane.duties.boxes["decision"].setValue(1.5)
    pane.duties.choices["request"].setCurrentText("nothing")
    pane.duties.choices["request"].activated.emit(0)
    row = pane.agents.model.names.index("site")
    pane.agents.view.setFocus()
    pane.agents.view.setCurrentIndex(pane.agents.model.index(row, 1))
    QTest.keyClick(pane.agents.view, Qt.Key.Key_Return)
    editor = pane.agents.view.findChild(NumberBox, "CellBox")
    assert editor is not None
    editor.stepBy(1)
    assert editor.number == 20, "one begins at the default"
    QTest.keyClick(editor, Qt.Key.Key_Up)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    opened.until(lambda: pane.draft and pane.draft.value("agents", "site", "messages_per_day") == 21)
    pane.agents.view.setCurrentIndex(pane.agents.model.index(row, 3))
    QTest.keyClick(pane.agents.view, Qt.Key.Key_Space)
    pane.save()
    opened.until(lambda: rules(opened).limits.message_bytes == 9000)
    now = rules(opened)
    assert now.overdue_hours["decision"] == 1.5
    assert "request" not in now.obligations
    assert (now.agents["site"].messages_per_day, now.agents["site"].signature) == (21, "required")
    opened.until(lambda: not pane._saving)
    QTest.keyClick(pane.agents.view, Qt.Key.Key_Space)
    pane.agents.view.setCurrentIndex(pane.agents.model.index(row, 1))
    QTest.keyClick(pane.agents.view, Qt.Key.Key_Delete)
    assert pane.draft is not None
    assert pane.draft.value("agents", "site", "messages_per_day") is None


def test_how_the_owner_wrote_the_file_is_kept(open_window: OpenWindow, office: TestOffice) -> None:
    raw = office.office.rules_file.read_text().replace('"hub": "hub"', '"hub"  :   "hub"')
    office.office.rules_file.write_text(raw)
    office.sign_rules()
    opened, pane = shown(open_window)
    add_route(pane)
    pane.save()
    opened.until(lambda: ("builder", "site") in rules(opened).routes)
    after = office.office.rules_file.read_text()
    added = set(after.splitlines()) - set(raw.splitlines())
    assert '    ["builder", "site"]' in added
    assert len(added) == 2, "the new line, and the comma of the one before"


def test_revert_takes_back_what_was_changed(open_window: OpenWindow) -> None:
    _opened, pane = shown(open_window)
    add_route(pane)
    pane.head.revert.click()
    assert not pane.dirty
    assert pane.head.mark.words == ""


def test_the_changes_in_words(open_window: OpenWindow) -> None:
    _opened, pane = shown(open_window)
    add_route(pane)
    pane.head.lines.click()
    assert f"adds the route builder {ARROW} site" in pane.line_words.text()
    pane.head.lines.click()
    assert not pane.lines.isVisible()


def test_what_is_changed_stays_while_the_owner_looks_elsewhere(open_window: OpenWindow) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    opened.go("queue")
    opened.go("rules")
    assert changed(pane, "builder", "site")


def edited_elsewhere(opened: Opened, pane: RulesPane, office: TestOffice) -> None:
    routes = json.loads(office.office.rules_file.read_bytes())["routes"]
    office.set_rules(sign=False, limits={"messages_per_day": 33}, routes=[*routes, ["site", "builder"]])
    pane.refresh()
    opened.until(pane.banner.isVisible)


def test_an_edit_on_the_disk_is_taken_over_while_nothing_is_changed_here(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, pane = shown(open_window)
    office.set_rules(sign=False, limits={"messages_per_day": 33})
    pane.refresh()
    opened.until(lambda: pane.limits.fields["messages_per_day"].box.number == 33)
    assert pane.head.mark.words == "1 change, not signed"
    opened.until(pane.head.save.isEnabled)
    pane.save()
    opened.until(lambda: rules(opened).limits.messages_per_day == 33)


def test_reload_takes_the_file(open_window: OpenWindow, office: TestOffice) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    edited_elsewhere(opened, pane, office)
    assert not pane.head.save.isEnabled()
    pane.reload.click()
    assert not pane.banner.isVisible()
    assert pane.limits.fields["messages_per_day"].box.number == 33
    assert not changed(pane, "builder", "site")


def test_keep_mine_does_the_changes_to_the_new_file(open_window: OpenWindow, office: TestOffice) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    edited_elsewhere(opened, pane, office)
    pane.keep.click()
    assert changed(pane, "builder", "site")
    assert changed(pane, "site", "builder")
    pane.save()
    opened.until(lambda: {("builder", "site"), ("site", "builder")} <= rules(opened).routes)
    assert rules(opened).limits.messages_per_day == 33


def test_a_file_that_changed_right_before_saving_is_not_overwritten(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    office.set_rules(sign=False, limits={"messages_per_day": 33})
    before = office.office.rules_file.read_bytes()
    pane.save()
    opened.until(lambda: "Not saved" in pane.trouble.text())
    assert office.office.rules_file.read_bytes() == before
    opened.until(pane.banner.isVisible)
    assert pane.dirty


def test_a_broken_file_shows_what_is_in_force_and_cannot_be_changed(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, pane = shown(open_window)
    office.office.rules_file.write_bytes(b"{broken")
    pane.refresh()
    opened.until(pane.banner.isVisible)
    assert "mistake" in pane.banner.accessibleName()
    assert pane.limits.fields["messages_per_day"].box.number == 20
    assert not pane.routes.isEnabled()
    assert not pane.head.save.isEnabled()


def test_a_locked_key_is_asked_for(open_window: OpenWindow, office: TestOffice) -> None:
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, Cost(ops=1, mem=8192))
    opened, pane = shown(open_window)
    opened.until(lambda: opened.program.owner.locked)
    add_route(pane)
    pane.save()
    opened.until(pane.unlock.isVisible)
    QTest.keyClicks(pane.unlock.field, PASSPHRASE)
    QTest.keyClick(pane.unlock.field, Qt.Key.Key_Return)
    opened.until(lambda: ("builder", "site") in rules(opened).routes)


def test_a_file_that_is_gone_for_a_moment_costs_no_change(open_window: OpenWindow, office: TestOffice) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    file = office.office.rules_file
    aside = file.rename(file.with_name("aside.json"))
    pane.refresh()
    opened.until(pane.banner.isVisible)
    assert not pane.head.save.isEnabled()
    aside.rename(file)
    pane.refresh()
    opened.until(lambda: not pane.banner.isVisible())
    assert changed(pane, "builder", "site")
    opened.until(pane.head.save.isEnabled)


def test_what_is_changed_right_after_saving_is_kept(open_window: OpenWindow) -> None:
    opened, pane = shown(open_window)
    add_route(pane)
    pane.save()
    opened.until(lambda: pane._signed and not pane._saving)
    pane._on_route("site", "builder", True)
    opened.quiet()
    opened.until(lambda: pane._page is not None and pane._page.sha256 == pane._signed)
    assert changed(pane, "site", "builder")
    assert not changed(pane, "builder", "site")
    assert not pane.banner.isVisible()


@pytest.mark.parametrize("width", [960, 1100, 1200, 1360])
def test_nothing_is_wider_than_the_window(open_window: OpenWindow, width: int) -> None:
    opened, pane = shown(open_window)
    opened.window.resize(width, 600)
    pane.limits.fields["messages_per_day"].box.setValue(0)
    opened.quiet()
    QApplication.processEvents()
    assert pane.form.width() <= pane._scroll.viewport().width()
    assert not opened.window.grab().isNull()


def test_every_cell_says_what_it_is(open_window: OpenWindow) -> None:
    _opened, pane = shown(open_window)
    add_route(pane)
    names = pane.routes.model.names
    index = pane.routes.model.index(names.index("builder"), names.index("site"))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "builder may write to site, changed, not saved"
    agent = pane.agents.model.index(1, 1)
    assert agent.data(Qt.ItemDataRole.AccessibleTextRole) == "builder, Messages in 24 h: as everybody"
