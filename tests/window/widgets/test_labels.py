"""Labels and tooltips show foreign text to the letter."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.labels import ElidedLabel, label, wrapping_label


def test_no_label_reads_markup(theme: Theme, qtbot: QtBot) -> None:
    font = fonts.sans()
    for made in (label("<b>x</b>", font), wrapping_label("<b>x</b>", font), ElidedLabel("", font)):
        qtbot.addWidget(made)
        assert made.textFormat() == Qt.TextFormat.PlainText


def test_an_elided_label_says_the_whole_in_its_tooltip(theme: Theme, qtbot: QtBot) -> None:
    made = ElidedLabel("", fonts.sans())
    qtbot.addWidget(made)
    made.setText("<i>a & b</i>\nnext")
    assert made.toolTip() == "<qt>&lt;i&gt;a &amp; b&lt;/i&gt;<br>next</qt>"
    assert plain_tooltip("") == ""
