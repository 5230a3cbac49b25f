"""What the owner may ask beside mail: one file an act, listed here. Adding one is a file and a line."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.acts import (
    agent_add,
    agent_remove,
    channel_create,
    credential_issue,
    credential_revoke,
    delegate,
    resume,
    revoke,
)
from mailbox_gui.core.acts.act import Act

ALL_ACTS: Final[dict[str, Act]] = {
    act.NAME: act
    for act in (
        resume.ACT,
        agent_add.ACT,
        agent_remove.ACT,
        delegate.ACT,
        revoke.ACT,
        channel_create.ACT,
        credential_issue.ACT,
        credential_revoke.ACT,
    )
}
