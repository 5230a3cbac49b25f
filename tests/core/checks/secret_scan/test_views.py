"""Views: what decoding shows, and that line numbers survive it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.checks.secret_scan.views import decoded_text, views_of


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain text, as it is", "plain text, as it is"),
        ("%61b%63", "abc"),
        ("%2561", "a"),
        ("100 % of it, 5%!", "100 % of it, 5%!"),
        ("a%0Ab", "a b"),
        ("&#97;&#x62;c &amp; d", "abc & d"),
        ("a&#10;b", "a b"),
        ("&#37;61", "a"),
        ("\\u0061\\x62", "ab"),
        ("\\ud800 stays no half", "  stays no half"),
        ("\uff41\uff42\uff43", "abc"),
        ("a\u200bb\u00adc\u2060d\ufeffe\u034ff\ufe0fg", "abcdefg"),
        ("a\U000e0041b", "ab"),
        ("snake\\_case \\*x\\*", "snake_case *x*"),
        ("a<b></b>c<!-- x -->d", "acd"),
        ("<password>x</password>", "<password>x</password>"),
        ("1 < 2 > 0", "1 < 2 > 0"),
    ],
)
def test_decoding(written: str, read: str) -> None:
    assert decoded_text(written) == read


def test_the_second_view_softens_what_ends_a_word_in_prose() -> None:
    second = views_of("see (abc), [def]! **gh**i `jk`l ~~m~~n.\n", 0)[1]
    assert second.content.split() == [b"see", b"(abc", b"[def", b"ghi", b"jkl", b"mn"]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("abc\ndef\n", b"abcdef\n"),
        ("> abc\n> def\n", b"abcdef\n"),
        ('"abc" +\n  "def"\n', b"abcdef\n"),
        ("'abc' 'def'\n", b"abcdef\n"),
        ("abc\\\r\ndef\r\n", b"abcdef\n"),
        ("abc\n\ndef\n", b"abc\ndef\n"),
        ("abc,\ndef\n", b"abc\ndef\n"),
    ],
)
def test_the_third_view_joins_lines(text: str, joined: bytes) -> None:
    assert views_of(text, 0)[2].content == joined


def test_header_lines_stay_apart() -> None:
    third = views_of("---\ntopic: abc\nref: def\n---\nghi\njkl\n", 4)[2]
    assert third.content == b"---\ntopic: abc\nref: def\n---\nghijkl\n"


def test_lines_are_found_again_in_the_third_view() -> None:
    third = views_of("abc\n> def\n\n'ghi'\n", 0)[2]
    content = third.content
    assert [third.line_at(content.index(piece)) for piece in (b"abc", b"def", b"ghi")] == [1, 2, 4]
    assert third.breaks(0, content.index(b"def") + 3) == (content.index(b"def"),)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300), st.integers(0, 5))
def test_no_view_loses_a_line(text: str, head_lines: int) -> None:
    first, second, third = views_of(text, head_lines)
    assert first.content == text.encode()
    assert second.content.count(b"\n") == text.count("\n")
    assert third.lines == tuple(range(1, text.count("\n") + 2))
    assert list(third.starts) == sorted(third.starts)


@given(
    st.lists(
        st.sampled_from(["%", "%6", "%61", "&", "&#", "&#97;", "\\", "\\u00", "<", "<b ", '"', "\n", "a", "\u200b"])
    )
)
def test_any_mixture_of_marks_is_read(parts: list[str]) -> None:
    views_of("".join(parts), 0)
