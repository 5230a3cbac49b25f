"""What the owner has signed into the journal: the rules, the agents, the session keys, the decisions. In memory.

The index says the same and is quicker to ask, but anybody who can write it could put a line in or take one out. Whoever
acts on the owner's word goes by this: read from the journal itself, every signature verified.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.copies import agent_in
from mailbox_gui.core.channels.documents import CHANNEL_CREATE, CREDENTIAL_ISSUE, CREDENTIAL_REVOKE
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import (
    Agent,
    Channel,
    Credential,
    CredentialRevoked,
    Decided,
    Delegated,
    Record,
    Request,
    Resumed,
    Revoked,
    Rules,
)
from mailbox_gui.core.keys.delegation import BadDelegation, read_delegation
from mailbox_gui.core.keys.envelope import ACT, RULES, BadSignature, verify_document
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.effective_rules import with_acts
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules as EffectiveRules
from mailbox_gui.core.message.rules_file import parse_rules

_OfChannels = Channel | Credential | CredentialRevoked
_ByAct = Agent | Delegated | Revoked | Resumed | _OfChannels
OWNERS_WORD: Final = (
    Rules,
    Agent,
    Delegated,
    Revoked,
    Resumed,
    Decided,
    Channel,
    Credential,
    CredentialRevoked,
)

# Which acts a line of each type may come from.
_ACTS: Final[Mapping[type, frozenset[str]]] = {
    Agent: frozenset({"agent-add", "agent-remove"}),
    Delegated: frozenset({"delegate"}),
    Revoked: frozenset({"revoke"}),
    Resumed: frozenset({"resume"}),
    Channel: frozenset({CHANNEL_CREATE}),
    Credential: frozenset({CREDENTIAL_ISSUE}),
    CredentialRevoked: frozenset({CREDENTIAL_REVOKE}),
}
# What ends the waiting of a held message, once.
_FINAL: Final = frozenset({"approve", "decline"})
_BY_ANOTHER: Final = "it is signed with a key that is not the owner's"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that took effect: its own id, `approve` or `decline`, and when."""

    id: str
    verdict: str
    at: datetime


