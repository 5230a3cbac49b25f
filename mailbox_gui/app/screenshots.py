"""Pictures of the real window on a post office, for the README and for looking at them beside the design."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from mailbox_gui.app.demo import ensure_demo
from mailbox_gui.app.pictures import SETTLE_MS, SIZES, STEP_MS, keep, pause, until
from mailbox_gui.app.places import scanner_cache
from mailbox_gui.app.program import Program
from mailbox_gui.app.screenshots_over import take_first_run, take_overlays
from mailbox_gui.app.start import make_application, make_theme
from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.folders.root import open_post_office
from mailbox_gui.core.relay.state import utc_now
from mailbox_gui.window.garbage import MainThreadGarbage
from mailbox_gui.window.panes.journal_pane import JournalPane
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.panes.rules_pane import RulesPane
from mailbox_gui.window.theme.theme import Appearance, Theme

_SEARCH = "journal:from:builder verdict:rejected after:2d"
_SAVED_MS = 1200
_LETTER = """Please keep **2.4.1** back until `site` has renewed the TLS certificate.
The certificate ends in 9 days, and the last renewal took two tries.

## What I want
1. Stop the build pipeline for 2.4.1 after the test stage.
2. Let 2.4.0 go out as planned, between 16:00 and 17:00.
3. When `site` reports the renewal, start 2.4.1 again.

## What I need from you
- A report when the pipeline is stopped, and one when it runs again.
- If `builder` objects, send me its reason instead of deciding alone.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures of queue, debts, inbox, journal, bus and an agent, in all sizes and looks; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m mailbox_gui.app.screenshots", description=__doc__)
    parser.add_argument("--root", type=Path, help="the post office (default: a demo post office made for this)")
    parser.add_argument("--to", type=Path, default=Path("build/screenshots"), metavar="FOLDER")
    parser.add_argument("--agent", default="builder", help="whose page to show")
    found = parser.parse_args(arguments)
    found.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="agent-mailbox-") as folder:
        # The pictures show ~/post-office, as a user's window would; only the scanner's cache stays where it is.
        os.environ["XDG_CACHE_HOME"] = os.fspath(scanner_cache().parent.parent)
        os.environ["HOME"] = folder
        root = found.root or Path(folder) / "post-office"
        application = make_application()
        if found.root is None and (failure := ensure_demo(root)):
            print(failure, file=sys.stderr)
            return 1
        _take(application, root, Path(folder), found.to, found.agent, own=found.root is None)
    return 0


def _take(application: QApplication, root: Path, scratch: Path, to: Path, agent: str, *, own: bool) -> None:
    settings = QSettings(str(scratch / "window.ini"), QSettings.Format.IniFormat)
    state = WindowState(settings, root)
    theme = make_theme(application, state)
    program = Program(application, theme, open_post_office(root), state, utc_now)
    garbage = MainThreadGarbage(application)
    garbage.start()
    program.start(relay=True)
    window = program.window
    until(lambda: program.relay.view.state.phase == "running")
    for width, height in SIZES:
        window.resize(width, height)
        for appearance in (Appearance.LIGHT, Appearance.DARK):
            theme.set_appearance(appearance)
            for name in ("queue", "debts", "inbox", "journal", "search", "bus", "rules", "agent"):
                window.go_to({"agent": f"agent:{agent}", "search": _SEARCH}.get(name, name))
                _settle(program)
                file = to / f"{name}-{width}x{height}-{appearance.value}.png"
                window.grab().save(str(file))
                print(file)
    _take_journal(program, theme, to)
    if own:
        # Only a post office that was made for the pictures is edited.
        _take_written(program, theme, to)
        _take_states(program, theme, to)
        take_overlays(program, theme, to)
        take_first_run(theme, scratch, to)
    window.leave()
    garbage.stop()


