"""A revocation that the owner signed and the journal lost: found by its copy, honoured, and made good by a new one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.proof.lost_revocations import lost_revocations
from mailbox_gui.core.proof.owners_word import read_owners_word
from tests.support.clock import NOON
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice, found

SESSION, SECOND = SigningKey(b"s" * 32), SigningKey(b"2" * 32)
SESSION_KEY = public_hex(SESSION)


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    """A post office with two delegated keys, none of them revoked."""
    made = found(tmp_path / "office")
    for serial, key in enumerate((SESSION, SECOND), 1):
        envelope = make_delegation(made.key, "builder", public_hex(key), serial, NOON, 30)
        made.act("delegate", envelope, file=f"{serial}.act.json")
    one_life(made.office)
    return made


def lost(made: TestOffice) -> list[str]:
    return list(lost_revocations(made.office.keys, read_owners_word(made.office.journal, None)))


def put_back_an_older_journal(made: TestOffice) -> None:
    """The journal as it was before the revocation, and nothing that remembers more but the copy of the revocation."""
    old = made.root.parent / "old-journal"
    shutil.copytree(made.office.journal, old)
    made.act("revoke", {"session": SESSION_KEY})
    one_life(made.office)
    shutil.rmtree(made.office.journal)
    shutil.copytree(old, made.office.journal)
    shutil.rmtree(made.office.relay)


def test_nothing_is_lost_in_a_post_office_as_it_should_be(made: TestOffice) -> None:
    assert lost(made) == []
    made.act("revoke", {"session": SESSION_KEY})
    one_life(made.office)
    assert lost(made) == []


def test_it_holds_and_can_be_made_good(made: TestOffice) -> None:
    put_back_an_older_journal(made)
    assert lost(made) == [SESSION_KEY]
    with life(made.office) as lived:
        made.drop(raw=sign_mail(made.write(topic="revoked"), SESSION, session=True), name="a.md")
        made.drop(raw=sign_mail(made.write(topic="good"), SECOND, session=True), name="b.md")
        said = {event.topic: event.verdict for event in lived.work_off() if event.sender}
        assert said == {"revoked": "rejected", "good": "accepted"}
        assert "history-exchanged" in lived.said
        made.act("revoke", {"session": SESSION_KEY}, file="again.act.json")
        lived.work_off()
        assert "history-exchanged" not in lived.said
    assert lost(made) == []


@pytest.mark.parametrize("what", ["another key", "another session", "another act", "garbage", "a link"])
def test_a_file_that_is_not_the_owners_word_revokes_nothing(made: TestOffice, what: str) -> None:
    path = made.office.keys / "sessions" / f"{SESSION_KEY}.revoked.json"
    contents = {
        "another key": make_act("revoke", {"session": SESSION_KEY}, NOON, SESSION),
        "another session": make_act("revoke", {"session": public_hex(SECOND)}, NOON, made.key),
        "another act": make_act("resume", {"session": SESSION_KEY}, NOON, made.key),
    }
    if what == "a link":
        elsewhere = made.root.parent / "elsewhere.json"
        elsewhere.write_text(json.dumps(make_act("revoke", {"session": SESSION_KEY}, NOON, made.key)))
        path.symlink_to(elsewhere)
    else:
        path.write_text(json.dumps(contents[what]) if what in contents else "garbage")
    assert lost(made) == []
