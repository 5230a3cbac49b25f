"""The coloured box: its words have the room that the buttons leave, with an advice and without one."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button


@pytest.mark.parametrize("advice", ["", "What to do: send it to hub", "Restore it from the journal."])
def test_one_line_stays_one_line(theme: Theme, qtbot: QtBot, advice: str) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    holder = QWidget(outer)
    column = QVBoxLayout(holder)
    banner = Banner(theme)
    button = Button(theme, "Review…")
    banner.add_button(button)
    column.addWidget(banner)
    column.addStretch(1)
    banner.say("rules.json was changed", "1 change not signed by you. The last rules that you signed stay.", advice)
    holder.resize(900, 400)
    outer.resize(900, 400)
    outer.show()
    qtbot.waitUntil(lambda: banner.width() > 800)
    assert banner.height() < (110 if advice else 80)
    assert banner._sentence.x() == 44
    assert button.geometry().right() > banner.width() - 20
    assert banner._lead.isVisible() == advice.startswith("What to do")


def test_what_an_agent_wrote_is_never_markup(theme: Theme, qtbot: QtBot) -> None:
    banner = Banner(theme)
    qtbot.addWidget(banner)
    banner.say("<b>headline</b>", "<i>sentence</i>", "What to do: <u>write: again</u>")
    assert (banner._lead.text(), banner._advice.text()) == ("What to do:", "<u>write: again</u>")
