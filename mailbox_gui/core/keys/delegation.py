"""The delegation: the owner's signed word that a session key may sign an agent's mail, for a time and a scope."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from nacl.signing import SigningKey
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from mailbox_gui.core.keys.envelope import DELEGATION, BadSignature, is_public_hex, sign_document, verify_document
from mailbox_gui.core.message.kinds import KINDS
from mailbox_gui.core.message.moments import format_second, parse_moment
from mailbox_gui.core.message.names import is_agent_name
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly

VERSION: Final = 1
# A key that lives longer than this is one that nobody remembers.
MOST_DAYS: Final = 400
# The owner alone decides, with the owner's own key.
DELEGABLE_KINDS: Final = tuple(kind for kind in KINDS if kind != "decision")

_LONGEST_TOPIC: Final = 120
_MOST_TOPICS: Final = 64
# Numbers beyond it are not the same in every JSON reader.
_LARGEST_SERIAL: Final = 2**53 - 1


class BadDelegation(Exception):
    """A delegation that proves nothing or says nothing; `reason` is plain and repeats nothing from outside."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Delegation:
    """Which session key signs whose mail, of which kinds and topics (none named: all), from when until when.

    `owner` and `session` are public keys in hex. It holds at `not_before` and no longer at `expires`. `serial` grows
    with every delegation of an owner.
    """

    owner: str
    session: str
    agent: str
    not_before: datetime
    expires: datetime
    serial: int
    kinds: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()

    def document(self) -> dict[str, object]:
        """The JSON document that the owner signs; a scope that is not narrowed is left out."""
        document: dict[str, object] = {
            "version": VERSION,
            "owner": self.owner,
            "session": self.session,
            "agent": self.agent,
        }
        if self.kinds:
            document["kinds"] = list(self.kinds)
        if self.topics:
            document["topics"] = list(self.topics)
        return document | {
            "not_before": format_second(self.not_before),
            "expires": format_second(self.expires),
            "serial": self.serial,
        }

    def covers_kind(self, kind: str) -> bool:
        """Whether mail of this kind may be signed."""
        return not self.kinds or kind in self.kinds

    def covers_topic(self, topic: str) -> bool:
        """Whether mail of this topic may be signed: one of the topics, or one that begins like a topic ending in `*`.

        Compared after NFC, so that the same text written in two ways is the same.
        """
        if not self.topics:
            return True
        composed = unicodedata.normalize("NFC", topic)
        return any(_fits(composed, unicodedata.normalize("NFC", allowed)) for allowed in self.topics)


@dataclass(frozen=True, slots=True)
class SignedDelegation:
    """A delegation whose signature holds and was made by the owner it names; `document` is what was signed."""

    delegation: Delegation
    document: Mapping[str, object]
    key: str
    signature: str

    def envelope(self) -> dict[str, object]:
        """As it is stored and journalled."""
        return {"document": dict(self.document), "key": self.key, "signature": self.signature}


def sign_delegation(delegation: Delegation, key: SigningKey) -> dict[str, object]:
    """The envelope of a delegation, signed by the owner's key. Raises BadDelegation for one nobody would accept."""
    envelope = sign_document(DELEGATION, delegation.document(), key)
    read_delegation(envelope)
    return envelope


def read_delegation(envelope: object) -> SignedDelegation:
    """The delegation in an envelope, its signature verified against the owner it names. Raises BadDelegation.

    Whether that is this post office's owner, and whether the agent exists, is for the caller to judge.
    """
    try:
        document, key = verify_document(DELEGATION, envelope)
    except BadSignature as error:
        raise BadDelegation(error.reason) from None
    delegation = _delegation(document)
    if key != delegation.owner:
        raise BadDelegation("it is signed by another key than that of the owner it names")
    assert isinstance(envelope, Mapping)
    return SignedDelegation(delegation, document, key, str(envelope["signature"]))


def read_delegation_file(raw: bytes) -> SignedDelegation:
    """The same from a file's bytes. Raises BadDelegation, also for members that stand twice."""
    try:
        envelope, repeated = load_strictly(raw)
    except NotJsonError as error:
        raise BadDelegation(str(error)) from None
    if repeated:
        raise BadDelegation(f"{repeated[0]} stands twice")
    return read_delegation(envelope)


def _public_key(text: str) -> str:
    if not is_public_hex(text):
        raise ValueError("is not 64 lowercase hex digits")
    return text


def _agent_name(text: str) -> str:
    if not is_agent_name(text):
        raise ValueError("is not the name of an agent")
    return text


def _topic(text: str) -> str:
    length = len(unicodedata.normalize("NFC", text))
    if not 1 <= length <= _LONGEST_TOPIC or not text.isprintable() or text != text.strip():
        raise ValueError(f"is not one line of 1 to {_LONGEST_TOPIC} characters")
    return text


def _moment(text: str) -> str:
    parse_moment(text)
    return text


def _once(items: list[str]) -> list[str]:
    if len(set(items)) != len(items):
        raise ValueError("names something twice")
    return items


_Key = Annotated[StrictStr, AfterValidator(_public_key)]
_Moment = Annotated[StrictStr, AfterValidator(_moment)]
_Topics = Annotated[
    list[Annotated[StrictStr, AfterValidator(_topic)]],
    Field(min_length=1, max_length=_MOST_TOPICS),
    AfterValidator(_once),
]
_Kinds = Annotated[list[StrictStr], Field(min_length=1, max_length=len(DELEGABLE_KINDS)), AfterValidator(_once)]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: Annotated[StrictInt, Field(ge=VERSION, le=VERSION)]
    owner: _Key
    session: _Key
    agent: Annotated[StrictStr, AfterValidator(_agent_name)]
    # Left out where it is not narrowed: null is not a scope.
    kinds: _Kinds = Field(default_factory=list)
    topics: _Topics = Field(default_factory=list)
    not_before: _Moment
    expires: _Moment
    serial: Annotated[StrictInt, Field(ge=1, le=_LARGEST_SERIAL)]


def _delegation(document: Mapping[str, Any]) -> Delegation:
    try:
        read = _Document.model_validate(document)
    except ValidationError as error:
        raise BadDelegation(_plainly(error)) from None
    unknown = [kind for kind in read.kinds if kind not in DELEGABLE_KINDS]
    if unknown:
        raise BadDelegation(f"kinds: only {', '.join(DELEGABLE_KINDS)} can be delegated")
    not_before, expires = parse_moment(read.not_before), parse_moment(read.expires)
    if expires <= not_before:
        raise BadDelegation("expires: it ends before it begins")
    if expires - not_before > timedelta(days=MOST_DAYS):
        raise BadDelegation(f"expires: more than {MOST_DAYS} days after not_before")
    if read.session == read.owner:
        raise BadDelegation("session: it is the owner's own key")
    return Delegation(
        read.owner, read.session, read.agent, not_before, expires, read.serial, tuple(read.kinds), tuple(read.topics)
    )


def _plainly(error: ValidationError) -> str:
    """The first fault: where and what, without the value."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(step) for step in first["loc"][:2])
    if first["type"] == "extra_forbidden":
        return "a member is unknown here"
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message[:1].lower()}{message[1:]}"


def _fits(topic: str, allowed: str) -> bool:
    if allowed.endswith("*"):
        return topic.startswith(allowed[:-1])
    return topic == allowed
