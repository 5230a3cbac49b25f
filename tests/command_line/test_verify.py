"""`mailbox verify` and `reindex`: every kind of damage is found and named, and what can be rebuilt is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice


@pytest.fixture
def lived(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> dict[str, Dropped]:
    """A post office with a message in every state, and acts of the owner."""
    drafts = {
        "accepted": office.drop(topic="accepted"),
        "held": office.drop(topic="held", requires="owner"),
        "approved": office.drop(topic="approved", requires="owner"),
        "declined": office.drop(topic="declined", requires="owner"),
        "refused": office.drop(topic="refused", name="refused.md", to="hubb"),
    }
    pass_over()
    assert mailbox("owner", "approve", drafts["approved"].id).status == 0
    assert mailbox("owner", "decline", drafts["declined"].id, "--reason", "no").status == 0
    assert mailbox("owner", "resume", "site").status == 1
    assert mailbox("agent", "add", "trader").status == 0
    return drafts


def test_a_whole_post_office_is_proved(mailbox: Mailbox, lived: dict[str, Dropped]) -> None:
    told = mailbox("verify")
    assert (told.status, told.err) == (0, "")
    assert told.out.endswith(", 4 signatures: all is as the journal says\n")
    (sums,) = mailbox("verify", "--json").objects
    assert (sums["signatures"], sums["wrong"]) == (4, 0)


def edit(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda o, d: edit(o.box("hub", "inbox") / f"{d['accepted'].id}.md", b"Passed", b"Failed"), "was changed"),
        (lambda o, d: edit(o.office.queue / f"{d['held'].id}.md", b"Passed", b"Failed"), "was changed"),
        (lambda o, d: edit(o.box("builder", "rejected") / "refused.md", b"Passed", b"Failed"), "was changed"),
        (lambda o, d: (o.office.queue / f"{d['held'].id}.md").unlink(), "is held and does not lie in the queue"),
        (lambda o, d: (o.office.queue / "x.md").write_bytes(b"x"), "lies in the queue and is not held"),
        (lambda o, d: (o.box("hub", "inbox") / "x.md").write_bytes(b"x"), "was not delivered by the relay"),
        (
            lambda o, d: (o.box("site", "inbox") / f"{d['accepted'].id}.md").write_bytes(d["accepted"].raw),
            "was not delivered by the relay",
        ),
        (
            lambda o, d: (o.box("site", "rejected") / "x.md.reason").write_text("check: route\nreason: x\nheight: 2\n"),
            "a refusal that the journal does not know",
        ),
        (lambda o, d: (o.box("site", "inbox")).rmdir(), "the folder is missing"),
    ],
)
def test_a_folder_that_is_not_as_the_journal_says_is_named(
    office: TestOffice,
    mailbox: Mailbox,
    lived: dict[str, Dropped],
    damage: Callable[[TestOffice, dict[str, Dropped]], object],
    words: str,
) -> None:
    damage(office, lived)
    told = mailbox("verify")
    assert told.status == 1
    assert words in told.out
    assert "1 wrong" in told.out
    assert mailbox("verify", "--json").objects[0]["reason"] == words or words in mailbox("verify", "--json").out
    assert "folders against journal" in mailbox("doctor").out


def test_a_changed_line_breaks_the_chain_where_it_is(
    office: TestOffice, mailbox: Mailbox, lived: dict[str, Dropped]
) -> None:
    (segment,) = office.office.journal.glob("*.jsonl")
    edit(segment, b'"topic":"accepted"', b'"topic":"acceptee"')
    (accepted,) = mailbox("search", f"id:{lived['accepted'].id}", "--json").objects
    height = accepted["height"]
    told = mailbox("verify")
    assert told.status == 1
    assert f"height {height}: the chain breaks here" in told.out
    assert mailbox("verify", "--json").objects[0]["broken_at"] == height
    assert mailbox("doctor").status == 1
    assert mailbox("inbox", "hub").status == 0


def test_a_broken_end_leaves_the_history_to_read_and_nothing_to_add(
    office: TestOffice, mailbox: Mailbox, lived: dict[str, Dropped]
) -> None:
    (segment,) = office.office.journal.glob("*.jsonl")
    height = mailbox("journal", "--limit", "1", "--json").objects[0]["height"]
    edit(segment, f'{{"height":{height},"at":"2'.encode(), f'{{"height":{height},"at":"3'.encode())
    for arguments in (("relay", "--once"), ("owner", "approve", lived["held"].id)):
        refused = mailbox(*arguments)
        assert refused.status == 3
        assert f"height {height}" in refused.err
        assert refused.err.count("\n") == 1
    assert mailbox("inbox", "hub").status == 0


def test_a_torn_end_is_said_and_is_no_fault(office: TestOffice, mailbox: Mailbox, lived: dict[str, Dropped]) -> None:
    (segment,) = office.office.journal.glob("*.jsonl")
    with segment.open("ab") as file:
        file.write(b'{"height":99,"at"')
    told = mailbox("verify")
    assert told.status == 0
    assert "an append was cut short at the end (17 bytes)" in told.out


def test_an_index_that_is_garbage_is_built_again(
    office: TestOffice, mailbox: Mailbox, lived: dict[str, Dropped]
) -> None:
    before = mailbox("search", "agent:builder", "--json").out
    for path in list(office.office.relay.glob("index.sqlite3*")):
        path.unlink()
    office.office.index.write_bytes(b"garbage" * 1000)
    assert mailbox("search", "agent:builder", "--json").out == before
    told = mailbox("reindex")
    assert told.status == 0
    assert "built from the journal up to height" in told.out
    assert mailbox("search", "agent:builder", "--json").out == before
    assert "index in step" in mailbox("doctor").out


def test_reindex_puts_the_queue_back(office: TestOffice, mailbox: Mailbox, lived: dict[str, Dropped]) -> None:
    path = office.office.queue / f"{lived['held'].id}.md"
    edit(path, b"Passed", b"Failed")
    told = mailbox("reindex")
    assert f"{lived['held'].id}: put back into the owner's queue; the changed file is kept as" in told.out
    assert path.read_bytes() == lived["held"].raw
    assert mailbox("owner", "approve", lived["held"].id).status == 0
