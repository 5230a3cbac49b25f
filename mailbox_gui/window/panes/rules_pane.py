"""The rules as a form: changed in place, tried on the last week, written into rules.json and signed."""

from __future__ import annotations

import hashlib
from functools import partial

from nacl.signing import SigningKey
from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_difference import rules_difference
from mailbox_gui.core.message.rules_draft import RulesDraft, judged
from mailbox_gui.core.message.rules_file import RulesError
from mailbox_gui.core.relay.desk import Desk, Outcome
from mailbox_gui.core.relay.rules_saving import save_rules
from mailbox_gui.window.models.rules_page import RulesPage
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.questions.rules_form import DryRuns, rules_page
from mailbox_gui.window.rules.rules_form import RulesForm
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

DRY_RUN_MS = 400
ELSEWHERE = "rules.json was changed on the disk"
_CHOICE = "Reload takes the file and forgets what you changed here; Keep mine does your changes to the new file."
_CHECKING = "it is being checked"
BROKEN = "rules.json has a mistake"


class RulesPane(RulesForm):
    """What was changed here stays while other places are looked at; nothing is written before it is saved."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench.theme, parent)
        self._bench = bench
        self._page: RulesPage | None = None
        self._newer: RulesPage | None = None
        self._base: RulesDraft | None = None
        self._start: RulesDraft | None = None
        self.draft: RulesDraft | None = None
        self._problems: tuple[str, ...] = ()
        self._content: bytes | None = None
        self._lost: str | None = None
        self._signed = ""
        self._signed_content = b""
        self._saving = self._save_wanted = False
        self._runs = DryRuns()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(DRY_RUN_MS)
        self._wait.timeout.connect(self._run_dry)
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.routes.asked.connect(self._on_route)
        self.limits.asked.connect(self._on_limit)
        self.duties.duty_asked.connect(self._on_duty)
        self.duties.hours_asked.connect(self._on_hours)
        self.agents.asked.connect(self._on_agent)
        self.dry_run.opened.connect(self._on_opened)
        self.head.lines.clicked.connect(self._on_lines)
        self.head.revert.clicked.connect(self.revert)
        self.head.save.clicked.connect(self.save)
        self.reload.clicked.connect(self._on_reload)
        self.keep.clicked.connect(self._on_keep)
        self.unlock.given.connect(self._on_passphrase)
        self.unlock.left.connect(self.unlock.forget)

    # what the window asks

    def commands(self) -> tuple[Command, ...]:
        return (Command("Save and sign the rules", "Ctrl+S", self.save),)

    def refresh(self) -> None:
        self._bench.readers.ask("rules page", rules_page, self._on_page, self._on_unreadable)

    def set_width_class(self, width: WidthClass) -> None:
        self.head.set_width_class(width)
        self.place(two=width is WidthClass.WIDE)

    def regions(self) -> tuple[QWidget, ...]:
        return (self.routes.view, self.limits.fields["messages_per_day"].box, self.agents.view)

    def focus_main(self) -> None:
        self.routes.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # the file

    @property
    def dirty(self) -> bool:
        """Whether something was changed here that is not in the file."""
        return self.draft is not None and self._start is not None and self.draft.document != self._start.document

    def _on_page(self, page: RulesPage) -> None:
        before = self._page
        if before is not None and page.same_as(before):
            if self._newer is not None:
                # It was put back to what is being changed here.
                self._newer = None
            if self._lost is not None or not self.banner.isHidden():
                self._lost = None
                self._show_banner()
                self._show()
            return
        self._lost = None
        if before is not None and page.sha256 == self._signed != before.sha256:
            # What was saved here comes back; what was changed since is done to it.
            self._take(page, mine=True)
            return
        if before is not None and page.sha256 != before.sha256 and self.dirty:
            if self._newer is None or not page.same_as(self._newer):
                self._newer = page
                self._show_banner()
                self._show()
            return
        self._take(page)

    def _take(self, page: RulesPage, *, mine: bool = False) -> None:
        """Begin with a file; `mine` does to it what was changed here."""
        changed, start = self.draft, self._start
        self._page, self._newer = page, None
        # What was signed here is as good as in force, also while the relay has not taken it up yet.
        self._base = page.start if page.sha256 == self._signed else page.base
        self._start = self.draft = page.start
        if changed is not None and start is not None and (mine or self._same_file(start)):
            try:
                self.draft = changed.rebased(page.raw, start)
            except RulesError:
                self.draft = page.start
        self._show_banner()
        self._judge()

    def _same_file(self, start: RulesDraft) -> bool:
        """The file is the one that was being changed: only what is in force is another."""
        return self._start is not None and start.text == self._start.text

    def _on_unreadable(self, error: Exception) -> None:
        # What was changed here stays: a file that is being replaced is back in a moment.
        self._lost = visible(str(error))
        self._show_banner()
        self._show()

    def _show_banner(self) -> None:
        page, newer = self._page, self._newer
        self.reload.setVisible(newer is not None)
        self.keep.setVisible(newer is not None and not newer.problems)
        if self._lost is not None:
            self.banner.say("rules.json cannot be read", self._lost, tone="bad")
        elif newer is not None:
            words = _CHOICE
            if newer.problems:
                words = f"The file has a mistake: {newer.problems[0]}"
            self.banner.say(ELSEWHERE, words, tone="hold")
        elif page is not None and page.problems:
            self.banner.say(BROKEN, page.problems[0], "What is shown is in force; mend the file first.", tone="bad")
        broken = page is not None and bool(page.problems)
        self.banner.setVisible(newer is not None or broken or self._lost is not None)

    @Slot()
    def _on_reload(self) -> None:
        if self._newer is not None:
            self.draft = self._start
            self._take(self._newer)

    @Slot()
    def _on_keep(self) -> None:
        if self._newer is not None:
            self._take(self._newer, mine=True)

    # changing

    def _change(self, draft: RulesDraft) -> None:
        # What is being signed stays as it is; what was clicked meanwhile is drawn back.
        self.draft = self.draft if self._saving else draft
        self.trouble.hide()
        self._judge()

    def _judge(self) -> None:
        """Find out what is wrong with the draft, on the reader thread: with many agents it takes more than a frame."""
        draft = self.draft
        self._content = None
        self._show()
        if draft is not None:
            self._bench.readers.ask("rules check", lambda _source: judged(draft), partial(self._on_judged, draft))
        self._wait.start()

    def _on_judged(self, draft: RulesDraft, found: tuple[bytes, tuple[str, ...]]) -> None:
        if draft is not self.draft:
            return
        self._content, self._problems = found
        self._show()
        if self._save_wanted:
            self._save_wanted = False
            self.save()

    @Slot(str, str, bool)
    def _on_route(self, sender: str, recipient: str, on: bool) -> None:
        if self.draft is not None:
            self._change(self.draft.with_route(sender, recipient, on=on))

    @Slot(str, object)
    def _on_limit(self, name: str, value: object) -> None:
        if self.draft is not None:
            self._change(self.draft.with_value(value, "limits", name))

    @Slot(str, object)
    def _on_duty(self, kind: str, owed: object) -> None:
        if self.draft is not None:
            self._change(self.draft.with_value(owed, "obligations", kind))

    @Slot(str, object)
    def _on_hours(self, owed: str, hours: object) -> None:
        if self.draft is not None:
            self._change(self.draft.with_value(hours, "overdue_hours", owed))

    @Slot(str, str, object)
    def _on_agent(self, agent: str, member: str, value: object) -> None:
        if self.draft is not None:
            self._change(self.draft.with_value(value, "agents", agent, member))

    @Slot()
    def revert(self) -> None:
        """Take back what was changed here."""
        if self._start is not None:
            self._change(self._start)

    def _show(self) -> None:
        draft, base, page = self.draft, self._base, self._page
        usable = draft is not None and base is not None and page is not None
        self.form.setEnabled(usable and not (page is not None and page.problems))
        if draft is None or base is None or page is None:
            self.head.show_state(0, 0, dirty=False, savable=False, why="rules.json is not read yet")
            return
        changes, problems = draft.changes(base), self._problems
        self.routes.show_draft(draft, base, changes)
        self.limits.show_draft(draft, changes, problems)
        self.duties.show_draft(draft, changes, problems)
        self.agents.show_draft(draft, changes, problems)
        why = self._why_not(page)
        savable = not why
        if why == _CHECKING:
            # The answer comes in a moment: the button does not flicker, and what is clicked waits for it.
            savable = self.head.save.isEnabled()
        self.head.show_state(len(changes), len(problems), dirty=self.dirty, savable=savable, why=why)
        if self.lines.isVisible():
            self._show_lines()

    def _why_not(self, page: RulesPage) -> str:
        if self._saving:
            return "it is being signed"
        if page.problems:
            return "the file has a mistake"
        if self._lost is not None:
            return "the file cannot be read"
        if self._newer is not None:
            return "the file was changed meanwhile: reload it or keep yours"
        if self._content is None:
            return _CHECKING
        if self._problems:
            return f"one field is wrong: {visible(self._problems[0])}"
        return "nothing is changed" if self._content in (page.in_force, self._signed_content) else ""

    @Slot()
    def _on_lines(self) -> None:
        self.lines.setVisible(not self.lines.isVisible())
        self.head.lines.set_words("Hide changes" if self.lines.isVisible() else "Show changes")
        self._show_lines()

    def _show_lines(self) -> None:
        draft, base = self.draft, self._base
        if draft is None or base is None:
            return
        try:
            lines = rules_difference(base.rules(), draft.rules())
        except RulesError as error:
            lines = list(error.problems)
        said = "\n".join(f"\N{BULLET} {visible(line)}" for line in lines[:200])
        self.line_words.setText(said or "Nothing but how the file is written")

    # the dry run

    @Slot()
    def _run_dry(self) -> None:
        draft, base, now = self.draft, self._base, self._bench.clock()
        if draft is None or base is None:
            return
        # Not with the other questions: a week may be thousands of messages.
        self._bench.checker.ask(
            "dry run",
            lambda source: self._runs.view(source, draft, base, now),
            self.dry_run.show_run,
            lambda error: self.dry_run.say(f"it cannot be run: {visible(str(error))}"),
        )

    @Slot(str)
    def _on_opened(self, query: str) -> None:
        self.go_to.emit(f"journal:{query}")

    # saving

    @Slot()
    def save(self) -> None:
        """Write what is changed into rules.json and sign it, with the owner's key."""
        page, content = self._page, self._content
        if page is None or self.draft is None:
            return
        if content is None:
            self._save_wanted = True
            return
        why = self._why_not(page)
        if why:
            self._say(f"Not saved: {why}")
            return
        if self._bench.owner.locked:
            self.unlock.ask()
            return
        self._saving = True
        self._show()
        expected = page.sha256

        def job(desk: Desk, key: SigningKey) -> Outcome:
            return Outcome("done", height=save_rules(desk, key, content, expected))

        self._bench.owner.sign("rules", job, partial(self._on_saved, content), self._on_failed)

    def _on_saved(self, content: bytes) -> None:
        self._saving = False
        # What was written is what is shown: the next reading finds nothing of the owner's left over.
        self._signed, self._signed_content = hashlib.sha256(content).hexdigest(), content
        self._start = self._base = self.draft
        self._show()
        self.trouble.hide()
        self.said.emit("Saved and signed: the rules take effect now")
        self.refresh()

    def _on_failed(self, reason: str) -> None:
        self._saving = False
        self._show()
        self._say(f"Not saved: {visible(reason)}")
        self.refresh()

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._bench.owner.unlock(passphrase, self.unlock.span, self._on_unlocked, self.unlock.refuse)

    def _on_unlocked(self) -> None:
        self.unlock.forget()
        self.save()

    def _say(self, words: str) -> None:
        self.trouble.setText(words)
        self.trouble.show()
