"""News: what a list shows of every kind of line."""

from __future__ import annotations

from mailbox_gui.core.relay.state import Event
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice


def test_every_verdict_has_its_words(made: TestOffice) -> None:
    made.drop("builder", topic="fine", name="fine.md")
    held = made.drop("site", topic="may I", kind="request", requires="owner", name="held.md")
    refused = made.drop("site", topic="no", to="builder", name="no.md")
    news = {event.file or event.verdict: event for event in one_life(made.office)}

    assert set(news) == {"started", "fine.md", "held.md", "no.md"}
    assert (news["fine.md"].verdict, news["fine.md"].recipient, news["fine.md"].kind) == ("accepted", "hub", "note")
    assert (news["held.md"].verdict, news["held.md"].id, news["held.md"].sender) == ("held", held.id, "site")
    assert (news["no.md"].verdict, news["no.md"].check, news["no.md"].id) == ("rejected", "route", refused.id)
    assert "routes table" in news["no.md"].reason


def test_a_decision_is_news_of_the_message_it_decides(made: TestOffice) -> None:
    held = made.drop("site", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    made.decide(held, "decline", "not now")
    (event,) = [event for event in one_life(made.office) if event.verdict != "started"]

    assert (event.verdict, event.id, event.kind, event.reason) == ("declined", held.id, "decision", "not now")


def test_acts_and_rules_have_their_type_as_verdict(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        made.act("agent-add", {"name": "trader"})
        made.set_rules(hub="builder")
        verdicts = [event.verdict for event in lived.work_off()]

    assert verdicts == ["rules", "agent"]
    assert all(isinstance(event, Event) for event in lived.events)
