"""The signed act: its document, how it is read strictly, and what every act must be able to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, StrictInt, StrictStr, ValidationError

from mailbox_gui.core.acts.making import VERSION
from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Record
from mailbox_gui.core.keys.envelope import ACT, BadSignature, verify_document
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.moments import parse_moment
from mailbox_gui.core.message.rules import Rules

# An act far from the relay's clock is one that was kept back or made on a machine with another time.
_TOLERANCE = timedelta(hours=24)


class ActRefused(Exception):
    """An act that cannot take effect; `check` names the family of the reason, the text says why."""

    def __init__(self, check: str, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.check = check
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True)
class SignedAct:
    """An act whose envelope and signature are good: `document` is what was signed, `key` and `signature` are hex."""

    document: Mapping[str, Any]
    key: str
    signature: str

    @property
    def name(self) -> str:
        """Which act it is, a name of ALL_ACTS or not."""
        return str(self.document["act"])

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The act's arguments, not yet judged."""
        arguments: Mapping[str, Any] = self.document["args"]
        return arguments

    @property
    def nonce(self) -> str:
        """What makes it count once."""
        return str(self.document["nonce"])


def _never_delegated(_session: str) -> Standing | None:
    return None


@dataclass(frozen=True, slots=True)
class ActFacts:
    """What an act is judged by.

    `owner_key` is the owner's public key in hex, `other_keys` names every key that no session may have ("the owner's
    own key", …), `standing` answers for a session key, `last_serial` is that of the newest delegation, `book` knows the
    channels and credentials. Without `now` nothing is judged by the clock.
    """

    rules: Rules
    paused: frozenset[str]
    now: datetime | None = None
    owner_key: str = ""
    other_keys: Mapping[str, str] = field(default_factory=dict)
    standing: Callable[[str], Standing | None] = _never_delegated
    last_serial: int = 0
    book: ChannelBook = field(default_factory=ChannelBook)


class Act(Protocol):
    """One act. `judge` raises ActRefused; `apply` makes the folders follow and may be repeated after a kill."""

    NAME: str

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        """Raise ActRefused when the act cannot take effect."""
        ...

    def record(self, act: SignedAct) -> Record:
        """The journal record that is the act's effect."""
        ...

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:
        """Make the folders follow, after the commit."""
        ...


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: StrictInt
    act: StrictStr
    args: dict[StrictStr, Any]
    created: StrictStr
    nonce: StrictStr


def read_act(envelope: object, owner_key: str | None, now: datetime | None) -> SignedAct:
    """The act in an envelope, when the owner signed it and its document is well formed. Raises ActRefused.

    Without `now` its age is not judged: it took effect before.
    """
    try:
        document, key = verify_document(ACT, envelope)
    except BadSignature as error:
        raise ActRefused("signature", error.reason, "use the window or the mailbox command, which sign") from None
    if owner_key is None or key != owner_key:
        raise ActRefused("signature", "not signed by the owner's key", "only the owner can ask for this")
    try:
        _Document.model_validate(document)
        created = parse_moment(document["created"])  # type: ignore[arg-type]
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise ActRefused("header", f"{where or 'document'}: {error.errors()[0]['msg']}") from None
    except ValueError as error:
        raise ActRefused("header", f"created: {error}") from None
    if document["version"] != VERSION:
        raise ActRefused("header", f"version {document['version']} is not one this program reads ({VERSION})")
    if now is not None and abs(created - now) > _TOLERANCE:
        raise ActRefused("header", "created is more than a day from the relay's clock", "make the act anew")
    assert isinstance(envelope, Mapping)
    return SignedAct(document, key, str(envelope["signature"]))


def only(arguments: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """Raise ActRefused unless the arguments are texts of these names."""
    for name in required:
        if name not in arguments:
            raise ActRefused("header", f"args.{name} is missing")
    for name, value in arguments.items():
        if name not in required and name not in optional:
            raise ActRefused("header", f"args.{name} is unknown")
        if not isinstance(value, str):
            raise ActRefused("header", f"args.{name} is not a text")
