"""Masking: what a finding covers is not repeated by anything that is written about the draft."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks import judge
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.masking import MASK, mask_faults, masked_file_name, masked_header
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.verdict import Refuse
from mailbox_gui.core.relay.recording import record_of
from tests.core.checks.made import draft, facts
from tests.core.checks.secret_scan.loaded import loaded_scanner
from tests.core.checks.secret_scan.made_up import ALNUM, drawn, github, password

TOKEN = github()


def test_without_findings_nothing_changes() -> None:
    fault = Fault("recipient", f"nobody is called {TOKEN}")
    assert mask_faults([fault], draft(to=TOKEN), ()) == [fault]
    assert masked_header(draft(), ()) == draft().header.as_dict()
    assert masked_file_name(draft(file="a.md"), ()) == "a.md"


def test_pieces_of_a_tainted_line_are_masked() -> None:
    bad = draft(to=TOKEN)
    findings = (Finding("GitHub token", 3, "header", "to"),)
    (whole, cut, hint) = mask_faults(
        [
            Fault("recipient", f"nobody is called “{TOKEN}”"),
            Fault("recipient", f"nobody is called {TOKEN[:20]}… here"),
            Fault("recipient", "nobody", f"not {TOKEN[5:]}"),
        ],
        bad,
        findings,
    )
    assert whole.reason == f"nobody is called “{MASK}”"
    assert cut.reason == f"nobody is called {MASK}… here"
    assert hint.hint == f"not {MASK}"


def test_invisible_characters_do_not_carry_it_through() -> None:
    from mailbox_gui.core.message.escape import visible

    hidden = "\u200b".join(TOKEN[at : at + 4] for at in range(0, 40, 4))
    bad = draft(to=hidden)
    (fault,) = mask_faults(
        [Fault("recipient", f"nobody is called {visible(hidden)}")], bad, (Finding("GitHub token", 3, "header"),)
    )
    assert TOKEN[:4] not in fault.reason


def test_the_secrets_check_quotes_nothing_and_is_left_alone() -> None:
    fault = Fault("secrets", "GitHub token in line 3 (to)")
    assert mask_faults([fault], draft(to="GitHub token in line 3"), (Finding("x", 3, "header"),)) == [fault]


def test_the_header_for_the_journal() -> None:
    bad = draft(topic=f"see {TOKEN}", x_other="fine", x_copy=TOKEN)
    masked = masked_header(bad, (Finding("GitHub token", 5, "header", "topic"),))
    assert masked["topic"] == MASK
    assert masked["x-other"] == "fine"
    assert TOKEN not in str(masked)
    assert masked["from"] == "builder"


def test_a_secret_over_several_lines_masks_all_of_them() -> None:
    masked = masked_header(draft(), (Finding("x", 4, "header", last_line=5),))
    assert (masked["kind"], masked["topic"]) == (MASK, MASK)


def test_a_key_that_is_the_secret_is_left_out() -> None:
    bad = draft(**{f"x_{TOKEN.lower()}": "v"})
    masked = masked_header(bad, (Finding("GitHub token", 8, "header"),))
    assert TOKEN.lower() not in str(masked)


def test_a_file_name_with_a_secret_is_not_named() -> None:
    findings = (Finding("GitHub token", None, "file name"),)
    assert masked_file_name(draft(file=f"{TOKEN}.md"), findings) is None
    (fault,) = mask_faults([Fault("identity", f"{TOKEN}.md is a link")], draft(file=f"{TOKEN}.md"), findings)
    assert TOKEN not in fault.reason


VALUE = password()
MANY = "".join("gh" + "p_" + drawn(ALNUM, 36, number) + "\n" for number in range(300))
IN_BODY = f"one\npassword: {VALUE}\ntwo\n"
PLACES: dict[str, dict[str, str]] = {
    "topic": {"topic": f"password={VALUE}"},
    "topic, plain": {"topic": VALUE},
    "topic, among words": {"topic": f"see {VALUE} there"},
    "topic, percent signs": {"topic": "%" + f"{ord(VALUE[0]):02X}" + VALUE[1:]},
    "own field": {"x_own": VALUE},
    "own field's name": {f"x_{VALUE.lower()}": "v"},
    "recipient": {"to": VALUE},
    "file name": {"file": f"{VALUE}.md"},
    "file name, among words": {"file": f"note {VALUE} x.md"},
    "file name, percent signs": {"file": "%" + f"{ord(VALUE[0]):02X}{VALUE[1:]}.md"},
}


@pytest.mark.parametrize("body", [IN_BODY, MANY, MANY + IN_BODY, IN_BODY + MANY], ids=["one", "many", "last", "first"])
@pytest.mark.parametrize("place", list(PLACES))
def test_a_value_of_the_body_is_written_nowhere(place: str, body: str) -> None:
    if body == MANY and "file name" not in place and "password=" not in str(PLACES[place]):
        body += IN_BODY
    if place == "own field's name":
        body = body.replace(VALUE, VALUE.lower())
    refused = draft(body, **PLACES[place])

    findings = loaded_scanner().scan(refused)
    faults = judge(refused, facts(findings=findings))
    written = repr(record_of(Refuse(refused, faults), findings))

    for piece in (VALUE[1:], VALUE.lower()[1:], VALUE[4:16]):
        assert piece not in written
    assert {fault.check for fault in faults} >= {"secrets"}


def test_a_value_that_runs_over_lines_is_masked_where_it_stands_in_one_piece() -> None:
    pieces = [VALUE[at : at + 7] for at in range(0, len(VALUE), 7)]
    refused = draft("one\n" + "\n".join(pieces) + "\n", topic=VALUE, file=f"{VALUE}.md")
    findings = (Finding("password", 10, "body", last_line=9 + len(pieces)),)
    assert masked_header(refused, findings)["topic"] == MASK
    assert masked_file_name(refused, findings) is None


@pytest.mark.parametrize("kind", ["text that could not be searched in time", "more"])
def test_where_not_all_was_found_nothing_longer_than_a_word_is_written(kind: str) -> None:
    refused = draft("any\n", topic=VALUE, x_own=VALUE, file=f"{VALUE}.md", **{f"x_{VALUE.lower()}": VALUE})
    everywhere = (Finding(kind, None, "body"),)
    assert masked_header(refused, everywhere) == {
        "from": "builder", "to": "hub", "kind": "report", "topic": MASK, "requires": "none", "created": MASK,
        "x-own": MASK,
    }  # fmt: skip
    assert masked_file_name(refused, everywhere) is None
    assert masked_file_name(draft(file="a.md"), everywhere) == "a.md"
    (fault,) = mask_faults([Fault("header", f"topic is {VALUE}")], refused, everywhere)
    assert VALUE not in fault.reason


def test_a_scan_that_does_not_end_leaves_nothing_in_the_record() -> None:
    scanner = loaded_scanner()
    times = iter(range(0, 10_000, 100))
    late = SecretScanner(scanner._engine, lambda: float(next(times)))
    refused = draft(IN_BODY, topic=VALUE, file=f"{VALUE}.md")
    findings = late.scan(refused)
    assert VALUE not in repr(record_of(Refuse(refused, judge(refused, facts(findings=findings))), findings))
