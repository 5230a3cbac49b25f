"""Archives that somebody made or changed to deceive: each is refused or found wrong, with its reason."""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from mailbox_gui.core.export import zip_reading
from mailbox_gui.core.export.members import MANIFEST
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Record, Revoked, Rules, Stopped
from mailbox_gui.core.keys.envelope import ACT, EXPORT, public_hex, sign_document
from mailbox_gui.core.keys.relay_key import RelayKey
from tests.core.export.archives import OTHER_KEY, Forge, Judge, judged
from tests.core.export.conftest import SESSIONS
from tests.support.post_office import TestOffice

SECOND = f"keys/sessions/{public_hex(SESSIONS[1])}"


def put(forge: Forge, name: str, content: bytes = b"x", **attributes: int) -> None:
    info = zipfile.ZipInfo("x")
    # Behind the constructor's back, which would tidy it up.
    info.filename = name
    for attribute, value in attributes.items():
        setattr(info, attribute, value)
    forge.behind.append((info, content))


def sign_by(forge: Forge, key: SigningKey, domain: str = EXPORT) -> None:
    document = forge.manifest.document()
    forge.members[MANIFEST] = json.dumps(sign_document(domain, document, key)).encode()


def test_what_is_written_again_by_another_tool_stays_sound(forge: Forge, judge: Judge) -> None:
    forge.members = dict(reversed(forge.members.items()))
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        result = judge(forge.zipped(compression=compression))
        assert result.sound, result.words


