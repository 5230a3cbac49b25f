"""What a newcomer decides in the first run, and what the window is to do after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.message.names import RESERVED, is_agent_name

HUB = "hub"


@dataclass(frozen=True, slots=True)
class AgentPlan:
    """An agent that is to be; `signs`: it gets a session key of its own."""

    name: str
    signs: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """A post office that is to be. The hub is one of the agents; no passphrase leaves the owner's key plain."""

    root: Path
    hub: str = HUB
    agents: tuple[AgentPlan, ...] = (AgentPlan(HUB),)
    passphrase: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the first run ended: the post office to open, and what was wished for its first start.

    The demo has a root of its own, which is not the first run's to know.
    """

    root: Path
    demo: bool = False
    start_relay: bool = True
    notify: bool = True


def why_no_name(name: str, known: Sequence[str]) -> str:
    """Why an agent cannot be called so; empty when it can."""
    if name in known:
        return f"{name} is in the list already."
    if name in RESERVED:
        return f"The name {name} is reserved. Choose another one."
    if not is_agent_name(name):
        return "Use 1 to 32 of a-z, 0-9 and -, a letter or digit at both ends."
    return ""
