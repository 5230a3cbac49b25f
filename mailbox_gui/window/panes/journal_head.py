"""The head of the journal: title, what is shown of how much, whether the chain holds, the export."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from mailbox_gui.window.models.chain_view import ChainView
from mailbox_gui.window.models.export_run import ExportRun
from mailbox_gui.window.questions.journal_file import Format
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.chips import Pill
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.width_class import WidthClass

LOOK_MS = 100
FORMATS = (
    (Format.JSONL, "The lines as they are (JSONL)…"),
    (Format.CSV, "A table for spreadsheets (CSV)…"),
    (Format.MBOX, "Delivered mail in one file (mbox)…"),
    (Format.EML, "Delivered mail, a file each (eml)…"),
)


class JournalHead(QFrame):
    """`export_asked` carries the format; `broken_asked` the height at which the chain breaks."""

    export_asked = Signal(object)
    verify_asked = Signal()
    broken_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self.setFixedHeight(48)
        self._run: ExportRun | None = None
        self._broken_at = 0
        self.count = ElidedLabel("", fonts.sans(), "2")
        self.chain = Pill(theme, height=28)
        self.chain.hide()
        self.verify = Button(theme, "Verify the chain", icon="shield-check", small=True)
        self.verify.hide()
        self.open_there = Button(theme, "Open there", icon="arrow-right", small=True)
        self.open_there.hide()
        self.bars = Button(theme, "Histogram", icon="chart-bar", look=Look.FLAT, words=False)
        self.bars.hide()
        self.export = Button(theme, "Export…", icon="export", small=False)
        self.told = label("", fonts.sans(fonts.SECONDARY), "2")
        self.told.hide()
        self.cancel = Button(theme, "Cancel", small=True)
        self.cancel.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(12)
        row.addWidget(label("Journal", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        row.addWidget(self.count, 1)
        for widget in (self.verify, self.chain, self.open_there, self.bars, self.told, self.cancel, self.export):
            row.addWidget(widget)
        self._look = QTimer(self)
        self._look.setInterval(LOOK_MS)
        self._look.timeout.connect(self._tell)
        self.verify.clicked.connect(self.verify_asked)
        self.open_there.clicked.connect(self._on_open_there)
        self.export.clicked.connect(self.ask_format)
        self.cancel.clicked.connect(self._on_cancel)

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the words of buttons go, and the histogram is called up."""
        narrow = width is WidthClass.NARROW
        self.export.set_compact(narrow)
        self.verify.set_compact(narrow)
        self.bars.setVisible(narrow)

    def show_chain(self, view: ChainView) -> None:
        """What was found of the chain."""
        self.verify.hide()
        self.chain.show_words(view.words, view.icon, view.tone)
        self.chain.setToolTip(plain_tooltip(view.told))
        self.chain.setAccessibleDescription(view.told)
        self._broken_at = view.broken_at
        self.open_there.setVisible(bool(view.broken_at))

    @Slot()
    def _on_open_there(self) -> None:
        self.broken_asked.emit(self._broken_at)

    @Slot()
    def ask_format(self) -> None:
        """The menu of formats."""
        menu = self.formats()
        menu.exec(self.export.mapToGlobal(QPoint(0, self.export.height() + 4)))
        menu.deleteLater()

    def formats(self) -> QMenu:
        """What can be written."""
        menu = QMenu(self)
        for form, words in FORMATS:
            menu.addAction(words, self._asker(form))
        return menu

    def _asker(self, form: Format) -> Callable[[], None]:
        return lambda: self.export_asked.emit(form)

    def show_run(self, run: ExportRun | None) -> None:
        """An export is under way, or none any more."""
        self._run = run
        self.export.setVisible(run is None)
        self.told.setVisible(run is not None)
        self.cancel.setVisible(run is not None)
        if run is None:
            self._look.stop()
        else:
            self._look.start()
            self._tell()

    @Slot()
    def _tell(self) -> None:
        if self._run is not None:
            self.told.setText("Giving up…" if self._run.cancelled else f"Exporting… {self._run.percent} %")

    @Slot()
    def _on_cancel(self) -> None:
        if self._run is not None:
            self._run.cancel()
            self._tell()
