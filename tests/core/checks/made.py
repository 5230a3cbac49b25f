"""Drafts and facts for the tests of the checks: right in everything that a test does not ask to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from mailbox_gui.core.checks.facts import Facts, Known, KnownState, SigningFacts
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import compose, read_draft
from mailbox_gui.core.message.rules import AgentRule, Limits, Rules

NOW = datetime(2026, 11, 30, 12, 3, 2, tzinfo=UTC)

RULES = Rules(
    hub="hub",
    agents=MappingProxyType(
        {"hub": AgentRule(), "builder": AgentRule(), "site": AgentRule(), "signer": AgentRule(signature="required")}
    ),
    routes=frozenset(
        {
            ("builder", "hub"), ("hub", "builder"), ("site", "hub"), ("hub", "site"), ("signer", "hub"),
            ("hub", "owner"), ("owner", "hub"), ("builder", "owner"),
        }
    ),
    limits=Limits(message_bytes=4_000, messages_per_day=20),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Was:
    """A message of the history."""

    sender: str = "builder"
    recipient: str = "hub"
    state: KnownState = "accepted"


def header(**changes: str | None) -> dict[str, str]:
    """The fields of a good report of builder to hub; `None` leaves a field out, `from_` is `from`."""
    fields: dict[str, str | None] = {
        "from": "builder",
        "to": "hub",
        "kind": "report",
        "topic": "nightly build",
        "requires": "none",
        "created": "2026-11-30T12:03:01Z",
    }
    for key, value in changes.items():
        fields[key.rstrip("_").replace("_", "-")] = value
    return {key: value for key, value in fields.items() if value is not None}


def read(raw: bytes, *, folder: str = "builder", file: str = "note.md", limit: int = 16_384) -> Draft:
    """A draft of bytes as the relay reads it."""
    return read_draft(folder, file, raw[: limit + 1], len(raw), limit)


def draft(
    body: str = "All 412 tests pass.\n", *, folder: str = "builder", file: str = "note.md", **changes: str | None
) -> Draft:
    """A good draft with changes to its header."""
    return read(compose(header(**changes), body), folder=folder, file=file)


def facts(
    *,
    rules: Rules = RULES,
    sent: int = 0,
    known: Mapping[str, Known] | None = None,
    findings: tuple[Finding, ...] = (),
    owner_key: str | None = None,
) -> Facts:
    """Facts in which nothing stands against a good draft."""
    history: Callable[[str], Known | None] = (known or {}).get
    return Facts(
        rules=rules, now=NOW, sent_last_day=sent, known=history, findings=findings, signing=SigningFacts(owner_key)
    )
