"""The `.reason` file beside a refused draft: YAML that a person and a program read alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import yaml

from mailbox_gui.core.message.escape import has_hidden
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.moments import format_moment

# No reason comes near it; the folder belongs to the agent, who may put anything there.
LARGEST_REASON: Final = 262_144
# One line per member, so that grep finds a whole reason.
_NEVER_FOLDED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ReasonFile:
    """What a `.reason` says. `at` as written; members that are absent are empty or None."""

    check: str
    reason: str
    hint: str = ""
    also: tuple[Fault, ...] = ()
    file: str = ""
    id: str = ""
    at: str = ""
    height: int | None = None


def render_reason(
    faults: Sequence[Fault],
    *,
    file: str,
    id: str | None,  # noqa: A002 - the name in the file
    at: datetime,
    height: int | None,
) -> bytes:
    """The bytes of a `.reason`: the first of `faults` (never empty) as the headline, the others under `also`.

    Without a `height` nothing stands in the journal of it.
    """
    headline = faults[0]
    members: dict[str, object] = {"check": headline.check, "reason": headline.reason}
    if headline.hint:
        members["hint"] = headline.hint
    if len(faults) > 1:
        members["also"] = [_OneLine(entry) for entry in also_entries(faults)]
    members["file"] = file
    if id:
        members["id"] = id
    members["at"] = _Timestamp(format_moment(at))
    if height is not None:
        members["height"] = height
    # What would hide in a terminal is escaped, losslessly; everything else stays readable in its own script.
    plain = not any(has_hidden(text) for text in _texts(members))
    text: str = yaml.dump(members, Dumper=_ReasonDumper, sort_keys=False, allow_unicode=plain, width=_NEVER_FOLDED)
    return text.encode()


def also_entries(faults: Sequence[Fault]) -> list[dict[str, str]]:
    """The faults behind the headline as `{check, reason}`, each hint told at the end of its reason."""
    return [
        {"check": fault.check, "reason": f"{fault.reason}. {fault.hint}" if fault.hint else fault.reason}
        for fault in faults[1:]
    ]


def read_reason(content: bytes) -> ReasonFile:
    """What a `.reason` file says. Raises ValueError when it is none."""
    if len(content) > LARGEST_REASON:
        raise ValueError("too large for a reason")
    try:
        members = yaml.load(content, Loader=_ReasonLoader)  # noqa: S506 - a subclass of SafeLoader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ValueError("it is not the YAML of a reason") from error
    if not isinstance(members, dict) or not (_text(members, "check") and _text(members, "reason")):
        raise ValueError("a reason has the members check and reason")
    also = members.get("also")
    height = members.get("height")
    return ReasonFile(
        _text(members, "check"),
        _text(members, "reason"),
        _text(members, "hint"),
        tuple(
            Fault(_text(entry, "check"), _text(entry, "reason"))
            for entry in (also if isinstance(also, list) else ())
            if isinstance(entry, dict)
        ),
        _text(members, "file"),
        _text(members, "id"),
        _text(members, "at"),
        height if isinstance(height, int) else None,
    )


class _OneLine(dict[str, str]):
    """A mapping written in braces on one line."""


class _Timestamp(str):
    """A moment written without quotes, as YAML's own type for it."""

    __slots__ = ()


class _ReasonDumper(yaml.SafeDumper):
    """The safe dumper with our two ways of writing a value, lists indented below their key."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's
        super().increase_indent(flow, indentless=False)


def _represent_one_line(dumper: _ReasonDumper, value: _OneLine) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", dict(value), flow_style=True)


def _represent_timestamp(dumper: _ReasonDumper, value: _Timestamp) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:timestamp", str(value))


_ReasonDumper.add_representer(_OneLine, _represent_one_line)
_ReasonDumper.add_representer(_Timestamp, _represent_timestamp)


class _ReasonLoader(yaml.SafeLoader):
    """The safe loader without aliases (they can grow without end) and with moments left as text."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("a reason has no aliases")
        return super().compose_node(parent, index)


def _construct_timestamp(loader: _ReasonLoader, node: yaml.ScalarNode) -> str:
    return str(loader.construct_scalar(node))


_ReasonLoader.add_constructor("tag:yaml.org,2002:timestamp", _construct_timestamp)


def _text(members: Mapping[object, object], key: str) -> str:
    value = members.get(key)
    return value if isinstance(value, str) else ""


def _texts(members: Mapping[str, object]) -> list[str]:
    texts: list[str] = []
    for value in members.values():
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, list):
            texts += [text for entry in value for text in entry.values()]
    return texts
