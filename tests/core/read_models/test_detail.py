"""A message opened: its exact text, and which checks it passed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.records import Accepted, Rejected, Stopped
from mailbox_gui.core.message.faults import CHECK_NAMES, Fault
from mailbox_gui.core.read_models.detail import detail
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History, accepted, decided, held, rejected

Make = Callable[[History], Index]
HEADER = {"from": "builder", "to": "hub", "topic": "x"}


def test_a_message_is_opened_by_id_or_height_to_the_letter(history: History, index_of: Make, tmp_path: Path) -> None:
    strange = "---\r\nfrom: builder\r\nto: hub\r\n---  \r\n"
    plain = accepted("builder", "hub", body="Ёлка.\n\n  two\n")
    odd = _with_head(accepted("builder", "hub", topic="odd"), strange)
    ask = held("builder", "hub")
    for record in (plain, odd, ask, decided(ask, "approve", "go")):
        history.add(record)
    connection = index_of(history).connection
    journal = tmp_path / "journal"
    found = detail(connection, journal, plain.id)
    assert found == detail(connection, journal, 1)
    assert (found.body, found.header, found.faults, found.also) == (plain.body, plain.header, (), ())
    assert found.head == "---\n" + "".join(f"{key}: {value}\n" for key, value in plain.header.items()) + "---\n"
    assert [(check.name, check.result) for check in found.trail] == [(name, "passed") for name in CHECK_NAMES]
    assert detail(connection, journal, odd.id).head == strange
    assert detail(connection, journal, ask.id).row.verdict == "approved"
    assert detail(connection, journal, 4).body == "go"


def _with_head(record: Accepted, head: str) -> Accepted:
    digest = hashlib.sha256((head + record.body).encode()).hexdigest()
    return replace(record, head=head, sha256=digest, id=f"{record.id[:-12]}{digest[:12]}")


@pytest.mark.parametrize(
    "change",
    [
        (
            "UPDATE line SET segment = o.segment, offset = o.offset, length = o.length "
            "FROM (SELECT * FROM line WHERE height = 2) AS o WHERE line.height = 1"
        ),
        "UPDATE message SET topic = 'harmless' WHERE height = 1",
        "UPDATE message SET sender = 'hub' WHERE height = 1",
        "UPDATE message SET recipient = 'site' WHERE height = 1",
        "UPDATE message SET requires = 'none' WHERE height = 1",
        "UPDATE message SET sha256 = '00' WHERE height = 1",
    ],
)
def test_an_index_that_leads_astray_is_not_followed(
    history: History, index_of: Make, tmp_path: Path, change: str
) -> None:
    """Else one message is shown, and another decided on."""
    for record in (held("builder", "hub"), held("builder", "hub", topic="harmless")):
        history.add(record)
    connection = index_of(history).connection
    assert detail(connection, tmp_path / "journal", 1).row.topic == "nightly build"
    connection.execute(change)
    with pytest.raises(DamagedLine, match="index and journal disagree"):
        detail(connection, tmp_path / "journal", 1)


def test_bytes_that_the_id_is_not_of_are_not_shown(history: History, index_of: Make, tmp_path: Path) -> None:
    history.add(replace(held("builder", "hub"), body="Another text.\n"))
    connection = index_of(history).connection
    with pytest.raises(DamagedLine, match="index and journal disagree"):
        detail(connection, tmp_path / "journal", 1)


def test_what_is_no_message_is_not_opened(history: History, index_of: Make, tmp_path: Path) -> None:
    history.add(Stopped("asked to stop"))
    connection = index_of(history).connection
    for wanted in (1, 2, 0, "20261130T090000Z-hub-000000000000", ""):
        with pytest.raises(KeyError):
            detail(connection, tmp_path / "journal", wanted)


def test_of_an_id_refused_and_taken_the_taken_one_is_opened(history: History, index_of: Make, tmp_path: Path) -> None:
    for record in (
        rejected("builder", "hub"),
        accepted("builder", "hub"),
        rejected("builder", "hub", "duplicate", "again"),
    ):
        history.add(record)
    connection = index_of(history).connection
    message_id = accepted("builder", "hub").id
    assert detail(connection, tmp_path / "journal", message_id).row.height == 2
    assert detail(connection, tmp_path / "journal", 3).row.height == 3


def _refused(check: str, reason: str = "no", **parts: object) -> Rejected:
    parts = {"id": None, "folder": "builder", "file": "a.md", "header": HEADER, "size": 9, "sha256": "00" * 32} | parts
    return Rejected(check=check, reason=reason, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "failed", "not_run"),
    [
        (rejected("builder", "site", "route"), ["route"], []),
        (
            rejected("builder", "site", "header", also=[("route", "no"), ("secrets", "token"), ("secrets", "key")]),
            ["header", "route", "secrets"],
            [],
        ),
        (rejected("builder", "hub", "duplicate", "again"), [], []),
        (rejected("builder", "nobody", "recipient"), ["recipient"], ["route"]),
        (_refused("header", "UTF-16", header=None), ["header"], ["identity", "recipient", "route", "signature"]),
        (_refused("header", "no to", header={"from": "builder"}), ["header"], ["recipient", "route"]),
        (_refused("limits", "20,113 bytes", sha256=None), ["limits"], ["signature"]),
        (
            _refused("limits", "20,113 bytes", sha256=None, header=None),
            ["limits"],
            ["identity", "header", "recipient", "route", "signature"],
        ),
        (
            _refused("identity", "a symbolic link", sha256=None, header=None),
            ["identity"],
            ["header", "recipient", "route", "limits", "secrets", "signature"],
        ),
    ],
)
def test_the_trail_of_a_refusal(
    history: History, index_of: Make, tmp_path: Path, record: Rejected, failed: list[str], not_run: list[str]
) -> None:
    history.add(record)
    found = detail(index_of(history).connection, tmp_path / "journal", 1)
    results = {check.name: check.result for check in found.trail}
    assert list(results) == list(CHECK_NAMES)
    assert [name for name, result in results.items() if result == "failed"] == failed
    assert [name for name, result in results.items() if result == "not run"] == not_run
    assert found.faults[0] == Fault(record.check, record.reason, record.hint or "")
    assert [fault.check for fault in found.also] == [also.check for also in record.also]
