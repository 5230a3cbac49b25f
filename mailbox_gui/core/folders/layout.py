"""Where everything of a post office lies; nothing else in the program joins these paths by hand."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.message.names import OWNER, is_agent_name
from mailbox_gui.core.message.rules import Rules

BOXES = ("outbox", "inbox", "done", "rejected")


@dataclass(frozen=True, slots=True)
class PostOffice:
    """The paths of one post office. `root` is absolute."""

    root: Path

    @property
    def rules_file(self) -> Path:
        """rules.json"""
        return self.root / "rules.json"

    @property
    def rules_signature(self) -> Path:
        """rules.sig, the owner's signature over rules.json"""
        return self.root / "rules.sig"

    @property
    def journal(self) -> Path:
        """journal/, the single source of truth"""
        return self.root / "journal"

    @property
    def keys(self) -> Path:
        """keys/"""
        return self.root / "keys"

    @property
    def queue(self) -> Path:
        """owner/queue/, held mail"""
        return self.root / "owner" / "queue"

    @property
    def bus(self) -> Path:
        """bus/, the ring and where posts are dropped"""
        return self.root / "bus"

    @property
    def ring(self) -> Path:
        """bus/ring, the newest posts"""
        return self.bus / "ring"

    @property
    def bus_drop(self) -> Path:
        """bus/drop/, posts for the relay, and its receipts"""
        return self.bus / "drop"

    @property
    def bus_rejected(self) -> Path:
        """bus/rejected/, refused posts, each with its reason"""
        return self.bus / "rejected"

    @property
    def relay(self) -> Path:
        """.relay/, everything that can be rebuilt"""
        return self.root / ".relay"

    @property
    def claimed(self) -> Path:
        """.relay/claimed/, drafts taken out of outboxes and not yet finished"""
        return self.relay / "claimed"

    @property
    def staging(self) -> Path:
        """.relay/staging/, copies that are durable and not yet published"""
        return self.relay / "staging"

    @property
    def index(self) -> Path:
        """.relay/index.sqlite3"""
        return self.relay / "index.sqlite3"

    @property
    def finished(self) -> Path:
        """.relay/finished, the height up to which all folders follow the journal"""
        return self.relay / "finished"

    @property
    def status(self) -> Path:
        """.relay/status.json, what the relay says of itself to other processes"""
        return self.relay / "status.json"

    @property
    def owes(self) -> Path:
        """.relay/owes, how many debts everybody has, for `mailbox check --debts`"""
        return self.relay / "owes"

    @property
    def workspaces(self) -> Path:
        """.relay/workspaces/, what the scans remember of the agents' files"""
        return self.relay / "workspaces"

    @property
    def scan_wanted(self) -> Path:
        """.relay/scan-wanted, a wish for a scan of all workspaces"""
        return self.relay / "scan-wanted"

    @property
    def scan_done(self) -> Path:
        """.relay/scan-done, the last wish that was fulfilled"""
        return self.relay / "scan-done"

    def home(self, name: str, rules: Rules) -> Path:
        """The folder of participant `name`: agents/<name>, owner, or where rules.json places it."""
        if name == OWNER:
            return self.root / "owner"
        if not is_agent_name(name):
            raise ValueError(f"not a name: {name!r}")
        rule = rules.agents.get(name)
        if rule is not None and rule.folder is not None:
            # os.path.join keeps an absolute folder as it is and anchors a relative one at the root.
            return Path(os.path.normpath(os.path.join(self.root, os.path.expanduser(rule.folder))))
        return self.root / "agents" / name

    def box(self, name: str, box: str, rules: Rules) -> Path:
        """One of BOXES of participant `name`."""
        if box not in BOXES:
            raise ValueError(f"not a box: {box!r}")
        return self.home(name, rules) / box