def _take_written(program: Program, theme: Theme, to: Path) -> None:
    """A message while it is written, and the rules while they are changed; nothing of it is sent or saved."""
    window = program.window
    window.go_to("queue")
    compose = window.compose
    compose.open_new()
    fields, editor = compose.card.fields, compose.card.editor
    fields.to.choose("hub")
    fields.topic.setText("Hold release 2.4.1 until the certificate is renewed")
    fields.requires.click("report")
    editor.insertPlainText(_LETTER)
    until(lambda: compose.sendable)
    pause(_SAVED_MS)
    for ending in _looks(program, theme):
        keep(window, to / f"compose-{ending}")
    compose.discard()
    window.go_to("rules")
    _settle(program)
    pane = window.pane
    assert isinstance(pane, RulesPane)
    names = pane.routes.model.names
    cell = pane.routes.model.index(names.index("builder"), names.index("site"))
    pane.routes.model.setData(cell, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    pane.limits.fields["messages_per_day"].box.setValue(0)
    pane.duties.boxes["decision"].setValue(1)
    pause(_SAVED_MS)
    until(lambda: not program.checker.busy)
    for ending in _looks(program, theme):
        keep(window, to / f"rules-changed-{ending}")
    pane.revert()


def _looks(program: Program, theme: Theme) -> Iterator[str]:
    """Dress the window in every size and look; the ending of the picture's name."""
    for width, height in SIZES:
        program.window.resize(width, height)
        for appearance in (Appearance.LIGHT, Appearance.DARK):
            theme.set_appearance(appearance)
            yield f"{width}x{height}-{appearance.value}.png"


def _take_journal(program: Program, theme: Theme, to: Path) -> None:
    """The journal's states: what is offered while one types, and a message to the letter."""
    window = program.window
    search = window.toolbar.search
    for width, height in SIZES:
        window.resize(width, height)
        for appearance in (Appearance.LIGHT, Appearance.DARK):
            theme.set_appearance(appearance)
            ending = f"{width}x{height}-{appearance.value}.png"
            window.go_to("journal:from:builder kind:nte")
            _settle(program)
            window.activateWindow()
            search.setFocus()
            search.setText("from:builder kind:nte verdict:")
            search.textEdited.emit(search.text())
            keep(window, to / f"completion-{ending}")
            search.clearFocus()
            window.go_to(_SEARCH)
            _settle(program)
            pane = window.pane
            assert isinstance(pane, JournalPane)
            pane.preview()
            _settle(program)
            pane.show_exact()
            keep(window, to / f"exact-{ending}")
            pane.preview()


def _take_states(program: Program, theme: Theme, to: Path) -> None:
    """What is seen only now and then: the key being asked for, a stopped relay, an edit of the rules under review."""
    window = program.window
    window.go_to("queue")
    pane = window.pane
    assert isinstance(pane, QueuePane)
    rules_file = program.office.rules_file
    before = rules_file.read_bytes()
    edited = json.loads(before)
    edited["routes"].append(["researcher", "trader"])
    try:
        for width, height in SIZES:
            window.resize(width, height)
            for appearance in (Appearance.LIGHT, Appearance.DARK):
                theme.set_appearance(appearance)
                _settle(program)
                ending = f"{width}x{height}-{appearance.value}.png"
                pane.show_locked(locked=True)
                keep(window, to / f"unlock-{ending}")
                pane.show_locked(locked=False)
                if window.sidebar.relay.is_rail:
                    window.sidebar.relay.opened.emit()
                    keep(window, to / f"relay-{ending}")
                    window.sidebar.popover.close_it()
                rules_file.write_bytes(json.dumps(edited, indent=2).encode())
                until(window.rules_notice.isVisible)
                keep(window, to / f"rules-notice-{ending}")
                window.rules_notice.review.click()
                keep(window, to / f"review-{ending}")
                window.rules_review.leave()
                rules_file.write_bytes(before)
                until(lambda: not window.rules_notice.isVisible())
        program.relay.stop()
        until(window.relay_notice.isVisible)
        keep(window, to / "stopped-960x600-dark.png")
    finally:
        rules_file.write_bytes(before)


def _settle(program: Program) -> None:
    """Wait until nothing is being read and everything is painted."""
    pause(SETTLE_MS)
    until(lambda: not program.readers.busy)
    pause(STEP_MS)


if __name__ == "__main__":
    sys.exit(main())