REFUSED: list[tuple[str, Callable[[Forge], object], str]] = [
    ("a name that climbs", lambda f: put(f, "../evil.md"), "holds nothing of that name"),
    ("an absolute name", lambda f: put(f, "/etc/cron.d/x"), "holds nothing of that name"),
    ("backslashes", lambda f: put(f, "..\\evil"), "holds nothing of that name"),
    ("a name that ends early", lambda f: put(f, "rules.json\0.exe"), "holds nothing of that name"),
    ("another case", lambda f: put(f, "RULES.json"), "holds nothing of that name"),
    ("a folder", lambda f: put(f, "journal/", b""), "holds nothing of that name"),
    ("digits of another script", lambda f: put(f, "journal/00000000000١.jsonl"), "holds nothing of that name"),
    ("a secret", lambda f: put(f, "keys/owner.secret"), "holds nothing of that name"),
    ("an extra member", lambda f: put(f, f"keys/sessions/{'0' * 64}.json"), "it is not in the signed manifest"),
    ("an extra segment", lambda f: put(f, "journal/000000009999.jsonl"), "it is not in the signed manifest"),
    ("a missing member", lambda f: f.without("rules.sig"), "rules.sig: it is missing"),
    ("a missing segment", lambda f: f.without(f.segments[1]), "it is missing"),
    ("no first segment", lambda f: f.without(f.segments[0]).sign(), "journal/000000000001.jsonl is not listed"),
    ("no manifest", lambda f: f.without(MANIFEST), "it has no manifest.json"),
    (
        "a link",
        lambda f: put(f.without("README.txt"), "README.txt", b"/etc", external_attr=(stat.S_IFLNK | 0o777) << 16),
        "README.txt: it is a link",
    ),
    (
        "a device",
        lambda f: put(f.without("README.txt"), "README.txt", b"", external_attr=stat.S_IFCHR << 16),
        "README.txt: it is a link or something else that is no file",
    ),
    (
        "another packing",
        lambda f: put(f.without("README.txt"), "README.txt", b"x", compress_type=zipfile.ZIP_LZMA),
        "packed in a way that no archive of this program is",
    ),
    ("a longer file", lambda f: f.edit("rules.json", b"{", b"{ "), "its size is not the one that was signed"),
    ("a huge key", lambda f: f.having("keys/owner.pub", b"0" * 9999).sign(), "too large for what it is"),
    ("no key", lambda f: f.having("keys/owner.pub", b"z" * 64).sign(), "it is not a public key"),
    ("no relay key", lambda f: f.having("keys/relay.pub", b"z" * 64).sign(), "it is not a public key"),
    ("another signer", lambda f: sign_by(f, OTHER_KEY), "another key than the owner's in it"),
    ("another domain", lambda f: sign_by(f, f.key, ACT), "the signature does not fit the document and its key"),
    ("a changed document", lambda f: f.edit_document(height=3), "the signature does not fit"),
    ("another name of the root", lambda f: f.edit_document(root="other"), "the signature does not fit"),
    ("a changed signature", lambda f: f.edit_envelope(signature="0" * 128), "the signature does not fit"),
    ("no signature", lambda f: f.edit_envelope(signature=""), "the signature is not 128 lowercase hex digits"),
    ("the key of another", lambda f: f.edit_envelope(key=public_hex(OTHER_KEY)), "the signature does not fit"),
    ("no JSON", lambda f: f.having(MANIFEST, b"{"), "not JSON"),
    ("UTF-16", lambda f: f.having(MANIFEST, "{}".encode("utf-16")), "UTF-16"),
    (
        "a member twice in the manifest",
        lambda f: f.edit(MANIFEST, b'{"document"', b'{"key":"x","document"'),
        "a member stands in it twice",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_no_export_wrote_is_refused(
    forge: Forge, judge: Judge, spoil: Callable[[Forge], object], words: str
) -> None:
    spoil(forge)
    result = judge(forge.zipped())
    assert result.refused is not None
    assert words in result.words


@pytest.mark.parametrize("name", ["rules.json", MANIFEST, "journal/000000000001.jsonl"])
def test_a_name_that_is_there_twice_is_refused(forge: Forge, judge: Judge, name: str) -> None:
    put(forge, name, forge.members[name])
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = forge.zipped()
    assert judge(content).words == f"{name}: it is there twice"


# Signed anew by the owner's key itself: the manifest fits, and what the journal says does not.
WRONG: list[tuple[str, Callable[[Forge], object], str]] = [
    ("a higher height", lambda f: f.sign(height=9999), "was signed up to height 9999"),
    ("another hash", lambda f: f.sign(hash="0" * 64), "the journal ends here"),
    ("a shorter journal", lambda f: f.without(f.segments[-1]).sign(), "the journal ends here"),
    ("a segment left out", lambda f: f.without(f.segments[1]).sign(), "the chain breaks here"),
    (
        "an empty segment",
        lambda f: f.having("journal/000000009999.jsonl", b"").sign(),
        "the chain breaks here: its segment is empty",
    ),
    (
        "a torn end",
        lambda f: f.having(f.segments[-1], f.members[f.segments[-1]] + b'{"height":').sign(),
        "it is no line of a journal",
    ),
    (
        "no end of line",
        lambda f: f.having(f.segments[-1], f.members[f.segments[-1]][:-1]).sign(),
        "it is no line of a journal",
    ),
    (
        "zero bytes",
        lambda f: f.edit(f.segments[1], b'"at":"2', b'"at":"\0').sign(),
        "it is no line of a journal",
    ),
    (
        "a line changed",
        lambda f: f.edit(f.segments[0], b'"type":"', b'"type":"x').sign(),
        "the chain breaks here",
    ),
    ("other rules", lambda f: f.edit("rules.json", b'"hub"', b'"bub"').sign(), "rules.json: it does not say"),
    ("a revocation left out", lambda f: f.without(f"{SECOND}.revoked.json").sign(), "it is missing"),
    (
        "a delegation of nobody's",
        lambda f: f.having(f"keys/sessions/{'0' * 64}.json", b"{}").sign(),
        "it does not say what the journal says",
    ),
    (
        "a delegation changed",
        lambda f: f.edit(f"{SECOND}.json", b'"builder"', b'"site"').sign(),
        "it does not say what the journal says",
    ),
    (
        "another relay",
        lambda f: f.having("keys/relay.pub", public_hex(OTHER_KEY).encode() + b"\n").sign(),
        "signed by another key than the relay's",
    ),
    (
        "no endorsement",
        lambda f: f.having("keys/relay.sig", b"{}").sign(),
        "keys/relay.sig: it is not the owner's signature",
    ),
]


@pytest.mark.parametrize(("spoil", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_the_journal_does_not_say_is_found_though_the_manifest_is_signed(
    forge: Forge, judge: Judge, spoil: Callable[[Forge], object], words: str
) -> None:
    spoil(forge)
    result = judge(forge.zipped())
    assert result.refused is None, result.words
    assert not result.sound
    assert words in result.words


def signed_by_a_session(record: Record) -> bool:
    return isinstance(record, Accepted) and record.signer is not None and record.signer.session != ""


def with_body(record: Record) -> Record:
    """Another text under the same signature, its hashes made to fit."""
    if not (isinstance(record, Accepted) and signed_by_a_session(record)):
        return record
    changed = replace(record, body="Sell everything.\n")
    digest = hashlib.sha256(message_bytes(changed)).hexdigest()
    return replace(changed, sha256=digest, id=f"{record.id[:-12]}{digest[:12]}", size=len(message_bytes(changed)))


def as_owner(record: Record) -> Record:
    if isinstance(record, Accepted) and signed_by_a_session(record):
        assert record.signer is not None
        return replace(record, signer=replace(record.signer, session=""))
    return record


def unsigned(record: Record) -> Record:
    return replace(record, signer=None) if isinstance(record, Accepted) and signed_by_a_session(record) else record


def lone_surrogate(record: Record) -> Record:
    return replace(record, text="\udcff") if isinstance(record, Rules) else record


def key_of_nobody(record: Record) -> Record:
    return replace(record, key="\ud800") if isinstance(record, Rules) else record


def approved_instead(record: Record) -> Record:
    return replace(record, verdict="approve") if isinstance(record, Decided) else record


def without_revocation(record: Record) -> Record:
    return Stopped("") if isinstance(record, Revoked) else record


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (with_body, "its signature does not hold"),
        (as_owner, "the line names another session key than the message"),
        (unsigned, "it carries a signature that the line does not vouch for"),
        (lone_surrogate, "text that is not Unicode"),
        (key_of_nobody, "its signature does not hold: the key is not 64 lowercase hex digits"),
        (approved_instead, "the line says something else than the decision in it"),
        (without_revocation, ".revoked.json: it does not say what the journal says"),
    ],
)
def test_a_journal_forged_with_the_relays_key_is_found(
    forge: Forge, judge: Judge, lived: TestOffice, change: Callable[[Record], Record], words: str
) -> None:
    forge.chain_anew(RelayKey.load(lived.office.keys).signing_key, change)
    result = judge(forge.zipped())
    assert not result.sound
    assert words in result.words


def test_a_journal_chained_anew_without_a_change_is_sound(forge: Forge, judge: Judge, lived: TestOffice) -> None:
    forge.chain_anew(RelayKey.load(lived.office.keys).signing_key, lambda record: record)
    assert judge(forge.zipped()).sound


def test_bytes_changed_behind_the_signature_are_found(archive: bytes, forge: Forge, judge: Judge) -> None:
    for name, content in forge.members.items():
        if name in (MANIFEST, "keys/owner.pub", "keys/relay.pub"):
            continue
        position = len(content) // 2
        changed = content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
        result = judge(replace(forge, members=forge.members | {name: changed}, behind=[]).zipped())
        assert not result.sound, name
        assert name in result.words or "the chain breaks here" in result.words


def test_a_whole_archive_of_another_owner_is_sound_and_is_told_apart(
    forge: Forge, archive: bytes, lived: TestOffice, tmp_path: Path
) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(archive)
    assert judged(path, known_owner=public_hex(lived.key)).sound
    result = judged(path, known_owner=public_hex(OTHER_KEY))
    assert f"it is signed with the key {public_hex(lived.key)}" in result.words


def test_a_thief_cannot_put_a_key_of_his_own_in_the_owners_place(forge: Forge, judge: Judge) -> None:
    forge.key = OTHER_KEY
    forge.members["keys/owner.pub"] = public_hex(OTHER_KEY).encode() + b"\n"
    forge.sign()
    result = judge(forge.zipped())
    assert "the first rules are signed with a key that is not the owner's" in result.words


@pytest.mark.parametrize("rest", [b"x", b"PK\x05\x06" + b"\0" * 18, b"\0" * 70_000])
def test_something_behind_or_before_it_is_refused(archive: bytes, judge: Judge, rest: bytes) -> None:
    assert judge(archive + rest).refused is not None
    assert judge(rest + archive).refused is not None


def test_an_archive_cut_off_anywhere_is_refused(archive: bytes, judge: Judge) -> None:
    for length in [*range(0, 200, 7), *range(200, len(archive), 997), *range(len(archive) - 150, len(archive), 7)]:
        assert judge(archive[:length]).refused is not None


def test_no_file_at_all(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is not a file" in judged(tmp_path / "pipe").words
    with pytest.raises(FileNotFoundError):
        judged(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        judged(tmp_path)


def test_a_bomb_is_not_unpacked(forge: Forge, judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    plain = zipfile.ZipExtFile.read

    def counted(self: zipfile.ZipExtFile, size: int | None = -1) -> bytes:
        nonlocal read
        content = plain(self, size)
        read += len(content)
        return content

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    monkeypatch.setattr("mailbox_gui.core.export.archived_journal._LONGEST_LINE", 3 << 20)
    forge.members[forge.segments[0]] = bytes(64 << 20)
    forge.sign()
    content = forge.zipped()
    assert len(content) < 1 << 20
    result = judge(content)
    assert "a line in it is longer than any line of a journal" in result.words
    assert read < 8 << 20


def test_small_members_are_read_up_to_their_size_only(forge: Forge, judge: Judge) -> None:
    forge.members["rules.json"] = bytes(9 << 20)
    forge.sign()
    assert "rules.json: it is too large for what it is" in judge(forge.zipped()).words


def test_members_that_lie_in_each_other_are_refused(archive: bytes, judge: Judge) -> None:
    # The offset of the second entry of the directory becomes that of the first.
    start = struct.unpack("<L", archive[-6:-2])[0]
    second = archive.index(b"PK\x01\x02", start + 4)
    changed = archive[: second + 42] + archive[start + 42 : start + 46] + archive[second + 46 :]
    assert judge(changed).refused is not None


def members_read(content: bytes, folder: Path) -> dict[str, bytes] | None:
    """What the members of an archive come to when they are read as proving reads them."""
    path = folder / "read.zip"
    path.write_bytes(content)
    with zip_reading.open_archive(path) as reader:
        return {name: reader.read(name, 1 << 20) for name in reader.sizes}


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(position=st.integers(min_value=0), bit=st.integers(0, 7))
@example(position=0, bit=0)
def test_a_changed_bit_is_refused_or_changes_nothing_that_is_read(
    archive: bytes, tmp_path: Path, judge: Judge, position: int, bit: int
) -> None:
    changed = bytearray(archive)
    changed[position % len(archive)] ^= 1 << bit
    result = judge(bytes(changed))
    if result.sound:
        # Times, permissions and the like: they stand in a zip file and say nothing.
        assert members_read(bytes(changed), tmp_path) == members_read(archive, tmp_path)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_changed_bit_of_a_member_is_found(forge: Forge, judge: Judge, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(forge.members)))
    content = bytearray(forge.members[name])
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    result = judge(replace(forge, members=forge.members | {name: bytes(content)}, behind=[]).zipped())
    assert not result.sound


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
def test_garbage_is_refused(judge: Judge, content: bytes) -> None:
    assert judge(content).refused is not None
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr(MANIFEST, content)
    assert judge(buffer.getvalue()).refused is not None
