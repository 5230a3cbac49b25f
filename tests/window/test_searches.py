"""The kept searches: by name, in their order, renamed in their place, never without a name."""

from __future__ import annotations

from mailbox_gui.window.searches import MOST, Searches


def test_keep_rename_delete() -> None:
    searches = Searches({"one": "from:builder"})
    told: list[dict[str, str]] = []
    searches.changed.connect(lambda: told.append(searches.every()))
    assert searches.keep("  two \n words ", " pears ") == ""
    assert searches.every() == {"one": "from:builder", "two words": "pears"}
    assert searches.rename("one", "first") == ""
    assert list(searches.every()) == ["first", "two words"]
    searches.delete("first")
    searches.delete("first")
    assert searches.every() == {"two words": "pears"}
    assert len(told) == 3


def test_what_cannot_be_kept_is_said() -> None:
    searches = Searches({"one": "a", "two": "b"})
    assert "name" in searches.keep("  ", "x")
    assert "empty" in searches.keep("x", "  ")
    assert "already" in searches.rename("one", "two")
    assert "name" in searches.rename("one", " ")
    assert searches.every() == {"one": "a", "two": "b"}
    full = Searches({str(number): "x" for number in range(MOST)})
    assert "delete one" in full.keep("more", "x")
    assert full.keep("1", "y") == ""
