"""Decisions: single use, bound to the held bytes, only from the owner; what cannot take effect consumes nothing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import Literal

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import decision
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.moments import format_second
from tests.support.life import life, one_life
from tests.support.post_office import Dropped, TestOffice
from tests.support.truth import Line, faults_of, lines_of


@pytest.fixture
def held(made: TestOffice) -> Dropped:
    """A message of builder's that waits for the owner."""
    draft = made.drop("builder", topic="may I deploy", kind="request", requires="owner")
    one_life(made.office)
    assert list(made.office.queue.iterdir()) == [made.office.queue / f"{draft.id}.md"]
    return draft


def rejections(made: TestOffice) -> list[Line]:
    return [line for line in lines_of(made) if line["type"] == "rejected"]


def still_held(made: TestOffice, held: Dropped) -> bool:
    return (made.office.queue / f"{held.id}.md").exists() and not [
        line for line in lines_of(made) if line["type"] == "decided"
    ]


def test_an_approved_message_is_delivered_unchanged_and_the_sender_is_told(made: TestOffice, held: Dropped) -> None:
    answer = made.decide(held, "approve", "go ahead")
    one_life(made.office)

    assert (made.box("hub", "inbox") / f"{held.id}.md").read_bytes() == held.raw
    assert (made.box("builder", "inbox") / f"{answer.id}.md").read_bytes() == answer.raw
    assert list(made.office.queue.iterdir()) == []
    assert faults_of(made) == []


def test_a_declined_message_comes_back_with_the_owners_words(made: TestOffice, held: Dropped) -> None:
    answer = made.decide(held, "decline", "not on a Friday")
    one_life(made.office)

    rejected = made.box("builder", "rejected")
    assert (rejected / held.file).read_bytes() == held.raw
    reason = (rejected / f"{held.file}.reason").read_text()
    assert "check: owner" in reason
    assert "not on a Friday" in reason
    assert (made.box("builder", "inbox") / f"{answer.id}.md").exists()
    assert made.files("hub", "inbox") == []
    assert faults_of(made) == []


def test_a_second_decision_is_answered_with_the_first(made: TestOffice, held: Dropped) -> None:
    made.decide(held, "approve")
    one_life(made.office)
    made.decide(held, "decline", "too late")
    one_life(made.office)

    assert [line["check"] for line in rejections(made)] == ["decision"]
    assert "already approved at 2026-11-30T" in rejections(made)[0]["reason"]
    assert faults_of(made) == []


def test_two_decisions_at_once_take_effect_once(made: TestOffice, held: Dropped) -> None:
    made.decide(held, "approve", name="a.md")
    made.decide(held, "decline", "no", name="b.md")
    made.decide(held, "approve", "yes again", name="c.md")
    one_life(made.office)

    assert len([line for line in lines_of(made) if line["type"] == "decided"]) == 1
    assert len(rejections(made)) == 2
    assert faults_of(made) == []


def test_a_decision_is_bound_to_the_bytes_that_were_shown(made: TestOffice, held: Dropped) -> None:
    shown = Dropped(held.path, held.raw + b"one more line\n", held.id, held.sender, held.recipient, held.topic)
    made.decide(shown, "approve")
    one_life(made.office)

    assert "sha256" in rejections(made)[0]["reason"]
    assert still_held(made, held)


@pytest.mark.parametrize("change", ["changed", "missing", "folder"])
def test_what_was_changed_in_the_queue_is_flagged_and_never_delivered(
    made: TestOffice, held: Dropped, change: str
) -> None:
    queued = made.office.queue / f"{held.id}.md"
    if change == "changed":
        queued.write_bytes(held.raw.replace(b"Passed", b"Failed"))
    else:
        queued.unlink()
    if change == "folder":
        queued.mkdir()
    made.decide(held, "approve")
    one_life(made.office)

    assert [line["check"] for line in rejections(made)] == ["decision"]
    assert made.files("hub", "inbox") == []
    assert not [line for line in lines_of(made) if line["type"] == "decided"]


