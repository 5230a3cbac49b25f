"""The rules in force and the rules.json on the disk, side by side."""

from __future__ import annotations

from pathlib import Path

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, UnusableError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.journal.records import Rules as RulesRecord
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import LARGEST_RULES, RulesError, parse_rules
from mailbox_gui.core.read_models.facts import last_rules


def text_in_force(session: Session) -> str:
    """The rules.json that took effect last, to the letter. Before the relay's first start: what lies there."""
    with History.of(session) as history:
        entry = last_rules(history.connection, history.journal)
    if entry is not None and isinstance(entry.record, RulesRecord) and entry.record.text is not None:
        return entry.record.text
    return read_rules_file(session.office.rules_file).decode("utf-8", "replace")


def signed_in_force(session: Session) -> Rules:
    """The rules of `text_in_force`, without the agents that acts added."""
    return parse_rules(text_in_force(session).encode())


def read_rules_file(path: Path) -> bytes:
    """The bytes of a rules.json. Raises UnusableError, saying how to get it back."""
    try:
        with path.open("rb") as stream:
            return stream.read(LARGEST_RULES + 1)
    except FileNotFoundError:
        raise AnswerIsNoError(
            f"{path} is missing; to put the rules in force there: mailbox rules show > {path}"
        ) from None
    except OSError as error:
        raise UnusableError(f"{path} cannot be read ({error.strerror})") from None


def parsed(raw: bytes, path: Path) -> Rules:
    """The rules in `raw`, read from the file at `path`. Raises AnswerIsNoError with the first problem."""
    try:
        return parse_rules(raw)
    except RulesError as error:
        more = f" (and {len(error.problems) - 1} more)" if len(error.problems) > 1 else ""
        raise AnswerIsNoError(f"{path}: {error.problems[0]}{more}; mailbox rules check shows all") from None
