"""Recipient: exactly one participant that is there."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.recipient import check
from tests.core.checks.made import draft, facts


@pytest.mark.parametrize("to", ["hub", "site", "owner"])
def test_a_participant_passes(to: str) -> None:
    assert check(draft(to=to), facts()) == []


@pytest.mark.parametrize(
    ("to", "reason", "hint"),
    [
        ("hub, site", "several", "send it twice, once to `hub` and once to `site`"),
        ("[hub, site]", "several", "send it twice"),
        ("hub;site", "several", "send it twice"),
        ("hub and site", "several", "send it twice"),
        ("hub site owner", "several", "send it 3 times, once each to `hub`, `site`, `owner`"),
        ("hub、site", "several", "send it twice"),
        ("[hub]", "list", "write to: `hub`"),
        ("all", "everybody", "one recipient"),
        ("ALL", "everybody", "one recipient"),
        ("*", "everybody", "one recipient"),
        ("everyone", "everybody", "one recipient"),
        ("builder", "itself", "there are: hub, site, signer, owner"),
        ("hubb", "nobody here", "did you mean hub?"),
        ("Hub", "nobody here", "did you mean hub?"),
        ("stie", "nobody here", "did you mean site"),
        ("zzz", "nobody here", "there are: hub, site, signer, owner"),
        ("relay", "nobody here", "only delivers"),
        ("../../evil", "nobody here", "there are: hub"),
    ],
)
def test_what_is_refused(to: str, reason: str, hint: str) -> None:
    (fault,) = check(draft(to=to), facts())
    assert fault.check == "recipient"
    assert reason in fault.reason
    assert hint in fault.hint


def test_the_sender_is_not_suggested_to_itself() -> None:
    (fault,) = check(draft(to="builde"), facts())
    assert "did you mean builder" not in fault.hint


@pytest.mark.parametrize("missing", [None, ""])
def test_a_missing_recipient_is_left_to_header(missing: str | None) -> None:
    assert check(draft(to=missing), facts()) == []


def test_a_long_list_is_cut_in_the_hint() -> None:
    (fault,) = check(draft(to=",".join(f"agent{number}" for number in range(40))), facts())
    assert len(fault.hint) < 200


@pytest.mark.parametrize(
    ("sender", "kind", "to", "passes"),
    [
        ("owner", "decision", "left-long-ago", True),
        ("owner", "decision", "../../evil", False),
        ("owner", "decision", "relay", False),
        ("owner", "decision", "owner", False),
        ("owner", "decision", "hub, site", False),
        ("owner", "reply", "left-long-ago", False),
        ("builder", "decision", "left-long-ago", False),
    ],
)
def test_the_owner_decides_on_mail_of_somebody_who_left(sender: str, kind: str, to: str, *, passes: bool) -> None:
    """Whose decision it is, and to whom it may go, is for the relay to see, which knows what it is about."""
    assert (check(draft(folder=sender, from_=sender, to=to, kind=kind), facts()) == []) is passes
