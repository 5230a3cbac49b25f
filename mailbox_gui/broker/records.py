"""Between a verdict with its effect and the journal's line of it: written once, and read back for every replay."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from mailbox_gui.broker.actions.channel_read import page_text
from mailbox_gui.broker.effects import AgentChanged, Effect, Page, Published, Told
from mailbox_gui.broker.request import Asked
from mailbox_gui.broker.spelling import Shape
from mailbox_gui.broker.verdicts import Failed, Succeeded, Verdict, from_record, to_record
from mailbox_gui.core.journal.records import Request
from mailbox_gui.core.read_models.channels import Filter

READ = "channel.read"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: the agent and its public key, by which requests are told apart."""

    agent: str
    pubkey: str


def record_of(asked: Asked, who: Principal, operation: str, effect: Effect) -> Request:
    """The line of a request that succeeded."""
    verdict: dict[str, object] = {"status": "succeeded", "action": operation}
    match effect:
        case Published(outcome, event, copies, topic, _):
            verdict["outcome"] = _plain(outcome)
            members: dict[str, object] = {"event": event.members()}
            if copies:
                members |= {"copies": [copy.recipient for copy in copies], "topic": topic}
            return _request(asked, who, verdict, members)
        case AgentChanged(outcome, made):
            verdict["outcome"] = _plain(outcome)
            return _request(asked, who, verdict, {"agent": made})
        case Page():
            return _request(asked, who, verdict, {"page": _page_members(effect)})
        case Told(outcome):
            verdict["outcome"] = _plain(outcome)
            return _request(asked, who, verdict, None)


def refusal_record(asked: Asked, who: Principal, failed: Failed) -> Request:
    """The line of a request that failed."""
    return _request(asked, who, to_record(failed), None)


def verdict_of(record: Request, reading: sqlite3.Connection, cursor_key: bytes) -> Verdict:
    """The verdict that the line holds, to the byte. Raises ValueError, KeyError, TypeError for another line."""
    if record.verdict["status"] != "succeeded":
        return from_record(record.verdict)
    action = str(record.verdict["action"])
    if action == READ:
        return Succeeded(action, page_text(_page_of(record.effect or {}), reading, cursor_key))
    return Succeeded(action, _text(record.verdict["outcome"]))


def _request(
    asked: Asked, who: Principal, verdict: Mapping[str, object], effect: Mapping[str, object] | None
) -> Request:
    return Request(who.pubkey, asked.request_id, asked.digest, who.agent, verdict, effect)


def _plain(outcome: Shape) -> dict[str, object]:
    return outcome.model_dump(by_alias=True, exclude_none=True)


def _text(outcome: object) -> str:
    return json.dumps(outcome, separators=(",", ":"), ensure_ascii=False)


def _page_members(page: Page) -> dict[str, object]:
    which = page.which
    members = {
        "channel": which.channel, "root": which.root, "mentions": which.mentions,
        "after": page.after, "through": page.through, "more": page.more,
    }  # fmt: skip
    return {name: value for name, value in members.items() if value is not None}


def _page_of(effect: Mapping[str, object]) -> Page:
    page = effect["page"]
    if not isinstance(page, Mapping):
        raise ValueError("the page is no object")  # noqa: TRY004 - one family for the caller
    which = Filter(str(page["channel"]), page.get("root"), page.get("mentions"))
    return Page(which, int(page["after"]), int(page["through"]), bool(page["more"]))
