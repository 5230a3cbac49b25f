"""Delegate: the owner lets a session key sign an agent's mail, for a time and a scope."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailbox_gui.core.acts.act import Act, ActFacts, ActRefused, SignedAct
from mailbox_gui.core.acts.session_files import copy_of, keep
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Delegated, Record
from mailbox_gui.core.keys.delegation import BadDelegation, Delegation, read_delegation
from mailbox_gui.core.keys.standing import short
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.rules import Rules

_MAKE_ANEW = "make it anew with mailbox keys delegate"


class _Delegate:
    NAME = "delegate"

    def judge(self, arguments: Mapping[str, Any], facts: ActFacts) -> None:
        """`arguments` are the delegation's envelope."""
        try:
            delegation = read_delegation(arguments).delegation
        except BadDelegation as error:
            raise ActRefused("header", f"the delegation: {error.reason}", _MAKE_ANEW) from None
        _judge_key(delegation, facts)
        if delegation.agent not in facts.rules.agents:
            raise ActRefused("recipient", f"no agent is named {delegation.agent!r}", "mailbox agent list shows them")
        if facts.now is not None and delegation.expires <= facts.now:
            raise ActRefused("act", f"it expired at {format_second(delegation.expires)}", _MAKE_ANEW)
        if delegation.serial <= facts.last_serial:
            reason = f"its serial is {delegation.serial}, but {facts.last_serial} was used: an old one was put back"
            raise ActRefused("duplicate", reason, _MAKE_ANEW)

    def record(self, act: SignedAct) -> Record:
        return Delegated(act.document, act.key, act.signature)

    def apply(self, act: SignedAct, office: PostOffice, rules: Rules, disk: Disk) -> None:  # noqa: ARG002
        """The delegation for everybody to read; the relay itself goes by the journal."""
        keep(disk, *copy_of(office.keys, Delegated(act.document, act.key, act.signature)))


def _judge_key(delegation: Delegation, facts: ActFacts) -> None:
    if delegation.owner != facts.owner_key:
        raise ActRefused("signature", "the delegation names another owner than this post office's", _MAKE_ANEW)
    taken = facts.other_keys.get(delegation.session)
    if taken is not None:
        raise ActRefused("act", f"the session key is {taken}", "make a key of its own for each session")
    if facts.standing(delegation.session) is not None:
        reason = f"the session key {short(delegation.session)} was delegated before"
        raise ActRefused("duplicate", reason, "make a key of its own for each session")


ACT: Act = _Delegate()
