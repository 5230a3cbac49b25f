"""Every line a header may and may not hold, as tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.header_grammar import MOST_FAULTS, is_key, parse_header

GOOD = "from: builder\nto: hub\n"


def fields_of(block: str) -> dict[str, str]:
    header, faults, offset = parse_header(f"---\n{block}---\nbody")
    assert not faults, faults
    assert offset == len(f"---\n{block}---\n")
    return header.as_dict()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("topic: Re: build #12 [urgent]", "Re: build #12 [urgent]"),
        ("topic:no blank", "no blank"),
        ("topic:   many blanks   ", "many blanks"),
        ("topic:\ttabs around\t", "tabs around"),
        ("topic: 012", "012"),
        ("topic: no", "no"),
        ("topic: 2026-11-30", "2026-11-30"),
        ("topic: {a: b}", "{a: b}"),
        ("topic: &anchor *alias !!str", "&anchor *alias !!str"),
        ("topic: a # not a comment", "a # not a comment"),
        ("topic: # neither", "# neither"),
        ("topic: ---", "---"),
        ("topic:", ""),
        ("topic: ", ""),
        # Quotes: unquoted only when the whole value is in them and none of their kind is bare between.
        ('topic: "quoted"', "quoted"),
        ("topic: 'quoted'", "quoted"),
        ('topic: "  blanks kept  "', "  blanks kept  "),
        ('topic: ""', ""),
        ("topic: ''", ""),
        ('topic: "', '"'),
        ("topic: '", "'"),
        (r'topic: "say \"hi\""', 'say "hi"'),
        (r'topic: "back\\slash"', r"back\slash"),
        (r'topic: "no other \n escape"', r"no other \n escape"),
        (r'topic: "C:\dir\sub"', r"C:\dir\sub"),
        (r'topic: "\\"', "\\"),
        (r'topic: "\\\""', '\\"'),
        (r'topic: "the last is escaped\"', r'"the last is escaped\"'),
        (r'topic: "three \\\"', r'"three \\\"'),
        ('topic: "a" and "b"', '"a" and "b"'),
        ("topic: 'a' and 'b'", "'a' and 'b'"),
        ("topic: 'it's'", "'it's'"),
        (r"topic: 'nothing \' escaped'", r"'nothing \' escaped'"),
        (r"topic: 'back\slash'", r"back\slash"),
        ("topic: 'double \" inside'", 'double " inside'),
        ("topic: \"single ' inside\"", "single ' inside"),
        ("topic: \"mixed'", "\"mixed'"),
        ("topic: “typographic”", "“typographic”"),
        ('topic: "|"', "|"),
        # Block marks only when they are the whole value.
        ("topic: | and more", "| and more"),
        ("topic: >>", ">>"),
        ("topic: ||", "||"),
        ("topic: |x", "|x"),
        ("topic: -", "-"),
        # Shown, not refused: zero-width characters and the bidi marks.
        ("topic: a\u200bb\u200c\u200d\u2060\ufeffc", "a\u200bb\u200c\u200d\u2060\ufeffc"),
        ("topic: a\u061cb\u200e\u200fc", "a\u061cb\u200e\u200fc"),
        # Only blanks and tabs are trimmed: the value is taken to the letter.
        ("topic: \u00a0x\u3000", "\u00a0x\u3000"),
        ("topic: Привет, 世界 👋", "Привет, 世界 👋"),
        ("x-a: own", "own"),
        ("x-0-9-: own", "own"),
        ("x-empty:", ""),
    ],
)
def test_a_value_is_taken_to_the_letter(line: str, value: str) -> None:
    assert fields_of(line + "\n") == {line.partition(":")[0]: value}


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("---\nfrom: a\n---\nbody", 16),
        ("\ufeff---\nfrom: a\n---\nbody", 17),
        ("---\r\nfrom: a\r\n---\r\nbody", 19),
        ("---\r\nfrom: a\n---\r\nbody", 18),
        ("---  \nfrom: a\n--- \t\nbody", 20),
        ("---\nfrom: a\n---", 15),
        ("---\nfrom: a\n---   ", 18),
        ("---\nfrom: a\n---\n", 16),
        ("---\nfrom: a\n---\n---\nmore\n---\n", 16),
        ("---\nfrom: a\n---\n\n# body", 16),
    ],
)
def test_where_the_body_begins(text: str, length: int) -> None:
    header, faults, offset = parse_header(text)
    assert (header.as_dict(), faults, offset) == ({"from": "a"}, (), length)


def test_an_empty_header_closes() -> None:
    header, faults, offset = parse_header("---\n---\nbody")
    assert (header.fields, faults, offset) == ((), (), 8)


def test_lines_are_counted_from_the_top_of_the_file() -> None:
    header, _, _ = parse_header(f"\ufeff---\r\n{GOOD}---\n")
    assert [(field.key, field.line) for field in header.fields] == [("from", 2), ("to", 3)]


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        (" topic: a", "begins with a blank", "do not run on"),
        ("\ttopic: a", "begins with a tab", "do not run on"),
        ("  - item", "begins with a blank", "do not run on"),
        ("# comment", "a comment", "body"),
        ("#topic: a", "a comment", "body"),
        ("", "blank line", "close the header"),
        ("   ", "blank line", "close the header"),
        ("\t", "blank line", "close the header"),
        ("no colon here", "no colon", "key: value"),
        ("----", "no colon", "---"),
        ("--- x", "no colon", "---"),
        ("...", "no colon", "---"),
        (": value", "no key", "key: value"),
        ("from: other", "`from` again, it stands in line 2", "keep one"),
        ("priority: high", "unknown field (`priority`)", "x-"),
        ("topc: a", "unknown field (`topc`)", "`topic`"),
        ("Topic: a", "unknown field (`Topic`)", "small letters: `topic`"),
        ("X-Mine: a", "unknown field (`X-Mine`)", "small letters: `x-mine`"),
        ("x-: a", "unknown field (`x-`)", "x-"),
        ("x-a_b: a", "unknown field (`x-a_b`)", "x-"),
        ("x-é: a", "unknown field (`x-é`)", "x-"),
        ("topic : a", "blank before the colon", "`topic: value`"),
        ("тема: a", "unknown field (`тема`)", "x-"),
        ("https://example.org", "unknown field (`https`)", "x-"),
        ("a" * 40 + ": a", "unknown field (a text of 40 characters)", "x-"),
        ("topic: |", "`topic` is only a block mark", "same line"),
        ("topic: >", "`topic` is only a block mark", "same line"),
        ("topic:  |-  ", "block mark", "same line"),
        ("topic: >+", "block mark", "same line"),
        ("topic: |2", "block mark", "same line"),
        ("topic: >2-", "block mark", "same line"),
        ("topic: |-2", "block mark", "same line"),
        ("topic: a\tb", "holds a tab (U+0009)", "blank instead"),
        ('topic: "\ta"', "holds a tab (U+0009)", "blank instead"),
        ("topic: a\x00b", "NUL character (U+0000)", "remove"),
        ("topic: \x1b[31mred", "control character (U+001B)", "remove"),
        ("topic: a\x7f", "control character (U+007F)", "remove"),
        ("topic: a\x85b", "control character (U+0085)", "remove"),
        ("topic: a\x9bb", "control character (U+009B)", "remove"),
        ("topic: a\x0b", "control character (U+000B)", "remove"),
        ("topic: a\x0cb", "control character (U+000C)", "remove"),
        ("topic: a\rto: b", "carriage return that ends no line (U+000D)", "remove"),
        ("topic: a\r\r", "carriage return that ends no line (U+000D)", "remove"),
        ("topic: a\u2028to: b", "line or paragraph separator (U+2028)", "remove"),
        ("topic: a\u2029b", "line or paragraph separator (U+2029)", "remove"),
        *(
            (f"topic: a{chr(code)}b", f"direction of text (U+{code:04X})", "remove")
            for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
        ),
        ("x-own: a\x07", "`x-own` holds a control character", "remove"),
        ("prio: a\x07", "unknown field (`prio`)", "x-"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_refused_line_is_told_with_its_number_and_a_hint(line: str, reason: str, hint: str, end: str) -> None:
    header, faults, offset = parse_header(f"---{end}from: builder{end}{line}{end}to: hub{end}---{end}body")
    assert offset is not None
    assert {fault.check for fault in faults} == {"header"}
    assert faults[0].reason.startswith("line 3: ")
    assert reason in faults[0].reason
    assert hint in faults[0].hint
    # What stands around it is read all the same.
    assert (header.get("from"), header.get("to"), header.line_of("to")) == ("builder", "hub", 4)


def test_every_faulty_line_is_named_at_once() -> None:
    _, faults, _ = parse_header("---\nfrom: a\nfrom: b\n x\ntopic: \x1b\nfoo: |\n---\n")
    assert [fault.reason.partition(":")[0] for fault in faults] == [f"line {n}" for n in (3, 4, 5, 6, 6)]


def test_the_first_of_a_repeated_key_counts_and_all_are_kept() -> None:
    header, _, _ = parse_header("---\nto: hub\nto: evil\n---\n")
    assert (header.get("to"), header.as_dict()) == ("hub", {"to": "hub"})
    assert [field.value for field in header.fields] == ["hub", "evil"]


def test_a_value_at_fault_is_kept_as_written() -> None:
    header, _, _ = parse_header("---\ntopic: a\u202eb\nfoo: bar\n---\n")
    assert header.as_dict() == {"topic": "a\u202eb", "foo": "bar"}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "two lines `---`"),
        ("  \n", "two lines `---`"),
        ("\ufeff", "two lines `---`"),
        ("hello", "begin the file"),
        ("\n---\nfrom: a\n---\n", "nothing may stand before"),
        (" ---\nfrom: a\n---\n", "nothing may stand before"),
        ("\ufeff\ufeff---\nfrom: a\n---\n", "begin the file"),
        ("----\nfrom: a\n----\n", "three dashes"),
        ("---from: a\n---\n", "three dashes"),
        ("--\nfrom: a\n--\n", "begin the file"),
        ("```\n---\nfrom: a\n---\n```\n", "code fence"),
        ("---\rfrom: a\r---\rbody", "LF or CRLF"),
        ("+++\nfrom = 'a'\n+++\n", "begin the file"),
    ],
)
def test_no_front_matter(text: str, hint: str) -> None:
    header, faults, offset = parse_header(text)
    assert (header.fields, offset, len(faults)) == ((), None, 1)
    assert "no front matter" in faults[0].reason or "empty" in faults[0].reason
    assert hint in faults[0].hint


@pytest.mark.parametrize(
    ("text", "read", "after"),
    [
        ("---", {}, 1),
        ("---\n", {}, 1),
        ("---\nfrom: a", {"from": "a"}, 2),
        ("---\nfrom: a\nto: b\n\nHello: you\n", {"from": "a", "to": "b"}, 3),
        ("---\nfrom: a\nHello you\nto: b\n", {"from": "a"}, 2),
        ("---\nfrom: a\n ---\n", {"from": "a"}, 2),
        ("---\nfrom: a\n----\n", {"from": "a"}, 2),
    ],
)
def test_a_header_without_end_is_read_as_far_as_it_goes(text: str, read: dict[str, str], after: int) -> None:
    header, faults, offset = parse_header(text)
    assert (header.as_dict(), offset) == (read, None)
    assert f"no line `---` follows line {after}" in faults[0].reason
    assert "`---`" in faults[0].hint


def test_a_header_without_end_still_names_its_faulty_lines() -> None:
    _, faults, _ = parse_header("---\nfrom: a\nfrom: b\ntopic: |\n")
    assert len(faults) == 3


def test_a_huge_header_names_a_sane_number_of_faults() -> None:
    _, faults, offset = parse_header("---\n" + "x\n" * 8_000 + "---\n")
    assert offset is not None
    assert len(faults) == MOST_FAULTS + 1
    assert "7,980 more" in faults[-1].reason


def test_a_huge_header_of_own_fields_is_read() -> None:
    block = "".join(f"x-{n}: {n}\n" for n in range(2_000))
    header, faults, _ = parse_header(f"---\n{block}---\n")
    assert (len(header.fields), faults) == (2_000, ())


@pytest.mark.parametrize("secret", ["ghp_" + "a1B2" * 9, "AKIA" + "ABCDEFGH23456789", "hunter2:hunter2@"])
def test_no_long_or_odd_text_is_repeated_in_a_reason(secret: str) -> None:
    for line in (f"{secret}: x", secret, f"kind{secret}: |", f" {secret}", f"topic : {secret}", f"topic: \x07{secret}"):
        _, faults, _ = parse_header(f"---\n{line}\n---\n")
        assert faults
        assert all(secret not in fault.reason + fault.hint for fault in faults)


@pytest.mark.parametrize(("key", "known"), [("from", True), ("x-a", True), ("x-", False), ("X-a", False), ("", False)])
def test_keys(key: str, known: bool) -> None:
    assert is_key(key) is known


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    header, faults, offset = parse_header(text)
    assert (offset is None) <= bool(faults)
    assert all(fault.check == "header" and fault.reason for fault in faults)
    assert header.as_dict().keys() == {field.key for field in header.fields}


@given(st.text(alphabet="-\n\r\t :#fromt\ufeff\"'\\|>x\u2028\u202e\x00\x85"))
def test_any_nearly_right_text_is_answered(text: str) -> None:
    _, faults, offset = parse_header(f"---\n{text}")
    if offset is None:
        assert faults
    else:
        lines = f"---\n{text}"[:offset].split("\n")
        assert lines[-1].rstrip(" \t\r") in ("", "---")
        # No forbidden character slips through in an accepted header.
        if not faults:
            head = f"---\n{text}"[:offset].replace("\r\n", "\n")
            assert not any(character in head for character in "\r\u2028\u202e\x00\x85")


def test_a_header_may_be_anything_between_its_lines() -> None:
    assert fields_of(GOOD) == {"from": "builder", "to": "hub"}
