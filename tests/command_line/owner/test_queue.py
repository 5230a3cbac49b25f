"""`mailbox owner queue`: all that waits, however much it is, and what of it was changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.read_models import owner_queue
from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice


@pytest.fixture
def held(office: TestOffice, pass_over: Callable[[], None]) -> list[Dropped]:
    """Five messages that wait for the owner."""
    drafts = [office.drop(topic=f"ask {number}", kind="request", requires="owner") for number in range(5)]
    pass_over()
    return drafts


@pytest.mark.parametrize("page", [1, 2, 5, 100])
def test_all_that_waits_is_listed(
    mailbox: Mailbox, held: list[Dropped], page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner_queue, "PAGE", page)

    told = mailbox("owner", "queue")
    assert (told.status, told.err) == (0, "")
    assert all(draft.topic in told.out for draft in held)
    assert len(mailbox("owner", "queue", "--json").objects) == len(held)


def _change(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"and more\n")


def _link(path: Path) -> None:
    other = path.with_name("elsewhere")
    path.rename(other)
    path.symlink_to(other)


@pytest.mark.parametrize(
    ("change", "words", "state"),
    [
        (_change, "was changed", "changed"),
        (_link, "was changed", "changed"),
        (Path.unlink, "is missing", "missing"),
    ],
)
def test_held_mail_that_is_not_as_it_was_is_said(
    office: TestOffice, mailbox: Mailbox, held: list[Dropped], change: Callable[[Path], None], words: str, state: str
) -> None:
    change(office.office.queue / f"{held[2].id}.md")

    told = mailbox("owner", "queue")
    assert told.status == 0
    assert told.err.count("\n") == 1
    assert told.err.startswith(f"{held[2].id}: its file in the queue {words}; it cannot be approved as it is")

    told = mailbox("owner", "queue", "--json")
    assert [entry.get("queue_file") for entry in told.objects] == [None, None, state, None, None]
    assert told.objects[2]["id"] == held[2].id
