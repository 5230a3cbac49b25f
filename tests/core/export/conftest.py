"""One lived-in post office for all these tests, read only, and the archive of it; copies for those that change it."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.export.archive import export_archive
from mailbox_gui.core.keys.delegation import Delegation, sign_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.core.relay.state import utc_now
from tests.core.export.archives import Forge, Judge, Judged, judged
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found
from tests.support.scanner import MarkerScanner

SESSIONS = (SigningKey(b"\x01" * 32), SigningKey(b"\x02" * 32))
# A few lines each, so that the journal has several.
_SEGMENT_BYTES = 4_096


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> TestOffice:
    """Mail in every state, two session keys, one of them revoked, rules that changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mailbox_gui.core.journal.writer.SEGMENT_BYTES", _SEGMENT_BYTES)
        return _live(tmp_path_factory.mktemp("export") / "post-office")


@pytest.fixture
def office(lived: TestOffice, tmp_path: Path) -> TestOffice:
    """A copy that a test may change."""
    root = tmp_path / "post-office"
    shutil.copytree(lived.root, root)
    return TestOffice(root, utc_now())


@pytest.fixture(scope="session")
def archive(lived: TestOffice, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of its archive."""
    target = tmp_path_factory.mktemp("archive") / "history.zip"
    export_archive(lived.office, target, lived.key, clock=utc_now, disk=WatchedDisk())
    return target.read_bytes()


@pytest.fixture
def forge(archive: bytes, lived: TestOffice) -> Forge:
    return Forge.of(archive, lived.key)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Proves an archive that is given as bytes."""

    def look(content: bytes) -> Judged:
        path = tmp_path / "judged.zip"
        path.write_bytes(content)
        return judged(path)

    return look


def work_off(made: TestOffice) -> None:
    one_pass(made.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner())
    made.now = utc_now()


def _live(root: Path) -> TestOffice:
    limits = {"message_bytes": 16_384, "messages_per_day": 20, "settle_seconds": 0, "rescan_seconds": 15}
    made = found(root, clock=utc_now, limits=limits)
    made.drop(topic="accepted", body="Да — 検証 ✓\n")
    made.drop(topic="held", requires="owner")
    approved = made.drop(topic="approved", requires="owner")
    declined = made.drop(topic="declined", requires="owner")
    made.drop(topic="refused", name="refused.md", to="hubb")
    for serial, session in enumerate(SESSIONS, 1):
        _delegate(made, session, serial)
    work_off(made)
    raw = sign_mail(made.write(topic="signed", body="By a session key.\n"), SESSIONS[0], session=True)
    made.drop(name="signed.md", raw=raw)
    made.decide(approved, "approve", "go on")
    made.decide(declined, "decline", "not now")
    made.act("revoke", {"session": public_hex(SESSIONS[1])})
    made.set_rules(limits=limits | {"messages_per_day": 30})
    work_off(made)
    made.drop("site", topic="after all")
    work_off(made)
    return made


def _delegate(made: TestOffice, session: SigningKey, serial: int) -> None:
    now = made.now.replace(microsecond=0)
    delegation = Delegation(public_hex(made.key), public_hex(session), "builder", now, now + timedelta(days=30), serial)
    made.act("delegate", sign_delegation(delegation, made.key), file=f"delegate-{serial}.act.json")
