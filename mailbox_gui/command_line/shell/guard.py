"""The outer guard of every command: an error is one line on stderr and an exit status, a bug is a line in the log."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from contextlib import suppress

import click

from mailbox_gui.command_line.shell.failure import DONE, INTERRUPTED, NO, UNUSABLE, USAGE, CommandFailure
from mailbox_gui.command_line.shell.log import note_bug
from mailbox_gui.command_line.shell.standard_streams import forget_output, settle_output
from mailbox_gui.core.folders.root import RootError
from mailbox_gui.core.message.escape import visible


def guarded(action: Callable[[], int]) -> int:
    """Run `action`; the exit status, whatever happens in it."""
    try:
        try:
            status = action()
        except click.exceptions.Exit as ended:
            status = ended.exit_code
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        forget_output()
        return DONE
    except (KeyboardInterrupt, EOFError, click.Abort):
        forget_output()
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outer guard of the command line
        text, status = words_and_status(error)
        say(text)
        return status
    finally:
        settle_output()


def say(text: str) -> None:
    """One line on stderr, foreign text in it made visible."""
    # When stderr is gone too, nobody is left to be told.
    with suppress(OSError):
        print(f"mailbox: {visible(text)}", file=sys.stderr, flush=True)


def words_for(error: Exception) -> str:
    """The line for an error."""
    return words_and_status(error)[0]


def words_and_status(error: Exception) -> tuple[str, int]:
    """The line and the exit status for an error."""
    match error:
        case CommandFailure():
            return error.text, error.status
        case click.UsageError():
            path = error.ctx.command_path if error.ctx else "mailbox"
            return f"{_one_line(error).rstrip('.')}; see {path} --help", USAGE
        case click.ClickException():
            return _one_line(error), NO
        case RootError():
            return str(error), UNUSABLE
        case OSError():
            return _of_the_machine(error), UNUSABLE
        case _:
            bug = f"a bug in the program ({type(error).__name__}); "
            return _of_the_core(error) or (bug + note_bug(error), UNUSABLE)


def _one_line(error: click.ClickException) -> str:
    """Click's words without its line breaks, as in a list of choices."""
    return " ".join(error.format_message().split())


def _of_the_core(error: Exception) -> tuple[str, int] | None:
    """The core's own refusals. Imported here: they can only have been raised where their modules are loaded."""
    for module, name, status in (
        ("sqlite3", "DatabaseError", UNUSABLE),
        ("mailbox_gui.core.relay.desk", "NoAnswer", UNUSABLE),
        ("mailbox_gui.core.relay.opening", "NoRules", UNUSABLE),
        ("mailbox_gui.core.relay.founding", "FoundingError", NO),
        ("mailbox_gui.core.relay.founding", "RulesChanged", NO),
        ("mailbox_gui.core.checks.secret_scan.scanner", "ScannerUnavailable", UNUSABLE),
        ("mailbox_gui.core.journal.lock", "LockHeld", UNUSABLE),
        ("mailbox_gui.core.journal.lock", "LockUnusable", UNUSABLE),
        ("mailbox_gui.core.journal.entry", "ChainBroken", UNUSABLE),
        ("mailbox_gui.core.journal.entry", "DamagedLine", UNUSABLE),
        ("mailbox_gui.core.keys.key_file", "KeyProblem", UNUSABLE),
        ("mailbox_gui.core.keys.protection", "WrongPassphrase", NO),
        ("mailbox_gui.core.message.rules_file", "RulesError", NO),
    ):
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(error, kind):
            return _with_advice(name, str(error)), status
    return None


def _with_advice(name: str, text: str) -> str:
    match name:
        case "DatabaseError":
            return f"the index cannot be read ({text}); rebuild it with: mailbox reindex"
        case "LockHeld":
            return f"{text}; use it, or stop it first"
        case "ChainBroken":
            return f"{text}; the history can be read up to there: mailbox verify, and restore the journal from a backup"
        case "DamagedLine":
            return f"the journal is damaged ({text}); see mailbox verify, and restore it from a backup"
        case _:
            return text


_ADVICE = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "free some space and try again",
    errno.EACCES: "look at the permissions: mailbox doctor",
    errno.EPERM: "look at the permissions: mailbox doctor",
    errno.EROFS: "the file system is mounted read-only",
    errno.EIO: "the disk reports an error: look at it before you go on",
}


def _of_the_machine(error: OSError) -> str:
    if _is_of_output(error):
        return f"the answer cannot be written: {error.strerror}; what was asked for may be done all the same"
    where = f"{error.filename}: " if error.filename else ""
    advice = _ADVICE.get(error.errno or 0, "mailbox doctor may know more")
    return f"{where}{error.strerror or type(error).__name__}; {advice}"


def _is_of_output(error: OSError) -> bool:
    """Whether a standard stream failed: here and in click only those are written to without a name."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = trace.tb_frame.f_globals.get("__name__", "") if trace is not None else ""
    return error.filename is None and where.startswith(("click.", "mailbox_gui.command_line."))
