"""The dialog of the first run: four steps, their buttons, and the work between them on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mailbox_gui.window.first_run.agents_step import AgentsStep
from mailbox_gui.window.first_run.done_step import DoneStep
from mailbox_gui.window.first_run.folder_step import FolderStep
from mailbox_gui.window.first_run.key_step import KeyStep
from mailbox_gui.window.first_run.making import Made, Making
from mailbox_gui.window.first_run.plan import Ending, Plan
from mailbox_gui.window.first_run.rail import Rail
from mailbox_gui.window.first_run.step import Step
from mailbox_gui.window.overlays.overlay import Overlay
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.worker_thread import Worker

HEIGHT = 464


class FirstRun(Overlay):
    """`ended` carries the Ending, `quit_asked` that nobody wants any. Until the key is created nothing is made."""

    ended = Signal(object)
    quit_asked = Signal()
    widest = 720

    def __init__(
        self,
        theme: Theme,
        making: Making,
        proposed: str,
        parent: QWidget,
        *,
        has_tray: bool,
        short: Callable[[Path], str] = str,
        notice: str = "",
    ) -> None:
        super().__init__(theme, "First run", parent)
        self._making = making
        self._short = short
        self._made: Made | None = None
        self._plan: Plan | None = None
        self.worker = Worker("first run", self)
        self.worker.start()
        self.rail = Rail(theme)
        self.folder = FolderStep(theme, proposed, self.worker, notice)
        self.agents = AgentsStep(theme)
        self.key = KeyStep(theme)
        self.done = DoneStep(theme, has_tray=has_tray)
        self._steps: tuple[Step, ...] = (self.folder, self.agents, self.key, self.done)
        self.stack = QStackedWidget()
        self.back = Button(theme, "Back")
        self.leave_button = Button(theme, "Quit", look=Look.FLAT)
        self.next = Button(theme, "Continue", key="Enter", look=Look.PRIMARY)
        self._lay_out()
        for step in self._steps:
            self.stack.addWidget(step)
            step.changed.connect(self._show)
        self.next.clicked.connect(self.go_on)
        self.back.clicked.connect(self._on_back)
        self.leave_button.clicked.connect(self.quit_asked)
        self._show()

    def _lay_out(self) -> None:
        footer = QFrame()
        footer.setObjectName("DialogFooter")
        footer.setFixedHeight(64)
        buttons = QHBoxLayout(footer)
        buttons.setContentsMargins(24, 0, 24, 0)
        buttons.addWidget(self.back)
        buttons.addWidget(self.leave_button)
        buttons.addStretch(1)
        buttons.addWidget(self.next)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.stack, 1)
        right.addWidget(footer)
        row = QHBoxLayout(self.card)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(right, 1)

    @property
    def step(self) -> int:
        """Which step is in front, 0 to 3."""
        return self.stack.currentIndex()

    def wanted_height(self) -> int:
        # As high as the highest step: it must not jump from one to the next.
        return max(HEIGHT, max(step.sizeHint().height() for step in self._steps) + 66)

    def first_focus(self) -> QWidget:
        return self._steps[self.step].first_focus()

    @Slot()
    def leave(self) -> None:
        """Esc goes one step back where there is one; what was typed is never thrown away."""
        if not self.back.isHidden() and self.back.isEnabled():
            self._on_back()

    def finish(self) -> None:
        """End the thread."""
        self.worker.finish()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.next.isEnabled():
                self.go_on()
            return
        super().keyPressEvent(event)

    @Slot()
    def go_on(self) -> None:
        """To the next step, if this one is ready."""
        if not self._steps[self.step].ready or not self.next.isEnabled():
            return
        match self.step:
            case 0 if self.folder.is_demo:
                self._end(Ending(Path(), demo=True))
            case 0 if self.folder.found is not None and self.folder.found.kind == "office":
                self._end(Ending(self.folder.found.path))
            case 0 | 1:
                self._go(self.step + 1)
            case 2:
                self._make()
            case _:
                self._open()

    def _make(self) -> None:
        found = self.folder.found
        if found is None:
            return
        plan = Plan(found.path, self.agents.hub, tuple(self.agents.agents), self.key.passphrase)
        self._plan = plan
        self.next.set_words("Creating…")
        self.next.set_key(None)
        for button in (self.next, self.back):
            button.setEnabled(False)
        self.key.setEnabled(False)
        self.worker.ask("make", lambda: self._making.make(plan), self._on_made, self._on_failed)

    def _on_made(self, made: Made) -> None:
        self._made = made
        self.key.setEnabled(True)
        self.key.forget()
        assert self._plan is not None
        self.done.show_made(self._plan, made, self._short(made.office.root), self._making.clock())
        self._go(3)

    def _on_failed(self, error: Exception) -> None:
        self.key.setEnabled(True)
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self._show()
        self.key.refuse(f"Not created: {reason}")
        self.key.first_focus().setFocus()

    def _open(self) -> None:
        made = self._made
        assert made is not None
        if not self.done.first.isChecked():
            self._on_written()
            return
        self.next.setEnabled(False)
        self.worker.ask(
            "first message", lambda: self._making.write_first_message(made), lambda _none: self._on_written(),
            self._on_not_written,
        )  # fmt: skip

    def _on_written(self) -> None:
        assert self._made is not None
        self._end(
            Ending(
                self._made.office.root,
                start_relay=self.done.relay.isChecked(),
                notify=self.done.notify.isChecked(),
            )
        )

    def _on_not_written(self, error: Exception) -> None:
        self.done.first.setChecked(False)
        self.done.line.say(f"The first message could not be written: {error}", "bad")
        self._show()

    def _end(self, ending: Ending) -> None:
        self.ended.emit(ending)

    @Slot()
    def _on_back(self) -> None:
        if 0 < self.step < 3:
            self._go(self.step - 1)

    def _go(self, step: int) -> None:
        self.stack.setCurrentIndex(step)
        self._show()
        self.place()
        self.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _show(self) -> None:
        step = self.step
        said = [each.said for each in self._steps]
        self.rail.show_step(step, said)
        # What is made is made: from the last step there is no way back.
        self.back.setVisible(step in (1, 2))
        self.back.setEnabled(True)
        self.leave_button.setVisible(step == 0)
        found = self.folder.found
        opens = step == 3 or (step == 0 and not self.folder.is_demo and found is not None and found.kind == "office")
        words = "Open the demo" if step == 0 and self.folder.is_demo else "Continue"
        self.next.set_words("Open the mailbox" if opens else "Create key" if step == 2 else words)
        ready = self._steps[step].ready
        self.next.setEnabled(ready)
        self.next.set_key("Enter" if ready else None)
