"""rules.json at the door: strict, every problem told with its place and with what is allowed there."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from mailbox_gui.core.message.rules_problems import problem_text
from mailbox_gui.core.message.rules_sense import problems_of_sense
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly

LARGEST_RULES: Final = 1_048_576
# More than these nobody reads at once.
MOST_PROBLEMS: Final = 50

_Bytes = Annotated[int, Field(ge=1, le=1_048_576)]
_PerDay = Annotated[int, Field(ge=1, le=1_000_000_000)]
_Hours = Annotated[float, Field(ge=0, le=87_600, allow_inf_nan=False)]
_Place = Annotated[str, Field(min_length=1, max_length=4_096)]
_Name = Annotated[str, Field(max_length=4_096)]
_Answer = Literal["reply", "report"]


class RulesError(ValueError):
    """The rules cannot take effect. `problems` are "where: what is wrong; what is allowed"."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _no_null(cls, value: object) -> object:
        # A member may be left out, which is None inside; null in the file is no value.
        if value is None:
            raise ValueError("null")
        return value


class _OwnHours(_Strict):
    reply: _Hours | None = None
    report: _Hours | None = None
    decision: _Hours | None = None
    workaround: _Hours | None = None


class _Agent(_Strict):
    folder: _Place | None = None
    workspace: _Place | None = None
    messages_per_day: _PerDay | None = None
    message_bytes: _Bytes | None = None
    signature: Literal["optional", "required"] = "optional"
    overdue_hours: _OwnHours | None = None


class _Limits(_Strict):
    message_bytes: _Bytes = 16_384
    messages_per_day: _PerDay = 20
    settle_seconds: Annotated[float, Field(ge=0, le=3_600, allow_inf_nan=False)] = 0.3
    rescan_seconds: Annotated[float, Field(ge=0.01, le=86_400, allow_inf_nan=False)] = 15.0


class _Obligations(_Strict):
    task: _Answer | None = None
    request: _Answer | None = None
    question: _Answer | None = None
    reply: _Answer | None = None
    report: _Answer | None = None
    workaround: _Answer | None = None
    escalation: _Answer | None = None


class _OverdueHours(_Strict):
    reply: _Hours = 4
    report: _Hours = 24
    decision: _Hours = 2
    workaround: _Hours = 24


class _RulesFile(_Strict):
    version: Annotated[int, Field(ge=1, le=1)]
    hub: _Name
    agents: Annotated[dict[str, _Agent], Field(max_length=1_000)]
    routes: Annotated[list[Annotated[list[_Name], Field(min_length=2, max_length=2)]], Field(max_length=100_000)]
    limits: _Limits = _Limits()
    obligations: _Obligations = _Obligations(task="report", request="reply", question="reply")
    overdue_hours: _OverdueHours = _OverdueHours()
    runtimes: Annotated[list[_Name], Field(max_length=1_000)] = []


def parse_rules(raw: bytes) -> Rules:
    """The rules that the bytes of a rules.json state. Raises RulesError with every problem, none repeated."""
    if len(raw) > LARGEST_RULES:
        raise RulesError((f"$: {len(raw):,} bytes; allowed are at most {LARGEST_RULES:,}",))
    try:
        value, repeated = load_strictly(raw)
    except NotJsonError as error:
        raise RulesError((f"$: {error}",)) from error
    problems = [f"{place}: the member stands there twice; allowed is one" for place in repeated]
    try:
        file = _RulesFile.model_validate(value)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        problems += [problem_text(detail["loc"], detail["type"], value) for detail in details[:MOST_PROBLEMS]]
        raise _error(problems, error.error_count() - MOST_PROBLEMS) from error
    problems += problems_of_sense(
        file.hub, {name: agent.folder for name, agent in file.agents.items()}, file.routes, file.runtimes
    )
    if problems:
        raise _error(problems)
    return _rules(file)


def _error(problems: list[str], untold: int = 0) -> RulesError:
    told = tuple(dict.fromkeys(problems))
    more = max(0, len(told) - MOST_PROBLEMS) + max(0, untold)
    return RulesError((*told[:MOST_PROBLEMS], f"$: and {more:,} more problems") if more else told)


def _agent(agent: _Agent) -> AgentRule:
    members = agent.model_dump(exclude_none=True)
    hours = members.pop("overdue_hours", None)
    return AgentRule(**members, overdue_hours=None if hours is None else MappingProxyType(hours))


def _rules(file: _RulesFile) -> Rules:
    return Rules(
        hub=file.hub,
        agents=MappingProxyType({name: _agent(agent) for name, agent in file.agents.items()}),
        routes=frozenset((sender, recipient) for sender, recipient in file.routes),
        limits=Limits(**file.limits.model_dump()),
        obligations=MappingProxyType(file.obligations.model_dump(exclude_none=True)),
        overdue_hours=MappingProxyType(file.overdue_hours.model_dump()),
        runtimes=tuple(file.runtimes),
        version=file.version,
    )
