"""Each agent's own limits, where they are not the default's, and whether its mail must be signed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules_draft import Place, RulesDraft, problem_of
from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import LEFT, RIGHT, Canvas
from mailbox_gui.window.rules.card import Card
from mailbox_gui.window.rules.change_label import PENCIL, WARNING, ChangeLabel, must_be
from mailbox_gui.window.rules.number_box import NumberBox
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
COLUMNS = (("", "Agent"), ("messages_per_day", "Messages in 24 h"), ("message_bytes", "Bytes"), ("signature", "Signed"))
_LARGEST = {"messages_per_day": 1e9, "message_bytes": 1_048_576.0}
ROW, HEAD, MOST_ROWS = 32, 32, 8
CHANGED, PROBLEM = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class AgentLimits(QAbstractTableModel):
    """`asked` carries agent, member and value; None for what is left to the default."""

    asked = Signal(str, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self._draft: RulesDraft | None = None
        self._changes: frozenset[Place] = frozenset()
        self._problems: tuple[str, ...] = ()

    def show_draft(self, draft: RulesDraft, changes: frozenset[Place], problems: tuple[str, ...]) -> None:
        """Show the agents of a draft."""
        names = tuple(name for name in draft.participants() if name != OWNER)
        self._draft, self._changes, self._problems = draft, changes, problems
        if names != self.names:
            self.beginResetModel()
            self.names = names
            self.endResetModel()
        elif names:
            self.dataChanged.emit(self.index(0, 0), self.index(len(names) - 1, len(COLUMNS) - 1))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.names)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() in (1, 2):
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 3 else flags

    def default(self, index: _Index) -> float:
        """What holds where the agent has none of its own."""
        assert self._draft is not None
        return float(self._draft.value("limits", COLUMNS[index.column()][0]))

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._draft is None:
            return None
        name, (member, words) = self.names[index.row()], COLUMNS[index.column()]
        place = ("agents", name, member)
        value = self._draft.value(*place) if member else name
        if role == CHANGED:
            return place in self._changes
        if role == PROBLEM:
            return problem_of(self._problems, place) if member else ""
        match role:
            case Qt.ItemDataRole.EditRole:
                return value
            case Qt.ItemDataRole.CheckStateRole if member == "signature":
                return Qt.CheckState.Checked if value == "required" else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.DisplayRole if member != "signature":
                if not member:
                    return name
                return f"{value:,}" if value is not None else f"{self.default(index):,.0f}"
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                own = "as everybody" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
                said = f"{name}, {words}: {own}" if member else name
                changed = ", changed, not saved" if place in self._changes else ""
                return said + changed
            case _:
                return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name, (member, _words) = self.names[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.CheckStateRole and member == "signature":
            wanted = "required" if Qt.CheckState(value) == Qt.CheckState.Checked else None
        elif role == Qt.ItemDataRole.EditRole and member in _LARGEST:
            wanted = value
        else:
            return False
        self.asked.emit(name, member, wanted)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section][1]
        return None


class _Cells(QStyledItemDelegate):
    """Draws own numbers in ink and the default's in grey; edits in a box with arrows."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        canvas, rect = Canvas(painter, self._theme), QRectF(option.rect)
        tokens, changed, problem = canvas.tokens, bool(index.data(CHANGED)), str(index.data(PROBLEM) or "")
        canvas.fill(rect, tokens.accent_soft if changed else tokens.bg_surface)
        canvas.hairline(rect.left(), rect.right() + 1, rect.bottom() - 1, tokens.border)
        text = str(index.data() or "")
        match index.column():
            case 0:
                parts.avatar(canvas, QRectF(16, rect.center().y() - 9, 18, 18), text)
                canvas.text(rect.adjusted(42, 0, -4, 0), text, fonts.sans(fonts.BASE, fonts.MEDIUM), tokens.text, LEFT)
            case 3:
                self._check(canvas, rect, index)
            case _:
                own = index.data(Qt.ItemDataRole.EditRole) is not None
                ink = tokens.bad if problem else tokens.text if own else tokens.text_3
                canvas.text(rect.adjusted(4, 0, -28, 0), text, fonts.sans(), ink, RIGHT)
        if changed or problem:
            mark = QRectF(rect.right() - 24, rect.y(), 16, rect.height())
            canvas.icon(mark, WARNING if problem else PENCIL, tokens.bad if problem else tokens.accent_text, 14)
        view = self.parent()
        if isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex() == index:
            canvas.ring(rect, 0)
        painter.restore()

    def _check(self, canvas: Canvas, rect: QRectF, index: _Index) -> None:
        tokens = canvas.tokens
        box = QRectF(rect.x() + 8, rect.center().y() - 8, 16, 16)
        on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        if on:
            canvas.box(box, 4, fill=tokens.accent)
            canvas.icon(box, "check-bold", tokens.on_accent, 12)
        else:
            canvas.box(box, 4, fill=tokens.bg_input, line=tokens.border_control)
        words = "required" if on else "optional"
        ink = tokens.text if on else tokens.text_3
        canvas.text(rect.adjusted(32, 0, -26, 0), words, fonts.sans(fonts.SECONDARY), ink, LEFT)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: _Index) -> QWidget:
        member, words = COLUMNS[index.column()]
        name = str(index.model().index(index.row(), 0).data())
        said = f"{name}, {words}; nothing: as everybody"
        box = NumberBox(self._theme, said, _LARGEST[member], may_lack=True, parent=parent)
        box.setObjectName("CellBox")
        return box

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        model = index.model()
        # Qt asks again whenever the model changes; what is typed by then stays.
        if isinstance(editor, NumberBox) and isinstance(model, AgentLimits) and not editor.property("begun"):
            editor.setProperty("begun", True)
            editor.show_number(index.data(Qt.ItemDataRole.EditRole), model.default(index))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        if isinstance(editor, NumberBox):
            editor.interpretText()
            # Emptied is the default too.
            number = None if not editor.cleanText().strip() else editor.number
            if number != index.data(Qt.ItemDataRole.EditRole):
                model.setData(index, number, Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        editor.setGeometry(option.rect.adjusted(2, 2, -2, -2))

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, _option: Any, index: _Index) -> bool:
        clicked = event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent)
        return clicked and toggle_signature(model, index)


