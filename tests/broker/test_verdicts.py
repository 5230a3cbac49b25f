"""Verdicts: which code goes with which status cannot be got wrong, and a replay differs by one member."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from mailbox_gui.broker.codes import FailedCode, IndeterminateCode
from mailbox_gui.broker.verdicts import Failed, Indeterminate, Succeeded, Verdict, from_record, render, to_record

FAILED_ONLY = {
    "invalid_request", "unsupported_protocol_version", "unknown_action", "unsupported_action_version", "unsupported",
    "unauthenticated", "unauthorized", "request_id_conflict", "action_failed",
}  # fmt: skip


def test_the_codes_of_each_status() -> None:
    failed, indeterminate = {code.value for code in FailedCode}, {code.value for code in IndeterminateCode}
    assert failed - indeterminate == FAILED_ONLY
    assert indeterminate - failed == {"outcome_unknown"}
    assert failed & indeterminate == {"internal"}


@pytest.mark.parametrize("code", list(IndeterminateCode))
def test_failed_takes_no_code_of_the_other_status(code: IndeterminateCode) -> None:
    with pytest.raises(TypeError):
        Failed(cast("Any", code), "")


@pytest.mark.parametrize("code", list(FailedCode))
def test_indeterminate_takes_no_code_of_the_other_status(code: FailedCode) -> None:
    with pytest.raises(TypeError):
        Indeterminate(cast("Any", code), "")


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Succeeded("storage.address", '{"kind":30174}'), {"action": "storage.address", "outcome": {"kind": 30174}}),
        (Failed(FailedCode.INTERNAL, "ёж"), {"error": {"code": "internal", "message": "ёж"}}),
        (
            Indeterminate(IndeterminateCode.OUTCOME_UNKNOWN, "?"),
            {"error": {"code": "outcome_unknown", "message": "?"}},
        ),
    ],
)
def test_an_envelope_has_exactly_its_members(verdict: Verdict, said: dict[str, Any]) -> None:
    first = render('r"1', verdict)
    answer = json.loads(first)
    status = type(verdict).__name__.lower()
    assert answer == {"type": "broker_result", "protocolVersion": 1, "requestId": 'r"1', "status": status, **said}
    replay = render('r"1', verdict, replayed=True)
    assert json.loads(replay) == answer | {"replayed": True}
    assert replay.replace(b',"replayed":true', b"") == first


@pytest.mark.parametrize("code", list(FailedCode))
def test_a_refusal_survives_the_journal(code: FailedCode) -> None:
    assert from_record(json.loads(json.dumps(to_record(Failed(code, "why"))))) == Failed(code, "why")
