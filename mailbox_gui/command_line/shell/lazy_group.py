"""A group of commands that imports a command only when it is called, and none to list them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import click

from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.options import example_text
from mailbox_gui.core.message.nearest import nearest

Listed = tuple[str, str, str]


class LazyGroup(click.Group):
    """The commands of `package`, in the order of its list `COMMANDS` of (name, module, summary).

    A listed module holds its click command as `command`; a package that has a list of its own is a group.
    """

    def __init__(self, *, package: str, listing: Sequence[Listed], **settings: Any) -> None:
        # Without a command click would raise the whole help page as an error.
        callback = click.pass_context(_help_without_command)
        super().__init__(no_args_is_help=False, invoke_without_command=True, callback=callback, **settings)
        self._package = package
        self._listing = tuple(listing)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """The names in the order of the list."""
        return [name for name, _, _ in self._listing]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's interface
        """The command of that name, imported now; None when there is none."""
        for name, module, summary in self._listing:
            if name == cmd_name:
                return load(f"{self._package}.{module}", name, summary)
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but a wrong name is answered with the nearest right ones."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.list_commands(ctx):
            close = nearest(name, self.list_commands(ctx))
            meant = f"did you mean {' or '.join(close)}?" if close else f"see {ctx.command_path} --help"
            raise WrongUsageError(f"there is no command `{ctx.command_path} {name}`; {meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's interface
        """The list of the help page, from the summaries alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, _, summary in self._listing])


def _help_without_command(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def load(path: str, name: str, summary: str) -> click.Command:
    """The click command that the module `path` holds, or the group that the package `path` lists."""
    module = importlib.import_module(path)
    listing = getattr(module, "COMMANDS", None)
    if listing is None:
        command: click.Command = module.command
        return command
    return LazyGroup(
        name=name,
        package=path,
        listing=listing,
        help=module.__doc__,
        short_help=summary,
        epilog=example_text(module.EXAMPLE),
    )
