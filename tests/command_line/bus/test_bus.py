"""`mailbox bus`: posting, and every way of reading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.bus.entry import read_wire
from mailbox_gui.core.bus.ring import ring_file
from mailbox_gui.core.keys.envelope import public_hex
from tests.command_line.conftest import Mailbox
from tests.core.bus.test_ring import entries
from tests.support.post_office import TestOffice
from tests.support.scanner import MARKER

POST = ("bus", "post", "--from", "builder", "--topic", "build.status")


def test_a_post_prints_its_number_and_can_be_read(mailbox: Mailbox, office: TestOffice) -> None:
    assert mailbox(*POST, "All is green.").out == "1\n"
    assert mailbox(*POST, "--kind", "status", "--ref", "r-1", "Red \x1b[31m now.\n").out == "2\n"
    [newest, first] = mailbox("bus", "latest", "--json").objects

    assert (first["seq"], first["from"], first["topic"], first["body"]) == (
        1,
        "builder",
        "build.status",
        "All is green.",
    )
    assert (newest["kind"], newest["ref"], newest["body"]) == ("status", "r-1", "Red \x1b[31m now.\n")
    assert (newest["author"], newest["session"]) == (public_hex(office.key), "")
    shown = mailbox("bus", "latest").out.splitlines()
    assert shown[1] == "#1 build.status  builder [the owner]: All is green."
    assert "\x1b" not in shown[0]
    assert "(status r-1)" in shown[0]


def test_a_key_of_ones_own_signs(mailbox: Mailbox, office: TestOffice, tmp_path: Path) -> None:
    key = SigningKey(b"x" * 32)
    file = tmp_path / "my.key"
    file.write_text(bytes(key).hex() + "\n")
    file.chmod(0o600)

    assert mailbox(*POST, "--key", str(file), "Mine.").status == 0
    [entry] = mailbox("bus", "since", "0", "--json").objects
    assert entry["author"] == public_hex(key)
    assert f"[{public_hex(key)[:12]}…]" in mailbox("bus", "topic", "build.status").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bus", "post", "--from", "x", "--topic", "No", "t"), "topic must be lowercase a-z, 0-9, dash or dot"),
        (("bus", "post", "--from", "", "--topic", "t", "t"), "empty from"),
        (("bus", "post", "--from", "x", "--topic", "", "t"), "empty topic"),
        (("bus", "post", "--from", "x", "--topic", "t", ""), "empty body"),
        (
            ("bus", "post", "--from", "x", "--topic", "t", "--key", "/nowhere/key", "t"),
            "/nowhere/key is missing",
        ),
        ((*POST, f"say {MARKER}"), "not posted: marker in line 5"),
    ],
)
def test_what_is_not_posted_and_why(mailbox: Mailbox, arguments: tuple[str, ...], words: str) -> None:
    answer = mailbox(*arguments)

    assert answer.status == 1
    assert words in answer.err
    assert MARKER not in answer.err
    assert mailbox("bus", "seen").out == "0\n"


@pytest.fixture
def full(office: TestOffice) -> None:
    """A ring over which 69 posts went."""
    office.office.ring.write_bytes(ring_file(entries(1, 69)))


@pytest.mark.usefixtures("full")
def test_every_way_of_reading(mailbox: Mailbox) -> None:
    def numbers(*arguments: str) -> list[int]:
        return [int(line["seq"]) for line in mailbox("bus", *arguments, "--json").objects]

    assert numbers("since", "66") == [67, 68, 69]
    assert numbers("since", "69") == []
    assert numbers("latest", "2") == [69, 68]
    assert numbers("latest") == numbers("latest", "0") == numbers("latest", "-1") == list(range(69, 5, -1))
    assert numbers("topic", "t0") == [seq for seq in range(69, 5, -1) if seq % 3 == 0]
    assert mailbox("bus", "len").out == "64\n"
    assert mailbox("bus", "seen").out == "69\n"


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize(
    ("since", "said"),
    [("0", "5 posts dropped before the oldest held\n"), ("4", "1 post dropped before the oldest held\n"), ("5", "")],
)
def test_a_reader_that_fell_behind_is_told(mailbox: Mailbox, since: str, said: str) -> None:
    assert mailbox("bus", "since", since).err == said
    assert mailbox("bus", "wire", since).err == said


@pytest.mark.usefixtures("full")
def test_the_wire_is_bytes(mailbox: Mailbox) -> None:
    assert read_wire(mailbox("bus", "wire", "66").out.encode()) == entries(67, 69)
    assert mailbox("bus", "wire", "69").out == ""


def test_a_damaged_ring_is_said_and_built_anew(mailbox: Mailbox, office: TestOffice) -> None:
    mailbox(*POST, "All is green.")
    office.office.ring.write_bytes(b"x")
    answer = mailbox("bus", "latest")
    assert answer.status == 3
    assert "mailbox reindex" in answer.err
    assert "bus/ring cannot be read" in mailbox("verify").out + mailbox("verify").err
    assert "built anew from the journal" in mailbox("reindex").out
    assert json.loads(mailbox("bus", "latest", "--json").out)["body"] == "All is green."
    assert mailbox("verify").status == 0


def test_without_a_bus_there_is_nothing_to_read(mailbox: Mailbox, office: TestOffice) -> None:
    office.office.ring.unlink()

    assert mailbox("bus", "latest").out == ""
    assert mailbox("bus", "len").out == "0\n"
    assert mailbox(*POST, "First.").out == "1\n"
