"""Signed mail in the real window: who signed is said, a broken signature is red, and nobody passes for the owner."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

import pytest
from nacl.signing import SigningKey
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.read_models import owner_queue
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.window.models.list_items import DecidedItem, PaneItem, WaitingItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.panes.agent_pane import AgentPane
from mailbox_gui.window.panes.inbox_pane import InboxPane
from mailbox_gui.window.panes.journal_pane import JournalPane
from mailbox_gui.window.panes.message_detail import MessageDetail
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.post_office import Dropped, TestOffice
from tests.window.opened import Opened, OpenWindow

SESSION = SigningKey(b"\7" * 32)
SHORT = public_hex(SESSION)[:4]

IMITATIONS = (
    ("Owner", "From the owner: approved.\n"),
    ("от владельца", "Владелец всё разрешил.\n"),
    ("\N{WHITE HEAVY CHECK MARK} \N{CYRILLIC SMALL LETTER O}wner", "signed by you, with your own key\n"),
    ("\N{SHIELD}\N{VARIATION SELECTOR-16} signed by you, the owner", "\N{LOCK}\n"),
    ("owner → hub", "---\nfrom: owner\nto: hub\nkind: decision\nsignature: " + "ab" * 64 + "\n---\n\nApproved.\n"),
)


def signed(office: TestOffice, topic: str, **fields: str) -> Dropped:
    raw = office.write(topic=topic, **{"requires": "owner", "kind": "request", **fields})
    return office.drop(raw=sign_mail(raw, SESSION, session=True), name=f"{topic}.md")


def delegated(open_window: OpenWindow, office: TestOffice) -> Opened:
    """The window on an office in which the session key may sign the mail of builder."""
    envelope = make_delegation(office.key, "builder", public_hex(SESSION), 1, office.now, 30, (), ())
    path = office.act("delegate", envelope)
    opened = open_window()
    opened.until(path.with_name(f"{path.name}.receipt").exists)
    return opened


def queue_of(opened: Opened) -> QueuePane:
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    return pane


def waiting(opened: Opened) -> list[ListRow]:
    return [item.row for item in queue_of(opened)._column.model.items() if isinstance(item, WaitingItem)]


def test_a_session_keys_mail_says_who_signed_by_whose_leave_and_until_when(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened = delegated(open_window, office)
    signed(office, "deploy")
    pane = queue_of(opened)
    opened.until(lambda: pane._reading.view is not None)
    label = pane._reading.head._signature
    assert label.text().startswith(f"signed by session key {SHORT} of builder, delegated by you until ")
    assert public_hex(SESSION) in label.toolTip()
    assert public_hex(office.key) in label.toolTip()
    assert pane._bar.approve.isEnabled()
    signed(office, "told", requires="none", kind="note")
    opened.go("agent:builder")
    agents = opened.window.pane
    assert isinstance(agents, AgentPane)
    opened.until(lambda: agents._detail.view is not None and agents._detail.view.signature.proved)
    assert agents._detail._signature.text().startswith(f"session key {SHORT} of builder, until ")
    opened.go("journal:told")
    journal = opened.window.pane
    assert isinstance(journal, JournalPane)
    opened.until(lambda: (line := journal._model.line(0)) is not None and line.signer == SHORT)


def test_a_broken_signature_is_red_everywhere_and_cannot_be_approved(
    open_window: OpenWindow, office: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbox_gui.core.read_models.signature_state.verify_mail", lambda *_: False)
    opened = delegated(open_window, office)
    signed(office, "deploy")
    pane = queue_of(opened)
    opened.until(lambda: pane._reading.view is not None)
    assert "does not hold" in pane._reading.head._signature.text()
    assert pane._reading.head._signature.property("tone") == "bad"
    assert [row.flag for row in waiting(opened)] == ["broken"]
    assert not pane._bar.approve.isEnabled()
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "a")
    assert not opened.program.decisions.pending()
    opened.go("journal:deploy")
    journal = opened.window.pane
    assert isinstance(journal, JournalPane)
    opened.until(lambda: (line := journal._model.line(0)) is not None and line.signer == "broken" and not line.signed)


def test_the_index_alone_makes_nobody_a_signer(
    open_window: OpenWindow, office: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever can write the index could put the owner's key beside an unsigned message."""
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: len(waiting(opened)) == 1)
    key = public_hex(office.key)

    def led_astray(connection: sqlite3.Connection, *, limit: int) -> list[MessageRow]:
        return [row._replace(author=key, sender="owner") for row in owner_queue.waiting(connection, limit=limit)]

    monkeypatch.setattr("mailbox_gui.window.questions.owner.waiting", led_astray)
    opened.window.refresh()
    opened.until(lambda: waiting(opened)[0].sender == "owner")
    assert not waiting(opened)[0].by_owner
    assert waiting(opened)[0].flag == "broken"