def toggle_signature(model: QAbstractItemModel, index: _Index) -> bool:
    """Turn the box of a signature round; False where there is none."""
    state = index.data(Qt.ItemDataRole.CheckStateRole)
    if state is None:
        return False
    on = Qt.CheckState(state) == Qt.CheckState.Checked
    wanted = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
    return bool(model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole))


class AgentView(QTableView):
    """A click or Return edits a number, Space turns a box round, Delete leaves a number to the default."""

    def __init__(self, theme: Theme, model: AgentLimits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(_Cells(theme, self))
        self.setShowGrid(False)
        self.setFont(fonts.sans(fonts.SECONDARY))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setFixedHeight(HEAD)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setDefaultAlignment(LEFT)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Limits of each agent")
        self.clicked.connect(self._on_clicked)
        model.modelReset.connect(self._fit)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        self.setFixedHeight(HEAD + ROW * min(max(1, self._model.rowCount()), MOST_ROWS) + 2)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            # The Return that ends it comes here too.
            return
        index = self.currentIndex()
        editable = bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        if event.key() == Qt.Key.Key_Space:
            toggle_signature(self._model, index)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and editable:
            self.edit(index)
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and editable:
            self._model.setData(index, None)
        else:
            super().keyPressEvent(event)


class AgentsCard(Card):
    """`asked` carries agent, member of rules.json and value."""

    asked = Signal(str, str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Agents", "own limits; grey is the default", parent)
        self.model = AgentLimits(self)
        self.view = AgentView(theme, self.model)
        self.wrong = ChangeLabel(theme)
        self.column.addWidget(self.view)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 4, 16, 4)
        foot.addWidget(self.wrong)
        foot.addStretch(1)
        self.column.addLayout(foot)
        self.model.asked.connect(self.asked)

    def show_draft(self, draft: RulesDraft, changes: frozenset[Place], problems: tuple[str, ...]) -> None:
        """Show the agents."""
        self.model.show_draft(draft, changes, problems)
        wrong = [
            (WARNING, f"{name}: {must_be(problem)}", True)
            for name in self.model.names
            for member, _words in COLUMNS[1:]
            if (problem := problem_of(problems, ("agents", name, member)))
        ]
        self.wrong.show_parts(wrong[:1])
        self.mark.show_counts(sum(place[0] == "agents" for place in changes), len(wrong))
