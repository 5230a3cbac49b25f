"""What an action came to, before anything is written: the closed set of effects, and the refusal."""

from __future__ import annotations

from dataclasses import dataclass

from mailbox_gui.broker.codes import FailedCode
from mailbox_gui.broker.spelling import Shape
from mailbox_gui.core.keys.channel_event import ChannelEvent
from mailbox_gui.core.read_models.channels import EventRow, Filter
from mailbox_gui.core.relay.publishing import Copy, Refusal


@dataclass(frozen=True, slots=True)
class Published:
    """A signed event, the mail that its mentions become under `topic`, and whether it counts as a message."""

    outcome: Shape
    event: ChannelEvent
    copies: tuple[Copy, ...] = ()
    topic: str = ""
    counted: bool = False


@dataclass(frozen=True, slots=True)
class AgentChanged:
    """Something was made of an agent; `members` are those of its line in the journal."""

    outcome: Shape
    members: dict[str, object]


@dataclass(frozen=True, slots=True)
class Page:
    """Events behind the height `after` up to `through`, and whether there are more: enough to show them again.

    `rows` are these events where they were just read.
    """

    which: Filter
    after: int
    through: int
    more: bool
    rows: tuple[EventRow, ...] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """Nothing changed."""

    outcome: Shape


Effect = Published | AgentChanged | Page | Told


class Refused(Exception):
    """The action cannot be done. `refusal` is there where the checks of mail refused what was written."""

    def __init__(
        self, message: str, code: FailedCode = FailedCode.ACTION_FAILED, refusal: Refusal | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.refusal = refusal


def refuse_unless(condition: object, message: str) -> None:
    """Raise Refused unless the condition holds."""
    if not condition:
        raise Refused(message)
