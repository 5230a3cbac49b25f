"""Where `mailbox` starts: the one question that agents ask all day is answered before anything is imported."""

import sys


def main() -> int:
    """Run `mailbox` with the arguments of this process; the exit status (0 done, 1 no, 2 usage, 3 unusable)."""
    arguments = sys.argv[1:]
    if "check" in arguments:
        from mailbox_gui.command_line.check import quick_answer

        answer = quick_answer(arguments)
        if answer is not None:
            try:
                print(answer, flush=True)
            except BrokenPipeError:
                from mailbox_gui.command_line.shell.broken_pipe import forget_output

                forget_output()
            return 0
    from mailbox_gui.command_line.program import run

    return run(arguments)
