"""Secrets: findings in words, never the value."""

from __future__ import annotations

from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secrets import check
from tests.core.checks.made import draft, facts


def test_no_finding_passes() -> None:
    assert check(draft(), facts()) == []


def test_kind_line_and_field_are_named() -> None:
    findings = (
        Finding("GitHub token", 5, "header", "topic"),
        Finding("private key block", 10, "body", last_line=14),
        Finding("npm token", None, "file name"),
        Finding("text that could not be searched in time", None, "body"),
    )
    reasons = [fault.reason for fault in check(draft(), facts(findings=findings))]
    assert reasons == [
        "GitHub token in line 5 (topic)",
        "private key block in lines 10 to 14",
        "npm token in the file's name",
        "text that could not be searched in time",
    ]


def test_the_hint_is_given_once() -> None:
    findings = tuple(Finding("npm token", line, "body") for line in range(9, 12))
    hints = [fault.hint for fault in check(draft(), facts(findings=findings))]
    assert [bool(hint) for hint in hints] == [True, False, False]


def test_many_are_counted() -> None:
    findings = tuple(Finding("npm token", line, "body") for line in range(9, 49))
    faults = check(draft(), facts(findings=findings))
    assert len(faults) == 11
    assert faults[-1].reason == "and 30 more of the same sort"


def test_the_same_finding_is_named_once() -> None:
    assert len(check(draft(), facts(findings=(Finding("npm token", 9, "body"),) * 3))) == 1