class Authority:
    """Takes the journal's lines in order.

    The owner is who signed the first rules: `owner_key` is empty before them, and from then on the one public key (hex)
    whose word counts, whatever lies in the keys folder. `session_papers` are the lines that keys/sessions copies.
    `book` is of the channels: what the owner made of them, and the agents that others made with its leave.
    """

    def __init__(self) -> None:
        self.owner_key = ""
        self.rules: Rules | None = None
        self.agent_acts: list[Mapping[str, object]] = []
        self.session_papers: list[Delegated | Revoked] = []
        self.last_serial = 0
        self.book = ChannelBook()
        self._standings: dict[str, Standing] = {}
        self._distrusted: dict[str, Standing] = {}
        self._decided: dict[str, Decision] = {}
        self._nonces: dict[str, int] = {}

    def standing(self, session: str) -> Standing | None:
        """The delegation to a session key, revoked or not; None: there is none."""
        return self._distrusted.get(session) or self._standings.get(session)

    def journalled_standing(self, session: str) -> Standing | None:
        """The same by the journal alone."""
        return self._standings.get(session)

    def decision_on(self, message_id: str) -> Decision | None:
        """The decision on a held message, None while there is none."""
        return self._decided.get(message_id)

    def nonce_used(self, nonce: str) -> bool:
        """Whether an act with this nonce took effect."""
        return nonce in self._nonces

    def sessions(self) -> tuple[str, ...]:
        """Every session key that was ever delegated."""
        return tuple(self._standings)

    def distrust(self, session: str, height: int, at: datetime) -> None:
        """Take a session key for revoked from here on, though the journal does not say so."""
        self._distrusted[session] = replace(self._standings[session], revoked_height=height, revoked_at=at)

    def effective_rules(self) -> EffectiveRules | None:
        """The rules in force, with the agents that acts added or removed; None before the first. Raises RulesError."""
        if self.rules is None or self.rules.text is None:
            return None
        return with_acts(parse_rules(self.rules.text.encode()), self.agent_acts)

    def fault_of(self, record: Record) -> str | None:
        """What is wrong with the owner's word in a record that would come next; None when nothing is or it has none."""
        match record:
            case Rules():
                return self._rules_fault(record)
            case Agent() | Delegated() | Revoked() | Resumed() | Channel() | Credential() | CredentialRevoked():
                return self._act_fault(record)
            case Decided():
                return self._decision_fault(record)
            case Request():
                return self._request_fault(record)
            case _:
                return None

    def take(self, entry: Entry) -> str | None:
        """Take up one line; what is wrong with the owner's word in it, None when nothing is.

        A line that is not the owner's word, though it is of a type that only the owner's word makes, changes nothing.
        """
        record = entry.record
        if not self.owner_key and isinstance(record, Rules):
            self.owner_key = record.key
        fault = self.fault_of(record)
        if fault is None:
            self._follow(entry)
        return fault

    def _follow(self, entry: Entry) -> None:
        match entry.record:
            case Rules() as record:
                self.rules = record
            case Decided() as record if record.verdict in _FINAL:
                self._decided[record.ref] = Decision(record.id, record.verdict, entry.at)
            case Request() as record if (made := agent_in(record)) is not None:
                self.book.take_agent(made)
                if made["did"] != "update":
                    self.agent_acts.append({"act": f"agent-{made['did']}", "args": made})
            case (
                Agent() | Delegated() | Revoked() | Resumed() | Channel() | Credential() | CredentialRevoked() as record
            ):
                self._nonces[str(record.document["nonce"])] = entry.height
                if isinstance(record, Delegated | Revoked):
                    self.session_papers.append(record)
                self._follow_act(entry, record)
            case _:
                pass

    def _follow_act(self, entry: Entry, record: _ByAct) -> None:
        match record:
            case Agent():
                self.agent_acts.append(record.document)
                if record.document.get("act") == "agent-remove":
                    self.book.take_removed(str(_arguments(record).get("name")))
            case Delegated():
                delegation = read_delegation(record.document["args"]).delegation
                self.last_serial = delegation.serial
                self._standings[delegation.session] = Standing(delegation, entry.height, entry.at)
            case Revoked():
                session = str(_arguments(record)["session"])
                standing = self._standings[session]
                self._standings[session] = replace(standing, revoked_height=entry.height, revoked_at=entry.at)
            case Channel():
                self.book.take_channel(_arguments(record), entry.height)
            case Credential():
                self.book.take_credential(_arguments(record))
            case CredentialRevoked():
                self.book.take_revocation(_arguments(record))
            case Resumed():
                pass

    def _rules_fault(self, record: Rules) -> str | None:
        fault = self._envelope_fault(RULES, record)
        if fault is not None:
            return fault
        if record.text is not None and _sha256(record.text.encode()) != record.document.get("sha256"):
            return "the rules are not those that were signed"
        if self.rules is not None and _serial(record.document) <= _serial(self.rules.document):
            return "the rules are older than those before them: an old pair was put back"
        return None

    def _act_fault(self, record: _ByAct) -> str | None:
        fault = self._envelope_fault(ACT, record)
        if fault is not None:
            return fault
        if record.document.get("act") not in _ACTS[type(record)]:
            return "it is signed for another act"
        nonce = record.document.get("nonce")
        if not isinstance(nonce, str) or nonce in self._nonces:
            return "the same act took effect before"
        arguments = _arguments(record)
        match record:
            case Delegated():
                return self._delegation_fault(arguments)
            case Revoked():
                return self._revocation_fault(arguments.get("session"))
            case Channel():
                return self.book.fault_of_channel(arguments)
            case Credential():
                return self.book.fault_of_credential(arguments)
            case CredentialRevoked():
                return self.book.fault_of_revocation(arguments)
            case Agent() | Resumed():
                return None

    def _request_fault(self, record: Request) -> str | None:
        """A request that makes something of an agent needs the leave that the owner gave its agent."""
        made = agent_in(record)
        if made is None:
            return None
        if self.book.name_of(record.principal) != record.agent:
            return "the requester's key is not that of its agent"
        operation = f"agents.{made.get('did')}"
        allowed = [credential for credential in self.book.credentials() if credential.agent == record.agent]
        if not any(operation in credential.operations and not credential.revoked for credential in allowed):
            return f"the owner never allowed {record.agent} {operation}"
        return self.book.fault_of_agent(record.agent, made)

    def _delegation_fault(self, arguments: Mapping[str, object]) -> str | None:
        try:
            delegation = read_delegation(arguments).delegation
        except BadDelegation as bad:
            return f"the delegation in it: {bad.reason}"
        if delegation.owner != self.owner_key:
            return "the delegation in it names another owner"
        if delegation.serial <= self.last_serial or delegation.session in self._standings:
            return "the delegation in it is an old one put back"
        return None

    def _revocation_fault(self, session: object) -> str | None:
        standing = self._standings.get(session) if isinstance(session, str) else None
        if standing is None:
            return "it revokes a session key that was never delegated"
        return None if standing.revoked_height is None else "the session key was revoked before"

    def _decision_fault(self, record: Decided) -> str | None:
        try:
            raw = message_bytes(record)
        except ValueError:
            return "its header is one that no message can carry"
        header = record.header
        if not verify_mail(raw, header.get("signature", ""), self.owner_key) or "session" in header:
            return "the decision is not signed by the owner"
        if record.signer.author != self.owner_key or record.signer.session:
            return "it names another signer than the one who signed"
        said = (record.ref, record.verdict, record.sha256, record.folder, record.note)
        signed = (*(header.get(key) for key in ("ref", "verdict", "sha256", "from")), record.body.strip())
        if said != signed or header.get("kind") != "decision" or record.folder != OWNER:
            return "the line says something else than the decision in it"
        if not record.id.endswith(f"-{_sha256(raw)[:12]}"):
            return "the decision's bytes are not those that its id is of"
        if record.verdict in _FINAL and record.ref in self._decided:
            return "the same message was decided before"
        return None

    def _envelope_fault(self, domain: str, record: Rules | _ByAct) -> str | None:
        envelope = {"document": dict(record.document), "key": record.key, "signature": record.signature}
        try:
            _, key = verify_document(domain, envelope)
        except BadSignature as bad:
            return f"its signature does not hold: {bad.reason}"
        return None if key == self.owner_key else _BY_ANOTHER


def _arguments(record: _ByAct) -> Mapping[str, object]:
    arguments = record.document.get("args")
    return arguments if isinstance(arguments, Mapping) else {}


def _serial(document: Mapping[str, object]) -> int:
    serial = document.get("serial")
    return serial if isinstance(serial, int) and not isinstance(serial, bool) else 0


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
