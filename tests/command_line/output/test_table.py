"""Tables: aligned in a terminal's columns, cut only on a terminal, coloured only where that is wanted."""

from __future__ import annotations

import os
import sys

import click
import pytest
from rich.cells import cell_len

from mailbox_gui.command_line.output.colour import wanted
from mailbox_gui.command_line.output.table import Cell, draw_table, fitted

ROWS: list[list[str | Cell]] = [
    ["世界", "short", "x"],
    ["a\x1b[0mb", "длинная тема " * 9, "yy"],
    ["é", "🧪 emoji", Cell("zzz", "red")],
]


def test_columns_begin_at_the_same_place(capsys: pytest.CaptureFixture[str]) -> None:
    draw_table(["A", "B", "C"], ROWS, flexible=1)
    lines = capsys.readouterr().out.splitlines()
    places = {cell_len(line[: line.index(mark)]) for line, mark in zip(lines, ("C", "x", "yy", "zzz"), strict=True)}
    assert len(places) == 1
    assert all(line == line.rstrip() for line in lines)
    # Nothing is cut where a program may read on.
    assert ("длинная тема " * 9).strip() in lines[2]


def test_on_a_terminal_the_long_column_is_cut_to_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((50, 20)))
    draw_table(["A", "B", "C"], ROWS, flexible=1)
    lines = [click.unstyle(line) for line in capsys.readouterr().out.splitlines()]
    assert max(map(cell_len, lines)) <= 50
    assert "…" in lines[2]
    assert lines[2].endswith("yy")


def test_on_a_very_narrow_one_every_column_but_the_last_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((50, 20)))
    row = ["12 min", "researcher → builder", "escalation", "which of the two banks", "9b1d0c44aa10"]
    draw_table(["WAITS", "FROM → TO", "KIND", "TOPIC", "ID"], [row], flexible=3)
    lines = [click.unstyle(line) for line in capsys.readouterr().out.splitlines()]
    assert max(map(cell_len, lines)) <= 50
    assert lines[1].endswith("9b1d0c44aa10")


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("世界世界", 5, "世界…"),
        ("世界世界", 4, "世…"),
        ("e\u0301x", 2, "e\u0301x"),
    ],
)
def test_a_text_is_cut_between_its_characters(text: str, width: int, expected: str) -> None:
    assert fitted(text, width) == expected


def test_escapes_are_ours_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with click.Context(click.Command("x"), color=True):
        draw_table(["A"], [[Cell("\x1b[31mred\u202e", "red")]])
    out = capsys.readouterr().out
    assert "␛[31mred⟨U+202E⟩" in out
    assert "\x1b[31m␛" in out


@pytest.mark.parametrize(
    ("variables", "expected"),
    [({}, None), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, None), ({"TERM": "dumb"}, False)],
)
def test_colour_is_left_out_where_it_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: bool | None
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wanted() is expected
