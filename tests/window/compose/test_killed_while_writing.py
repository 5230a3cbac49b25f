"""A message that is being written survives the window's being killed: it is offered again at the next start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from mailbox_gui.core.folders.kept_drafts import KeptDrafts
from mailbox_gui.core.folders.user_folders import drafts_folder
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow

REPOSITORY = Path(__file__).parents[3]
CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from mailbox_gui.app.program import Program
from mailbox_gui.app.start import make_application, make_theme
from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.folders.root import open_post_office
from mailbox_gui.core.relay.state import utc_now

root = Path(sys.argv[1])
application = make_application()
state = WindowState(QSettings(sys.argv[2], QSettings.Format.IniFormat), root)
program = Program(application, make_theme(application, state), open_post_office(root), state, utc_now)
program.start(relay=False)


def write():
    program.window.compose.open_new()
    program.window.compose.card.fields.topic.setText("half a thought")
    program.window.compose.card.editor.insertPlainText("It was a dark and")


QTimer.singleShot(0, write)
application.exec()
"""


def test_what_was_written_is_there_again(open_window: OpenWindow, office: TestOffice, tmp_path: Path) -> None:
    store = KeptDrafts(drafts_folder(office.root))
    opened = open_window()
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(office.root), str(tmp_path / "child.ini")],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    try:
        opened.until(lambda: [draft.fields["body"] for draft in store.every()] == ["It was a dark and"])
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    opened.window.leave()
    again = open_window()
    again.until(lambda: again.program.letters.kept)
    again.window.toolbar.compose.click()
    mail = again.window.compose.mail
    assert (mail.topic, mail.body) == ("half a thought", "It was a dark and")
