"""The demo post office: every state is there, nothing is wrong with it, and it is made whole or not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.bus.ring import SLOTS, read_ring
from mailbox_gui.core.checks import ALL_CHECKS
from mailbox_gui.core.demo import make_demo as making
from mailbox_gui.core.demo.happenings import Letter, Ruling
from mailbox_gui.core.demo.make_demo import AGENTS, HUB, make_demo
from mailbox_gui.core.demo.stories import read_stories
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.read_models.owner_queue import waiting
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.founding import FoundingError
from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.core.relay.scan_pass import scan_now
from mailbox_gui.core.resources import resource_path
from tests.core.checks.secret_scan.loaded import loaded_scanner
from tests.support.post_office import TestOffice
from tests.support.truth import Line, chain_faults, index_faults, lines_of, placement_faults, verdict_faults

NOW = datetime(2026, 11, 30, 14, 52, tzinfo=UTC)
NOBODY = 2**22 + 1  # above the largest process id of Linux


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> TestOffice:
    """One demo for all tests that only look."""
    root = tmp_path_factory.mktemp("demo") / "post-office"
    return TestOffice(make_demo(root, now=NOW, scanner=loaded_scanner()).root)


@pytest.fixture(scope="module")
def lines(demo: TestOffice) -> list[Line]:
    return lines_of(demo)


def make(root: Path) -> PostOffice:
    return make_demo(root, now=NOW, scanner=loaded_scanner())


def letters() -> Iterator[Letter | Ruling]:
    for happening in read_stories(resource_path("demo/stories")):
        if isinstance(happening, Letter | Ruling) and not (isinstance(happening, Letter) and happening.left):
            yield happening


def test_nothing_is_wrong_with_it(demo: TestOffice, lines: list[Line]) -> None:
    assert chain_faults(demo) == []
    assert verdict_faults(lines) == []
    assert placement_faults(demo, lines) == []
    assert index_faults(demo) == []


def test_every_draft_meets_the_fate_that_its_story_tells(lines: list[Line]) -> None:
    told = Counter(letter.refused for letter in letters() if letter.refused)
    assert Counter(line["check"] for line in lines if line["type"] == "rejected") == told


def test_every_state_is_there(lines: list[Line]) -> None:
    verdicts = Counter(line["type"] for line in lines)
    decided = Counter(line["verdict"] for line in lines if line["type"] == "decided")
    checks = {line["check"] for line in lines if line["type"] == "rejected"}
    assert checks == {name for name, _ in ALL_CHECKS} | {"duplicate", "decision"}
    assert decided == {"approve": 5, "decline": 2, "waive": 1}
    assert verdicts["held"] == 10
    assert verdicts["rules"] == 2
    assert verdicts["rules_refused"] == 1
    assert 60 <= verdicts["accepted"] + verdicts["held"] + verdicts["rejected"] <= 120


def test_every_kind_of_message_is_there(lines: list[Line]) -> None:
    kinds = {line["header"]["kind"] for line in lines if line["type"] in ("accepted", "held", "decided")}
    assert kinds == {
        "task", "request", "question", "reply", "report", "workaround", "escalation", "decision", "note",
    }  # fmt: skip


def test_who_has_a_session_key_signs_from_then_on(lines: list[Line]) -> None:
    since = {line["document"]["args"]["document"]["agent"]: line["at"] for line in lines if line["type"] == "delegated"}
    assert set(since) == {"builder", "trader"}
    judged = [line for line in lines if line["type"] in ("accepted", "held") and line["header"]["from"] != OWNER]
    signed = [line for line in judged if "session" in line["header"]]
    assert {line["header"]["from"] for line in signed} == set(since)
    assert signed == [line for line in judged if line["at"] > since.get(line["header"]["from"], "9")]
    assert {line["type"] for line in signed} == {"accepted", "held"}


def test_three_messages_wait_for_the_owner(demo: TestOffice) -> None:
    with closing(open_reading(demo.office.index, demo.office.journal)) as connection:
        held = [(row.sender, row.topic, NOW - row.at) for row in waiting(connection)]
    assert held == [
        ("builder", "Deploy site-api 2.4.0 to production", timedelta(hours=2, minutes=10)),
        ("trader", "Daily loss limit reached: raise it or stop?", timedelta(minutes=48)),
        ("researcher", "Buy the corpus licence for 120 EUR?", timedelta(minutes=26)),
    ]


def test_mail_is_read_and_unread(demo: TestOffice) -> None:
    everybody = (HUB, *AGENTS, OWNER)
    unread = {name: len(demo.files(name, "inbox")) for name in everybody}
    assert unread == {"hub": 0, "builder": 2, "researcher": 1, "site": 1, "trader": 2, "owner": 1}
    assert all(demo.files(name, "done") for name in everybody)


def test_the_week_ends_now_and_runs_forward(lines: list[Line]) -> None:
    moments = [datetime.fromisoformat(line["at"]) for line in lines]
    assert moments == sorted(moments)
    assert NOW - timedelta(days=7) < moments[0] < NOW - timedelta(days=6, hours=22)
    assert moments[-1] == NOW


def test_no_secret_is_in_the_journal(demo: TestOffice) -> None:
    raw = b"".join(path.read_bytes() for path in demo.office.journal.glob("*.jsonl"))
    assert b"gh" + b"p_" not in raw
    assert b"PRIV" + b"ATE KEY" not in raw
    assert b"HEALTH_PASSWORD=" not in raw


def test_the_workspaces_of_the_rules_are_there(demo: TestOffice) -> None:
    workspaces = {name: rule.workspace for name, rule in demo.rules.agents.items() if rule.workspace}
    assert set(workspaces) == {"builder", "researcher"}
    for workspace in workspaces.values():
        assert any((demo.root / workspace).iterdir())


def test_all_kinds_are_owed_and_some_are_overdue(demo: TestOffice) -> None:
    with closing(open_reading(demo.office.index, demo.office.journal)) as connection:
        owed = debt_lists.owed(connection)
        every = debt_lists.every(connection)
    assert {debt.kind for debt in owed} == {"reply", "report", "workaround", "decision"}
    assert {debt.kind for debt in owed if debt.overdue(NOW)} == {"reply", "report", "workaround", "decision"}
    assert {debt.state for debt in every} == {"open", "waiting", "baseline", "closed"}
    assert {debt.how for debt in every if debt.how} == {"answered", "decided", "told", "waived"}
    assert [(debt.ref, debt.commits) for debt in owed if debt.commits] == [("work:builder", 2)]
    assert [debt.marker for debt in owed if debt.marker] == ["w-c822abc6", "slow-payment-mock"]


def test_the_bus_has_posts_of_the_owner_of_session_keys_and_of_strangers(demo: TestOffice, lines: list[Line]) -> None:
    ring = read_ring(demo.office.ring)
    posted = [line for line in lines if line["type"] == "posted"]
    assert [entry.seq for entry in ring.entries] == [line["seq"] for line in posted] == list(range(1, ring.seen + 1))
    assert 20 <= ring.seen <= SLOTS
    owner = next(line["key"] for line in lines if line["type"] == "rules")
    by_session = {entry.label for entry in ring.entries if entry.session}
    assert by_session == {"builder", "trader"}
    assert {entry.label for entry in ring.entries if entry.author == owner and not entry.session} == {OWNER}
    assert {entry.label for entry in ring.entries if entry.author != owner} == {"hub", "researcher", "site"}
    assert list(demo.office.bus_drop.iterdir()) == []
    assert list(demo.office.bus_rejected.iterdir()) == []


def test_a_scan_in_its_final_place_finds_nothing_new(tmp_path: Path) -> None:
    made = TestOffice(make(tmp_path / "post-office").root)
    before = len(lines_of(made))
    assert scan_now(made.office, program="test", wait=60, scanner=loaded_scanner(), clock=lambda: NOW) == ()
    assert [line["type"] for line in lines_of(made)[before:]] == ["started", "stopped", "checkpoint"]


def test_the_same_now_makes_the_same_letters(demo: TestOffice, lines: list[Line], tmp_path: Path) -> None:
    again = lines_of(TestOffice(make(tmp_path / "again").root))
    assert [unsigned(line) for line in again] == [unsigned(line) for line in lines]


def unsigned(line: Line) -> object:
    """What of a line does not come from a key: hashes, ids and references of what the owner signed do."""
    of_keys = {"session", "signature", "ref", "sha256"}
    header = {key: value for key, value in line.get("header", {}).items() if key not in of_keys}
    return line["at"], line["type"], header, line.get("body"), line.get("check")


def test_what_lies_in_the_outboxes_is_delivered_by_the_first_pass(tmp_path: Path) -> None:
    office = make(tmp_path / "post-office")
    events, problems = one_pass(office, program="test", scanner=loaded_scanner())
    assert [(event.sender, event.verdict) for event in events if event.sender] == [
        ("builder", "accepted"), ("researcher", "accepted"),
    ]  # fmt: skip
    assert problems == ()
    made = TestOffice(office.root)
    assert made.files("builder", "outbox") == [".release-notes.md.tmp"]
    assert made.files("site", "outbox") == ["latency.csv"]
    assert placement_faults(made, lines_of(made)) == []


def test_a_demo_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    root = tmp_path / "post-office"
    (root / "journal").mkdir(parents=True)
    (root / "keys").mkdir()
    assert make(root) == PostOffice(root)
    assert sorted(path.name for path in root.iterdir()) == ["journal", "keys"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "post-office").mkdir()
    make(tmp_path / "post-office")
    assert [path.name for path in tmp_path.iterdir()] == ["post-office"]


@pytest.mark.parametrize("what", ["a file", "a full folder", "a newer post office"])
def test_a_place_that_is_taken_is_refused(tmp_path: Path, what: str) -> None:
    root = tmp_path / "post-office"
    if what == "a file":
        root.write_text("mine\n")
    else:
        root.mkdir()
        content = {"version": 99, "agents": {}} if what == "a newer post office" else {}
        (root / "rules.json").write_text(json.dumps(content))
    with pytest.raises(FoundingError, match=r"post-office(:| is not)"):
        make(root)
    assert [path.name for path in tmp_path.iterdir()] == ["post-office"]


def test_a_run_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def interrupt(done: int, of: int) -> None:
        if done == of // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_demo(tmp_path / "post-office", now=NOW, scanner=loaded_scanner(), on_progress=interrupt)
    assert list(tmp_path.iterdir()) == []


def test_a_place_taken_meanwhile_is_left_alone(tmp_path: Path) -> None:
    root = tmp_path / "post-office"

    def take(done: int, of: int) -> None:
        if done == of:
            root.mkdir()
            (root / "mine.txt").write_text("mine\n")

    with pytest.raises(FoundingError, match="post-office"):
        make_demo(root, now=NOW, scanner=loaded_scanner(), on_progress=take)
    assert [path.name for path in root.iterdir()] == ["mine.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["post-office"]


def test_what_a_killed_run_left_is_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_build", lambda workshop, *_rest: workshop.mkdir())
    for name in (
        f".office.{NOBODY}.demo",
        f"..office.{NOBODY}.demo.{NOBODY}.new",
        ".office.1.demo",
        f".o.{NOBODY}.demo",
    ):
        (tmp_path / name / "agents").mkdir(parents=True)
    make_demo(tmp_path / "office", now=NOW, scanner=loaded_scanner())
    assert sorted(path.name for path in tmp_path.iterdir()) == [".o." + f"{NOBODY}.demo", ".office.1.demo", "office"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    make_demo(
        tmp_path / "post-office", now=NOW, scanner=loaded_scanner(),
        on_progress=lambda done, of: told.append((done, of)),
    )  # fmt: skip
    of = len(read_stories(resource_path("demo/stories")))
    assert told == [(done, of) for done in range(of + 1)]


def test_a_passphrase_protects_the_owners_key(tmp_path: Path) -> None:
    cheap = Cost(ops=1, mem=8192)
    office = make_demo(tmp_path / "post-office", now=NOW, scanner=loaded_scanner(), passphrase="open", cost=cheap)
    assert OwnerKey.load(office.keys).protected
