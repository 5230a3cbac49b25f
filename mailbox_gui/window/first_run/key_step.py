"""Step 3: the passphrase of the owner's key, twice, or none and what that means."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.first_run.step import Line, Step, mark_error
from mailbox_gui.window.first_run.strength import strength
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.painted import Painted
from mailbox_gui.window.widgets.toggles import CheckBox

_LOST = ("Nobody can recover it.", "Without the passphrase you can read mail but not decide.")
_BARE = ("Any program that runs as this user can decide in your name.", "mailbox keys passphrase sets one later.")


class SecretField(QLineEdit):
    """Hidden until the eye is pressed; nothing of it is kept."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setFixedHeight(32)
        self.setTextMargins(8, 0, 34, 0)
        self.setFont(fonts.sans())
        self.setAccessibleName(name)
        self.eye = Button(theme, f"Show: {name}", icon="eye", look=Look.FLAT, small=True, words=False, parent=self)
        self.eye.setFixedSize(28, 26)
        self.eye.clicked.connect(self._on_eye)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.eye.move(QPoint(self.width() - 32, 3))

    @Slot()
    def _on_eye(self) -> None:
        shown = self.echoMode() is QLineEdit.EchoMode.Password
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.eye.set_icon("eye-slash" if shown else "eye")
        self.eye.set_words(f"{'Hide' if shown else 'Show'}: {self.accessibleName()}")


class KeyStep(Step):
    """`passphrase` is None where none is wanted."""

    def __init__(self, theme: Theme) -> None:
        what = "It signs your decisions and delegates session keys to the agents."
        super().__init__(theme, "Create your owner key", what)
        self.first = SecretField(theme, "Passphrase")
        self.again = SecretField(theme, "Repeat it")
        self.meter = StrengthBar(theme)
        self.line = Line(theme)
        self.none = CheckBox(theme, "No passphrase")
        self.banner = Banner(theme, "hold")
        self._form = QWidget()
        form = QVBoxLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(4)
        form.addWidget(label("Passphrase", fonts.sans()))
        form.addWidget(self.first)
        form.addWidget(self.meter)
        form.addWidget(label("Repeat it", fonts.sans()))
        form.addWidget(self.again)
        form.addWidget(self.line)
        self.column.addWidget(self._form)
        self.column.addSpacing(6)
        self.column.addWidget(self.none)
        self.column.addSpacing(10)
        self.column.addWidget(self.banner)
        self.column.addStretch(1)
        self.first.textChanged.connect(self._on_text)
        self.again.textChanged.connect(self._on_text)
        self.none.toggled.connect(self._on_text)
        self._on_text()

    @property
    def passphrase(self) -> str | None:
        """What the key is to be kept under."""
        return None if self.none.isChecked() else self.first.text()

    @property
    def ready(self) -> bool:
        return self.none.isChecked() or (bool(self.first.text()) and self.first.text() == self.again.text())

    @property
    def said(self) -> str:
        return "created"

    def first_focus(self) -> QWidget:
        return self.none if self.none.isChecked() else self.first

    def refuse(self, reason: str) -> None:
        """It could not be made."""
        self.line.say(reason, "bad")

    def forget(self) -> None:
        """Nothing that was typed is kept."""
        self.first.clear()
        self.again.clear()

    @Slot()
    def _on_text(self) -> None:
        bare = self.none.isChecked()
        for secret in (self.first, self.again):
            secret.setEnabled(not bare)
        self.meter.show_passphrase("" if bare else self.first.text())
        typed, repeated = self.first.text(), self.again.text()
        # While the second one is still being typed it is not wrong yet.
        differ = not bare and bool(repeated) and not typed.startswith(repeated)
        self.line.say("The two differ." if differ else "", "bad")
        mark_error(self.again, wrong=differ)
        self.banner.say(*(_BARE if bare else _LOST))
        self.changed.emit()


class StrengthBar(Painted):
    """Five bars and a word."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._strength = strength("")
        self.setFixedHeight(20)

    def show_passphrase(self, passphrase: str) -> None:
        """Judge another passphrase."""
        self._strength = strength(passphrase)
        self.setAccessibleName(f"Strength: {self._strength.word}" if passphrase else "Strength")
        self.update()

    @property
    def word(self) -> str:
        """How strong it is."""
        return self._strength.word

    def sizeHint(self) -> QSize:
        return QSize(300, 20)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens, found = canvas.tokens, self._strength
        width = (rect.width() - 100 - 4 * 4) / 5
        fill = tokens.ok_mid if found.good else tokens.hold_mid if found.bars >= 3 else tokens.bad_mid
        for bar in range(5):
            box = QRectF(bar * (width + 4), 8, width, 4)
            canvas.box(box, 2, fill=fill if bar < found.bars else tokens.bg_selected_idle)
        if found.word:
            ink = tokens.ok if found.good else tokens.hold if found.bars >= 3 else tokens.bad
            icon = "check-circle-fill" if found.good else "warning-circle-fill"
            canvas.icon(QRectF(rect.width() - 90, 2, 14, 16), icon, ink, 14)
            font = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
            canvas.text(QRectF(rect.width() - 72, 0, 72, 20), found.word, font, ink)


