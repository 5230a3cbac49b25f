"""What rules.json must mean once its form is right: names that exist, routes that lead somewhere, folders apart."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mailbox_gui.core.message.escape import has_hidden, quoted
from mailbox_gui.core.message.names import OWNER, is_agent_name, is_name
from mailbox_gui.core.message.nearest import nearest
from mailbox_gui.core.message.strict_json import path

_NAME_ALLOWED: Final = (
    "allowed are 1 to 32 of a-z, 0-9 and dash, no dash at either end, and none of owner, relay, bus, all and the "
    "device names of Windows"
)
# Folders of the post office itself, in which no agent may live.
_OWN_FOLDERS: Final = ("owner", "journal", "bus", "keys", ".relay")


def problems_of_sense(
    hub: str,
    folders: Mapping[str, str | None],
    routes: Sequence[Sequence[str]],
    runtimes: Sequence[str],
) -> list[str]:
    """Every contradiction, as "where: what is wrong; what is allowed". `folders` has every agent as a key."""
    return [
        *_names(folders),
        *_hub(hub, folders),
        *_folders(folders),
        *_routes(routes, folders),
        *_runtimes(runtimes),
    ]


def _names(agents: Mapping[str, object]) -> Iterator[str]:
    for name in agents:
        if not is_agent_name(name):
            why = "a reserved name" if is_name(name) else "not a name"
            yield f"{path('agents', name)}: {why}; {_NAME_ALLOWED}"


def _hub(hub: str, agents: Mapping[str, object]) -> Iterator[str]:
    if hub not in agents:
        yield f"$.hub: {quoted(hub)} is not an agent; allowed is {_one_of(agents, hub)}"


def _routes(routes: Sequence[Sequence[str]], agents: Mapping[str, object]) -> Iterator[str]:
    participants = dict.fromkeys((*agents, OWNER))
    first: dict[tuple[str, ...], int] = {}
    for index, route in enumerate(routes):
        for side, name in enumerate(route):
            if name not in participants:
                yield (
                    f"{path('routes', index, side)}: {quoted(name)} is nobody here; "
                    f"allowed is {_one_of(participants, name)}"
                )
        if route[0] == route[1]:
            yield f"{path('routes', index)}: from and to are the same; allowed are two different names"
        earlier = first.setdefault(tuple(route), index)
        if earlier != index:
            yield f"{path('routes', index)}: the same as {path('routes', earlier)}; allowed is each route once"


def _runtimes(runtimes: Sequence[str]) -> Iterator[str]:
    for index, name in enumerate(runtimes):
        if not name or has_hidden(name):
            yield f"{path('runtimes', index)}: not a name; allowed is a text of one line without control characters"
        if name in runtimes[:index]:
            yield f"{path('runtimes', index)}: stands there twice; allowed is each once"


def _folders(folders: Mapping[str, str | None]) -> Iterator[str]:
    # Each folder and every folder above one, by whom; so that a thousand agents are compared in one walk.
    taken: dict[str, str] = {}
    above: dict[str, str] = {}
    for name, folder in folders.items():
        if folder is None and not is_agent_name(name):
            continue
        if folder is not None and has_hidden(folder):
            yield f"{path('agents', name, 'folder')}: control or invisible characters; allowed is a plain path"
            continue
        place = _normal(folder if folder is not None else f"agents/{name}")
        if folder is not None and (place in (".", "agents") or place.split("/")[0] in _OWN_FOLDERS):
            yield (
                f"{path('agents', name, 'folder')}: that folder belongs to the post office; allowed is agents/NAME "
                "or a folder outside of the post office"
            )
            continue
        parents = _parents(place)
        other = next((taken[step] for step in (place, *parents) if step in taken), above.get(place))
        if other is not None:
            where = path("agents", name, "folder") if folder is not None else path("agents", name)
            yield (
                f"{where}: the same folder as that of {path('agents', other)}, or one inside the other; "
                "allowed is a folder of its own"
            )
        taken.setdefault(place, name)
        for parent in parents:
            above.setdefault(parent, name)


def _normal(folder: str) -> str:
    return posixpath.normpath(folder.replace("\\", "/"))


def _parents(place: str) -> list[str]:
    """The folders above `place`, the nearest first, the root and the current folder left out."""
    parents: list[str] = []
    while (parent := posixpath.dirname(place)) and parent != place:
        parents.append(parent)
        place = parent
    return parents


def _one_of(names: Mapping[str, object], meant: str) -> str:
    close = nearest(meant, names)
    if close:
        return f"one of the participants (did you mean {' or '.join(close)}?)"
    shown = [name for name in names if is_name(name)][:10]
    more = len(names) - len(shown)
    return f"one of {', '.join(shown) or 'the participants'}{f' and {more} more' if more else ''}"
