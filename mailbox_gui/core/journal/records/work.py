"""What the workspace scan says of an agent's commits: where counting begins, and what no report told of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """One look at the commits in the workspace of `agent`; `workspace` is the folder as the rules name it.

    `found` is `baseline` (counting begins at `base`), `commits` (so many of them reach `head` and not `base`), `gone`
    (what was counted is in no history any more) or `left` (the agent has no workspace any more). `head` and `base` are
    commits in hex, empty before the first commit, left out where there is no repository. `newest` is the subject of
    the newest commit, `since` the moment (RFC 3339) that the oldest names. `seen` is the journal's height before the
    scan looked.
    """

    agent: str
    workspace: str
    found: str
    head: str | None
    base: str | None
    commits: int
    newest: str | None
    since: str | None
    seen: int
