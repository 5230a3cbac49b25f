"""Writing mail in the real window: live checks, sending, drafts that come back, nothing thrown away unasked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.acts.outgoing import Outgoing
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.kept_drafts import KeptDraft, KeptDrafts
from mailbox_gui.core.folders.user_folders import drafts_folder
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.window.compose.body_editor import LARGEST_PASTE
from mailbox_gui.window.compose.compose import Compose
from mailbox_gui.window.panes.inbox_pane import InboxPane
from tests.support.clock import NOON
from tests.support.post_office import TestOffice
from tests.support.scanner import MARKER
from tests.window.opened import Opened, OpenWindow

PASSPHRASE = "correct " + "horse"
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def press(opened: Opened, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or opened.window, key, modifier)


def begun(opened: Opened) -> Compose:
    compose = opened.window.compose
    opened.until(lambda: opened.window._overview.agents)
    opened.window.toolbar.compose.click()
    assert compose.isVisible()
    return compose


def write(compose: Compose, *, to: str = "hub", topic: str = "hold the release", body: str = "Please wait.") -> None:
    fields = compose.card.fields
    fields.to.choose(to)
    fields.topic.setText(topic)
    fields.edited.emit()
    compose.card.editor.setFocus()
    QTest.keyClicks(compose.card.editor, body)


def written(opened: Opened) -> Compose:
    compose = begun(opened)
    write(compose)
    opened.until(lambda: compose.sendable)
    return compose


def states(compose: Compose) -> dict[str, str]:
    return {name: row.line.state for name, row in compose.card.checks.rows.items()}


def store(office: TestOffice) -> KeptDrafts:
    return KeptDrafts(drafts_folder(office.root))


def test_idle_says_not_checked_yet_and_c_opens_it(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.window.setFocus()
    press(opened, Qt.Key.Key_C)
    compose = opened.window.compose
    assert compose.isVisible()
    assert set(states(compose).values()) == {"idle"}
    assert {row.line.sentence for row in compose.card.checks.rows.values()} == {"not checked yet"}
    assert not compose.card.send.isEnabled()
    press(opened, Qt.Key.Key_Escape)
    assert not compose.isVisible()


def test_all_seven_pass_and_control_return_sends_it_signed(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    assert set(states(compose).values()) == {"passed"}
    press(opened, Qt.Key.Key_Return, CONTROL)
    opened.until(lambda: not compose.isVisible())
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)
    raw = (office.box("hub", "inbox") / office.files("hub", "inbox")[0]).read_text()
    assert "topic: hold the release\n" in raw
    assert "signature: " in raw
    assert raw.endswith("---\nPlease wait.\n")
    opened.until(lambda: store(office).every() == [])
    assert compose.mail.blank


def test_control_return_while_checks_run_sends_when_they_pass(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = begun(opened)
    write(compose)
    press(opened, Qt.Key.Key_Return, CONTROL)
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)
    opened.until(lambda: not compose.isVisible())


@pytest.mark.parametrize(
    ("change", "check"),
    [({"topic": ""}, "header"), ({"to": "nobody"}, "recipient"), ({"body": MARKER}, "secrets")],
)
def test_a_failed_check_turns_red_with_its_sentence_and_send_is_off(
    open_window: OpenWindow, office: TestOffice, change: dict[str, str], check: str
) -> None:
    opened = open_window()
    compose = begun(opened)
    write(compose, **change)
    opened.until(lambda: states(compose)[check] == "failed")
    line = compose.card.checks.rows[check].line
    assert line.sentence
    assert MARKER not in line.sentence
    assert not compose.card.send.isEnabled()
    press(opened, Qt.Key.Key_Return, CONTROL)
    assert line.sentence in compose.card.said.text()
    assert compose.isVisible()
    assert office.files("owner", "outbox") == []


def test_a_closed_draft_is_there_again_and_on_the_disk(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    before = compose.mail
    press(opened, Qt.Key.Key_Escape)
    assert not compose.isVisible()
    opened.until(lambda: [draft.fields["topic"] for draft in store(office).every()] == ["hold the release"])
    opened.window.toolbar.compose.click()
    assert compose.mail == before


def test_it_is_saved_while_it_is_written(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = begun(opened)
    write(compose)
    opened.until(lambda: [draft.fields["body"] for draft in store(office).every()] == ["Please wait."])
    opened.until(lambda: compose.card.saved.text().startswith("draft saved "))


def test_a_draft_survives_quitting(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    before = written(opened).mail
    opened.window.close()
    again = open_window()
    again.until(lambda: again.program.letters.kept)
    again.window.toolbar.compose.click()
    assert again.window.compose.mail == before
    assert again.window.compose.card.saved.text()


def test_a_draft_whose_message_went_before_a_crash_is_not_offered(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    written(opened)
    opened.window.compose.save()
    opened.until(lambda: store(office).every())
    (draft,) = store(office).every()
    dropped = office.drop("hub", topic="it went", to="owner")
    opened.until(lambda: len(office.files("owner", "inbox")) == 1)
    opened.window.close()
    store(office).keep(type(draft)(draft.name, draft.saved_at, draft.fields, dropped.id))
    again = open_window()
    again.until(lambda: store(office).every() == [])
    assert again.program.letters.kept == ()


def test_a_failure_to_send_keeps_the_draft(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    before = compose.mail
    outbox = office.box("owner", "outbox")
    outbox.rmdir()
    outbox.write_text("in the way")
    compose.send()
    opened.until(lambda: "the draft is kept" in compose.card.said.text())
    assert compose.isVisible()
    assert compose.mail == before
    outbox.unlink()
    outbox.mkdir()
    opened.until(lambda: compose.sendable)
    compose.send()
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)


def test_discard_asks_first(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    compose.save()
    compose.card.discard.click()
    assert compose.card.sure.isVisible()
    press(opened, Qt.Key.Key_Escape)
    assert compose.isVisible()
    assert not compose.mail.blank
    compose.card.discard.click()
    compose.card.throw.click()
    assert not compose.isVisible()
    assert compose.mail.blank
    opened.until(lambda: store(office).every() == [])


def test_a_locked_key_is_asked_for(open_window: OpenWindow, office: TestOffice) -> None:
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, Cost(ops=1, mem=8192))
    opened = open_window()
    opened.until(lambda: opened.program.owner.locked)
    compose = written(opened)
    assert "asked for" in compose.card.checks.rows["signature"].line.sentence
    compose.send()
    unlock = compose.card.unlock
    assert unlock.isVisible()
    QTest.keyClicks(unlock.field, PASSPHRASE)
    QTest.keyClick(unlock.field, Qt.Key.Key_Return)
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)


def test_reply_in_the_inbox_names_the_message(open_window: OpenWindow, office: TestOffice) -> None:
    asked = office.drop("hub", topic="which disk?", to="owner", kind="question", requires="reply")
    opened = open_window()
    opened.go("inbox")
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    opened.until(lambda: pane._reading.view is not None)
    press(opened, Qt.Key.Key_R)
    compose = opened.window.compose
    assert compose.isVisible()
    assert (compose.mail.to, compose.mail.kind, compose.mail.topic, compose.mail.ref) == (
        "hub", "reply", "which disk?", asked.id,
    )  # fmt: skip
    QTest.keyClicks(compose.card.editor, "The second.")
    opened.until(lambda: compose.sendable)
    assert compose.card.fields.ref.chip.text() == "which disk?"
    compose.leave()
    opened.window.toolbar.compose.click()
    assert compose.mail.ref == asked.id, "what is open stays open"
    compose.send()
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)


def test_preview_shows_it_as_it_will_be_read(open_window: OpenWindow) -> None:
    opened = open_window()
    compose = begun(opened)
    write(compose, body="**loud** <b>x</b>")
    compose.card.bar.mode.click("Preview")
    assert compose.card.preview.isVisible()
    assert compose.card.preview.toPlainText().startswith("loud ")
    compose.card.bar.mode.click("Write")
    assert compose.card.editor.isVisible()


def test_marks_at_a_click(open_window: OpenWindow) -> None:
    opened = open_window()
    compose = begun(opened)
    write(compose, body="word")
    editor = compose.card.editor
    editor.selectAll()
    next(iter(compose.card.bar._buttons)).click()
    assert editor.toPlainText() == "**word**"
    for icon, text in (("list-bullets", "- **word**"), ("text-h", "## - **word**")):
        next(button for button, name in compose.card.bar._buttons.items() if name == icon).click()
        assert editor.toPlainText() == text


def test_too_much_is_not_pasted_and_said(open_window: OpenWindow) -> None:
    opened = open_window()
    compose = begun(opened)
    clip = QMimeData()
    clip.setText("x" * (LARGEST_PASTE + 1))
    compose.card.editor.insertFromMimeData(clip)
    assert compose.card.editor.toPlainText() == ""
    assert "too much" in compose.card.said.text()


def test_two_drafts_side_by_side(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    first = compose._name
    compose._switch_to("")
    assert compose.mail.blank
    write(compose, topic="another")
    compose._switch_to(first)
    assert compose.mail.topic == "hold the release"
    opened.until(lambda: len(store(office).every()) == 2)


def test_keys_of_what_lies_behind_do_nothing_and_tab_stays_inside(open_window: OpenWindow) -> None:
    opened = open_window()
    compose = begun(opened)
    place = opened.window.place
    for _ in range(30):
        press(opened, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert compose.isAncestorOf(focused)
    compose.card.fields.to.setFocus()
    QTest.keyClicks(compose.card.fields.to, "gj")
    assert opened.window.place == place


def test_a_note_asks_for_no_answer(open_window: OpenWindow) -> None:
    opened = open_window()
    compose = begun(opened)
    fields = compose.card.fields
    fields.requires.click("report")
    fields.kind.choose("note")
    fields.kind.activated.emit(fields.kind.currentIndex())
    assert compose.mail.requires == "none"


def test_the_small_window_has_the_checks_in_one_line(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.window.resize(960, 600)
    compose = written(opened)
    card = compose.card
    assert card.strip.isVisible()
    assert not card.checks.isVisible()
    assert "7 of 7 pass" in card.strip.accessibleName()
    card.strip.toggled.emit()
    assert card.checks.isVisible()
    assert compose.rect().contains(card.geometry())


def test_a_damaged_draft_is_no_message(open_window: OpenWindow, office: TestOffice) -> None:
    folder = drafts_folder(office.root)
    folder.mkdir(parents=True)
    (folder / "x.draft.json").write_text("{")
    opened = open_window()
    compose = begun(opened)
    assert compose.mail == Outgoing()


def test_control_return_sends_wherever_the_focus_is(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    compose = written(opened)
    compose.card.discard.setFocus()
    press(opened, Qt.Key.Key_Return, CONTROL)
    opened.until(lambda: len(office.files("hub", "inbox")) == 1)
    assert not compose.card.sure.isVisible()


def test_what_is_kept_from_before_is_said_at_the_start(open_window: OpenWindow, office: TestOffice) -> None:
    fields = {"to": "hub", "kind": "task", "topic": "t", "requires": "none", "ref": "", "due": "", "body": "b"}
    store(office).keep(KeptDraft("one", NOON, fields))
    opened = open_window()
    opened.until(lambda: "An unfinished message is kept" in opened.window._notice._said)
