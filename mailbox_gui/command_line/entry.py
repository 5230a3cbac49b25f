"""Where `mailbox` starts: the one question that agents ask all day is answered before anything is imported."""

import sys

_INTERRUPTED = 130


def main() -> int:
    """Run `mailbox` with the arguments of this process; the exit status (0 done, 1 no, 2 usage, 3 unusable)."""
    try:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            from mailbox_gui.command_line.shell.standard_streams import open_closed_streams

            open_closed_streams()
        return _run(sys.argv[1:])
    except KeyboardInterrupt:
        # While modules are imported: the commands have a guard of their own.
        return _INTERRUPTED
    finally:
        _leave_interrupts_to_the_system()


def _run(arguments: list[str]) -> int:
    if "check" in arguments:
        from mailbox_gui.command_line.check import quick_answer

        answer = quick_answer(arguments)
        if answer is not None:
            try:
                print(answer, flush=True)
            except OSError as error:
                return _told(error)
            return 0
    from mailbox_gui.command_line.program import run

    return run(arguments)


def _told(error: OSError) -> int:
    """The exit status of an answer that could not be written; the guard says it."""
    from mailbox_gui.command_line.shell.guard import guarded

    def fail() -> int:
        raise error

    return guarded(fail)


def _leave_interrupts_to_the_system() -> None:
    """All is done: a Ctrl-C while the interpreter winds up ends it without a word."""
    # Not imported here: where nothing has loaded it there is nothing to wind up.
    signals = sys.modules.get("signal")
    if signals is not None:
        signals.signal(signals.SIGINT, signals.SIG_DFL)
