"""What is a marker, and what only looks like one."""

from __future__ import annotations

import hashlib
import time

import pytest

from mailbox_gui.core.workspaces.markers import Found, markers_in


def slugs(text: str) -> list[str]:
    return [found.slug for found in markers_in(text)]


def derived(text: str) -> str:
    return f"w-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


LEADERS = ["#", "//", "/*", "*", " * ", "--", ";", "%", "<!--", '"', "'", "##", "///", ";;", "%%", "/**", '"""', "  #"]


@pytest.mark.parametrize("leader", LEADERS)
@pytest.mark.parametrize("gap", ["", " ", "\t"])
def test_behind_a_comment_leader(leader: str, gap: str) -> None:
    assert list(markers_in(f"{leader}{gap}WORKAROUND(slow-mock): tests are slow")) == [
        Found("slow-mock", 1, "tests are slow")
    ]


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # WORKAROUND(s1): text",
        "call();// WORKAROUND(s1): text",
        "call(); /* WORKAROUND(s1): text */",
        "SELECT 1 -- WORKAROUND(s1): text",
        "mov ax, bx ; WORKAROUND(s1): text",
        "\\section{A} % WORKAROUND(s1): text",
        "<p><!-- WORKAROUND(s1): text --></p>",
        "x = 1 ' WORKAROUND(s1): text",
        '    " WORKAROUND(s1): text',
        "# - WORKAROUND(s1): text",
        "#!WORKAROUND(s1): text",
    ],
)
def test_behind_code(line: str) -> None:
    assert list(markers_in(line)) == [Found("s1", 1, "text")]


@pytest.mark.parametrize(
    "line",
    [
        "WORKAROUND(s1): no leader",
        "  HACK: no leader",
        "we use a HACK: here",
        "# see the HACK: it is not directly behind",
        "# HACK without a colon",
        "# hack: lower case",
        "# WORKAROUND(s1) no colon",
        "# MYHACK: part of a word",
        "# HACKS: another word",
        'log("HACK: a text")',
        "x = 'WORKAROUND(s1): a text'",
        "# КОСТЫЛЬ без двоеточия",
        "",
    ],
)
def test_not_one(line: str) -> None:
    assert slugs(line) == []


@pytest.mark.parametrize("word", ["WORKAROUND:", "HACK:", "КОСТЫЛЬ:"])
def test_without_a_slug_it_is_derived_from_the_text(word: str) -> None:
    assert slugs(f"# {word} skip   the\tslow  mock  ") == [derived("skip the slow mock")]


def test_the_same_text_is_the_same_slug_and_ends_with_the_comment() -> None:
    text = "/* HACK: one thing */\n<!-- HACK: one thing -->\n# HACK:  one  thing\r\n * HACK: one thing */ code()"
    assert slugs(text) == [derived("one thing")] * 4


@pytest.mark.parametrize(
    "bad", ["two words", "#123", "-a", "a-", "a.b", "x" * 65, "", "20261130T120301Z-hub-9b1d0c44aa10"]
)
def test_what_is_no_slug_is_derived(bad: str) -> None:
    assert slugs(f"# WORKAROUND({bad}): the text") == [derived("the text")]


@pytest.mark.parametrize("good", ["a", "flaky-retry-test", "A_1", "POL-358", "обход-ндс", "x" * 64])
def test_what_is_one(good: str) -> None:
    assert slugs(f"# WORKAROUND({good}): the text") == [good]


def test_lines_are_counted() -> None:
    text = "\n\n# HACK: a\nx\r\n// HACK: b\n\n\n# WORKAROUND(c): d"
    assert [found.line for found in markers_in(text)] == [3, 5, 8]


def test_a_long_text_is_cut_and_its_slug_is_of_all_of_it() -> None:
    long = "word " * 200
    (found,) = markers_in(f"# HACK: {long}")
    assert found.text == long[:300].rstrip() or len(found.text) == 300
    assert found.slug == derived(long.strip())


def test_an_empty_text_is_a_marker_too() -> None:
    assert slugs("# HACK:\n# WORKAROUND(s):\n") == [derived(""), "s"]


@pytest.mark.parametrize(
    "hostile",
    [
        "# HACK: x" * 100_000,
        "#" * 1_000_000,
        "/" * 1_000_000 + "HACK:",
        " " * 1_000_000 + "HACK:",
        "WORKAROUND(" * 90_000,
    ],
)
def test_hostile_text_costs_no_more_than_its_length(hostile: str) -> None:
    began = time.process_time()
    assert len(slugs(hostile)) <= 500
    assert time.process_time() - began < 20
