"""A JSON text is changed where it says something else, and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.json_rewriting import rewrite

TEXT = """{
    "version" : 1,
  "limits": {"a": 1.50, "b":2},   "list": [
     ["x", "y"],
     ["y","x"]
  ],
  "empty": {}, "one": [1]
}
"""


def changed(change: dict[str, Any]) -> str:
    return rewrite(TEXT, json.loads(TEXT) | change)


def test_what_says_the_same_is_the_same_text() -> None:
    assert rewrite(TEXT, json.loads(TEXT)) == TEXT
    assert rewrite(f"\ufeff \n{TEXT}", json.loads(TEXT)) == f"\ufeff \n{TEXT}"


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ({"limits": {"a": 1.5, "b": 3}}, '"b":2}', '"b":3}'),
        ({"limits": {"a": 1.5}}, ', "b":2}', "}"),
        ({"limits": {"b": 2}}, '{"a": 1.50, "b":2}', '{"b":2}'),
        ({"limits": {"a": 1.5, "b": 2, "c": "ж"}}, '"b":2}', '"b":2, "c": "ж"}'),
        ({"limits": {"a": True, "b": 2}}, "1.50", "true"),
        ({"list": [["x", "y"]]}, ',\n     ["y","x"]', ""),
        ({"list": [["y", "x"]]}, '["x", "y"],\n     ["y","x"]', '["y","x"]'),
        ({"list": [["x", "y"], ["y", "x"], ["z", "x"]]}, '["y","x"]\n', '["y","x"],\n     ["z", "x"]\n'),
        ({"list": []}, '[\n     ["x", "y"],\n     ["y","x"]\n  ]', "[]"),
        ({"empty": {"k": {"n": 1}}}, '"empty": {}', '"empty": {"k": {"n": 1}}'),
        ({"one": [1, 2]}, "[1]", "[1, 2]"),
        ({"version": 2}, '"version" : 1', '"version" : 2'),
    ],
)
def test_only_what_changes_is_written_anew(change: dict[str, Any], before: str, after: str) -> None:
    assert TEXT.count(before) == 1
    result = changed(change)
    assert result == TEXT.replace(before, after)
    assert json.loads(result) == json.loads(TEXT) | change


@pytest.mark.parametrize("text", ["", "{", '{"a" 1}', "{a: 1}", "[1 2]", '["a"', "[1,]", '{"a": 1,}', "nothing"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        rewrite(text, {})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES, st.sampled_from([None, 2]))
def test_the_new_text_says_the_new_value(before: Any, after: Any, indent: int | None) -> None:
    said = json.loads(rewrite(json.dumps(before, indent=indent), after))
    assert _unordered(said) == _unordered(after)


def _unordered(value: Any) -> Any:
    """Elements that stay keep their places, new ones come last: the order of a list may be another one."""
    match value:
        case dict():
            return {name: _unordered(each) for name, each in value.items()}
        case list():
            return sorted((_unordered(each) for each in value), key=lambda each: json.dumps(each, sort_keys=True))
        case _:
            return value