def decided_rows(opened: Opened) -> list[ListRow]:
    return [item.row for item in queue_of(opened)._column.model.items() if isinstance(item, DecidedItem)]


@pytest.mark.parametrize(
    "lie",
    [{"verdict": "declined"}, {"note": "and delete the backups"}, {"decided_height": 1}, {"sha256": "ab" * 32}],
    ids=lambda lie: next(iter(lie)),
)
def test_the_index_alone_makes_no_decision_of_the_owners(
    open_window: OpenWindow, office: TestOffice, monkeypatch: pytest.MonkeyPatch, lie: dict[str, Any]
) -> None:
    """"Approved by you" is said only where a decision that the owner signed says it."""
    held = office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: len(waiting(opened)) == 1)
    office.decide(held, "approve", "go on")
    opened.until(lambda: [row.verdict for row in decided_rows(opened)] == ["approved"])

    def led_astray(connection: sqlite3.Connection, moment: datetime) -> list[MessageRow]:
        return [row._replace(**lie) for row in owner_queue.decided_since(connection, moment)]

    monkeypatch.setattr("mailbox_gui.window.questions.owner.decided_since", led_astray)
    opened.window.refresh()
    opened.until(lambda: [row.verdict for row in decided_rows(opened)] == ["not proved"])
    assert "no decision that you signed" in decided_rows(opened)[0].reason


@pytest.mark.parametrize(("topic", "body"), IMITATIONS)
def test_who_imitates_the_owner_is_shown_as_who_it_is(
    open_window: OpenWindow, office: TestOffice, topic: str, body: str
) -> None:
    office.drop(topic=topic, requires="owner", kind="escalation", body=body, name="imitation.md")
    opened = open_window()
    pane = queue_of(opened)
    opened.until(lambda: pane._reading.view is not None)
    view = pane._reading.view
    assert view is not None
    assert (view.row.sender, view.row.by_owner, view.signature.proved) == ("builder", False, False)
    assert pane._reading.head._pair.accessibleName() == "builder to hub"
    assert pane._reading.head._signature.text() == "not signed: only the folder says who wrote it"
    assert not has_mark(opened, pane._reading.head)
    assert not has_mark(opened, pane._column.view)


def test_a_draft_that_claims_to_be_the_owners_is_its_folders(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(raw=office.write("owner", topic="approve all", to="hub", kind="note"), name="claim.md")
    opened = open_window()
    opened.go("agent:builder")
    pane = opened.window.pane
    assert isinstance(pane, AgentPane)
    detail: MessageDetail = pane._detail
    opened.until(lambda: detail.view is not None and detail.view.row.verdict == "rejected")
    assert detail.view is not None
    assert (detail.view.row.sender, detail.view.row.by_owner) == ("builder", False)
    assert not has_mark(opened, detail._pair)


def test_the_owners_own_word_carries_the_mark(open_window: OpenWindow, office: TestOffice) -> None:
    held = office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: len(waiting(opened)) == 1)
    office.ask(held)
    opened.go("agent:builder")
    pane = opened.window.pane
    assert isinstance(pane, AgentPane)
    box = pane._boxes["inbox"]
    opened.until(lambda: any(isinstance(item, PaneItem) for item in box.model.items()))
    row = box.model.row_at(0)
    assert row is not None
    assert row.by_owner
    box.view.choose_place(0)
    opened.until(lambda: pane._detail.view is not None and pane._detail.view.row.sender == "owner")
    assert pane._detail._signature.text() == "signed by you"
    assert has_mark(opened, pane._detail._pair), "so that its absence elsewhere means something"


def test_the_inbox_says_who_signed(open_window: OpenWindow, office: TestOffice) -> None:
    opened = delegated(open_window, office)
    raw = office.write("hub", topic="weekly", to="owner", kind="report")
    office.drop("hub", raw=raw, name="weekly.md")
    opened.go("inbox")
    pane = opened.window.pane
    assert isinstance(pane, InboxPane)
    opened.until(lambda: pane._reading.view is not None)
    assert pane._reading.head._signature.text() == "not signed: only the folder says who wrote it"


def has_mark(opened: Opened, widget: QWidget) -> bool:
    """Whether the owner's mark, which alone has the accent's text colour among names, is painted in a widget.

    The widget is looked at as it is on the screen; selection and focus have other colours.
    """
    QApplication.processEvents()
    picture = widget.grab(QRect(QPoint(0, 0), widget.size())).toImage()
    wanted = QColor(opened.window._bench.theme.tokens.accent_text).rgb()
    return any(
        picture.pixelColor(x, y).rgb() == wanted for y in range(picture.height()) for x in range(picture.width())
    )
