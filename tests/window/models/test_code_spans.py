"""What of code has a colour, in time that grows with its length, whatever it is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.window.models.code_spans import LONGEST, MOST, code_spans

LANGUAGES = ("sh", "python", "js", "sql", "yaml", "json")


def parts(language: str, text: str) -> list[tuple[str, str]]:
    return [(text[start : start + size], part) for start, size, part in code_spans(language, text)]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("sh", "if true; then echo 'a b' # rm", [("if", "keyword"), ("then", "keyword"), ("'a b'", "string")]),
        ("bash", "sudo rm -rf /x", [("sudo", "keyword"), ("rm", "keyword")]),
        ("sh", "a#b 12 remove-rm", [("12", "number")]),
        (
            "Python",
            'def f(x=1):\n    """doc\n if"""\n',
            [("def", "keyword"), ("1", "number"), ('"""doc\n if"""', "string")],
        ),
        ("js", "const a = `x`; // if 1\n/* return */", [("const", "keyword"), ("`x`", "string")]),
        ("sql", "SELECT 1 -- drop\nFROM t", [("SELECT", "keyword"), ("1", "number"), ("FROM", "keyword")]),
        ("json", '{"a": [1.5, true]}', [('"a"', "string"), ("1.5", "number"), ("true", "keyword")]),
        ("yaml", "a: yes # 1", [("yes", "keyword")]),
        ("", "if 1", []),
        ("brainfuck", "if 1", []),
    ],
)
def test_parts(language: str, text: str, found: list[tuple[str, str]]) -> None:
    assert parts(language, text) == found


@given(st.sampled_from(LANGUAGES), st.text(alphabet="\"'`\\\n#/*- aif1é💥", max_size=200))
def test_parts_follow_each_other_in_any_text(language: str, text: str) -> None:
    end = 0
    for start, size, _part in code_spans(language, text):
        assert start >= end
        assert size > 0
        end = start + size
    assert end <= len(text)


@pytest.mark.parametrize("piece", ['\\"', '"', "'", "/*", '"""', "''", "`\\", "#", "--", "1.", "a-", '""\\'])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_text_costs_no_more_than_its_length(language: str, piece: str) -> None:
    def cost(length: int) -> float:
        text = (piece * length)[:length]
        began = time.perf_counter()
        assert len(list(code_spans(language, text))) <= MOST
        return time.perf_counter() - began

    # Twenty times the length; a text that is looked at again and again would take four hundred times as long.
    short = min(cost(LONGEST // 20) for _ in range(5))
    assert min(cost(LONGEST) for _ in range(3)) < max(short, 2e-5) * 150


def test_a_very_long_text_has_no_colours() -> None:
    assert list(code_spans("sh", "if " * LONGEST)) == []
