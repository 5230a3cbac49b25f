"""Is the rules.json on the disk the one in force, and if not, what would it change?"""

from __future__ import annotations

import hashlib

from mailbox_gui.core.message.effective_rules import with_acts
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_difference import rules_difference
from mailbox_gui.core.message.rules_file import LARGEST_RULES, RulesError, parse_rules
from mailbox_gui.core.read_models.facts import agent_acts
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.window.models.rules_edit import RulesEditView
from mailbox_gui.window.questions.source import Source

_ONLY_SPELLING = "changes how rules.json is written, not what it says"


def rules_edit(source: Source) -> RulesEditView | None:
    """The edit that waits for the owner; None where the rules on the disk are in force, or signed and on their way."""
    in_force = RulesInForce(source.office, source.owner_key, source.connection)
    edit = in_force.judge()
    if edit is None or edit.record is not None or in_force.rules is None:
        return None
    try:
        with source.office.rules_file.open("rb") as stream:
            raw = stream.read(LARGEST_RULES + 1)
        new = parse_rules(raw)
    except OSError:
        return RulesEditView("rules.json is missing or cannot be read", problems=(visible(edit.refused),))
    except RulesError as error:
        return RulesEditView("rules.json has a mistake", problems=tuple(visible(each) for each in error.problems))
    changes = rules_difference(in_force.rules, with_acts(new, agent_acts(source.connection)))
    return RulesEditView(
        "rules.json was put back to an older one" if "old pair" in edit.refused else "rules.json was changed",
        hashlib.sha256(raw).hexdigest(),
        tuple(visible(each) for each in changes) or (_ONLY_SPELLING,),
    )
