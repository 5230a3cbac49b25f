"""A line for every verdict of a running relay."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.output.colour import faint, painted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.signing import signed_by
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.relay.state import Batch, Event, Problem, RelayState

# Lines of the relay's own life, which the person who started it knows.
_OWN_LIFE = frozenset({"started", "stopped", "checkpoint"})
_TAKEN = frozenset({"accepted", "held", "approved", "declined"})


def say_event(event: Event, *, as_json: bool = False) -> None:
    """Print one piece of news, unless it is only of the relay's own life."""
    # Of what agents ask the broker, only what it made or published is news.
    if event.verdict in _OWN_LIFE or (event.verdict == "request" and not event.topic):
        return
    if as_json:
        print_object(event_object(event))
        return
    words = [faint(f"{event.height:>6}"), painted(event.verdict, f"{event.verdict:<9}")]
    if event.verdict in _TAKEN:
        # In front of what others wrote, so that no topic can pass for it.
        signed = signed_by(Signer(event.author, event.session) if event.author else None, {}, wide=False)
        words.append(click.style(f"{signed.text:<12}", fg=signed.colour or None))
    if event.sender:
        words.append(visible(f"{event.sender} → {event.recipient or 'nobody'}"))
    if event.kind or event.topic:
        words.append(visible(": ".join(part for part in (event.kind, event.topic) if part)))
    if event.check:
        words.append(visible(f"({event.check}: {event.reason})"))
    elif event.reason:
        words.append(visible(f"({event.reason.strip()})"))
    words.append(faint(visible(event.id or event.file)))
    click.echo("  ".join(word for word in words if word))


def event_object(event: Event) -> dict[str, object]:
    """The news as an object; what is empty is left out."""
    members: dict[str, object] = {
        "height": event.height,
        "at": format_moment(event.at),
        "type": event.verdict,
        "id": event.id,
        "folder": event.sender,
        "to": event.recipient,
        "kind": event.kind,
        "topic": event.topic,
        "check": event.check,
        "reason": event.reason,
        "file": event.file,
        # As in the journal: left out when unsigned, the session empty for the owner's own key.
        "signer": {"author": event.author, "session": event.session} if event.author else "",
    }
    return {name: value for name, value in members.items() if value != ""}


class RelayNews:
    """What the loop publishes, as lines: verdicts to stdout; its state and problems to stderr, whenever they change."""

    def __init__(self, root: Path, *, as_json: bool) -> None:
        self._root = root
        self._as_json = as_json
        self._phase = ""
        self._problems: dict[tuple[str, str], Problem] = {}

    def publish(self, batch: Batch) -> None:
        """Say what is new."""
        self._say_phase(batch.state)
        for event in batch.events:
            say_event(event, as_json=self._as_json)
        now = {(problem.kind, problem.where): problem for problem in batch.state.problems}
        for key, problem in now.items():
            if key not in self._problems:
                say_problem(problem)
        for key, problem in self._problems.items():
            if key not in now:
                click.echo(visible(f"  over: {problem.text}"), err=True)
        self._problems = now

    def _say_phase(self, state: RelayState) -> None:
        # The first state comes when the lock is taken: a second relay never says that it starts.
        before, self._phase = self._phase, state.phase
        if state.phase == before:
            return
        if state.phase == "starting":
            click.echo(f"The relay of {self._root} is starting; Ctrl-C stops it.", err=True)
        elif state.phase == "running":
            again = " again" if before == "failed" else ""
            click.echo(f"The relay is running{again}, at height {state.height}.", err=True)


def say_problem(problem: Problem) -> None:
    """A problem that is open, with what to do, on stderr."""
    advice = f"; {problem.advice}" if problem.advice else ""
    click.echo(click.style(visible(f"! {problem.text}{advice}"), fg="yellow"), err=True)
