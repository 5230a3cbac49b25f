"""`mailbox broker tokens`: the credentials that were issued, by fingerprint; the secrets are nowhere here."""

from __future__ import annotations

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.moments import short
from mailbox_gui.command_line.output.table import Cell, draw_table
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.channels.values import USUAL_OPERATIONS
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.read_models.facts import channel_book

_ALLOWS = 5


@mailbox_command("tokens", reads=True, example="mailbox broker tokens")
def command(session: Session) -> None:
    """List the credentials that are not revoked, the oldest first: whose, for which channel, what, until when."""
    with History.of(session) as history:
        book = channel_book(history.connection)
    now = session.clock()
    table: list[list[str | Cell]] = []
    for credential in book.credentials():
        if credential.revoked:
            continue
        if session.as_json:
            members = {
                "fingerprint": credential.fingerprint,
                "agent": credential.agent,
                "channel": credential.channel,
                "allow": list(credential.operations),
                "expires": format_moment(credential.expires),
            }
            print_object(members)
            continue
        channel = book.channel(credential.channel)
        state = Cell("valid", "green") if credential.is_live(now) else Cell("expired", "")
        usual = credential.operations == USUAL_OPERATIONS
        allows = "all but agents.*" if usual else ", ".join(credential.operations)
        name = channel.name if channel is not None else credential.channel
        table.append([credential.fingerprint, credential.agent, state, short(credential.expires), name, allows])
    if not session.as_json:
        draw_table(["FINGERPRINT", "AGENT", "STATE", "UNTIL", "CHANNEL", "ALLOWS"], table, flexible=_ALLOWS)
