"""Masking: what a finding covers is not repeated by anything that is written about the draft."""

from __future__ import annotations

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.masking import MASK, mask_faults, masked_file_name, masked_header
from mailbox_gui.core.message.faults import Fault
from tests.core.checks.made import draft
from tests.core.checks.secret_scan.made_up import github

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
