"""A coloured box with a sentence and what to do: why a message was refused, or what is wrong with the machine."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.verdicts import Tone, tone_soft
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import label, set_tone, wrapping_label
from mailbox_gui.window.widgets.painted import Painted

LEAD = "What to do"
_ICONS: dict[Tone, str] = {
    "ok": "check-circle-fill",
    "hold": "warning-circle-fill",
    "bad": "x-circle-fill",
    "quiet": "info",
}


class Banner(Painted):
    """Headline, sentence and advice; text is shown to the letter. Buttons may be added at the right."""

    def __init__(self, theme: Theme, tone: Tone = "bad", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._tone: Tone = tone
        self._headline = wrapping_label("", fonts.sans(fonts.BASE, fonts.SEMIBOLD), "bad")
        self._sentence = wrapping_label("", fonts.sans())
        self._advice = wrapping_label("", fonts.sans(), "2")
        # The words before the colon of an advice are set apart, as in a letter.
        self._lead = label("", fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        words = QVBoxLayout()
        words.setSpacing(4)
        for line in (self._headline, self._sentence):
            words.addWidget(line)
        # A widget of its own: a layout whose widgets are all hidden would squeeze the lines above it.
        self._advising = QWidget()
        advice = QHBoxLayout(self._advising)
        advice.setContentsMargins(0, 0, 0, 0)
        advice.setSpacing(4)
        advice.addWidget(self._lead, 0, Qt.AlignmentFlag.AlignTop)
        advice.addWidget(self._advice, 1)
        self._advising.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        words.addWidget(self._advising)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        side = QVBoxLayout()
        side.addLayout(self._buttons)
        side.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(44, 12, 12, 12)
        row.setSpacing(16)
        row.addLayout(words, 1)
        row.addLayout(side)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def say(self, headline: str, sentence: str, advice: str = "", tone: Tone | None = None) -> None:
        """Show another fault."""
        if tone is not None:
            self._tone = tone
        self._advising.setVisible(bool(advice))
        lead, colon, rest = advice.partition(": ") if advice.startswith(LEAD) else ("", "", advice)
        said = ((self._headline, headline), (self._sentence, sentence), (self._lead, lead + colon.strip()))
        for line, text in (*said, (self._advice, rest)):
            line.setText(text)
            line.setVisible(bool(text))
        set_tone(self._headline, "1" if self._tone == "quiet" else self._tone)
        self.setAccessibleName(" ".join(text for text in (headline, sentence, advice) if text))
        self.updateGeometry()
        self.update()

    def add_button(self, button: QWidget) -> None:
        """Put a button at the right end."""
        self._buttons.addWidget(button)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        ink = {"ok": tokens.ok_mid, "hold": tokens.hold_mid, "bad": tokens.bad_mid, "quiet": tokens.border_strong}
        canvas.box(rect, 8, fill=tone_soft(self._tone, tokens), line=ink[self._tone])
        word = {"ok": tokens.ok, "hold": tokens.hold, "bad": tokens.bad, "quiet": tokens.text_2}
        canvas.icon(QRectF(12, 12, 20, 20), _ICONS[self._tone], word[self._tone], 18)
