"""One message of the journal as mail (RFC 5322): what mail tools show, sort and search, with the rest in X- fields."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from email.header import Header
from email.message import Message
from email.utils import format_datetime, formataddr
from typing import Final

from mailbox_gui.core.export.delivered import Delivered
from mailbox_gui.core.journal.records import Decided
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.names import is_name

# A domain to which no mail is ever sent (RFC 2606): nobody gets an answer by accident.
DOMAIN: Final = "post-office.invalid"

# Words with one blank between them, short enough to need no folding: every mail tool reads them as they stand.
_PLAIN: Final = re.compile(r"[!-~]+(?: [!-~]+)*")
_LONGEST_PLAIN: Final = 300
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_SENDERS_FIELD: Final = re.compile(r"x-[a-z0-9-]{1,200}")

# Text that some tool would change on its way: controls, and what an mbox takes for the beginning of the next mail.
_FRAIL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|^>*From ", re.MULTILINE)
# RFC 5322, 2.1.1, in bytes.
_LONGEST_LINE: Final = 998


def as_mail(delivered: Delivered, *, readable: bool) -> Message:
    """The mail; its text, decoded, is the message's body to the byte.

    With `readable` the text stands in it as it is where no tool would change it (its lines end in LF), else in base64.
    """
    record = delivered.record
    header = record.header
    mail = Message()
    mail["From"] = _address(header.get("from", record.folder))
    mail["To"] = _address(header.get("to", ""))
    mail["Date"] = format_datetime(delivered.at)
    mail["Subject"] = _value("Subject", header.get("topic", ""))
    mail["Message-ID"] = _message_id(record.id)
    answered = header.get("ref", "")
    if is_id(answered):
        mail["In-Reply-To"] = _message_id(answered)
        mail["References"] = _message_id(answered)
    for name, value in _own_fields(delivered):
        if value:
            mail[f"X-Mailbox-{name}"] = _value(f"X-Mailbox-{name}", value)
    _set_body(mail, record.body, readable)
    return mail


def address_of(name: str) -> str:
    """The mail address that stands for a participant."""
    return f"{name if is_name(name) else 'nobody'}@{DOMAIN}"


def _address(name: str) -> str:
    return formataddr((name if is_name(name) else "", address_of(name)))


def _message_id(message_id: str) -> str:
    return f"<{message_id if is_id(message_id) else 'unknown'}@{DOMAIN}>"


def _own_fields(delivered: Delivered) -> Iterator[tuple[str, str]]:
    """What mail has no field for."""
    record = delivered.record
    yield "Id", record.id
    yield "Height", str(delivered.height)
    yield "Verdict", delivered.verdict
    if delivered.decided_height is not None:
        yield "Decided-Height", str(delivered.decided_height)
    for name in ("kind", "requires", "created", "due", "ref"):
        yield name.title(), record.header.get(name, "")
    if isinstance(record, Decided):
        yield "Decision", record.verdict
        yield "Decision-Sha256", record.sha256
    else:
        yield "Sha256", record.sha256
    yield "Signature", delivered.signature
    if record.signer is not None and delivered.signature == "good":
        yield "Author", record.signer.author
        yield "Session", record.signer.session
    for name, value in record.header.items():
        # The sender's own; none of the names above begins like them.
        if _SENDERS_FIELD.fullmatch(name):
            yield name.title(), value


def _value(field: str, value: str) -> str:
    """A value as a mail's header carries it: one field, whatever is in it, and read back to the letter.

    Only control characters, which no accepted message has in its header, are made visible.
    """
    value = _CONTROLS.sub(lambda match: visible(match.group()), value)
    if _PLAIN.fullmatch(value) and "=?" not in value and len(value) <= _LONGEST_PLAIN:
        return value
    return Header(value, "utf-8", header_name=field).encode()


def _set_body(mail: Message, body: str, readable: bool) -> None:
    content = body.encode("utf-8", "backslashreplace")
    mail["MIME-Version"] = "1.0"
    mail["Content-Type"] = 'text/plain; charset="utf-8"'
    if readable and _is_robust(body, content):
        mail["Content-Transfer-Encoding"] = "7bit" if content.isascii() else "8bit"
        mail.set_payload(content)
    else:
        mail["Content-Transfer-Encoding"] = "base64"
        mail.set_payload(base64.encodebytes(content))


def _is_robust(body: str, content: bytes) -> bool:
    longest = max(map(len, content.split(b"\n")))
    return body.endswith("\n") and longest <= _LONGEST_LINE and _FRAIL.search(body) is None
