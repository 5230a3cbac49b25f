"""From the options to a running window: application, theme, post office, one window per post office."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
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
from mailbox_gui.app.window_state import WindowState, remember_root, remembered_root
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.root import NotAPostOffice, RootError, open_post_office
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
    # Kept in the tray the program goes on without a window; it ends when its end is written.
    application.setQuitOnLastWindowClosed(False)
    settings = QSettings()
    remembered = remembered_root(settings)
    root = root_of(options, remembered)
    theme = make_theme(application, WindowState(settings, root))
    instance = SingleInstance(server_name(root), application)
    if not instance.take():
        return DONE
    office = _post_office(options, root, theme, instance, settings)
    if office is None:
        return UNUSABLE
    if office.root != root:
        # The first run ended with another one, which may have a window already.
        instance.release()
        instance = SingleInstance(server_name(office.root), application)
        if not instance.take():
            return DONE
    state = WindowState(settings, office.root)
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


def _post_office(
    options: Options, root: Path, theme: Theme, instance: SingleInstance, settings: QSettings
) -> PostOffice | None:
    """The post office to open. Where there is none the first run makes one; what else is wrong is said in a box."""
    if options.demo:
        return _demo(theme)
    try:
        return open_post_office(root)
    except NotAPostOffice as error:
        if options.root is None:
            return _first_run(root, theme, instance, settings)
        _refuse(str(error), theme)
    except RootError as error:
        _refuse(str(error), theme)
    return None


def _demo(theme: Theme) -> PostOffice | None:
    failure = _ensure_demo(demo_root())
    if failure:
        _refuse(failure, theme)
        return None
    return open_post_office(demo_root())


def _first_run(root: Path, theme: Theme, instance: SingleInstance, settings: QSettings) -> PostOffice | None:
    """Let a newcomer make or choose a post office; None when nobody wants one."""
    from mailbox_gui.app import first_run  # noqa: PLC0415 - for the one start that needs it

    lost = root == remembered_root(settings)
    proposed = first_run.proposed_folder(root, named=lost or "MAILBOX_ROOT" in os.environ)
    notice = f"The post office that was open last is not there any more: {root}" if lost else ""
    window = first_run.FirstRunWindow(theme, proposed, utc_now, notice=notice)
    instance.raised.connect(window.bring_up)
    # What it makes is whole or not there: a signal may end it at any time.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ending = first_run.run_first_run(window)
    if ending is None:
        return None
    if ending.demo:
        return _demo(theme)
    remember_root(settings, ending.root)
    state = WindowState(settings, ending.root)
    state.relay_wanted = ending.start_relay
    state.preferences = replace(state.preferences, notify=ending.notify)
    state.keep()
    return open_post_office(ending.root)


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


def _obey_signals(application: QApplication, program: Program) -> None:
    """Ctrl-C and SIGTERM close the window in order. Python sees signals only while Python runs: hence the timer."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: program.window.leave())
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNALS_MS)
