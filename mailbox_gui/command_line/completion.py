"""`mailbox completion`: what a shell needs so that Tab completes commands, names and ids."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session

_WHERE = {
    "bash": '# In ~/.bashrc: eval "$(mailbox completion bash)"',
    "zsh": '# In ~/.zshrc, behind compinit: eval "$(mailbox completion zsh)"',
    "fish": "# Once: mailbox completion fish > ~/.config/fish/completions/mailbox.fish",
}


@mailbox_command("completion", example="mailbox completion fish > ~/.config/fish/completions/mailbox.fish")
@click.argument("shell", type=click.Choice(tuple(_WHERE)), required=False)
def command(_session: Session, shell: str | None) -> None:
    """Print the script that makes SHELL complete commands, options, participants, kinds and message ids."""
    if shell is None:
        click.echo(click.get_current_context().get_help())
        return
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"there is no completion for {shell}")
    click.echo(_WHERE[shell])
    click.echo(made(click.Command("mailbox"), {}, "mailbox", "_MAILBOX_COMPLETE").source())
