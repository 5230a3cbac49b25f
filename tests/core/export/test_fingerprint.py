"""A fingerprint is what the shell says too."""

from __future__ import annotations

import hashlib

from mailbox_gui.core.export.fingerprint import fingerprint


def test_it_is_half_of_the_hash_of_the_key_in_groups() -> None:
    key = bytes(range(32))
    mark = fingerprint(key.hex())
    assert mark == "630d cd29 66c4 3366 9112 5448 bbb2 5b4f"
    assert hashlib.sha256(key).hexdigest().startswith(mark.replace(" ", ""))
