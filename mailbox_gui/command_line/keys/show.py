"""`mailbox keys show`: the public keys, in hex, and what the session keys may sign."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click

from mailbox_gui.command_line.keys.delegate import scope_words
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.moments import short
from mailbox_gui.command_line.output.pairs import draw_pairs
from mailbox_gui.command_line.output.signing import short_key
from mailbox_gui.command_line.output.table import Cell, draw_table, is_wide
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.moments import format_moment, format_second
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations
from mailbox_gui.core.read_models.facts import channel_book

_SCOPE = 4
_COLOURS = {"valid": "green", "not yet valid": "yellow", "expired": "", "revoked": "red"}


@mailbox_command("show", reads=True, example="mailbox keys show")
def command(session: Session) -> None:
    """Show the public keys of the owner, of the relay, of all sessions, and of channels, 64 hex digits each.

    Of a session key: whose mail it signs, from when until when, which mail, and whether it was revoked. The newest
    come first.
    """
    owner = OwnerKey.load(session.office.keys)
    relay = relay_public(session.office.keys)
    with History.of(session) as history:
        found = delegations(history.connection)
        channel_keys = channel_book(history.connection).keys()
    now = session.clock()
    if session.as_json:
        print_object({"name": "owner", "key": owner.public, "protected": owner.protected})
        print_object({"name": "relay", "key": relay})
        for row in found:
            print_object(_object(row, now))
        for who, key in channel_keys.items():
            print_object({"name": "channel", "key": key, "agent": who})
        return
    unprotected = "no passphrase: any process of this user can decide in your name"
    protected = "under a passphrase" if owner.protected else unprotected
    draw_pairs([("owner", f"{owner.public}  ({protected})"), ("relay", f"{relay}  (signs the journal)")])
    if found:
        click.echo()
        _draw(found, now)
    if channel_keys:
        click.echo()
        draw_table(["CHANNEL KEY OF", "PUBLIC KEY"], [[who, key] for who, key in channel_keys.items()])


def _draw(found: Sequence[DelegationRow], now: datetime) -> None:
    whole = is_wide()
    table: list[list[str | Cell]] = [
        [
            row.agent,
            Cell(row.state(now), _COLOURS[row.state(now)]),
            short(row.not_before),
            _until(row),
            scope_words(row),
            row.session if whole else short_key(row.session),
        ]
        for row in found
    ]
    draw_table(["AGENT", "STATE", "FROM", "UNTIL", "SIGNS", "SESSION KEY"], table, flexible=_SCOPE)


def _until(row: DelegationRow) -> str:
    """When it ends by itself, or when it was revoked."""
    return short(row.expires if row.revoked_at is None else row.revoked_at)


def _object(row: DelegationRow, now: datetime) -> dict[str, object]:
    """As the delegation's document names it, with what became of it; no kinds or topics means every one."""
    members: dict[str, object] = {
        "name": "session",
        "key": row.session,
        "agent": row.agent,
        "state": row.state(now),
        "not_before": format_second(row.not_before),
        "expires": format_second(row.expires),
        "serial": row.serial,
        "kinds": list(row.kinds) or None,
        "topics": list(row.topics) or None,
        "height": row.height,
        "revoked_height": row.revoked_height,
        "revoked_at": format_moment(row.revoked_at) if row.revoked_at is not None else None,
    }
    return {name: value for name, value in members.items() if value is not None}
