"""The record types of the journal, one file each. A new type is a file here and a line in RECORD_TYPES."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.journal.records.accepted import Accepted
from mailbox_gui.core.journal.records.agent import Agent
from mailbox_gui.core.journal.records.channel import Channel
from mailbox_gui.core.journal.records.checkpoint import Checkpoint
from mailbox_gui.core.journal.records.credential import Credential
from mailbox_gui.core.journal.records.credential_revoked import CredentialRevoked
from mailbox_gui.core.journal.records.decided import Decided
from mailbox_gui.core.journal.records.delegated import Delegated
from mailbox_gui.core.journal.records.held import Held
from mailbox_gui.core.journal.records.members import Also
from mailbox_gui.core.journal.records.paused import Paused
from mailbox_gui.core.journal.records.posted import Posted
from mailbox_gui.core.journal.records.recovered import Recovered
from mailbox_gui.core.journal.records.rejected import Rejected
from mailbox_gui.core.journal.records.request import Request
from mailbox_gui.core.journal.records.resumed import Resumed
from mailbox_gui.core.journal.records.revoked import Revoked
from mailbox_gui.core.journal.records.rules import Rules
from mailbox_gui.core.journal.records.rules_refused import RulesRefused
from mailbox_gui.core.journal.records.started import Started
from mailbox_gui.core.journal.records.stopped import Stopped
from mailbox_gui.core.journal.records.unknown import Unknown
from mailbox_gui.core.journal.records.work import Work
from mailbox_gui.core.journal.records.workaround import Workaround

Record = (
    Accepted
    | Held
    | Rejected
    | Decided
    | Rules
    | RulesRefused
    | Agent
    | Delegated
    | Revoked
    | Resumed
    | Paused
    | Posted
    | Workaround
    | Work
    | Channel
    | Credential
    | CredentialRevoked
    | Request
    | Started
    | Stopped
    | Recovered
    | Checkpoint
    | Unknown
)

# By the word that stands in a line's member `type`. `Unknown` has none: it stands for every other word.
RECORD_TYPES: Final = {
    "accepted": Accepted,
    "held": Held,
    "rejected": Rejected,
    "decided": Decided,
    "rules": Rules,
    "rules_refused": RulesRefused,
    "agent": Agent,
    "delegated": Delegated,
    "revoked": Revoked,
    "resumed": Resumed,
    "paused": Paused,
    "posted": Posted,
    "workaround": Workaround,
    "work": Work,
    "channel": Channel,
    "credential": Credential,
    "credential_revoked": CredentialRevoked,
    "request": Request,
    "started": Started,
    "stopped": Stopped,
    "recovered": Recovered,
    "checkpoint": Checkpoint,
}

__all__ = [
    "RECORD_TYPES",
    "Accepted",
    "Agent",
    "Also",
    "Channel",
    "Checkpoint",
    "Credential",
    "CredentialRevoked",
    "Decided",
    "Delegated",
    "Held",
    "Paused",
    "Posted",
    "Record",
    "Recovered",
    "Rejected",
    "Request",
    "Resumed",
    "Revoked",
    "Rules",
    "RulesRefused",
    "Started",
    "Stopped",
    "Unknown",
    "Work",
    "Workaround",
]
