"""The host: who asks, whether it was answered before, what it may do; then the action, and one line for all of it.

Everything here runs on the engine's thread, one request after the other, so that duplicates cannot run at once.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mailbox_gui.broker.actions import Action
from mailbox_gui.broker.actions.channel_read import page_text
from mailbox_gui.broker.codes import FailedCode, IndeterminateCode
from mailbox_gui.broker.effects import AgentChanged, Effect, Page, Published, Refused, Told
from mailbox_gui.broker.records import READ, Principal, record_of, refusal_record, verdict_of
from mailbox_gui.broker.request import Asked, action_of, arguments_of
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.verdicts import Failed, Indeterminate, Succeeded, Verdict, render
from mailbox_gui.core.channels.values import Channel, Credential
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Request
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.read_models.channels import request_of
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.publishing import Publishing

_LOG = logging.getLogger(__name__)

_UNAUTHENTICATED: Final = Failed(FailedCode.UNAUTHENTICATED, "no valid credential was given")
_CONFLICT: Final = Failed(FailedCode.REQUEST_ID_CONFLICT, "this request id was used with other bytes")
_NO_OPERATION: Final = Failed(FailedCode.UNAUTHORIZED, "the credential does not allow this operation")
# One text for a channel that is not there and for one that the credential is not for.
_NO_CHANNEL: Final = Failed(FailedCode.UNAUTHORIZED, "the credential is not for such a channel")
_UNKNOWN: Final = Indeterminate(
    IndeterminateCode.OUTCOME_UNKNOWN, "the host failed meanwhile; send the same bytes again"
)
_BUG: Final = Indeterminate(IndeterminateCode.INTERNAL, "the host met a fault of its own; its log has the details")
_PAUSED: Final = Failed(
    FailedCode.ACTION_FAILED,
    "limits: the agent ran into its daily limit too often and is paused; the owner can resume it",
)

# What changes nothing is written a little later, many at once: a kill before that leaves a first run.
KEEP_WITHIN: Final = 0.1
_KEEP_AT_ONCE: Final = 64
_COUNTED: Final = frozenset({"message.post", "message.reply"})


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer whose line is not written yet."""

    record: Request
    verdict: Verdict


