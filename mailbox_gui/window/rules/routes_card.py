"""The routes and, under them, what a new one means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules_draft import Place, RulesDraft
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.route_matrix import HEAD, NAMES, RouteModel, RouteView
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import wrapping_label

ARROW = "\N{RIGHTWARDS ARROW}"


class RoutesCard(Card):
    """`asked` carries sender, recipient and whether the route is wanted."""

    asked = Signal(str, str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Routes", "who may write to whom", parent)
        self._hub = ""
        self.model = RouteModel(self)
        self.view = RouteView(theme, self.model, lambda: self._hub)
        self.column.addWidget(self.view)
        self._corner = QLabel("From \N{DOWNWARDS ARROW}  To \N{RIGHTWARDS ARROW}", self.view)
        self._corner.setFont(fonts.sans(fonts.SECONDARY))
        self._corner.setProperty("tone", "2")
        self._corner.setGeometry(9, 0, NAMES - 10, HEAD)
        self._corner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        foot = QFrame()
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(8)
        self.note = wrapping_label("", fonts.sans(fonts.SECONDARY), "2")
        row.addWidget(Glyph(theme, "info", 16, "2"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.note, 1)
        self.column.addWidget(foot)
        self.model.asked.connect(self.asked)

    def show_draft(self, draft: RulesDraft, base: RulesDraft, changes: frozenset[Place]) -> None:
        """Show the routes."""
        self._hub = draft.hub
        self.model.show_draft(draft, base)
        self.mark.show_counts(sum(place[0] == "routes" for place in changes))
        self.note.setText(note_of(draft, base))


def note_of(draft: RulesDraft, base: RulesDraft) -> str:
    """What the changed routes mean, in a sentence."""
    hub = draft.hub
    around = [route for route in sorted(draft.routes() - base.routes()) if not {hub, OWNER} & set(route)]
    if around:
        known = any(not {hub, OWNER} & set(route) for route in base.routes())
        first = f"{around[0][0]} {ARROW} {around[0][1]}"
        several = len(around) > 1
        more = f" and {len(around) - 1} more are" if several else " is"
        who = ("they do" if several else "it does") if known else f"the first that {'do' if several else 'does'}"
        return f"{first}{more} new: {who} not pass through {hub}."
    gone = sorted(base.routes() - draft.routes())
    if gone:
        more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        return f"{gone[0][0]} {ARROW} {gone[0][1]}{more} would be refused from then on."
    return f"Projects write to each other through {hub}."


