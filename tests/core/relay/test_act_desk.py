"""Acts: signed by the owner, each once, answered by a receipt or a reason; a kill in between is made up for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from nacl.signing import SigningKey

from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.keys.envelope import ACT, RULES, sign_document
from tests.support.clock import SetClock
from tests.support.disks import DyingDisk, Killed, WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.truth import Line, chain_faults, faults_of, home_faults, lines_of

STRANGER = SigningKey(bytes(range(1, 33)))


def acts(made: TestOffice) -> list[Line]:
    return [line for line in lines_of(made) if line["type"] in ("agent", "resumed")]


def refusals(made: TestOffice) -> list[str]:
    return [line["check"] for line in lines_of(made) if line["type"] == "rejected"]


def test_an_act_takes_effect_and_leaves_a_receipt(made: TestOffice) -> None:
    path = made.act("agent-add", {"name": "trader"})
    with life(made.office) as lived:
        lived.work_off()
        assert "trader" in lived.engine.rules.agents
        assert lived.problems == ()

    receipt = yaml.safe_load(path.with_name(f"{path.name}.receipt").read_bytes())
    assert receipt["height"] == acts(made)[0]["height"]
    assert (made.root / "agents" / "trader" / "outbox").is_dir()
    assert faults_of(made) == []


def test_an_act_with_a_receipt_is_not_looked_at_again(made: TestOffice) -> None:
    made.act("agent-add", {"name": "trader"})
    one_life(made.office)
    one_life(made.office)

    assert len(acts(made)) == 1
    assert refusals(made) == []


def test_an_outbox_without_acts_is_not_read_again_until_it_changes(
    made: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    listdir = os.listdir
    outbox = str(made.box("owner", "outbox"))

    def reading(path: str) -> list[str]:
        read.append(str(path))
        return listdir(path)

    monkeypatch.setattr(os, "listdir", reading)
    with life(made.office) as lived:
        lived.work_off()
        before = read.count(outbox)
        lived.work_off()
        assert read.count(outbox) == before
        made.act("agent-add", {"name": "trader"})
        lived.work_off()

    assert [line["document"]["args"]["name"] for line in acts(made)] == ["trader"]


def test_the_same_act_again_is_refused(made: TestOffice) -> None:
    path = made.act("agent-add", {"name": "trader"})
    with life(made.office) as lived:
        lived.work_off()
        made.put_act(path.read_bytes(), "again.act.json")
        lived.work_off()

    assert len(acts(made)) == 1
    assert refusals(made) == ["duplicate"]
    assert faults_of(made) == []


def test_the_same_act_again_at_a_start_is_answered_by_what_it_did(made: TestOffice) -> None:
    """It cannot be told from one that a killed life recorded and did not answer; either way it counts once."""
    path = made.act("agent-add", {"name": "trader"})
    one_life(made.office)
    again = made.put_act(path.read_bytes(), "again.act.json")
    one_life(made.office)

    receipts = [place.with_name(f"{place.name}.receipt").read_bytes() for place in (path, again)]
    assert receipts[0] == receipts[1]
    assert len(acts(made)) == 1


def test_the_same_nonce_in_two_acts_counts_once(made: TestOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mailbox_gui.core.acts.making.secrets.token_hex", lambda _count: "the same")
    made.act("agent-add", {"name": "one"}, file="a.act.json")
    made.act("agent-add", {"name": "two"}, file="b.act.json")
    one_life(made.office)

    assert [line["document"]["args"]["name"] for line in acts(made)] == ["one"]
    assert refusals(made) == ["duplicate"]


def test_a_killed_life_that_recorded_an_act_and_did_not_answer_is_made_up_for(made: TestOffice) -> None:
    one_life(made.office)
    path = made.act("agent-add", {"name": "trader"})
    whole = WatchedDisk()
    with life(made.office, disk=whole) as lived:
        lived.work_off()
    receipt = path.with_name(f"{path.name}.receipt")
    for at in range(whole.calls.index("append"), len(whole.calls)):
        again = made.put_act(make_act("agent-add", {"name": f"trader{at}"}, made.now, made.key), f"add-{at}.act.json")
        with suppress(Killed), life(made.office, disk=DyingDisk(at)) as lived:
            lived.work_off()
        one_life(made.office)
        assert again.with_name(f"{again.name}.receipt").exists() or again.name in made.files("owner", "rejected")
    assert receipt.exists()
    assert refusals(made) == []
    assert chain_faults(made) == []
    assert home_faults(made, lines_of(made)) == []


def _document(**changes: Any) -> dict[str, Any]:
    document = {"version": 1, "act": "agent-add", "args": {"name": "trader"}, "created": "2026-11-30T12:00:00Z"}
    return document | {"nonce": "0" * 32} | changes


def _envelope(made: TestOffice, **changes: Any) -> bytes:
    return json.dumps(sign_document(ACT, _document(**changes), made.key)).encode()


def _without(made: TestOffice, name: str) -> bytes:
    document = _document()
    del document[name]
    return json.dumps(sign_document(ACT, document, made.key)).encode()


BAD: dict[str, tuple[str, Callable[[TestOffice], bytes]]] = {
    "no json": ("header", lambda _made: b"{"),
    "empty": ("header", lambda _made: b""),
    "deep": ("header", lambda _made: b"[" * 60_000),
    "not text": ("header", lambda _made: b"\xff\xfe\x00"),
    "list": ("signature", lambda _made: b"[]"),
    "unsigned": ("signature", lambda _made: json.dumps({"document": _document()}).encode()),
    "stranger": (
        "signature",
        lambda made: json.dumps(make_act("agent-add", {"name": "trader"}, made.now, STRANGER)).encode(),
    ),
    "changed": ("signature", lambda made: json.dumps(
        make_act("agent-add", {"name": "trader"}, made.now, made.key)).replace("trader", "trades").encode()),
    "other domain": (
        "signature", lambda made: json.dumps(sign_document(RULES, _document(), made.key)).encode()
    ),
    "member twice": ("header", lambda made: json.dumps(
        make_act("agent-add", {"name": "trader"}, made.now, made.key)).replace("{", '{"key": "x", ', 1).encode()),
    "too large": ("limits", lambda _made: b" " * 70_000),
    "too old": (
        "header",
        lambda made: json.dumps(
            make_act("agent-add", {"name": "trader"}, made.now - timedelta(hours=25), made.key)
        ).encode(),
    ),
    "from the future": (
        "header",
        lambda made: json.dumps(
            make_act("agent-add", {"name": "trader"}, made.now + timedelta(hours=25), made.key)
        ).encode(),
    ),
    "unknown act": ("header", lambda made: json.dumps(make_act("burn", {}, made.now, made.key)).encode()),
}  # fmt: skip


@pytest.mark.parametrize(("check", "content"), BAD.values(), ids=BAD.keys())
def test_a_bad_act_is_refused_with_its_reason(
    made: TestOffice, check: str, content: Callable[[TestOffice], bytes]
) -> None:
    path = made.put_act(content(made), "bad.act.json")
    with life(made.office) as lived:
        lived.work_off()
        assert "trader" not in lived.engine.rules.agents

    assert refusals(made) == [check]
    assert not path.exists()
    assert made.files("owner", "rejected") == ["bad.act.json", "bad.act.json.reason"]
    assert faults_of(made) == []


@pytest.mark.parametrize(
    ("act", "arguments", "check"),
    [
        ("agent-add", {}, "header"),
        ("agent-add", {"name": 7}, "header"),
        ("agent-add", {"name": "trader", "colour": "red"}, "header"),
        ("agent-add", {"name": "Trader"}, "act"),
        ("agent-add", {"name": "../x"}, "act"),
        ("agent-add", {"name": "owner"}, "act"),
        ("agent-add", {"name": "con"}, "act"),
        ("agent-add", {"name": "builder"}, "act"),
        ("agent-remove", {"name": "nobody"}, "recipient"),
        ("agent-remove", {"name": "hub"}, "act"),
        ("agent-remove", {"name": "owner"}, "recipient"),
        ("resume", {"agent": "builder"}, "act"),
        ("resume", {"agent": "nobody"}, "recipient"),
        ("resume", {"agent": ["builder"]}, "header"),
    ],
)
def test_an_act_that_cannot_take_effect_is_refused(
    made: TestOffice, act: str, arguments: dict[str, object], check: str
) -> None:
    made.act(act, arguments)
    one_life(made.office)

    assert refusals(made) == [check]
    assert acts(made) == []
    assert faults_of(made) == []


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_an_act_that_is_no_plain_file_is_refused(made: TestOffice, kind: str) -> None:
    path = made.root / "owner" / "outbox" / "odd.act.json"
    if kind == "link":
        path.symlink_to(made.office.rules_file)
    else:
        path.mkdir()
    one_life(made.office)

    assert refusals(made) == ["identity"]
    assert not path.is_symlink()
    assert not path.exists()


def test_refused_acts_of_one_name_are_numbered(made: TestOffice) -> None:
    for _ in range(3):
        made.put_act(b"{", "bad.act.json")
        one_life(made.office)

    assert len(made.files("owner", "rejected")) == 6
    assert faults_of(made) == []


def test_a_folder_that_cannot_be_made_stops_nothing(made: TestOffice) -> None:
    """The act is history then; where its folder is missed it is said, and the next start is no worse."""
    path = made.act("agent-add", {"name": "trader", "folder": str(made.office.rules_file / "trader")})
    draft = made.drop("builder", topic="goes on")
    for _ in range(2):
        with life(made.office) as lived:
            lived.work_off()
            assert "trader" in lived.engine.rules.agents
            assert any("trader" in problem.text for problem in lived.problems)
    assert path.with_name(f"{path.name}.receipt").exists()
    assert (made.box("hub", "inbox") / f"{draft.id}.md").exists()


def test_an_agent_elsewhere_gets_its_folder_there(made: TestOffice, tmp_path: Path) -> None:
    made.act("agent-add", {"name": "trader", "folder": "../projects/trader", "workspace": "../projects"})
    one_life(made.office)

    assert (tmp_path / "projects" / "trader" / "inbox").is_dir()


def test_a_removed_agent_keeps_folders_and_history(made: TestOffice) -> None:
    made.drop("builder", topic="once")
    one_life(made.office)
    made.act("agent-remove", {"name": "builder"})
    one_life(made.office)
    late = made.drop("hub", to="builder", topic="too late")
    one_life(made.office)

    assert (made.root / "agents" / "builder" / "outbox").is_dir()
    assert refusals(made) == ["recipient"]
    assert late.file in made.files("hub", "rejected")


def test_a_removed_agent_can_be_added_again(made: TestOffice) -> None:
    made.act("agent-remove", {"name": "builder"}, file="a.act.json")
    one_life(made.office)
    made.act("agent-add", {"name": "builder"}, file="b.act.json")
    one_life(made.office)
    made.drop("builder", topic="back")
    one_life(made.office)

    assert refusals(made) == []
    assert faults_of(made) == []


def test_acts_work_at_a_checkpoint_too(made: TestOffice, clock: SetClock) -> None:
    """The line that comes first then is the checkpoint; the receipt names the act's own."""
    with life(made.office, clock=clock) as lived:
        lived.work_off()
        lived.engine.journal.checkpoint_every = lived.engine.journal.height + 1
        path = made.act("agent-add", {"name": "trader"})
        lived.work_off()

    receipt = yaml.safe_load(path.with_name(f"{path.name}.receipt").read_bytes())
    assert receipt["height"] == acts(made)[0]["height"]
