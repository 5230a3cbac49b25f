"""Which links may be handed to the desktop."""

from __future__ import annotations

import pytest

from mailbox_gui.window.widgets.link_question import openable


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("https://example.org/a", True), ("HTTP://example.org", True), ("mailto:me@example.org", True),
        ("file:///etc/passwd", False), ("javascript:alert(1)", False), ("/etc/passwd", False), ("", False),
        ("ssh://host", False), ("http//x", False), ("http://[", False), ("\u202ehttp://x", False),
    ],
)  # fmt: skip
def test_only_web_and_mail(address: str, may: bool) -> None:
    assert openable(address) is may
