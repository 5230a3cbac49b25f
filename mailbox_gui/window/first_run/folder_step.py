"""Step 1: a folder of one's own, looked at while its path is typed, or the demo."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from mailbox_gui.window.first_run.choice_card import ChoiceCard
from mailbox_gui.window.first_run.folder_probe import Probe, probe
from mailbox_gui.window.first_run.step import Line, Step, field, mark_error
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.worker_thread import Worker

TYPING_MS = 150


class FolderStep(Step):
    """`worker` looks at folders: a disk that sleeps must not stop the window."""

    def __init__(self, theme: Theme, proposed: str, worker: Worker, notice: str = "") -> None:
        sentence = notice or "A post office is a plain folder on this machine."
        super().__init__(theme, "Where does the mail live?", sentence)
        self._worker = worker
        self.found: Probe | None = None
        self.folder = ChoiceCard(
            theme, "folder-open", "Use a folder",
            "Each agent gets an outbox, an inbox and a rejected folder in it. A folder that already is a post office "
            "opens as it is.",
        )  # fmt: skip
        self.demo = ChoiceCard(
            theme, "flask", "Open the demo post office",
            "5 agents, 3 messages waiting for you and the mail of a week, all in a folder of its own. Nothing else is "
            "touched.",
        )  # fmt: skip
        self.path = field("Folder of the post office", mono=True)
        self.path.setText(proposed)
        self.browse = Button(theme, "Browse…")
        self.line = Line(theme)
        row = QHBoxLayout()
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.path, 1)
        row.addWidget(self.browse)
        self.folder.below.addLayout(row)
        self.folder.below.addWidget(self.line)
        for card in (self.folder, self.demo):
            self.column.addWidget(card)
            self.column.addSpacing(12)
            card.other.connect(self._on_other)
        self.column.addStretch(1)
        self.folder.chosen.connect(self._on_folder)
        self.demo.chosen.connect(self._on_demo)
        self.browse.clicked.connect(self._on_browse)
        self.path.textEdited.connect(self._on_edited)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.look)
        self._on_folder()
        self.look()

    @property
    def is_demo(self) -> bool:
        """Whether the demo is wanted."""
        return self.demo.on

    @property
    def ready(self) -> bool:
        return self.is_demo or (self.found is not None and self.found.usable)

    @property
    def said(self) -> str:
        return "demo" if self.is_demo else self.path.text().strip()

    def first_focus(self) -> QWidget:
        return self.demo if self.is_demo else self.path

    def put_path(self, path: str) -> None:
        """As if the owner typed it."""
        self.path.setText(path)
        self._on_edited()

    def refuse(self, reason: str) -> None:
        """The folder could not be used after all."""
        if self.found is not None:
            self.found = Probe(self.found.path, "unusable", reason)
            self._show_found()

    @Slot()
    def look(self) -> None:
        """Look at the folder that is named now."""
        text = self.path.text()
        self._worker.ask("probe", lambda: probe(text), self._on_found)

    @Slot()
    def _on_edited(self) -> None:
        self._on_folder()
        self.found = None
        self.line.say("Looking…")
        mark_error(self.path, wrong=False)
        self._typing.start()
        self.changed.emit()

    def _on_found(self, found: Probe) -> None:
        self.found = found
        self._show_found()

    def _show_found(self) -> None:
        found = self.found
        if found is None:
            return
        self.line.say(found.words, "ok" if found.usable else "bad")
        mark_error(self.path, wrong=not found.usable and self.folder.on)
        self.changed.emit()

    @Slot()
    def _on_folder(self) -> None:
        self._choose(demo=False)

    @Slot()
    def _on_demo(self) -> None:
        self._choose(demo=True)
        self.demo.setFocus()

    @Slot()
    def _on_other(self) -> None:
        self._choose(demo=not self.is_demo)
        self.first_focus().setFocus()

    def _choose(self, *, demo: bool) -> None:
        self.demo.set_on(on=demo)
        self.folder.set_on(on=not demo)
        mark_error(self.path, wrong=not demo and self.found is not None and not self.found.usable)
        self.changed.emit()

    @Slot()
    def _on_browse(self) -> None:
        before = str(self.found.path) if self.found is not None else ""
        chosen = QFileDialog.getExistingDirectory(self, "The folder of the post office", before)
        if chosen:
            self.put_path(chosen)
