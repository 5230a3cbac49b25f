"""The owner's own mail while it is being written: its fields as they stand, and the bytes they make, signed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nacl.signing import SigningKey

from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What the owner wrote so far, to the letter; any of it may be empty or wrong."""

    to: str = ""
    kind: str = "task"
    topic: str = ""
    requires: str = "none"
    ref: str = ""
    due: str = ""
    body: str = ""

    @property
    def blank(self) -> bool:
        """Whether nothing was written that would be missed."""
        return not (self.topic.strip() or self.body.strip())


def signed(mail: Outgoing, now: datetime, key: SigningKey) -> bytes:
    """The signed draft. Raises ValueError for what no message can carry, as a line break in a field."""
    fields = {
        "from": OWNER,
        "to": mail.to,
        "kind": mail.kind,
        "topic": mail.topic.strip(),
        "requires": mail.requires,
        "created": format_second(now),
    }
    # A field left out and an empty one are different faults; the first is what an empty box on the screen means.
    fields = {name: value for name, value in fields.items() if value}
    fields |= {name: value.strip() for name, value in (("ref", mail.ref), ("due", mail.due)) if value.strip()}
    body = mail.body if not mail.body or mail.body.endswith("\n") else f"{mail.body}\n"
    return sign_mail(compose(fields, body), key)
