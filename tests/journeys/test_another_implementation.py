"""One of each signed document, as a real post office leaves it, verified by another implementation of Ed25519.

Nothing of the program's own signing code is used here: domains, canonical bytes and keys are put together anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from tests.support.clock import NOON
from tests.support.life import one_life
from tests.support.post_office import TestOffice, found

SESSION = SigningKey(b"s" * 32)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TestOffice:
    made = found(tmp_path_factory.mktemp("signed") / "office")
    made.act("delegate", make_delegation(made.key, "builder", public_hex(SESSION), 1, NOON, 30))
    one_life(made.office)
    made.drop(raw=sign_mail(made.write(topic="Отчёт"), SESSION, session=True), name="signed.md")
    held = made.drop(topic="held", requires="owner")
    one_life(made.office)
    made.decide(held, "decline", "Not now: büro is closed.")
    made.act("revoke", {"session": public_hex(SESSION)})
    one_life(made.office)
    return made


def verify(domain: str, content: bytes, signature: str, key: str) -> None:
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    public.verify(bytes.fromhex(signature), domain.encode() + b"\0" + content)
    with pytest.raises(InvalidSignature):
        public.verify(bytes.fromhex(signature), b"agent-mailbox/other/v1\0" + content)


def canonical(document: Any) -> bytes:
    return json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def owner(made: TestOffice) -> str:
    return (made.office.keys / "owner.pub").read_text().strip()


def envelope(path: Path) -> Any:
    return json.loads(path.read_bytes())


def lines(made: TestOffice, kind: str) -> list[Any]:
    (segment,) = made.office.journal.glob("*.jsonl")
    return [line for line in map(json.loads, segment.read_bytes().splitlines()) if line["type"] == kind]


@pytest.mark.parametrize("kind", ["delegated", "revoked"])
def test_acts_in_the_journal(made: TestOffice, kind: str) -> None:
    (line,) = lines(made, kind)
    assert line["key"] == owner(made)
    verify("agent-mailbox/act/v1", canonical(line["document"]), line["signature"], line["key"])


def test_the_delegation_in_its_copy_and_in_the_act(made: TestOffice) -> None:
    copy = envelope(made.office.keys / "sessions" / f"{public_hex(SESSION)}.json")
    assert copy == lines(made, "delegated")[0]["document"]["args"]
    verify("agent-mailbox/delegation/v1", canonical(copy["document"]), copy["signature"], owner(made))


def test_the_revocations_copy(made: TestOffice) -> None:
    copy = envelope(made.office.keys / "sessions" / f"{public_hex(SESSION)}.revoked.json")
    verify("agent-mailbox/act/v1", canonical(copy["document"]), copy["signature"], owner(made))


def test_rules(made: TestOffice) -> None:
    signed = envelope(made.office.rules_signature)
    verify("agent-mailbox/rules/v1", canonical(signed["document"]), signed["signature"], owner(made))


def test_checkpoints(made: TestOffice) -> None:
    relay = (made.office.keys / "relay.pub").read_text().strip()
    for line in lines(made, "checkpoint"):
        assert line["key"] == relay
        verify("agent-mailbox/checkpoint/v1", canonical(line["document"]), line["signature"], relay)


def test_the_owners_word_on_the_relays_key(made: TestOffice) -> None:
    signed = envelope(made.office.keys / "relay.sig")
    assert signed["document"]["relay"] == (made.office.keys / "relay.pub").read_text().strip()
    verify("agent-mailbox/relay/v1", canonical(signed["document"]), signed["signature"], owner(made))


@pytest.mark.parametrize(("box", "key"), [("hub", public_hex(SESSION)), ("builder", "")])
def test_mail_and_decisions_in_the_inbox(made: TestOffice, box: str, key: str) -> None:
    (path,) = made.box(box, "inbox").iterdir()
    before, _, rest = path.read_bytes().partition(b"signature: ")
    signature, after = rest[:128], rest[129:]
    verify("agent-mailbox/mail/v1", before + after, signature.decode(), key or owner(made))
