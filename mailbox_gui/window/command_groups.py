"""The commands of the window in the groups in which key sheet and palette list them: the same that the keys are of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mailbox_gui.window.panes.commands import Command

EVERYWHERE, PLACES = "Everywhere", "Go to"


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands under one heading. `here`: they work now; else they are of a view that is not in front."""

    title: str
    commands: tuple[Command, ...]
    here: bool = True


def window_groups(commands: Iterable[Command]) -> tuple[CommandGroup, CommandGroup]:
    """The window's own commands: those that lead somewhere begin with G, or are a place without a key."""
    known = tuple(commands)
    places = tuple(command for command in known if leads(command))
    return (
        CommandGroup(EVERYWHERE, tuple(command for command in known if not leads(command))),
        CommandGroup(PLACES, places),
    )


def leads(command: Command) -> bool:
    """Whether the command goes to a place."""
    return command.keys.startswith("G, ") or command.name.startswith("Go to ")


def keys_by_name(commands: Iterable[Command]) -> list[tuple[str, tuple[str, ...]]]:
    """Each action once, with all keys that do it; what has no key is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for command in commands:
        if command.keys:
            also = (command.also,) if command.also else ()
            found[command.name] = (*found.get(command.name, ()), command.keys, *also)
    return list(found.items())
