"""Finds the files that come with the program, in a checkout as well as in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent

# Wheel and frozen program carry them inside the package; a checkout and an editable install have them beside it.
# The inside comes first: what lies beside an installed package belongs to strangers.
_PLACES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")


def resource_path(relative: str) -> Path:
    """The absolute path of the resource `relative` ("fonts/Inter-Regular.otf"), a file or a folder.

    Raises ValueError when the name leaves the resources, FileNotFoundError when there is no such resource.
    """
    wanted = Path(relative)
    if wanted.is_absolute() or ".." in wanted.parts:
        raise ValueError(f"not the name of a resource: {relative!r}")
    for place in _PLACES:
        if (place / wanted).exists():
            return place / wanted
    raise FileNotFoundError(f"the program's resource {relative!r} is missing; install the program again")


def has_resource(relative: str) -> bool:
    """Whether there is such a resource."""
    return any((place / relative).exists() for place in _PLACES)