def test_a_message_whose_route_is_gone_stays_held_but_can_be_declined(made: TestOffice, held: Dropped) -> None:
    made.set_rules(routes=[list(route) for route in sorted(made.rules.routes) if route != ("builder", "hub")])
    made.decide(held, "approve")
    one_life(made.office)

    assert "route builder → hub" in rejections(made)[0]["reason"]
    assert still_held(made, held)

    made.decide(held, "decline", "no route any more")
    one_life(made.office)
    assert faults_of(made) == []
    assert list(made.office.queue.iterdir()) == []


def test_a_message_whose_recipient_left_stays_held(made: TestOffice) -> None:
    held = made.drop("hub", to="builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    made.act("agent-remove", {"name": "builder"})
    one_life(made.office)
    made.decide(held, "approve")
    one_life(made.office)

    assert "nobody is named builder" in rejections(made)[0]["reason"]
    assert still_held(made, held)


def test_a_message_whose_sender_left_stays_held_but_can_be_declined(made: TestOffice, held: Dropped) -> None:
    """The sender is gone from the rules, its folders are not: what comes back lies there."""
    made.act("agent-remove", {"name": "builder"})
    one_life(made.office)
    made.decide(held, "approve")
    one_life(made.office)
    assert [line["check"] for line in rejections(made)] == ["decision"]
    assert rejections(made)[0]["reason"] == "its sender builder is not there any more; the message stays held"
    assert "decline" in rejections(made)[0]["hint"]
    assert still_held(made, held)

    answer = made.decide(held, "decline", "you left")
    one_life(made.office)
    home = made.root / "agents" / "builder"
    assert (home / "rejected" / held.file).read_bytes() == held.raw
    assert "you left" in (home / "rejected" / f"{held.file}.reason").read_text()
    assert (home / "inbox" / f"{answer.id}.md").exists()
    assert list(made.office.queue.iterdir()) == []
    assert faults_of(made) == []


@pytest.mark.parametrize("verdict", ["approve", "decline"])
def test_a_message_whose_sender_left_with_its_folder_is_decided_all_the_same(
    made: TestOffice, verdict: Literal["approve", "decline"]
) -> None:
    """Of an agent that lived elsewhere: what comes back is kept where the post office keeps its agents."""
    elsewhere = made.root.parent / "elsewhere"
    made.set_rules(agents={name: {"folder": str(elsewhere)} if name == "builder" else {} for name in made.rules.agents})
    for box in ("inbox", "outbox", "rejected", "done"):
        (elsewhere / box).mkdir(parents=True)
    held = made.drop("builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    shutil.rmtree(made.root / "agents" / "builder")
    made.act("agent-remove", {"name": "builder"})
    one_life(made.office)
    shutil.rmtree(elsewhere)
    answer = made.decide(held, verdict, "you left")
    with life(made.office) as lived:
        lived.work_off()
        assert "folder-missing" not in lived.said
    if verdict == "decline":
        home = made.root / "agents" / "builder"
        assert (home / "rejected" / held.file).read_bytes() == held.raw
        assert (home / "inbox" / f"{answer.id}.md").read_bytes() == answer.raw
        assert list(made.office.queue.iterdir()) == []
    else:
        assert still_held(made, held)
    assert [name for name in made.files("owner", "outbox") if name.endswith(".md")] == []


def test_nobody_else_who_left_gets_a_decision(made: TestOffice, held: Dropped) -> None:
    made.act("agent-remove", {"name": "site"})
    one_life(made.office)
    raw = decision(replace(held, sender="site"), "decline", "no", made.now, made.key)
    made.drop("owner", raw=raw)
    one_life(made.office)
    assert "goes to the sender of the held message" in rejections(made)[0]["reason"]
    assert still_held(made, held)


def test_declining_needs_a_reason(made: TestOffice, held: Dropped) -> None:
    with pytest.raises(ValueError, match="reason"):
        decision(held, "decline", "  \n", made.now, made.key)

    approved = decision(held, "approve", "", made.now, made.key)
    unsigned = approved[: approved.index(b"signature:")].replace(b"verdict: approve", b"verdict: decline")
    made.drop("owner", name="d.md", raw=sign_mail(unsigned + b"---\n", made.key))
    one_life(made.office)

    assert "needs a reason" in rejections(made)[0]["reason"]
    assert still_held(made, held)


@pytest.mark.parametrize("key", [None, SigningKey(bytes(32))])
def test_a_decision_that_the_owner_did_not_sign_is_refused(
    made: TestOffice, held: Dropped, key: SigningKey | None
) -> None:
    signed = decision(held, "approve", "", made.now, key or made.key)
    if key is None:
        start = signed.index(b"signature:")
        signed = signed[:start] + signed[signed.index(b"\n", start) + 1 :]
    made.drop("owner", name="d.md", raw=signed)
    one_life(made.office)

    assert [line["check"] for line in rejections(made)] == ["signature"]
    assert still_held(made, held)


def test_an_agent_cannot_decide(made: TestOffice, held: Dropped) -> None:
    made.drop("hub", name="d.md", raw=decision(held, "approve", "", made.now, made.key))
    made.drop("builder", name="d.md", raw=made.write("builder", kind="decision", verdict="approve", ref=held.id))
    one_life(made.office)

    assert len(rejections(made)) == 2
    assert still_held(made, held)


def test_what_is_not_held_cannot_be_decided(made: TestOffice, held: Dropped) -> None:
    plain = made.drop("builder", topic="just a note")
    answer = made.decide(held, "approve")
    one_life(made.office)
    made.later(seconds=1)
    on_decision = Dropped(answer.path, answer.raw, answer.id, "builder", "owner", answer.topic)
    unknown = Dropped(plain.path, plain.raw, "20261130T120000Z-builder-000000000000", "builder", "hub", plain.topic)
    for target in (plain, on_decision, unknown):
        made.decide(target, "approve")
    one_life(made.office)

    assert [line["check"] for line in rejections(made)] in (["decision"] * 3, ["decision", "decision", "header"])
    assert len(rejections(made)) == 3
    assert faults_of(made) == []


def test_a_debt_that_nobody_has_cannot_be_waived(made: TestOffice, held: Dropped) -> None:
    signed = decision(held, "approve", "", made.now, made.key)
    unsigned = signed[: signed.index(b"signature:")].replace(b"verdict: approve", b"verdict: waive")
    made.drop("owner", name="d.md", raw=sign_mail(unsigned + b"---\n", made.key))
    one_life(made.office)

    assert rejections(made)[0]["check"] in ("decision", "header")
    assert still_held(made, held)


def test_asking_back_leaves_it_held(made: TestOffice, held: Dropped) -> None:
    question = made.ask(held)
    one_life(made.office)

    assert (made.box("builder", "inbox") / f"{question.id}.md").exists()
    assert still_held(made, held)
    assert faults_of(made) == []


def test_a_decision_while_the_senders_folder_is_gone_waits(made: TestOffice, held: Dropped) -> None:
    home, aside = made.root / "agents" / "builder", made.root / "aside"
    made.decide(held, "decline", "no")
    home.rename(aside)
    with life(made.office) as lived:
        lived.work_off()
        assert "folder-missing" in lived.said
        assert still_held(made, held)
        aside.rename(home)
        lived.wait(3.0)
        lived.work_off()

    assert faults_of(made) == []


def test_mail_to_the_owner_is_held_and_delivered_to_the_owner(made: TestOffice) -> None:
    held = made.drop("hub", to="owner", topic="may we", kind="request", requires="owner")
    one_life(made.office)
    made.decide(held, "approve")
    one_life(made.office)

    assert made.files("owner", "inbox") == [f"{held.id}.md"]
    assert faults_of(made) == []


def test_a_decision_made_while_no_relay_ran_takes_effect_without_the_index(made: TestOffice, held: Dropped) -> None:
    made.decide(held, "approve", f"at {format_second(made.now)}")
    shutil.rmtree(made.office.relay)
    one_life(made.office)

    assert (made.box("hub", "inbox") / f"{held.id}.md").exists()
    assert faults_of(made) == []
