"""Who may write to whom: a table with a box at each pair, the sender's name at the left, the recipient's above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mailbox_gui.core.message.rules_draft import RulesDraft
from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import CENTRE, Canvas, text_width
from mailbox_gui.window.rules.change_label import PENCIL
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

ROW, HEAD, NAMES, NARROWEST, MOST_ROWS = 40, 36, 120, 72, 12
CHANGED, HUB = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RouteModel(QAbstractTableModel):
    """Rows are senders, columns recipients, in the order of the file. `asked` carries a pair and what is wanted."""

    asked = Signal(str, str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._routes: frozenset[tuple[str, str]] = frozenset()
        self._before: frozenset[tuple[str, str]] = frozenset()
        self._hub = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The participants."""
        return self._names

    def show_draft(self, draft: RulesDraft, base: RulesDraft) -> None:
        """Show the routes of a draft, those that `base` says otherwise as changed."""
        names = draft.participants()
        self._routes, self._before, self._hub = draft.routes(), base.routes(), draft.hub
        if names != self._names:
            self.beginResetModel()
            self._names = names
            self.endResetModel()
        elif names:
            self.dataChanged.emit(self.index(0, 0), self.index(len(names) - 1, len(names) - 1))

    def pair(self, index: _Index) -> tuple[str, str]:
        """Sender and recipient of a cell."""
        return self._names[index.row()], self._names[index.column()]

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._names)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags if index.row() == index.column() else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        pair = self.pair(index)
        on = pair in self._routes
        changed = on != (pair in self._before)
        match role:
            case Qt.ItemDataRole.CheckStateRole if pair[0] != pair[1]:
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                if pair[0] == pair[1]:
                    return f"{pair[0]} does not write to itself"
                words = f"{pair[0]} may {'' if on else 'not '}write to {pair[1]}"
                return f"{words}, changed, not saved" if changed else words
            case _ if role == CHANGED:
                return changed
            case _ if role == HUB:
                return self._hub in pair
            case _:
                return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.row() == index.column():
            return False
        self.asked.emit(*self.pair(index), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def headerData(
        self, section: int, _orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._names[section]
        return None


class RouteDelegate(QStyledItemDelegate):
    """A box with a check, a dash where nobody writes to itself, a pencil where it is changed."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        canvas, rect = Canvas(painter, self._theme), QRectF(option.rect)
        tokens = canvas.tokens
        changed = bool(index.data(CHANGED))
        ground = tokens.accent_soft if changed else tokens.bg_subtle if index.data(HUB) else tokens.bg_surface
        canvas.fill(rect, ground)
        canvas.hairline(rect.left(), rect.right() + 1, rect.bottom() - 1, tokens.border)
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        middle = rect.center()
        box = QRectF(middle.x() - 8, middle.y() - 8, 16, 16)
        if state is None:
            canvas.text(rect, "\N{EN DASH}", fonts.sans(), tokens.text_3, CENTRE)
        elif Qt.CheckState(state) == Qt.CheckState.Checked:
            canvas.box(box, 4, fill=tokens.accent)
            canvas.icon(box, "check-bold", tokens.on_accent, 12)
        else:
            canvas.box(box, 4, fill=tokens.bg_input, line=tokens.border_control)
        if changed:
            canvas.box(rect, 0, line=tokens.accent)
            canvas.icon(QRectF(box.right() + 4, rect.y(), 16, rect.height()), PENCIL, tokens.accent_text, 14)
        view = self.parent()
        if isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex() == index:
            canvas.ring(rect, 0)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: Any, _option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        return bool(toggle(model, index))


def toggle(model: Any, index: _Index) -> bool:
    """Turn a box round; False where there is none."""
    state = index.data(Qt.ItemDataRole.CheckStateRole)
    if state is None:
        return False
    on = Qt.CheckState(state) == Qt.CheckState.Checked
    wanted = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
    return bool(model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole))


class NameHeader(QHeaderView):
    """Names with their avatars; the hub in bold."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, hub: Callable[[], str], parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._theme, self._hub = theme, hub
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(NARROWEST if orientation is Qt.Orientation.Horizontal else ROW)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.viewport().update()

    def sizeHint(self) -> QSize:
        across = self.orientation() is Qt.Orientation.Horizontal
        return QSize(0, HEAD) if across else QSize(NAMES, 0)

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        model = self.model()
        if not isinstance(model, RouteModel):
            return
        painter.save()
        canvas, room = Canvas(painter, self._theme), QRectF(rect)
        tokens, name = canvas.tokens, model.names[section]
        across = self.orientation() is Qt.Orientation.Horizontal
        hub = name == self._hub()
        canvas.fill(room, tokens.bg_subtle if hub else tokens.bg_surface)
        canvas.hairline(room.left(), room.right() + 1, room.bottom() - 1, tokens.border)
        font = fonts.sans(fonts.SECONDARY if across else fonts.BASE, fonts.SEMIBOLD if hub else fonts.MEDIUM)
        side = 16 if across else 20
        wide = text_width(name, font)
        width = min(room.width() - 6, side + 6 + wide)
        x = room.center().x() - width / 2 if across else 16
        if across and side + 6 + wide > room.width() - 6:
            # The name says more than its letter.
            canvas.text(room.adjusted(3, 0, -3, 0), name, font, tokens.text, CENTRE)
        else:
            avatar = QRectF(x, room.center().y() - side / 2, side, side)
            parts.avatar(canvas, avatar, name, by_owner=True)
            canvas.text(room.adjusted(x - room.x() + side + 6, 0, -2, 0), name, font, tokens.text)
        painter.restore()


class RouteView(QTableView):
    """Arrow keys go from pair to pair, Space and Return turn the box round; as high as its rows, up to a dozen."""

    def __init__(self, theme: Theme, model: RouteModel, hub: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model
        self.setObjectName("RouteView")
        self.setModel(model)
        self.setItemDelegate(RouteDelegate(theme, self))
        self.setHorizontalHeader(NameHeader(theme, Qt.Orientation.Horizontal, hub, self))
        self.setVerticalHeader(NameHeader(theme, Qt.Orientation.Vertical, hub, self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setFixedWidth(NAMES)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Routes: rows write to columns")
        model.modelReset.connect(self._fit)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        many = self._model.rowCount()
        # A few share the width; many keep a width that can be read and scroll.
        few = many * NARROWEST <= 7 * NARROWEST
        mode = QHeaderView.ResizeMode.Stretch if few else QHeaderView.ResizeMode.Fixed
        self.horizontalHeader().setSectionResizeMode(mode)
        self.horizontalHeader().setDefaultSectionSize(NARROWEST)
        self.setFixedHeight(HEAD + ROW * min(max(many, 1), MOST_ROWS) + (0 if few else 14) + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            toggle(self._model, self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: Any) -> None:
        # Before Qt takes the first cell, in which there is nothing to change.
        if not self.currentIndex().isValid() and self._model.rowCount() > 1:
            self.setCurrentIndex(self._model.index(0, 1))
        super().focusInEvent(event)
