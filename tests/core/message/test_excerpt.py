"""Lists show words, not marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.excerpt import excerpt


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("All 412 tests pass.\nTwo things:\n", "All 412 tests pass. Two things:"),
        ("# Title\n\ntext", "Title text"),
        ("> - [x] **done** and _so_ on", "done and so on"),
        ("1. one\n2) two", "one two"),
        ("see [the log](https://example.org/x 'y') now", "see [the log](https://example.org/x 'y') now"),
        ('see [the log](https://example.org/x "y") ![i](a.png)', "see the log i"),
        ("```python\nx = 1\n```", "x = 1"),
        ("a\n---\nb\n***\nc\n===\nd", "a b c d"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "| a | b | | 1 | 2 |"),
        ("snake_case_name and 2*3*4 and a * b", "snake_case_name and 2*3*4 and a * b"),
        ("`code` and ~~gone~~", "code and gone"),
        ("  \r\n\t\u2028 ", ""),
        ("", ""),
        ("Привет, 世界", "Привет, 世界"),
        ("-not a list", "-not a list"),
    ],
)
def test_plain_text_out_of_markdown(body: str, line: str) -> None:
    assert excerpt(body) == line


@pytest.mark.parametrize("length", [1, 2, 20, 160])
def test_a_cut_is_shown(length: int) -> None:
    made = excerpt("word " * 100, length)
    assert len(made) <= length
    assert made.endswith("…")


@given(st.text(alphabet=st.sampled_from("*_`~#>-[]()! \na1."), max_size=300))
def test_one_line_whatever_is_written(body: str) -> None:
    made = excerpt(body)
    assert len(made) <= 160
    assert "\n" not in made


@pytest.mark.parametrize("part", ["*", "_", "`", "[", "![", "> ", "- ", "|-", "**a", "[a](", "--- ", "#", "1. "])
def test_a_page_of_marks_is_no_trap(part: str) -> None:
    # A pattern that backtracks without bound would not come back from this within the test's time-out.
    assert len(excerpt(part * 10_000)) <= 160