class Host:
    """Answers requests within one life of the relay."""

    def __init__(self, engine: Engine, keystore: Keystore) -> None:
        self._engine = engine
        self._publishing: Publishing = engine.publishing
        self._keystore = keystore
        self._journal = JournalReader(engine.office.journal)
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._kept_since = 0.0

    @property
    def due_in(self) -> float | None:
        """Seconds until kept lines are to be written; None when there are none."""
        return max(0.0, self._kept_since + KEEP_WITHIN - time.monotonic()) if self._kept else None

    def answer(self, credential: str | None, asked: Asked) -> bytes:
        """The envelope for a request. Raises OSError when the machine failed: then nobody knows what became of it."""
        verdict, replayed = self._verdict(credential, asked)
        return render(asked.request_id, verdict, replayed=replayed)

    def catch_up(self) -> None:
        """Bring the index up to date with what was published. Raises OSError."""
        self._publishing.reading()

    def write_kept(self, *, now: bool = False) -> None:
        """Write the kept lines when they are due, or `now`. Raises OSError."""
        due = self.due_in
        if due is not None and (now or due == 0.0 or len(self._kept) >= _KEEP_AT_ONCE):
            self._publishing.keep([kept.record for kept in self._kept.values()])
            self._kept.clear()

    def _verdict(self, secret: str | None, asked: Asked) -> tuple[Verdict, bool]:
        credential = self._credential(secret)
        if credential is None:
            return _UNAUTHENTICATED, False
        pubkey = self._publishing.book.key_of(credential.agent)
        if pubkey is None:
            return _UNAUTHENTICATED, False
        who = Principal(credential.agent, pubkey)
        recorded = self._recorded(who, asked)
        if recorded is not None:
            return recorded
        try:
            return self._first_run(credential, who, asked), False
        except Refused as refused:
            return self._refuse(asked, who, refused), False
        except (OSError, sqlite3.DatabaseError):
            raise
        except Exception:  # noqa: BLE001 - the outer guard of a request
            _LOG.exception("a request met a fault of the host's own")
            return _BUG, False

    def _credential(self, secret: str | None) -> Credential | None:
        credential = None if secret is None else self._publishing.book.opens(secret, self._publishing.now())
        if credential is None or credential.agent not in self._publishing.rules.agents:
            return None
        return credential

    def _recorded(self, who: Principal, asked: Asked) -> tuple[Verdict, bool] | None:
        kept = self._kept.get((who.pubkey, asked.request_id))
        if kept is not None:
            return (kept.verdict, True) if kept.record.digest == asked.digest else (_CONFLICT, False)
        reading = self._publishing.reading()
        found = request_of(reading, who.pubkey, asked.request_id)
        if found is None:
            return None
        digest, height = found
        if digest != asked.digest:
            return _CONFLICT, False
        entry = entry_of(reading, self._journal, height)
        assert entry is not None
        assert isinstance(entry.record, Request)
        return verdict_of(entry.record, reading, self._keystore.cursor_key), True

    def _first_run(self, credential: Credential, who: Principal, asked: Asked) -> Verdict:
        action = action_of(asked)
        if action.NAME not in credential.operations:
            return self._fail(asked, who, _NO_OPERATION)
        args = arguments_of(asked, action)
        channel = self._channel(credential, getattr(args, "channel_id", None))
        if channel is None:
            return self._fail(asked, who, _NO_CHANNEL)
        if action.NAME in _COUNTED and self._publishing.is_paused(who.agent):
            # As a paused outbox: nothing is written, so that a loop costs neither disk nor time.
            return _PAUSED
        effect = action.run(args, self._scene(who, channel, action))
        return self._make_history(asked, who, action.NAME, effect)

    def _channel(self, credential: Credential, asked_for: str | None) -> Channel | None:
        channel = self._publishing.book.channel(credential.channel)
        if channel is None or credential.agent not in channel.members:
            return None
        return channel if asked_for in (None, channel.id) else None

    def _scene(self, who: Principal, channel: Channel, action: Action) -> Scene:
        reading = self._publishing.reading()
        return Scene(who.agent, who.pubkey, channel, action.NAME, self._publishing, self._keystore, reading)

    def _make_history(self, asked: Asked, who: Principal, operation: str, effect: Effect) -> Verdict:
        record = record_of(asked, who, operation, effect)
        verdict = self._first_verdict(record, effect)
        match effect:
            case Published(_, _, copies, _, counted):
                self.write_kept(now=True)
                self._publishing.commit(record, copies, counted=counted)
            case AgentChanged():
                self.write_kept(now=True)
                self._publishing.commit(record)
                self._publishing.make_homes()
            case Page() | Told():
                self._keep(record, verdict)
        return verdict

    def _first_verdict(self, record: Request, effect: Effect) -> Verdict:
        """As every replay will say it; the page that was just read need not be read again."""
        key = self._keystore.cursor_key
        if isinstance(effect, Page):
            return Succeeded(READ, page_text(effect, self._publishing.reading(), key))
        return verdict_of(record, self._publishing.reading(), key)

    def _refuse(self, asked: Asked, who: Principal, refused: Refused) -> Verdict:
        failed = Failed(refused.code, refused.message)
        if refused.refusal is None:
            return self._fail(asked, who, failed)
        members: Mapping[str, object] = asked.parsed.members
        args = members["args"]
        content = args.get("content", "") if isinstance(args, Mapping) else ""
        channel_id = args.get("channelId") if isinstance(args, Mapping) else None
        channel = self._publishing.book.channel(str(channel_id).strip().lower())
        topic = channel.name if channel is not None else ""
        self.write_kept(now=True)
        self._publishing.refuse(refused.refusal, who.agent, str(members["action"]), topic, str(content))
        return failed if refused.refusal.by_daily_limit else self._fail(asked, who, failed)

    def _fail(self, asked: Asked, who: Principal, failed: Failed) -> Failed:
        self._keep(refusal_record(asked, who, failed), failed)
        return failed

    def _keep(self, record: Request, verdict: Verdict) -> None:
        if not self._kept:
            self._kept_since = time.monotonic()
        self._kept[(record.principal, record.requestId)] = _Kept(record, verdict)


def unanswered(request_id: str) -> bytes:
    """The envelope where nobody knows what became of a request."""
    return render(request_id, _UNKNOWN)
