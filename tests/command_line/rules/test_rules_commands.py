"""`mailbox rules`: what is in force, what an edit would change, and that only a signature makes it so."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.message.rules_writing import render_rules
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


def add_route(office: TestOffice, *route: str) -> None:
    routes = json.loads(office.office.rules_file.read_bytes())["routes"]
    office.set_rules(sign=False, routes=[*routes, list(route)])


def test_what_is_in_force_is_shown_whatever_lies_there(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    before = office.office.rules_file.read_text(encoding="utf-8")
    assert mailbox("rules", "show").out == before
    pass_over()
    for content in ("garbage", None):
        if content is None:
            office.office.rules_file.unlink()
        else:
            office.office.rules_file.write_text(content, encoding="utf-8")
        assert mailbox("rules", "show").out == before


def test_an_edit_is_told_line_by_line(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    pass_over()
    assert mailbox("rules", "diff").status == 0
    add_route(office, "researcher", "site")
    told = mailbox("rules", "diff")
    assert (told.status, told.out) == (1, "adds the route researcher → site\n")
    assert mailbox("rules", "diff", "--json").objects == [{"change": "adds the route researcher → site"}]
    (shown,) = mailbox("rules", "show", "--json").objects
    assert ["researcher", "site"] not in shown["routes"]


def test_an_edit_that_says_the_same_is_a_difference_too(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    """It wants a signature like any other, so "nothing changed" would contradict `doctor`."""
    pass_over()
    path = office.office.rules_file
    path.write_text(json.dumps(json.loads(path.read_bytes())), encoding="utf-8")
    told = mailbox("rules", "diff")
    assert (told.status, told.out) == (1, "changes how rules.json is written, not what it says\n")
    assert mailbox("rules", "sign").out.endswith("signed, serial 2\n")
    pass_over()
    assert mailbox("rules", "diff").status == 0


def test_signing_makes_it_so(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    pass_over()
    add_route(office, "researcher", "site")
    note = ("--as", "researcher", "send", "--to", "site", "--kind", "note", "--topic", "t", "--wait", "text")
    assert mailbox(*note).status == 1
    told = mailbox("rules", "sign")
    assert told.status == 0
    assert told.out.splitlines()[0] == "adds the route researcher → site"
    assert told.out.endswith("signed, serial 2\n")
    pass_over()
    assert mailbox(*note).status == 0
    assert mailbox("rules", "diff").status == 0


def test_an_edit_while_the_passphrase_is_typed_is_not_signed(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_over()
    add_route(office, "researcher", "site")
    signature = office.office.rules_signature.read_bytes()

    def typed_slowly(*_: object) -> SigningKey:
        add_route(office, "site", "researcher")
        return office.key

    with monkeypatch.context() as patched:
        patched.setattr("mailbox_gui.command_line.rules.sign.unlocked", typed_slowly)
        told = mailbox("rules", "sign")
    assert told.status == 1
    assert told.out == "adds the route researcher → site\n"
    assert told.err == (
        f"mailbox: {office.office.rules_file} was changed after it was shown; look at it again, then sign\n"
    )
    assert office.office.rules_signature.read_bytes() == signature
    assert mailbox("rules", "sign").out.splitlines()[:2] == [
        "adds the route researcher → site", "adds the route site → researcher"
    ]  # fmt: skip


def test_nothing_is_signed_twice(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the key was asked for")

    signature = office.office.rules_signature
    before = signature.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("mailbox_gui.command_line.rules.sign.unlocked", asked)
        told = mailbox("rules", "sign")
        assert told.out == "There is nothing to sign: rules.json is signed, serial 1, and waits for the relay.\n"
        pass_over()
        told = mailbox("rules", "sign")
        assert (told.status, told.err) == (0, "")
        assert told.out == "There is nothing to sign: rules.json is signed, serial 1, and in force.\n"
    assert signature.read_bytes() == before
    # A signature that is missing or does not hold is made anew, also over what is in force.
    for content in (None, b"garbage"):
        signature.unlink() if content is None else signature.write_bytes(content)
        assert mailbox("rules", "sign").out.endswith("signed, serial 2\n")
        assert "nothing to sign" in mailbox("rules", "sign").out
    pass_over()
    states = {one["check"]: one["state"] for one in mailbox("doctor", "--json").objects}
    assert states["rules signed"] == "pass"
    assert mailbox("rules", "diff").status == 0


def test_an_edit_waits_for_a_relay_and_that_is_said(office: TestOffice, mailbox: Mailbox) -> None:
    add_route(office, "researcher", "site")
    assert "Nobody runs the relay" in mailbox("rules", "sign").err
    assert "and waits for the relay" in mailbox("rules", "sign").out


def test_an_agent_added_by_an_act_is_counted(office: TestOffice, mailbox: Mailbox) -> None:
    mailbox("agent", "add", "trader")
    told = mailbox("rules", "check").out.splitlines()
    assert told[0].endswith(": right; 4 agents, 14 routes")
    assert told[1] == "beside these, by the owner's act: trader"


def test_every_problem_is_told_with_its_place(office: TestOffice, mailbox: Mailbox) -> None:
    path = office.office.rules_file
    document = json.loads(path.read_bytes())
    path.write_bytes(render_rules(document | {"hub": "nobody", "extra": 1}))
    told = mailbox("rules", "check")
    assert (told.status, told.err) == (1, "")
    assert all(line.startswith(f"{path}: $.") for line in told.out.splitlines())
    assert "$.extra" in told.out
    assert [one["path"] for one in mailbox("rules", "check", "--json").objects if "unknown" in one["problem"]] == [
        "$.extra"
    ]
    for command in ("diff", "sign"):
        refused = mailbox("rules", command)
        assert refused.status == 1
        assert "mailbox rules check shows all" in refused.err
    other = office.root.parent / "other.json"
    other.write_bytes(render_rules(document))
    assert mailbox("rules", "check", str(other)).out == f"{other}: right; 4 agents, 14 routes\n"
    assert mailbox("rules", "check", str(other.with_name("none.json"))).status == 1
    path.unlink()
    assert "mailbox rules show >" in mailbox("rules", "diff").err
