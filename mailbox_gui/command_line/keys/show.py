"""`mailbox keys show`: the public keys, in hex."""

from __future__ import annotations

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.pairs import draw_pairs
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.relay_key import relay_public


@mailbox_command("show", reads=True, example="mailbox keys show")
def command(session: Session) -> None:
    """Show the public keys of the owner and of the relay, 64 hex digits each."""
    owner = OwnerKey.load(session.office.keys)
    relay = relay_public(session.office.keys)
    if session.as_json:
        print_object({"name": "owner", "key": owner.public, "protected": owner.protected})
        print_object({"name": "relay", "key": relay})
        return
    unprotected = "no passphrase: any process of this user can decide in your name"
    protected = "under a passphrase" if owner.protected else unprotected
    draw_pairs([("owner", f"{owner.public}  ({protected})"), ("relay", f"{relay}  (signs the journal)")])
