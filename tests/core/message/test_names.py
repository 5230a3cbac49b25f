"""Who may be called what."""

from __future__ import annotations

import pytest

from mailbox_gui.core.message.names import is_agent_name, is_name


@pytest.mark.parametrize(
    ("text", "name", "agent"),
    [
        ("a", True, True),
        ("7", True, True),
        ("hub", True, True),
        ("a-b", True, True),
        ("a--b", True, True),
        ("a" * 32, True, True),
        ("a" * 33, False, False),
        ("", False, False),
        ("-", False, False),
        ("-a", False, False),
        ("a-", False, False),
        ("A", False, False),
        ("a_b", False, False),
        ("a.b", False, False),
        ("a b", False, False),
        ("a/b", False, False),
        ("..", False, False),
        ("é", False, False),
        ("а", False, False),
        ("a\n", False, False),
        *((name, True, False) for name in ("owner", "relay", "bus", "all", "con", "nul", "aux", "prn", "com1", "lpt9")),
        ("owners", True, True),
        ("com", True, True),
        ("com10", True, True),
    ],
)
def test_names(text: str, name: bool, agent: bool) -> None:
    assert (is_name(text), is_agent_name(text)) == (name, agent)
