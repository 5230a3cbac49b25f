"""The check trail: in words for who cannot see it, in lines that fit, compact on demand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.read_models.detail import CheckResult
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.check_trail import CheckTrail


def trail(theme: Theme, qtbot: QtBot, failed: str = "") -> CheckTrail:
    made = CheckTrail(theme)
    qtbot.addWidget(made)
    made.show_results([CheckResult(name, "failed" if name == failed else "passed") for name in CHECK_NAMES])
    return made


def test_it_is_spoken(theme: Theme, qtbot: QtBot) -> None:
    said = trail(theme, qtbot, "route").accessibleName()
    assert said.startswith("identity passed, header passed")
    assert "route failed" in said


def test_it_takes_more_lines_where_it_is_narrow(theme: Theme, qtbot: QtBot) -> None:
    made = trail(theme, qtbot)
    assert made.heightForWidth(2000) < made.heightForWidth(300) < made.heightForWidth(120)


def test_the_compact_form_is_one_summary_that_can_be_opened(theme: Theme, qtbot: QtBot) -> None:
    made = trail(theme, qtbot)
    made.set_compact(True)
    made.show()
    with qtbot.waitSignal(made.toggled):
        QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    assert made._summary() == "7 checks pass"
    made.show_results([CheckResult("route", "failed"), CheckResult("limits", "failed")])
    assert made._summary() == "route, limits failed"
