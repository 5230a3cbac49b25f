"""The scenarios that crash tests kill: backlogs of every kind of draft, decisions, acts, an edit of the rules."""

from __future__ import annotations

from nacl.signing import SigningKey

from mailbox_gui.core.acts.waive import waiver
from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.debts.debt import Debt
from tests.support.kill_points import Scenario
from tests.support.post_office import Dropped, TestOffice
from tests.support.scanner import MARKER
from tests.support.truth import Wanted


def few(made: TestOffice) -> list[Wanted]:
    """A batch that is synced file by file: one accepted, one held, one refused."""
    return [
        Wanted(made.drop(topic="one"), "accepted"),
        Wanted(made.drop("hub", to="builder", topic="held", kind="request", requires="owner"), "held"),
        Wanted(made.drop("site", to="builder", topic="no way"), "route"),
    ]


def two(made: TestOffice) -> list[Wanted]:
    """The shortest batch with something to deliver and something to refuse."""
    return [
        Wanted(made.drop(topic="one", body="x\n"), "accepted"),
        Wanted(made.drop(name="y.md", topic="y", to="builder"), "recipient"),
    ]


def many(made: TestOffice) -> list[Wanted]:
    """A backlog of every kind, more than four of each verdict, among them names that collide in rejected/."""
    wanted = [Wanted(made.drop(topic=f"good {number}"), "accepted") for number in range(4)]
    wanted += [Wanted(made.drop("hub", to="site", topic=f"to site {number}"), "accepted") for number in range(2)]
    wanted += [Wanted(draft, "held") for draft in _held(made)]
    wanted += refused(made)
    twice = made.write("researcher", topic="sent twice")
    wanted.append(Wanted(made.drop("researcher", name="a.md", raw=twice), "accepted"))
    wanted.append(Wanted(made.drop("researcher", name="b.md", raw=twice), "duplicate"))
    return wanted


def refused(made: TestOffice) -> list[Wanted]:
    """Drafts that are refused: by the route under a name that is taken, for secrets, for size, for what they are."""
    secret = f"pass it on: {MARKER}\n"
    outbox = made.box("site", "outbox")
    link = outbox / "link.md"
    link.symlink_to("/etc/hostname")
    return [
        Wanted(made.drop(to="site", name="note.md", topic="into a taken name"), "route"),
        Wanted(made.drop(topic="leaks", body=secret), "secrets"),
        Wanted(made.drop(name=f"{MARKER}.md", topic="leaks by name"), "secrets"),
        Wanted(made.drop("site", name="large.md", body="x" * 20_000), "limits"),
        Wanted(made.drop("site", name="no mail.md", raw=b"just a note\n"), "header"),
        Wanted(made.drop("site", name="empty.md", raw=b""), "header"),
        Wanted(Dropped(link, b"", "", "site", "", ""), "identity"),
    ]


def decisions(made: TestOffice) -> list[Wanted]:
    """Held mail, one by one approved, declined, and asked about."""
    return [Wanted(draft, "held") for draft in _held(made)]


def decide(made: TestOffice) -> list[Wanted]:
    """The owner approves the first and declines the second, and asks about the third."""
    first, second, third = _held(made, drop=False)
    return [
        Wanted(made.decide(first, "approve"), "decided"),
        Wanted(made.decide(second, "decline", "not now"), "decided"),
        Wanted(made.decide(second, "decline", "not now, again", name="say it again.md"), "decision"),
        Wanted(made.ask(third), "accepted"),
    ]


def owed(made: TestOffice) -> list[Wanted]:
    """A task, and held mail that asks for an answer."""
    return [Wanted(_task(made, drop=True), "accepted"), *(Wanted(draft, "held") for draft in _held(made))]


def waive(made: TestOffice) -> list[Wanted]:
    """The owner waives the task and, in the same batch, once more; and approves what was held."""
    task = _task(made, drop=False)
    debt = Debt(1, "report", task.recipient, task.sender, task.id, task.topic, task.sha256, 1, made.now, None)
    wanted = []
    for name, verdict in (("waive.md", "decided"), ("waived again.md", "decision")):
        raw = waiver(debt, f"{name}: not needed", made.rules.participants(), made.now, made.key)
        wanted.append(Wanted(made.drop("owner", name=name, raw=raw), verdict))
    return [*wanted, Wanted(made.decide(_held(made, drop=False)[0], "approve"), "decided")]


def act(made: TestOffice) -> list[Wanted]:
    """An agent is added, and one act is refused."""
    made.act("agent-add", {"name": "trader"})
    refused_act = made.act("resume", {"agent": "builder"})
    return [Wanted(Dropped(refused_act, b"", "", "owner", "", ""), "act")]


def edit_rules(made: TestOffice) -> list[Wanted]:
    """A route more, signed, and a draft that uses it."""
    made.set_rules(routes=[*map(list, sorted(made.rules.routes)), ["site", "builder"]], serial=2)
    return []


def use_new_route(made: TestOffice) -> list[Wanted]:
    return [Wanted(made.drop("site", to="builder", topic="by the new route"), "accepted")]


def _task(made: TestOffice, *, drop: bool) -> Dropped:
    return (made.drop if drop else made.draft)("hub", to="builder", topic="a task", kind="task")


def _held(made: TestOffice, *, drop: bool = True) -> list[Dropped]:
    put = made.drop if drop else made.draft
    return [put("site", topic=f"may I {number}", kind="request", requires="owner") for number in range(3)]


def posts(made: TestOffice) -> list[Wanted]:
    """Posts for the bus, the same bytes twice among them, one that is refused, and mail beside."""
    for name, topic in (("a", "build"), ("b", "build"), ("c", "No Topic")):
        _post(made, name, topic)
    _post(made, "a again", "build", body="a")
    return few(made)


def more_posts(made: TestOffice) -> list[Wanted]:
    for name in ("d", "e"):
        _post(made, name, "deploy")
    return []


def _post(made: TestOffice, name: str, topic: str, body: str = "") -> None:
    post = make_post(SigningKey(b"p" * 32), made.now, label="poster", topic=topic, body=body or name)
    (made.office.bus_drop / f"{name}.post").write_bytes(post.raw)


FEW = Scenario(few)
POSTS = Scenario(posts, (more_posts,))
MANY = Scenario(many)
DECISIONS = Scenario(decisions, (decide,))
WAIVERS = Scenario(owed, (waive,))
ACTS = Scenario(few, (act, edit_rules, use_new_route))
