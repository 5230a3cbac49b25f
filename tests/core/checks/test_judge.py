"""Judging: every fault at once, in the order of the checks, and no secret in any reason."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.checks import ALL_CHECKS, MOST_FAULTS, judge
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.message.draft_reading import compose, unreadable_draft
from mailbox_gui.core.message.faults import CHECK_NAMES
from tests.core.checks.made import draft, facts, header, read


def test_the_checks_are_the_named_ones_in_order() -> None:
    assert tuple(name for name, _ in ALL_CHECKS) == CHECK_NAMES


def test_a_good_draft_has_no_fault() -> None:
    assert judge(draft(), facts()) == ()


def test_every_fault_is_named_at_once() -> None:
    bad = read(compose(header(from_="hub", kind="raport", to="site"), "x" * 5_000), folder="signer", limit=4_000)
    faults = judge(bad, facts(sent=20, findings=(Finding("npm token", 9, "body"),)))
    names = [fault.check for fault in faults]
    assert list(dict.fromkeys(names)) == ["identity", "header", "route", "limits", "secrets", "signature"]
    assert names == sorted(names, key=CHECK_NAMES.index)
    assert [fault.check for fault in judge(draft(to="hub, site", kind="x"), facts())] == ["header", "recipient"]


def test_a_missing_field_is_the_headers_alone() -> None:
    for key in ("from_", "to", "kind", "topic", "requires", "created"):
        for value in (None, ""):
            raw = compose(header(**{key: value}), "text\n")
            assert {fault.check for fault in judge(read(raw), facts())} == {"header"}


def test_a_header_that_does_not_end_within_the_limit_is_limits_alone() -> None:
    endless = read(b"---\nfrom: builder\nx-long: " + b"y" * 9_000, limit=4_000)
    assert [fault.check for fault in judge(endless, facts())] == ["limits"]


def test_over_the_limit_the_header_is_judged_all_the_same() -> None:
    faults = judge(read(compose(header(kind="raport"), "x" * 9_000), limit=4_000), facts())
    assert [fault.check for fault in faults] == ["header", "limits"]


def test_what_is_no_plain_file_is_identity_alone() -> None:
    assert [fault.check for fault in judge(unreadable_draft("builder", "x.md", 1, "a FIFO"), facts())] == ["identity"]


def test_another_encoding_is_the_headers_alone() -> None:
    raw = compose(header(), "text\n").decode().encode("utf-16")
    assert [fault.check for fault in judge(read(raw), facts())] == ["header"]


def test_faults_are_bounded() -> None:
    raw = b"---\n" + b"".join(b"k%d\n" % number for number in range(500)) + b"---\nx\n"
    assert len(judge(read(raw), facts())) <= MOST_FAULTS


def test_no_reason_repeats_a_tainted_line() -> None:
    secret = "Vq7" + "xT4mKp9RwZ2c"
    bad = draft(to=f"{secret},hub", kind=secret, topic="t")
    findings = tuple(Finding("password", line, "header") for line in (3, 4))
    text = " ".join(fault.reason + fault.hint for fault in judge(bad, facts(findings=findings)))
    assert secret not in text
    assert secret[:10] not in text
    assert "recipient" in {fault.check for fault in judge(bad, facts(findings=findings))}


@given(st.binary(max_size=300), st.sampled_from(["builder", "owner", "signer", "stranger"]))
def test_any_bytes_are_judged_without_error(raw: bytes, folder: str) -> None:
    for content in (raw, b"---\nfrom: builder\nto: hub\n" + raw + b"\n---\nx\n"):
        faults = judge(read(content, folder=folder, limit=200), facts())
        assert all(fault.check in CHECK_NAMES and fault.reason for fault in faults)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_values_are_judged_without_error(to: str, sender: str) -> None:
    raw = f"---\nfrom: {sender}\nto: {to}\nkind: note\n---\nx\n".encode("utf-8", "replace")
    assert judge(read(raw), facts()) != ()
