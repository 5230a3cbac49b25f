"""Founding a post office: folders, keys, first signed rules; whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import make_home
from mailbox_gui.core.folders.layout import BOXES, PostOffice
from mailbox_gui.core.keys.envelope import RULES, sign_document
from mailbox_gui.core.keys.owner_key import create_owner_key
from mailbox_gui.core.keys.protection import MODERATE, Cost
from mailbox_gui.core.keys.relay_endorsement import endorse_relay_key
from mailbox_gui.core.keys.relay_key import create_relay_key
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER, RESERVED, is_agent_name
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from mailbox_gui.core.relay.ring_keeping import make_bus
from mailbox_gui.core.relay.state import Clock, utc_now

RULES_VERSION = 1


class FoundingError(Exception):
    """The post office cannot be made; the text says why, where, and what to do."""


class RulesChanged(Exception):
    """rules.json is not the file any more that was looked at; nothing was signed."""


def found_post_office(
    root: Path,
    *,
    hub: str,
    agents: Sequence[str] = (),
    passphrase: str | None = None,
    clock: Clock = utc_now,
    disk: Disk | None = None,
    cost: Cost = MODERATE,
) -> PostOffice:
    """Make a post office in `root`, which must be missing or empty. With a passphrase it takes about a second.

    It is built beside its place and moved there at the end, so that a kill leaves no half of one behind. Raises
    FoundingError.
    """
    disk = disk or Disk()
    names = _names(hub, agents)
    _require_room(root)
    workshop = root.with_name(f".{root.name}.{os.getpid()}.new")
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        if workshop.exists():
            shutil.rmtree(workshop)
        disk.make_folder(workshop)
        _build(disk, PostOffice(workshop), hub, names, passphrase, clock, cost)
        if root.is_dir():
            # Raises when something was put there meanwhile.
            root.rmdir()
        disk.rename_new(workshop, root)
        disk.sync_folder(root.parent)
    except OSError as error:
        shutil.rmtree(workshop, ignore_errors=True)
        raise FoundingError(f"{root}: the post office cannot be made: {error.strerror}") from error
    return PostOffice(root)


def sign_rules(
    disk: Disk, office: PostOffice, key: SigningKey, serial: int, clock: Clock, *, expected: str | None = None
) -> None:
    """Sign rules.json: rules.sig beside it, replaced in one step. `expected` is the SHA-256 of what was looked at, hex.

    Without it whatever lies there is signed. Raises RulesError for bad rules, RulesChanged for others than expected.
    """
    raw = office.rules_file.read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    if expected is not None:
        require_unchanged(office, digest, expected)
    parse_rules(raw)
    document = {
        "version": RULES_VERSION,
        "serial": serial,
        "sha256": digest,
        "signed_at": format_second(clock()),
    }
    envelope = sign_document(RULES, document, key)
    partial = office.root / f".rules.sig.{os.getpid()}.tmp"
    if partial.exists():
        disk.unlink(partial)
    disk.write_new(partial, json.dumps(envelope, indent=2).encode() + b"\n")
    disk.sync_file(partial)
    disk.rename_over(partial, office.rules_signature)
    disk.sync_folder(office.root)


def require_unchanged(office: PostOffice, digest: str, expected: str) -> None:
    """Raise RulesChanged unless the file with the hash `digest` is the one that was looked at."""
    if digest != expected:
        raise RulesChanged(f"{office.rules_file} was changed after it was shown; look at it again, then sign")


def _build(
    disk: Disk, office: PostOffice, hub: str, names: Sequence[str], passphrase: str | None, clock: Clock, cost: Cost
) -> None:
    for folder in (office.root / "agents", office.journal, office.keys, office.relay, office.claimed, office.staging):
        disk.make_folder(folder)
    make_home(disk, office.root / OWNER, (*BOXES, "queue"))
    for name in names:
        make_home(disk, office.root / "agents" / name)
    make_bus(disk, office)
    owner = create_owner_key(disk, office.keys, passphrase, cost)
    owner_signing_key = owner.unlock(passphrase)
    relay = create_relay_key(disk, office.keys)
    endorse_relay_key(disk, office.keys, relay.public, owner_signing_key, clock())
    disk.write_new(office.rules_file, render_rules(default_rules(hub, names)))
    disk.sync_file(office.rules_file)
    sign_rules(disk, office, owner_signing_key, 1, clock)


def _names(hub: str, agents: Sequence[str]) -> list[str]:
    names = list(dict.fromkeys([hub, *agents]))
    for name in names:
        if name in RESERVED:
            raise FoundingError(f"the name {name} is reserved; choose another for the agent")
        if not is_agent_name(name):
            raise FoundingError(
                f"{name!r} is not a name: use 1 to 32 of a-z, 0-9 and -, a letter or digit at both ends"
            )
    return names


def _require_room(root: Path) -> None:
    if not os.path.lexists(root):
        return
    if not root.is_dir():
        raise FoundingError(f"{root} is a file; name a folder that is empty or not there yet")
    try:
        full = any(root.iterdir())
    except OSError as error:
        raise FoundingError(f"{root} cannot be read: {error.strerror}") from error
    if full:
        raise FoundingError(f"{root} is not empty; name a folder that is empty or not there yet")
