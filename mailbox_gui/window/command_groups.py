"""The commands of the window in the groups in which key sheet and palette list them: the same that the keys are of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mailbox_gui.window.panes import PANES
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.sidebar.nav_model import agent_key

EVERYWHERE, PLACES = "Everywhere", "Go to"


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands under one heading. `here`: they work now; else they are of a view that is not in front."""

    title: str
    commands: tuple[Command, ...]
    here: bool = True


def place_commands(goer: Callable[[str], Callable[[], None]], agents: Sequence[str]) -> tuple[Command, ...]:
    """What leads to each place and agent. From the tenth on agents have no digit left: the palette leads there."""
    places = [Command(f"Go to {entry.title}", f"G, {entry.letter}", goer(entry.key)) for entry in PANES if entry.letter]
    pages = [
        Command(f"Go to the page of {name}", f"G, {place}" if place < 10 else "", goer(agent_key(name)))
        for place, name in enumerate(agents, start=1)
    ]
    return (*places, *pages)


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
