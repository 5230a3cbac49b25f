"""The owner's waiver on its way through the relay: what takes effect, and what is refused for which reason."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mailbox_gui.core.acts.waive import waiver
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.read_models import debt_lists
from mailbox_gui.core.relay.state import Event
from tests.support.life import Life, life, one_life
from tests.support.post_office import TestOffice
from tests.support.repository import RealRepository
from tests.support.truth import faults_of
from tests.support.workspace import watching


def the_debts(lived: Life) -> list[Debt]:
    lived.engine.project()
    return debt_lists.every(lived.engine.reading)


@dataclass
class Waiving:
    made: TestOffice
    lived: Life

    def by(self, raw: bytes) -> Event:
        self.made.drop("owner", raw=raw, name=f"waive-{len(self.lived.entries)}.md")
        told = [event for event in self.lived.work_off() if event.sender == "owner"]
        return told[-1]

    def waive(self, debt: Debt, reason: str = "not needed") -> Event:
        self.made.later(seconds=1)
        return self.by(waiver(debt, reason, self.made.rules.participants(), self.made.now, self.made.key))

    def written(self, debt: Debt, **changes: str) -> Event:
        self.made.later(seconds=1)
        fields = {
            "to": "hub", "kind": "decision", "topic": debt.topic, "ref": debt.ref, "verdict": "waive",
            "sha256": debt.sha256, **changes,
        }  # fmt: skip
        body = fields.pop("body", "not needed\n")
        raw = self.made.write("owner", body, **fields)
        return self.by(sign_mail(raw, self.made.key))


def test_of_a_message(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task", requires="reply")
    with life(made.office) as lived:
        lived.work_off()
        first, second = the_debts(lived)
        event = Waiving(made, lived).waive(first, "nobody needs it")
        assert (event.verdict, event.id, event.reason) == ("waived", first.ref, "nobody needs it")
        assert [(debt.how, debt.closed) for debt in the_debts(lived)] == [("waived", event.height)] * 2
        assert second.ref == first.ref
    assert len(made.files("hub", "inbox")) == 1
    assert made.files("owner", "rejected") == []


def test_of_what_the_owner_asked_for_the_debtor_is_told(made: TestOffice) -> None:
    made.drop("owner", raw=sign_mail(made.write("owner", to="builder", kind="task"), made.key), name="task.md")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        assert Waiving(made, lived).waive(debt).recipient == "builder"
    assert len(made.files("builder", "inbox")) == 2


@pytest.mark.parametrize("sender", ["researcher", "builder"])
def test_of_those_who_left(made: TestOffice, sender: str) -> None:
    """Whoever of the two is still there hears of it; else it lies with the one to whom the debt was owed."""
    made.set_rules(routes=[["builder", "researcher"], ["researcher", "builder"], ["builder", "owner"]])
    made.drop(sender, to="owner" if sender == "builder" else "builder", kind="question")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        for name in ("builder", "researcher"):
            made.act("agent-remove", {"name": name}, file=f"{name}.act.json")
        lived.work_off()
        assert the_debts(lived)[0].live
        event = Waiving(made, lived).waive(debt, "nobody is left to answer")
        assert (event.verdict, event.recipient) == ("waived", sender)
        assert the_debts(lived)[0].how == "waived"
    assert len(list((made.root / "agents" / sender / "inbox").iterdir())) == 1
    assert faults_of(made) == []


def test_of_what_the_owner_owes(made: TestOffice) -> None:
    made.drop("builder", to="owner", kind="question")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        assert Waiving(made, lived).waive(debt).recipient == "builder"
        assert the_debts(lived)[0].how == "waived"


def test_of_a_marker_and_of_commits(made: TestOffice, work: RealRepository) -> None:
    with watching(made) as watch:
        watch.scan()
        work.commit("one", **{"b.py": "# WORKAROUND(slow-mock): x\n"})
        watch.scan()
        waiving = Waiving(made, watch.lived)
        for debt in [debt for debt in watch.debts() if debt.live]:
            event = waiving.waive(debt)
            assert (event.verdict, event.recipient, event.id) == ("waived", "builder", debt.ref)
        assert watch.scan() == []
        assert {debt.how for debt in watch.debts()} == {"waived"}


def test_it_survives_a_restart_and_stays_in_history(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task")
    with life(made.office) as lived:
        lived.work_off()
        Waiving(made, lived).waive(the_debts(lived)[0])
    made.office.index.unlink()
    with life(made.office) as lived:
        (debt,) = the_debts(lived)
        assert (debt.how, debt.state) == ("waived", "closed")
        assert debt.closed is not None
        assert debt.opened < debt.closed


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"sha256": "0" * 64}, "sha256 is not that of the message"),
        ({"topic": "another"}, "carries the topic"),
        ({"to": "site"}, "whom the debt concerns: builder or hub"),
        ({"body": ""}, "needs a reason"),
        ({"body": " \n"}, "needs a reason"),
        ({"ref": "no-such-marker"}, "no open debt named 'no-such-marker'"),
        ({"ref": "work:builder", "to": "builder"}, "no open debt named 'work:builder'"),
    ],
)
def test_what_does_not_fit_is_refused_and_consumes_nothing(
    made: TestOffice, changes: dict[str, str], says: str
) -> None:
    made.drop("hub", to="builder", kind="task")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        waiving = Waiving(made, lived)
        event = waiving.written(debt, **changes)
        assert (event.verdict, event.check) == ("rejected", "decision")
        assert says in event.reason
        assert the_debts(lived)[0].live
        assert waiving.waive(debt).verdict == "waived"


def test_what_is_held_is_decided_not_waived(made: TestOffice) -> None:
    made.drop("builder", kind="request", requires="owner")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        event = Waiving(made, lived).written(debt, to="builder")
        assert event.check == "decision"
        assert "is held" in event.reason
        assert the_debts(lived)[0].live


def test_twice_in_one_batch_takes_effect_once(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        for reason in ("first", "second"):
            raw = waiver(debt, reason, made.rules.participants(), made.now, made.key)
            made.drop("owner", raw=raw, name=f"{reason}.md")
        told = [event for event in lived.work_off() if event.sender == "owner"]
        assert [event.verdict for event in told] == ["waived", "rejected"]
        assert "already waived" in told[1].reason


def test_only_the_owner_s_signature_counts(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
        signed = waiver(debt, "not needed", made.rules.participants(), made.now, made.key)
        unsigned = signed[: signed.index(b"signature:")] + signed[signed.index(b"---\n", 5) :]
        assert Waiving(made, lived).by(unsigned).check == "signature"
        assert the_debts(lived)[0].live


def test_an_agent_cannot_waive(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task")
    one_life(made.office)
    made.drop("builder", kind="decision", verdict="waive", ref="work:builder", sha256="0" * 64)
    (event,) = [event for event in one_life(made.office) if event.sender == "builder"]
    assert (event.verdict, event.check) == ("rejected", "header")


def test_without_a_reason_none_is_made(made: TestOffice) -> None:
    made.drop("hub", to="builder", kind="task")
    with life(made.office) as lived:
        lived.work_off()
        (debt,) = the_debts(lived)
    with pytest.raises(ValueError, match="needs a reason"):
        waiver(debt, " ", made.rules.participants(), made.now, made.key)
