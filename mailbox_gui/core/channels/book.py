"""Who is in which channel and who holds which credential, folded from the journal's lines in order. In memory."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from mailbox_gui.core.channels.documents import (
    BadDocument,
    read_channel,
    read_credential,
    read_made,
    read_revocation,
    with_changes,
)
from mailbox_gui.core.channels.values import DEEPEST, Channel, Credential, MadeAgent


class ChannelBook:
    """What the owner and the agents it allowed to have made of channels, credentials and agents so far.

    `fault_of_…` say what is wrong with something that would come next (None: nothing); `take_…` take up what has none.
    """

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._credentials: dict[str, Credential] = {}
        self._made: dict[str, MadeAgent] = {}
        # Every key that anybody ever had, so that the history of one is never another's.
        self._names: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    def channel(self, channel_id: str) -> Channel | None:
        """The channel of that id."""
        return self._channels.get(channel_id)

    def channels(self) -> tuple[Channel, ...]:
        """All channels, the oldest first."""
        return tuple(self._channels.values())

    def key_of(self, name: str) -> str | None:
        """The public channel key of an agent or the owner; None when it has none yet."""
        return self._keys.get(name)

    def keys(self) -> dict[str, str]:
        """The public channel keys by the names of who has or had one: the owner and agents."""
        return dict(self._keys)

    def name_of(self, pubkey: str) -> str | None:
        """Whose key that is or was."""
        return self._names.get(pubkey)

    def made(self, name: str) -> MadeAgent | None:
        """The agent made through the broker of that mailbox name, also when it is gone."""
        return self._made.get(name)

    def made_by(self, creator: str) -> Iterator[MadeAgent]:
        """The agents that `creator` made and that are there."""
        return (agent for agent in self._made.values() if agent.creator == creator and not agent.gone)

    def all_made(self) -> tuple[MadeAgent, ...]:
        """Every agent that was made through the broker and is there."""
        return tuple(agent for agent in self._made.values() if not agent.gone)

    def depth_of(self, name: str) -> int:
        """How far an agent is from the owner."""
        made = self._made.get(name)
        return 1 if made is None else made.depth

    def credentials(self) -> tuple[Credential, ...]:
        """Every credential that was issued, revoked ones too."""
        return tuple(self._credentials.values())

    def credential(self, fingerprint: str) -> Credential | None:
        """The credential of that fingerprint."""
        return self._credentials.get(fingerprint)

    def opens(self, secret: str, now: datetime) -> Credential | None:
        """The live credential whose secret that is. Every one is compared, in constant time."""
        digest = hashlib.sha256(secret.encode()).hexdigest()
        found: Credential | None = None
        for credential in self._credentials.values():
            if hmac.compare_digest(credential.hash, digest):
                found = credential
        return found if found is not None and found.is_live(now) else None

    def fault_of_channel(self, arguments: Mapping[str, object]) -> str | None:
        """What is wrong with a new channel."""
        try:
            channel = read_channel(arguments)
        except BadDocument as bad:
            return str(bad)
        if channel.id in self._channels:
            return "there is a channel of this id already"
        for name, key in (("owner", channel.owner), *channel.members.items()):
            if self._keys.get(name, key) != key or self._names.get(key, name) != name:
                return f"{name} has another channel key already, or this one is another's"
        return None

    def fault_of_credential(self, arguments: Mapping[str, object]) -> str | None:
        """What is wrong with a new credential."""
        try:
            credential = read_credential(arguments)
        except BadDocument as bad:
            return str(bad)
        channel = self._channels.get(credential.channel)
        if channel is None:
            return "there is no channel of this id"
        if credential.agent not in channel.members:
            return f"{credential.agent} is no member of the channel {channel.name}"
        if credential.fingerprint in self._credentials:
            return "there is a credential of this fingerprint already"
        return None

    def fault_of_revocation(self, arguments: Mapping[str, object]) -> str | None:
        """What is wrong with a revocation."""
        try:
            credential = self._credentials.get(read_revocation(arguments))
        except BadDocument as bad:
            return str(bad)
        if credential is None:
            return "no credential of this fingerprint was issued"
        return "this credential was revoked before" if credential.revoked else None

    def fault_of_agent(self, requester: str, members: Mapping[str, object]) -> str | None:
        """What is wrong with what a request of `requester` makes of an agent."""
        did = members.get("did")
        try:
            if did == "create":
                return self._fault_of_made(requester, read_made(members))
            made = self._made.get(str(members.get("name")))
            if did not in ("update", "delete") or made is None or made.gone or made.creator != requester:
                return "it changes an agent that the requester does not own"
            with_changes(made, members)
        except BadDocument as bad:
            return str(bad)
        return None

    def take_channel(self, arguments: Mapping[str, object], height: int) -> None:
        """Take up a channel that has no fault."""
        channel = read_channel(arguments, height)
        self._channels[channel.id] = channel
        for name, key in (("owner", channel.owner), *channel.members.items()):
            self._keys[name], self._names[key] = key, name

    def take_credential(self, arguments: Mapping[str, object]) -> None:
        """Take up a credential that has no fault."""
        credential = read_credential(arguments)
        self._credentials[credential.fingerprint] = credential

    def take_revocation(self, arguments: Mapping[str, object]) -> None:
        """Take up a revocation that has no fault."""
        self._revoke(read_revocation(arguments))

    def take_agent(self, members: Mapping[str, object]) -> None:
        """Take up what a request without fault made of an agent."""
        match members.get("did"):
            case "create":
                made = read_made(members)
                self._made[made.name] = made
                self._keys[made.name], self._names[made.pubkey] = made.pubkey, made.name
                channel = self._channels[made.channel]
                self._channels[made.channel] = replace(channel, members={**channel.members, made.name: made.pubkey})
            case "update":
                name = str(members["name"])
                self._made[name] = with_changes(self._made[name], members)
            case _:
                self.take_removed(str(members["name"]))

    def take_removed(self, name: str) -> None:
        """The owner removed an agent: it is in no channel any more, and its credentials open nothing."""
        for channel in list(self._channels.values()):
            if name in channel.members:
                members = {member: key for member, key in channel.members.items() if member != name}
                self._channels[channel.id] = replace(channel, members=members)
        if name in self._made:
            self._made[name] = replace(self._made[name], gone=True)
        for credential in list(self._credentials.values()):
            if credential.agent == name:
                self._revoke(credential.fingerprint)

    def follow(self, kind: str, act: str, arguments: Mapping[str, object], height: int) -> None:
        """Take up an act of the journal's lines by the type of its line; what has a fault changes nothing."""
        match kind:
            case "channel" if self.fault_of_channel(arguments) is None:
                self.take_channel(arguments, height)
            case "credential" if self.fault_of_credential(arguments) is None:
                self.take_credential(arguments)
            case "credential_revoked" if self.fault_of_revocation(arguments) is None:
                self.take_revocation(arguments)
            case "agent" if act == "agent-remove":
                self.take_removed(str(arguments.get("name")))
            case "agent" if "did" in arguments:
                made = self._made.get(str(arguments.get("name")))
                requester = str(arguments.get("creator")) if made is None else made.creator
                if self.fault_of_agent(requester, arguments) is None:
                    self.take_agent(arguments)
            case _:
                pass

    def _fault_of_made(self, requester: str, made: MadeAgent) -> str | None:
        channel = self._channels.get(made.channel)
        if channel is None or requester not in channel.members or made.creator != requester:
            return "it makes an agent in a channel that the requester is not in"
        if made.depth != self.depth_of(requester) + 1 or made.depth > DEEPEST:
            return f"an agent of depth {made.depth} cannot be made"
        if made.name in self._keys or made.pubkey in self._names:
            return "its name or key was another's before"
        return None

    def _revoke(self, fingerprint: str) -> None:
        self._credentials[fingerprint] = replace(self._credentials[fingerprint], revoked=True)
