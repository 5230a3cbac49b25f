"""Resources are found in a checkout and nothing outside of them is."""

from __future__ import annotations

import pytest

from mailbox_gui.core.resources import resource_path


@pytest.mark.parametrize("name", ["fonts", "fonts/Inter-Regular.otf", "icons/agent-mailbox.svg"])
def test_what_comes_with_the_program_is_found(name: str) -> None:
    assert resource_path(name).exists()


@pytest.mark.parametrize("name", ["/etc/passwd", "../pyproject.toml", "fonts/../../pyproject.toml"])
def test_nothing_outside_is_reached(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a resource"):
        resource_path(name)


def test_a_missing_one_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"'fonts/None\.otf' is missing"):
        resource_path("fonts/None.otf")
