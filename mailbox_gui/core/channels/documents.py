"""What the owner's acts about channels say, read strictly, and how a made agent stands in a request's line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from mailbox_gui.core.channels.spelling import canonical_channel_id, channel_name_fault
from mailbox_gui.core.channels.values import OPERATIONS, Channel, Credential, MadeAgent, RespondTo
from mailbox_gui.core.keys.channel_key import is_point
from mailbox_gui.core.message.moments import format_moment, parse_moment
from mailbox_gui.core.message.names import is_agent_name

CHANNEL_CREATE: Final = "channel-create"
CREDENTIAL_ISSUE: Final = "credential-issue"
CREDENTIAL_REVOKE: Final = "credential-revoke"

_HEX = re.compile(r"[0-9a-f]{64}")
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
FINGERPRINT_DIGITS: Final = 16

# The members of a made agent in a line of the journal, and the fields of MadeAgent that they are.
_MADE: Final[Mapping[str, str]] = {
    "name": "name",
    "pubkey": "pubkey",
    "creator": "creator",
    "depth": "depth",
    "channelId": "channel",
    "displayName": "display_name",
    "systemPrompt": "system_prompt",
    "respondTo": "respond_to",
    "runtime": "runtime",
    "provider": "provider",
    "model": "model",
}
CHANGEABLE: Final = ("displayName", "model", "provider", "respondTo", "runtime", "systemPrompt")


class BadDocument(ValueError):
    """Arguments that are not those of such an act; the text says which and why, and names no secret."""


def channel_arguments(channel: Channel) -> dict[str, object]:
    """The arguments of the act that makes the channel."""
    return {
        "id": channel.id,
        "name": channel.name,
        "owner": channel.owner,
        "members": dict(channel.members),
        "reactions": channel.reactions,
    }


def read_channel(arguments: Mapping[str, object], height: int = 0) -> Channel:
    """The channel that an act makes. Raises BadDocument."""
    _require_members(arguments, {"id", "name", "owner", "members", "reactions"})
    channel_id, name, owner = (_text(arguments, key) for key in ("id", "name", "owner"))
    members, reactions = arguments["members"], arguments["reactions"]
    try:
        canonical = canonical_channel_id(channel_id)
    except ValueError:
        canonical = ""
    if canonical != channel_id:
        raise BadDocument("args.id is not a lowercase hyphenated UUID")
    if fault := channel_name_fault(name):
        raise BadDocument(fault)
    if not isinstance(members, Mapping) or not isinstance(reactions, bool):
        raise BadDocument("args.members is not an object, or args.reactions neither true nor false")
    keys = [owner, *members.values()]
    if not all(isinstance(key, str) and _HEX.fullmatch(key) and is_point(key) for key in keys):
        raise BadDocument("a public key is not the x-coordinate of a point on secp256k1 in lowercase hex")
    if len(set(keys)) != len(keys) or not all(is_agent_name(member) for member in members):
        raise BadDocument("two members have one key, or a member has no name")
    return Channel(channel_id, name, owner, dict(members), reactions, height)


def credential_arguments(credential: Credential) -> dict[str, object]:
    """The arguments of the act that issues the credential."""
    return {
        "hash": credential.hash,
        "fingerprint": credential.fingerprint,
        "agent": credential.agent,
        "channel": credential.channel,
        "operations": list(credential.operations),
        "expires": format_moment(credential.expires),
    }


def read_credential(arguments: Mapping[str, object]) -> Credential:
    """The credential that an act issues. Raises BadDocument."""
    _require_members(arguments, {"hash", "fingerprint", "agent", "channel", "operations", "expires"})
    digest, fingerprint, agent, channel, expires = (
        _text(arguments, key) for key in ("hash", "fingerprint", "agent", "channel", "expires")
    )
    operations = arguments["operations"]
    if _HEX.fullmatch(digest) is None or fingerprint != digest[:FINGERPRINT_DIGITS]:
        raise BadDocument("args.hash is not 64 lowercase hex digits that begin with the fingerprint")
    if not isinstance(operations, list | tuple) or not operations or len(set(operations)) != len(operations):
        raise BadDocument("args.operations is not a list of at least one operation, each once")
    if unknown := [name for name in operations if name not in OPERATIONS]:
        raise BadDocument(f"there is no operation {str(unknown[0])[:40]!r}; there are {', '.join(OPERATIONS)}")
    try:
        until = parse_moment(expires)
    except ValueError as error:
        raise BadDocument(f"args.expires: {error}") from None
    return Credential(digest, fingerprint, agent, channel, tuple(str(name) for name in operations), until)


def read_revocation(arguments: Mapping[str, object]) -> str:
    """The fingerprint that an act revokes. Raises BadDocument."""
    _require_members(arguments, {"fingerprint"})
    fingerprint = _text(arguments, "fingerprint")
    if _FINGERPRINT.fullmatch(fingerprint) is None:
        raise BadDocument(
            f"a fingerprint has {FINGERPRINT_DIGITS} lowercase hex digits; mailbox broker tokens shows them"
        )
    return fingerprint


def made_members(agent: MadeAgent) -> dict[str, object]:
    """A made agent as its request's line has it; absent members are left out."""
    members = {member: getattr(agent, field) for member, field in _MADE.items()}
    return {"did": "create", **{member: value for member, value in members.items() if value is not None}}


def changed_members(name: str, changes: Mapping[str, str]) -> dict[str, object]:
    """A change of a made agent as its request's line has it; `changes` are by the wire's names."""
    return {"did": "update", "name": name, **changes}


def deleted_members(name: str) -> dict[str, object]:
    """The end of a made agent as its request's line has it."""
    return {"did": "delete", "name": name}


def read_made(members: Mapping[str, object]) -> MadeAgent:
    """The agent that a line makes. Raises BadDocument."""
    fields: dict[str, object] = {}
    for member, field in _MADE.items():
        if member in members:
            value = members[member]
            if type(value) is not (int if member == "depth" else str):
                raise BadDocument(f"the member {member} of a made agent is of the wrong type")
            fields[field] = value
    if members.keys() - _MADE.keys() - {"did"}:
        raise BadDocument("a made agent has a member that none has")
    try:
        agent = MadeAgent(**fields)  # type: ignore[arg-type]
    except TypeError:
        raise BadDocument("a made agent lacks a member") from None
    if not is_agent_name(agent.name) or not is_point(agent.pubkey) or agent.respond_to not in ("owner-only", "anyone"):
        raise BadDocument("a made agent has no name, no key, or answers to nobody known")
    return agent


def with_changes(agent: MadeAgent, members: Mapping[str, object]) -> MadeAgent:
    """`agent` after a change as its line has it. Raises BadDocument."""
    changes = {name: value for name, value in members.items() if name not in ("did", "name")}
    if not all(name in CHANGEABLE and isinstance(value, str) for name, value in changes.items()):
        raise BadDocument("a change of an agent names what cannot be changed")
    fields = {_MADE[name]: value for name, value in changes.items()}
    return replace(agent, **fields)  # type: ignore[arg-type]


def respond_to(text: str) -> RespondTo:
    """The word as its type."""
    return cast("RespondTo", text)


def _require_members(arguments: Mapping[str, object], names: set[str]) -> None:
    if arguments.keys() != names:
        missing, more = sorted(names - arguments.keys()), len(arguments.keys() - names)
        raise BadDocument(f"args.{missing[0]} is missing" if missing else f"args has {more} members too many")


def _text(arguments: Mapping[str, object], key: str) -> str:
    value = arguments[key]
    if not isinstance(value, str):
        raise BadDocument(f"args.{key} is not a text")
    return value
