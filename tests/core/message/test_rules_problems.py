"""What the words say is allowed is what the models allow: the two lists cannot drift apart."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from mailbox_gui.core.message import rules_file, rules_problems

MODELS: dict[tuple[str, ...], type[BaseModel]] = {
    (): rules_file._RulesFile,
    ("agents", "*"): rules_file._Agent,
    ("limits",): rules_file._Limits,
    ("obligations",): rules_file._Obligations,
    ("overdue_hours",): rules_file._OverdueHours,
    ("agents", "*", "overdue_hours"): rules_file._OwnHours,
}


def test_every_object_is_spoken_of() -> None:
    assert rules_problems._MEMBERS.keys() == MODELS.keys()


@pytest.mark.parametrize("place", MODELS)
def test_the_members_named_are_those_of_the_model(place: tuple[str, ...]) -> None:
    assert rules_problems._MEMBERS[place] == tuple(MODELS[place].model_fields)


@pytest.mark.parametrize("place", MODELS)
def test_every_member_says_what_is_allowed(place: tuple[str, ...]) -> None:
    for member in MODELS[place].model_fields:
        assert rules_problems._allowed_value((*place, member)) != "nothing"
