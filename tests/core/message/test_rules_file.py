"""rules.json: what is good is read whole, and every bad one is told with its place and what is allowed there."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from mailbox_gui.core.message.rules_file import LARGEST_RULES, MOST_PROBLEMS, RulesError, parse_rules

PLAIN: dict[str, object] = {
    "version": 1,
    "hub": "hub",
    "agents": {"hub": {}, "builder": {}, "site": {}},
    "routes": [["builder", "hub"], ["hub", "builder"], ["hub", "owner"], ["owner", "hub"]],
}
LONG = "a" * 33
HUGE = "9" * 5_000


def raw_of(change: Mapping[str, object]) -> bytes:
    return json.dumps({name: value for name, value in {**PLAIN, **change}.items() if value is not ...}).encode()


def problems_of(raw: bytes) -> tuple[str, ...]:
    with pytest.raises(RulesError) as caught:
        parse_rules(raw)
    assert caught.value.problems
    return caught.value.problems


def test_the_example_of_the_protocol() -> None:
    example = b"""{
      "version": 1,
      "hub": "hub",
      "agents": {
        "hub": {},
        "builder": {"workspace": "../builder", "messages_per_day": 40, "signature": "required"}
      },
      "routes": [["builder", "hub"], ["hub", "builder"], ["hub", "owner"], ["owner", "hub"]],
      "limits": {"message_bytes": 16384, "messages_per_day": 20, "settle_seconds": 0.3, "rescan_seconds": 15},
      "obligations": {"task": "report", "request": "reply", "question": "reply"},
      "overdue_hours": {"reply": 4, "report": 24, "decision": 2, "workaround": 24},
      "runtimes": []
    }"""
    rules = parse_rules(example)
    assert rules == Rules(
        hub="hub",
        agents={
            "hub": AgentRule(),
            "builder": AgentRule(workspace="../builder", messages_per_day=40, signature="required"),
        },
        routes=frozenset({("builder", "hub"), ("hub", "builder"), ("hub", "owner"), ("owner", "hub")}),
    )
    assert rules.participants() == ("hub", "builder", "owner")
    assert (rules.messages_per_day("builder"), rules.messages_per_day("hub"), rules.messages_per_day("owner")) == (
        40,
        20,
        None,
    )


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"routes": []},
        {"agents": {"hub": {"folder": "../hub/mail", "workspace": "/srv/hub", "message_bytes": 1}}, "routes": []},
        {"agents": {"hub": {"folder": "agents/hub"}, "builder": {}}},
        {"agents": {"hub": {"overdue_hours": {}}, "builder": {"overdue_hours": {"reply": 1, "workaround": 0}}}},
        {"agents": {"hub": {"folder": "agents/other"}, "builder": {"folder": "agents/other2"}}},
        {"agents": {"hub": {"folder": "ownership"}, "builder": {}}},
        {"limits": {}},
        {"limits": {"settle_seconds": 0, "rescan_seconds": 1}},
        {"obligations": {}},
        {"obligations": {"workaround": "report", "reply": "reply"}},
        {"overdue_hours": {"reply": 0.5}},
        {"runtimes": ["one", "two"]},
        {"routes": [["builder", "site"], ["site", "builder"], ["owner", "site"]]},
    ],
)
def test_what_is_allowed(change: dict[str, object]) -> None:
    rules = parse_rules(raw_of(change))
    assert rules.hub == "hub"
    assert parse_rules(b"\xef\xbb\xbf" + raw_of(change).replace(b", ", b",\r\n")) == rules


def test_what_is_left_out_is_the_default() -> None:
    rules = parse_rules(raw_of({"limits": {"messages_per_day": 5}, "overdue_hours": {"reply": 1}}))
    assert rules.limits == Limits(messages_per_day=5)
    assert dict(rules.obligations) == {"task": "report", "request": "reply", "question": "reply"}
    assert dict(rules.overdue_hours) == {"reply": 1, "report": 24, "decision": 2, "workaround": 24}


def test_obligations_given_are_all_there_are() -> None:
    assert dict(parse_rules(raw_of({"obligations": {"task": "reply"}})).obligations) == {"task": "reply"}


def agent(**members: object) -> dict[str, object]:
    return {"agents": {"hub": members, "builder": {}, "site": {}}}


def named(name: str) -> tuple[Mapping[str, object], str, str]:
    agents: dict[str, object] = {"hub": {}, name: {}}
    return {"agents": agents, "routes": []}, f"$.agents.{name}: a reserved name", "none of owner, relay"


BAD: list[tuple[Mapping[str, object], str, str]] = [
    # Members.
    ({"version": ...}, "$.version: missing", "1"),
    ({"hub": ...}, "$.hub: missing", "the name of an agent"),
    ({"agents": ...}, "$.agents: missing", "an object"),
    ({"routes": ...}, "$.routes: missing", "[from, to]"),
    ({"colour": 1}, "$.colour: unknown member", "version, hub, agents"),
    ({"limit": {}}, "$.limit: unknown member", "did you mean limits?"),
    (agent(messages_a_day=1), "$.agents.hub.messages_a_day: unknown member", "messages_per_day"),
    ({"limits": {"seconds": 1}}, "$.limits.seconds: unknown member", "settle_seconds"),
    ({"obligations": {"note": "reply"}}, "$.obligations.note: unknown member", "task, request"),
    ({"obligations": {"decision": "reply"}}, "$.obligations.decision: unknown member", "task, request"),
    ({"overdue_hours": {"answer": 1}}, "$.overdue_hours.answer: unknown member", "workaround"),
    # Types.
    ({"version": "1"}, "$.version: a text of 1 character", "1"),
    ({"version": True}, "$.version: true", "1"),
    ({"version": 1.0}, "$.version: the number 1", "1"),
    ({"hub": None}, "$.hub: null", "the name of an agent"),
    ({"hub": ["hub"]}, "$.hub: a list of 1", "the name of an agent"),
    ({"agents": ["hub"]}, "$.agents: a list of 1", "an object"),
    ({"agents": {"hub": None}}, "$.agents.hub: null", "an object"),
    ({"agents": {"hub": []}}, "$.agents.hub: a list of 0", "an object"),
    ({"routes": {}}, "$.routes: an object", "[from, to]"),
    ({"routes": ["hub"]}, "$.routes[0]: a text of 3 characters", "[from, to]"),
    ({"routes": [["hub", 1]]}, "$.routes[0][1]: the number 1", "the name of an agent, or owner"),
    ({"routes": [["hub"]]}, "$.routes[0]: a list of 1", "two names"),
    ({"routes": [["hub", "owner", "site"]]}, "$.routes[0]: a list of 3", "two names"),
    ({"limits": None}, "$.limits: null", "an object"),
    ({"limits": {"message_bytes": "16384"}}, "$.limits.message_bytes: a text of 5", "a whole number from 1"),
    ({"limits": {"message_bytes": 1.5}}, "$.limits.message_bytes: the number 1.5", "a whole number"),
    ({"limits": {"messages_per_day": True}}, "$.limits.messages_per_day: true", "a whole number"),
    ({"limits": {"settle_seconds": "0.3"}}, "$.limits.settle_seconds: a text", "a number from 0 to 3,600"),
    ({"limits": {"settle_seconds": None}}, "$.limits.settle_seconds: null", "a number from 0 to 3,600"),
    ({"obligations": {"task": None}}, "$.obligations.task: null", '"reply" or "report"'),
    ({"overdue_hours": []}, "$.overdue_hours: a list of 0", "an object"),
    ({"runtimes": "one"}, "$.runtimes: a text of 3", "a list"),
    ({"runtimes": [1]}, "$.runtimes[0]: the number 1", "a text"),
    (agent(folder=1), "$.agents.hub.folder: the number 1", "a path"),
    (agent(folder=None), "$.agents.hub.folder: null", "a path"),
    (agent(workspace=None), "$.agents.hub.workspace: null", "a path"),
    (agent(messages_per_day=None), "$.agents.hub.messages_per_day: null", "a whole number"),
    (agent(signature=None), "$.agents.hub.signature: null", '"optional" or "required"'),
    # Ranges and vocabularies.
    ({"version": 2}, "$.version: the number 2", "1"),
    ({"limits": {"message_bytes": 0}}, "$.limits.message_bytes: the number 0", "from 1 to 1,048,576"),
    ({"limits": {"message_bytes": 1_048_577}}, "$.limits.message_bytes: the number 1048577", "from 1 to 1,048,576"),
    ({"limits": {"messages_per_day": 0}}, "$.limits.messages_per_day: the number 0", "from 1"),
    ({"limits": {"messages_per_day": -1}}, "$.limits.messages_per_day: the number -1", "from 1"),
    ({"limits": {"settle_seconds": -0.1}}, "$.limits.settle_seconds: the number -0.1", "from 0"),
    ({"limits": {"rescan_seconds": 0}}, "$.limits.rescan_seconds: the number 0", "from 0.01"),
    ({"limits": {"rescan_seconds": 1e300}}, "$.limits.rescan_seconds: the number 1e+300", "to 86,400"),
    ({"obligations": {"task": "none"}}, "$.obligations.task: a text of 4", '"reply" or "report"'),
    (agent(overdue_hours={"reply": -1}), "$.agents.hub.overdue_hours.reply: the number -1", "from 0 to 87,600"),
    (agent(overdue_hours={"note": 1}), "$.agents.hub.overdue_hours.note: unknown member", "workaround"),
    (agent(overdue_hours=4), "$.agents.hub.overdue_hours: the number 4", "an object"),
    ({"overdue_hours": {"reply": -1}}, "$.overdue_hours.reply: the number -1", "from 0 to 87,600"),
    (agent(folder=""), "$.agents.hub.folder: an empty text", "a path"),
    (agent(workspace="a" * 5_000), "$.agents.hub.workspace: a text of 5,000", "a path"),
    (agent(messages_per_day=0), "$.agents.hub.messages_per_day: the number 0", "from 1"),
    (agent(message_bytes=10**30), "$.agents.hub.message_bytes: the number 1e+30", "from 1 to 1,048,576"),
    (agent(signature="Required"), "$.agents.hub.signature: a text of 8", '"optional" or "required"'),
    # Names.
    ({"hub": "huub"}, "$.hub: `huub` is not an agent", "did you mean hub?"),
    ({"hub": "owner"}, "$.hub: `owner` is not an agent", "one of"),
    ({"agents": {}, "routes": []}, "$.hub: `hub` is not an agent", "one of"),
    ({"agents": {"hub": {}, "Builder": {}}, "routes": []}, "$.agents.Builder: not a name", "a-z, 0-9 and dash"),
    ({"agents": {"hub": {}, LONG: {}}, "routes": []}, "$.agents[a text of 33 characters]: not a name", "1 to 32"),
    ({"agents": {"hub": {}, "": {}}, "routes": []}, "$.agents[a text of 0 characters]: not a name", "1 to 32"),
    ({"agents": {"hub": {}, "../x": {}}, "routes": []}, "$.agents[a text of 4 characters]: not a name", "a-z"),
    *(named(name) for name in ("owner", "relay", "bus", "all", "con", "lpt1")),
    # Routes.
    ({"routes": [["hub", "nobody"]]}, "$.routes[0][1]: `nobody` is nobody here", "one of hub, builder, site, owner"),
    ({"routes": [["hub", "owner"], ["biulder", "hub"]]}, "$.routes[1][0]: `biulder`", "did you mean builder?"),
    ({"routes": [["all", "hub"]]}, "$.routes[0][0]: `all` is nobody here", "one of"),
    ({"routes": [["", "hub"]]}, "$.routes[0][0]: a text of 0 characters is nobody", "one of"),
    ({"routes": [["hub", "hub"]]}, "$.routes[0]: from and to are the same", "two different"),
    ({"routes": [["owner", "owner"]]}, "$.routes[0]: from and to are the same", "two different"),
    ({"routes": [["hub", "site"]] * 2}, "$.routes[1]: the same as $.routes[0]", "each route once"),
    # Folders.
    *(
        (agent(folder=folder), "$.agents.hub.folder: that folder belongs to the post office", "agents/NAME")
        for folder in (".", "agents", "keys", "./journal/x", "owner/inbox", "bus", ".relay", "a/../keys", "keys/")
    ),
    (agent(folder="a\0b"), "$.agents.hub.folder: control or invisible", "a plain path"),
    (agent(folder="a\u202eb"), "$.agents.hub.folder: control or invisible", "a plain path"),
    (agent(folder="agents/builder"), "$.agents.builder: the same folder as that of $.agents.hub", "its own"),
    (agent(folder="agents/site/inbox"), "$.agents.site: the same folder as that of $.agents.hub", "its own"),
    ({"runtimes": ["a", "a"]}, "$.runtimes[1]: stands there twice", "each once"),
    ({"runtimes": [""]}, "$.runtimes[0]: not a name", "one line"),
]


@pytest.mark.parametrize(("change", "problem", "allowed"), BAD)
def test_what_is_refused(change: Mapping[str, object], problem: str, allowed: str) -> None:
    problems = problems_of(raw_of(change))
    assert len(problems) == 1, problems
    assert problems[0].startswith(problem)
    assert "; allowed " in problems[0]
    assert allowed in problems[0].partition("; allowed ")[2]


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "$: line 1, column 1: not JSON"),
        (b"[]", "$: a list of 0; allowed is an object with the members version"),
        (b"null", "$: null; allowed is an object"),
        (b"7", "$: the number 7; allowed is an object"),
        (b"{'version': 1}", "$: line 1, column 2: not JSON"),
        (b'{"version": NaN}', "$: NaN is not a number of JSON"),
        (b'{"version": Infinity}', "$: Infinity is not a number of JSON"),
        (b"[" * 200_000, "$: lists and objects are nested too deeply"),
        (b'{"agents":' * 50_000, "$: lists and objects are nested too deeply"),
        (raw_of({}).decode().encode("utf-16"), "$: the file is written in UTF-16"),
        (raw_of({}).replace(b"hub", b"h\xfcb"), "$: line 1: byte "),
        (b" " * (LARGEST_RULES + 1), "$: 1,048,577 bytes; allowed are at most 1,048,576"),
        (raw_of({"hub": "@"}).replace(b'"@"', b'"\\ud800"'), "$.hub: a text of 1 character"),
        (raw_of({"hub": "@"}).replace(b'"@"', HUGE.encode()), "$.hub: a number beyond"),
        (raw_of({"limits": {"message_bytes": "@"}}).replace(b'"@"', HUGE.encode()), "$.limits.message_bytes"),
        (raw_of({"limits": {"settle_seconds": "@"}}).replace(b'"@"', b"1e999"), "$.limits.settle_seconds: a number"),
        (raw_of({"version": "@"}).replace(b'"@"', b"1" * 30), "$.version: the number 1.11111111111111e+29"),
    ],
)
def test_bytes_that_are_no_rules(raw: bytes, problem: str) -> None:
    problems = problems_of(raw)
    assert len(problems) == 1, problems
    assert problems[0].startswith(problem)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"version": 1', '"version": 1, "version": 1', "$.version"),
        ('"hub": {}', '"hub": {}, "hub": {}', "$.agents.hub"),
        ('"site": {}', '"site": {"folder": "a", "folder": "a"}', "$.agents.site.folder"),
        ('"hub": "hub"', '"hub": "hub", "limits": {"message_bytes":1,"message_bytes":2}', "$.limits.message_bytes"),
        ('"hub": "hub"', '"hub": "hub", "obligations": {"task": "reply", "task": "reply"}', "$.obligations.task"),
    ],
)
def test_a_member_that_stands_there_twice_is_refused_at_every_depth(old: str, new: str, place: str) -> None:
    raw = raw_of({}).decode().replace(old, new, 1).encode()
    assert problems_of(raw) == (f"{place}: the member stands there twice; allowed is one",)


def test_every_problem_is_told_at_once() -> None:
    change: dict[str, object] = {"version": 2, "limits": {"message_bytes": 0, "x": 1}, "routes": [["hub"]], "y": 1}
    assert len(problems_of(raw_of(change))) == 5


def test_contradictions_are_told_at_once_too() -> None:
    change: dict[str, object] = {"hub": "x", "routes": [["a", "b"], ["hub", "hub"]]}
    assert len(problems_of(raw_of(change))) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"routes": [["hub", "nobody"]] * 5_000},
        {f"x{n}": 1 for n in range(5_000)},
        {"routes": [1] * 5_000},
        {"agents": {f"A{n}": {} for n in range(900)}},
        {"agents": {f"a{n}": {} for n in range(1_001)}},
    ],
)
def test_very_many_problems_are_counted(change: dict[str, object]) -> None:
    problems = problems_of(raw_of(change))
    assert len(problems) <= MOST_PROBLEMS + 1


def test_no_text_of_the_file_is_repeated_when_it_may_be_a_secret() -> None:
    secret = "ghp_" + "a1B2" * 9
    changes: list[Mapping[str, object]] = [
        {secret: 1},
        {"hub": secret},
        {"agents": {"hub": {}, secret: {}}, "routes": []},
        {"routes": [["hub", secret]]},
        agent(signature=secret),
        agent(messages_per_day=secret),
    ]
    for change in changes:
        assert all(secret not in problem for problem in problems_of(raw_of(change)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
MEMBERS = st.sampled_from(["version", "hub", "agents", "routes", "limits", "obligations", "overdue_hours", "runtimes"])


@given(st.dictionaries(MEMBERS, JSON, max_size=4))
def test_any_change_is_rules_or_told(change: dict[str, object]) -> None:
    try:
        rules = parse_rules(raw_of(change))
    except RulesError as error:
        assert all(problem.startswith("$") and problem.isprintable() for problem in error.problems)  # noqa: PT017
    else:
        assert rules.hub in rules.agents
