"""Examining drafts: secrets, whether the signature fits, the hash of what was signed; in one thread or many."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.relay.examining import Examined, Examiner
from mailbox_gui.core.relay.parts import Tools
from mailbox_gui.core.relay.problems import ProblemBook
from tests.core.checks.made import draft, read
from tests.support.clock import SetClock
from tests.support.scanner import MarkerScanner

OWNER, SESSION = SigningKey(b"o" * 32), SigningKey(b"s" * 32)
PLAIN = draft().raw or b""
PART = hashlib.sha256(PLAIN).hexdigest()


def examiner(executor: ThreadPoolExecutor | None = None) -> Examiner:
    tools = Tools(Disk(), SetClock(), MarkerScanner(), ProblemBook(), executor=executor)
    return Examiner(tools, public_hex(OWNER))


BY_OWNER = sign_mail(PLAIN, OWNER)
BY_SESSION = sign_mail(PLAIN, SESSION, session=True)


def _part(raw: bytes) -> str:
    head, _, rest = raw.partition(b"signature: ")
    return hashlib.sha256(head + rest[129:]).hexdigest()


@pytest.mark.parametrize(
    ("made", "holds", "part"),
    [
        (draft, None, None),
        (lambda: read(BY_OWNER), True, PART),
        (lambda: read(BY_SESSION), True, _part(BY_SESSION)),
        (lambda: read(BY_OWNER.replace(b"412", b"413")), False, _part(BY_OWNER.replace(b"412", b"413"))),
        (lambda: read(sign_mail(PLAIN, SESSION)), False, PART),
        (lambda: read(BY_OWNER.replace(b"signature: ", b"signature: A")), None, None),
        (lambda: read(BY_OWNER, limit=100), None, None),
    ],
    ids=["unsigned", "owner", "session", "changed", "another key", "no form", "too large"],
)
def test_what_is_found(made: Callable[[], Draft], holds: bool | None, part: str | None) -> None:
    assert examiner().examine(made()) == Examined((), holds, part)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 20])
def test_many_are_examined_in_their_order(count: int) -> None:
    drafts = [read(sign_mail(PLAIN.replace(b"412", b"%d" % number), OWNER)) for number in range(count)]
    with ThreadPoolExecutor(2) as executor:
        assert list(examiner(executor).each(drafts)) == list(examiner().each(drafts))
