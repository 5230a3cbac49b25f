"""The bus as the window shows it: posts ready to show, foreign text made visible once, and how it is filtered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.moments import age, spoken_age

SLOTS: Final = 64


@dataclass(frozen=True, slots=True)
class PostProof:
    """What the journal's line says of a post. `words` say what was verified, or what does not hold.

    `ok` is a key that the owner vouches for, `quiet` one that nobody here knows: its signature holds, no more.
    """

    words: str
    tone: Tone
    final: bool = True
    """False while the index has not reached the line."""

    @property
    def holds(self) -> bool:
        """Whether the signature was verified."""
        return self.tone != "bad" and self.final


@dataclass(frozen=True, slots=True)
class BusRow:
    """One post. Every text is visible already, `line` is the body on one line, `body` keeps its lines.

    `label` is what the poster calls itself; `author` and `session` are public keys in hex, from the signature.
    """

    seq: int
    height: int
    label: str
    topic: str
    kind: str
    ref: str
    line: str
    body: str
    author: str
    session: str
    proof: PostProof
    at: datetime | None = None
    by_owner: bool = False
    message: str = ""
    """The id of the message that `ref` names, empty when it names none."""

    @property
    def slot(self) -> int:
        """Where it stands in the ring, 0 to 63."""
        return self.seq % SLOTS

    @property
    def signer(self) -> str:
        """The first digits of the key that signed."""
        return (self.session or self.author)[:4]

    def spoken(self, now: datetime) -> str:
        """The row for a screen reader."""
        when = f", {spoken_age(now - self.at)} ago" if self.at is not None else ""
        kind = f", {self.kind}" if self.kind else ""
        sealed = "signature verified" if self.proof.holds else self.proof.words
        return f"post {self.seq}, {self.label} on {self.topic}{kind}: {self.line}{when}, {sealed}"


@dataclass(frozen=True, slots=True)
class BusView:
    """What the ring held at one instant, newest first, and how many were ever posted."""

    rows: tuple[BusRow, ...] = ()
    seen: int = 0
    since: datetime | None = None
    """When the first was posted."""
    mark: tuple[int, ...] = ()
    """By which a ring that did not change is known; empty: look again."""

    @property
    def dropped(self) -> int:
        """How many fell off."""
        return self.seen - len(self.rows)

    @property
    def newest(self) -> BusRow | None:
        """The newest post."""
        return self.rows[0] if self.rows else None

    def topics(self) -> list[tuple[str, int]]:
        """Each topic with its count, the most frequent first."""
        counts = Counter(row.topic for row in self.rows)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def row(self, seq: int) -> BusRow | None:
        """The post of a number, None when it is not held."""
        return next((row for row in self.rows if row.seq == seq), None)


@dataclass(frozen=True, slots=True)
class BusTrouble:
    """Why the ring cannot be read, and what to do."""

    headline: str
    sentence: str
    advice: str


@dataclass(frozen=True, slots=True)
class BusFilter:
    """Topics that are left out, and words that must occur."""

    without: frozenset[str] = field(default_factory=frozenset)
    words: str = ""

    @property
    def sifts(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.without or self.words.strip())

    def shows(self, row: BusRow) -> bool:
        """Whether a post is shown."""
        if row.topic in self.without:
            return False
        told = (str(row.seq), row.label, row.topic, row.kind, row.ref, row.body, row.author, row.session)
        text = "\n".join(told).casefold()
        return all(word in text for word in self.words.casefold().split())

    def sifted(self, rows: Iterable[BusRow]) -> list[BusRow]:
        """The posts that are shown."""
        return [row for row in rows if self.shows(row)]


def summary(view: BusView, selected: BusRow | None, now: datetime) -> str:
    """The ring in one sentence."""
    newest = view.newest
    if newest is None:
        return "The ring of 64 slots is empty: nothing was posted yet."
    when = f", {spoken_age(now - newest.at)} ago" if newest.at is not None else ""
    chosen = f"; post {selected.seq} on {selected.topic} is selected" if selected is not None else ""
    topics = view.topics()
    return (
        f"{len(view.rows)} of 64 slots are held on {len(topics)} topic{'' if len(topics) == 1 else 's'}, "
        f"{view.seen:,} posted in all and {view.dropped:,} fallen off; "
        f"the newest is post {newest.seq} of {newest.label} on {newest.topic}{when}{chosen}."
    )


def age_of(row: BusRow | None, now: datetime) -> str:
    """`12 s ago`; empty where it is not known."""
    return f"{age(now - row.at)} ago" if row is not None and row.at is not None else ""
