"""A line is written in the spec's form, read back to the letter, and refused when it is anything else."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, encode, line_hash, read_frame, require_own_form
from mailbox_gui.core.journal.entry import DamagedLine, Place
from mailbox_gui.core.journal.records import (
    Accepted,
    Agent,
    Also,
    Checkpoint,
    Decided,
    Held,
    Paused,
    Record,
    Recovered,
    Rejected,
    Resumed,
    Rules,
    Started,
    Stopped,
    Unknown,
)
from mailbox_gui.core.message.verdict import Signer

AT = datetime(2026, 11, 30, 12, 3, 2, 114_000, tzinfo=UTC)
SIGNER = Signer("a" * 64, "")
TAIL = f',"prev":"{NO_PREVIOUS}"}}\n'
HEAD = '{"height":7,"at":"2026-11-30T12:03:02.114Z","type":'

LINES: list[tuple[Record, str]] = [
    (
        Accepted("i", {"from": "builder", "to": "hub"}, None, "Ну да.\n", 9, "f0", "n.md", "builder"),
        (
            '"accepted","id":"i","header":{"from":"builder","to":"hub"},"body":"Ну да.\\n","size":9,"sha256":"f0",'
            '"file":"n.md","folder":"builder"'
        ),
    ),
    (
        Held("i", {}, "---\r\n---\r\n", "", 0, "f0", "n.md", "builder", SIGNER),
        (
            '"held","id":"i","header":{},"head":"---\\r\\n---\\r\\n","body":"","size":0,"sha256":"f0","file":"n.md",'
            f'"folder":"builder","signer":{{"author":"{"a" * 64}","session":""}}'
        ),
    ),
    (
        Rejected("i", "b", "n.md", {"from": "b"}, 3, "f0", "route", "why", "do", (Also("limits", "big"),), "x"),
        (
            '"rejected","id":"i","folder":"b","file":"n.md","header":{"from":"b"},"size":3,"sha256":"f0","check":"route",'
            '"reason":"why","hint":"do","also":[{"check":"limits","reason":"big"}],"body":"x"'
        ),
    ),
    (
        Rejected(None, "b", "caf\udce9.md", None, 90_000, None, "limits", "too big"),
        '"rejected","folder":"b","file":"caf\\udce9.md","size":90000,"check":"limits","reason":"too big"',
    ),
    (
        Decided("d", "i", "approve", "", "f0", {"to": "b"}, None, "", 5, "d.md", "owner", SIGNER),
        (
            '"decided","id":"d","ref":"i","verdict":"approve","note":"","sha256":"f0","header":{"to":"b"},"body":"",'
            f'"size":5,"file":"d.md","folder":"owner","signer":{{"author":"{"a" * 64}","session":""}}'
        ),
    ),
    (
        Rules({"serial": 2}, "k", "s", "{}\n"),
        '"rules","document":{"serial":2},"key":"k","signature":"s","text":"{}\\n"',
    ),
    (Agent({"act": "add"}, "k", "s"), '"agent","document":{"act":"add"},"key":"k","signature":"s"'),
    (Resumed({"act": "resume"}, "k", "s"), '"resumed","document":{"act":"resume"},"key":"k","signature":"s"'),
    (Paused("site", "20 refusals"), '"paused","agent":"site","reason":"20 refusals"'),
    (Started("/post", "mailbox relay", 812), '"started","root":"/post","program":"mailbox relay","pid":812'),
    (Started(None, "mailbox relay", 812), '"started","program":"mailbox relay","pid":812'),
    (Stopped("asked to"), '"stopped","reason":"asked to"'),
    (Recovered(2, 1, 300, ("one",)), '"recovered","finished":2,"rejudged":1,"torn_bytes":300,"notes":["one"]'),
    (Recovered(0, 0, 0), '"recovered","finished":0,"rejudged":0,"torn_bytes":0'),
    (
        Checkpoint({"height": 6, "hash": "h"}, "k", "s"),
        '"checkpoint","document":{"height":6,"hash":"h"},"key":"k","signature":"s"',
    ),
    (Unknown("later", {"seq": 4, "more": [1.5, None]}), '"later","seq":4,"more":[1.5,null]'),
]


@pytest.mark.parametrize(("record", "members"), LINES, ids=[f"{type(r).__name__}{n}" for n, (r, _) in enumerate(LINES)])
def test_a_line_has_the_members_of_its_record_in_order(record: Record, members: str) -> None:
    line = encode(7, AT, record, NO_PREVIOUS)
    assert line.decode() == HEAD + members + TAIL
    entry = decode(line, 1, 400)
    assert entry.record == record
    assert (entry.height, entry.at, entry.prev) == (7, AT, NO_PREVIOUS)
    assert entry.hash == hashlib.sha256(line).hexdigest() == line_hash(line)
    assert entry.place == Place(1, 400, len(line))
    require_own_form(entry, line)
    assert read_frame(line).type == json.loads(line)["type"]


def test_a_moment_is_cut_to_milliseconds_in_utc() -> None:
    there = timezone(timedelta(hours=5, minutes=30))
    line = encode(1, datetime(2026, 11, 30, 17, 30, 0, 999_999, tzinfo=there), Stopped("s"), NO_PREVIOUS)
    assert b'"at":"2026-11-30T12:00:00.999Z"' in line


# Everything that text can hold. A high surrogate directly before a low one is what JSON reads as one character.
TEXT = st.text(st.characters(), max_size=60).map(
    lambda text: re.sub("[\ud800-\udbff][\udc00-\udfff]", lambda pair: "🜚" + pair[0][1], text)
) | st.sampled_from(
    ["\u2028\u2029\x85", "\x00\x1b[31m", '"\\\\udcff', "\udcff\udc80", "👩‍👩‍👧", "x" * 300_000, "\r\n", "ё/е"]
)
FIELDS = st.dictionaries(TEXT, TEXT, max_size=4)
SIGNERS = st.none() | st.builds(Signer, TEXT, TEXT)
OPTIONAL = st.none() | TEXT
NUMBER = st.integers(0, 2**53)
JSON: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(TEXT, JSON, max_size=4)
ALSO = st.lists(st.builds(Also, TEXT, TEXT), max_size=3).map(tuple)
RECORDS: st.SearchStrategy[Record] = st.one_of(
    st.builds(Accepted, TEXT, FIELDS, OPTIONAL, TEXT, NUMBER, TEXT, TEXT, TEXT, SIGNERS),
    st.builds(Held, TEXT, FIELDS, OPTIONAL, TEXT, NUMBER, TEXT, TEXT, TEXT, SIGNERS),
    st.builds(
        Rejected, OPTIONAL, TEXT, TEXT, st.none() | FIELDS, NUMBER, OPTIONAL, TEXT, TEXT, OPTIONAL, ALSO, OPTIONAL
    ),
    st.builds(Rules, DOCUMENTS, TEXT, TEXT, OPTIONAL),
    st.builds(Recovered, NUMBER, NUMBER, NUMBER, st.lists(TEXT, max_size=3).map(tuple)),
    st.builds(Started, OPTIONAL, TEXT, NUMBER),
    st.builds(Unknown, st.just("later"), st.dictionaries(st.sampled_from(["seq", "topic"]), JSON)),
)
MOMENTS = st.datetimes(timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000)
)


@given(st.integers(1, 10**12), MOMENTS, RECORDS)
def test_any_record_is_read_back_to_the_letter(height: int, at: datetime, record: Record) -> None:
    line = encode(height, at, record, NO_PREVIOUS)
    assert line.count(b"\n") == 1
    assert b"\x00" not in line
    entry = decode(line)
    assert (entry.height, entry.at, entry.record) == (height, at, record)
    require_own_form(entry, line)


def test_two_surrogates_that_make_a_character_become_it() -> None:
    entry = decode(encode(1, AT, Stopped("\ud83d\ude00"), NO_PREVIOUS))
    assert entry.record == Stopped("😀")


GOOD = HEAD + '"stopped","reason":"s"' + TAIL

DAMAGED: list[tuple[str, bytes]] = [
    ("empty", b""),
    ("a newline", b"\n"),
    ("zero bytes", b"\x00" * 200 + b"\n"),
    ("cut off", GOOD.encode()[:-1]),
    ("another order", GOOD.replace('"height":7,', "").replace('{"at"', '{"height":7,"at"', 1).encode()[1:]),
    ("spaces", GOOD.replace(",", ", ").encode()),
    ("height 0", GOOD.replace('"height":7', '"height":0').encode()),
    ("height 07", GOOD.replace('"height":7', '"height":07').encode()),
    ("height as text", GOOD.replace('"height":7', '"height":"7"').encode()),
    ("height twice", GOOD.replace('"reason"', '"height":8,"reason"').encode()),
    ("type twice", GOOD.replace('"reason"', '"type":"paused","reason"').encode()),
    ("no such day", GOOD.replace("-30T", "-31T").encode()),
    ("an hour of 25", GOOD.replace("T12:", "T25:").encode()),
    ("prev in capitals", GOOD.replace(NO_PREVIOUS, "A" * 64).encode()),
    ("prev too short", GOOD.replace(NO_PREVIOUS, "0" * 63).encode()),
    ("not UTF-8", GOOD.encode().replace(b'"s"', b'"\xff"')),
    ("a raw control character", GOOD.replace('"s"', '"\x01"').encode()),
    ("a member missing", GOOD.replace(',"reason":"s"', "").encode()),
    ("a member too many", GOOD.replace('"s"', '"s","hint":"h"').encode()),
    ("a wrong type", GOOD.replace('"s"', "1").encode()),
    ("null", GOOD.replace('"s"', "null").encode()),
    ("NaN", GOOD.replace('"stopped","reason":"s"', '"later","seq":NaN').encode()),
    ("too deep", GOOD.replace('"stopped","reason":"s"', '"later","seq":' + "[" * 90_000 + "]" * 90_000).encode()),
    ("a number too long", GOOD.replace('"stopped","reason":"s"', '"later","seq":' + "1" * 9_000).encode()),
    ("true for a number", (HEAD + '"recovered","finished":true,"rejudged":0,"torn_bytes":0' + TAIL).encode()),
    ("an empty list", (HEAD + '"recovered","finished":0,"rejudged":0,"torn_bytes":0,"notes":[]' + TAIL).encode()),
    ("a signer without session", LINES[1][1].replace(',"session":""', "").join((HEAD, TAIL)).encode()),
    ("a header of numbers", LINES[0][1].replace('"hub"', "1").join((HEAD, TAIL)).encode()),
    ("a document that is a list", LINES[6][1].replace('{"act":"add"}', "[]").join((HEAD, TAIL)).encode()),
]


def test_the_line_that_the_damaged_ones_are_made_of_is_good() -> None:
    assert decode(GOOD.encode()).record == Stopped("s")


@pytest.mark.parametrize("line", [line for _, line in DAMAGED], ids=[name for name, _ in DAMAGED])
def test_a_damaged_line_is_refused_in_plain_words(line: bytes) -> None:
    with pytest.raises(DamagedLine) as caught:
        decode(line)
    assert caught.value.reason


def test_a_line_written_otherwise_is_not_our_own_form() -> None:
    line = GOOD.replace('"s"', '"\\u0073"').encode()
    with pytest.raises(DamagedLine, match="not written as this program writes"):
        require_own_form(decode(line), line)


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), object()], ids=["a set", "not a number", "an object"])
def test_what_json_cannot_hold_is_refused_before_it_is_written(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(1, AT, Unknown("later", {"more": value}), NO_PREVIOUS)
