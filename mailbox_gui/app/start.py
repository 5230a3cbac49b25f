"""From the options to a running window: application, theme, post office, one window per post office."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from mailbox_gui.app.guard import Guard
from mailbox_gui.app.log import begin_log
from mailbox_gui.app.options import Options
from mailbox_gui.app.places import demo_root, log_file, root_of
from mailbox_gui.app.program import Program
from mailbox_gui.app.single_instance import SingleInstance, server_name
from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.root import RootError, open_post_office
from mailbox_gui.core.relay.state import utc_now
from mailbox_gui.core.resources import resource_path
from mailbox_gui.window.garbage import MainThreadGarbage
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

DONE, UNUSABLE = 0, 3
_SWITCH_SECONDS = 0.001
_SIGNALS_MS = 300


def open_window(options: Options) -> int:
    """Open the window and run it to its end; the exit status."""
    begin_log(log_file())
    # Reader and relay are Python too: with the usual 5 ms a frame waits for them.
    sys.setswitchinterval(_SWITCH_SECONDS)
    application = make_application()
    root = root_of(options)
    instance = SingleInstance(server_name(root), application)
    if not instance.take():
        return DONE
    state = WindowState(QSettings(), root)
    theme = make_theme(application, state)
    office = _post_office(options, root, theme)
    if office is None:
        return UNUSABLE
    # Kept in the tray the program goes on without a window; it ends when its end is written.
    application.setQuitOnLastWindowClosed(False)
    program = Program(application, theme, office, state, utc_now)
    program.finished.connect(application.quit)
    Guard(program.window.say).install()
    instance.raised.connect(program.bring_up)
    _obey_signals(application, program)
    garbage = MainThreadGarbage(application)
    garbage.start()
    program.start(relay=options.relay)
    status = application.exec()
    program.finish()
    garbage.stop()
    instance.release()
    return status


def make_application() -> QApplication:
    """The Qt application with our name, so that settings and desktop files find it."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(sys.argv[:1])
    application.setOrganizationName("agent-mailbox")
    application.setApplicationName("agent-mailbox")
    application.setApplicationDisplayName("Agent Mailbox")
    application.setDesktopFileName("agent-mailbox")
    application.setWindowIcon(QIcon(os.fspath(resource_path("icons/agent-mailbox.svg"))))
    return application


def make_theme(application: QApplication, state: WindowState) -> Theme:
    """Fonts, colours and style sheet."""
    fonts.register(resource_path("fonts"))
    template = resource_path("style/window.qss").read_text(encoding="utf-8")
    return Theme(application, template, state.appearance)


def _post_office(options: Options, root: Path, theme: Theme) -> PostOffice | None:
    """The post office to open; what is wrong with it is said in a box."""
    if options.demo:
        failure = _ensure_demo(root)
        if failure:
            _refuse(failure, theme)
            return None
    try:
        return open_post_office(root)
    except RootError as error:
        if options.root is None and not options.demo and _wants_demo(str(error), theme):
            failure = _ensure_demo(demo_root())
            if not failure:
                return open_post_office(demo_root())
            _refuse(failure, theme)
        elif options.root is not None or options.demo:
            _refuse(str(error), theme)
        return None


def _ensure_demo(root: Path) -> str:
    from mailbox_gui.app.demo import ensure_demo  # noqa: PLC0415 - a tenth of the start, for who asks for the demo

    return ensure_demo(root)


def _refuse(text: str, theme: Theme) -> None:
    print(text, file=sys.stderr)
    box = QMessageBox(QMessageBox.Icon.Warning, "Agent Mailbox", "")
    box.setStyleSheet(theme.sheet)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.exec()


def _wants_demo(text: str, theme: Theme) -> bool:
    print(text, file=sys.stderr)
    box = QMessageBox(QMessageBox.Icon.Information, "Agent Mailbox", "")
    box.setStyleSheet(theme.sheet)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText("You can look around in the demo post office meanwhile.")
    demo = box.addButton("Open the demo", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Quit", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return box.clickedButton() is demo


def _obey_signals(application: QApplication, program: Program) -> None:
    """Ctrl-C and SIGTERM close the window in order. Python sees signals only while Python runs: hence the timer."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: program.window.leave())
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNALS_MS)
