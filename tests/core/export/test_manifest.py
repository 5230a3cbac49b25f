"""The manifest: written in one way, read strictly, signed in its own domain."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.export.manifest import BadManifest, Listed, Manifest, read_manifest, sign_manifest
from mailbox_gui.core.export.members import ALWAYS, segment_member
from mailbox_gui.core.keys.envelope import EXPORT, canonical, public_hex, sign_document, verifies

KEY = SigningKey(bytes(range(32)))
FILES = tuple(Listed(name, 7, "ab" * 32) for name in (*ALWAYS, segment_member(1)))
MANIFEST = Manifest("büro ✓", 12, "cd" * 32, datetime(2026, 11, 30, 12, tzinfo=UTC), FILES)


def test_it_is_read_back() -> None:
    assert read_manifest(sign_manifest(MANIFEST, KEY)) == (MANIFEST, public_hex(KEY))


def test_its_bytes_are_pinned() -> None:
    raw = sign_manifest(replace(MANIFEST, files=FILES[:1]), KEY)
    document = (
        '{"created":"2026-11-30T12:00:00Z","files":[{"name":"README.txt","sha256":"' + "ab" * 32 + '","size":7}],'
        '"hash":"' + "cd" * 32 + '","height":12,"root":"büro ✓","version":1}'
    )
    signature = KEY.sign(b"agent-mailbox/export/v1\0" + document.encode()).signature.hex()
    assert raw.decode() == f'{{"document":{document},"key":"{public_hex(KEY)}","signature":"{signature}"}}\n'
    assert verifies(b"agent-mailbox/export/v1\0" + document.encode(), signature, public_hex(KEY))


def test_the_document_stands_in_it_as_it_is_signed() -> None:
    assert canonical(MANIFEST.document()) in sign_manifest(MANIFEST, KEY)


DOCUMENT = MANIFEST.document()
ENTRIES: list[dict[str, object]] = [{"name": file.name, "size": 7, "sha256": "ab" * 32} for file in FILES]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"version": "1"}, "version"),
        ({"extra": 1}, "a member is unknown here"),
        ({"root": 1}, "root"),
        ({"root": "x" * 2000}, "root"),
        ({"height": 0}, "height"),
        ({"height": -1}, "height"),
        ({"height": 2**60}, "height"),
        ({"height": "12"}, "height"),
        ({"hash": "CD" * 32}, "hash"),
        ({"hash": "cd" * 32 + "\n"}, "hash"),
        ({"hash": None}, "hash"),
        ({"created": "yesterday"}, "created: it is not a date"),
        ({"created": "2026-11-30"}, "created"),
        ({"files": {}}, "files"),
        ({"files": []}, "README.txt is not listed"),
        ({"files": ENTRIES[1:]}, "README.txt is not listed"),
        ({"files": ENTRIES[:-1]}, "journal/000000000001.jsonl is not listed"),
        ({"files": [*ENTRIES, ENTRIES[0]]}, "it lists a name twice"),
        ({"files": [*ENTRIES, ENTRIES[0] | {"name": "../x"}]}, "a name that no archive of this version has"),
        ({"files": [*ENTRIES, ENTRIES[0] | {"name": "manifest.json"}]}, "a name that no archive of this version has"),
        ({"files": [ENTRIES[0] | {"size": -1}]}, "files.0.size"),
        ({"files": [ENTRIES[0] | {"size": True}]}, "files.0.size"),
        ({"files": [ENTRIES[0] | {"more": 1}]}, "a member is unknown here"),
        ({"files": ["README.txt"]}, "files.0"),
    ],
)
def test_a_signed_document_that_says_nothing_is_told(change: dict[str, Any], words: str) -> None:
    envelope = sign_document(EXPORT, DOCUMENT | change, KEY)
    with pytest.raises(BadManifest) as raised:
        read_manifest(json.dumps(envelope).encode())
    assert words in raised.value.reason


@pytest.mark.parametrize("name", sorted(DOCUMENT))
def test_every_member_is_needed(name: str) -> None:
    envelope = sign_document(EXPORT, {key: value for key, value in DOCUMENT.items() if key != name}, KEY)
    with pytest.raises(BadManifest, match=name):
        read_manifest(json.dumps(envelope).encode())
