"""The owner's own mail: its bytes are read back to the letter, and what no message can carry is said."""

from __future__ import annotations

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.outgoing import Outgoing, signed
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.message.draft_reading import read_draft
from tests.support.clock import NOON

KEY = SigningKey.generate()


def test_all_fields_are_read_back_and_the_signature_holds() -> None:
    mail = Outgoing("hub", "task", ' "a": #topic ', "report", "20261130T090000Z-hub-1f0c5a77d2e9", "", "Do it")
    raw = signed(mail, NOON, KEY)
    draft = read_draft("owner", "x.md", raw, len(raw), 99_999)
    assert draft.faults == ()
    assert [draft.get(key) for key in ("from", "to", "kind", "topic", "requires", "ref")] == [
        "owner", "hub", "task", '"a": #topic', "report", mail.ref,
    ]  # fmt: skip
    assert draft.body == "Do it\n"
    assert draft.header.get("due") is None
    assert verify_mail(raw, draft.get("signature"), public_hex(KEY))


@pytest.mark.parametrize("mail", [Outgoing(topic="two\nlines"), Outgoing(body="\0"), Outgoing(body="\udc80")])
def test_what_no_message_can_carry_is_refused(mail: Outgoing) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        signed(mail, NOON, KEY)


def test_blank_is_what_nobody_would_miss() -> None:
    assert Outgoing(to="hub", ref="x", body=" \n").blank
    assert not Outgoing(topic="t").blank
