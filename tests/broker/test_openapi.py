"""The project's OpenAPI file, and what a program that knows nothing but it makes of the broker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode

from mailbox_gui.broker.openapi import document
from mailbox_gui.core.relay.state import utc_now
from tests.support.post_office import found
from tests.support.serving import Served, served

PAGE = Path(__file__).parents[2] / "docs" / "openapi.json"
DOCUMENT = document()
OPERATION = schemathesis.openapi.from_dict(DOCUMENT)["/v1/action"]["POST"]
ANSWER = jsonschema_rs.validator_for(
    DOCUMENT["paths"]["/v1/action"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
)
REQUEST = jsonschema_rs.validator_for(
    DOCUMENT["paths"]["/v1/action"]["post"]["requestBody"]["content"]["application/json"]["schema"]
)
QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], database=None
)


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    office = found(tmp_path_factory.mktemp("openapi") / "office", clock=utc_now, limits={"messages_per_day": 100_000})
    with served(office) as one:
        yield one


def test_the_file_is_what_the_shapes_say() -> None:
    assert json.loads(PAGE.read_text()) == DOCUMENT


def answer_to(it: Served, body: Any) -> dict[str, Any] | None:
    """The envelope, which is fit; None for a transport fault that the file names."""
    status, content = it.post(json.dumps(body).encode() if not isinstance(body, bytes) else body)
    if status != 200:
        assert str(status) in DOCUMENT["paths"]["/v1/action"]["post"]["responses"], status
        return None
    answer: dict[str, Any] = json.loads(content)
    assert ANSWER.is_valid(answer), answer
    return answer


@QUICK
@given(case=OPERATION.as_strategy(generation_mode=GenerationMode.POSITIVE))
def test_what_the_file_allows_is_understood(it: Served, case: Any) -> None:
    answer = answer_to(it, case.body)
    assert answer is not None
    if answer["status"] == "failed":
        # A schema cannot say everything: points on a curve, blanks, addresses, one of two members.
        assert answer["error"]["code"] in {"invalid_request", "unauthorized", "action_failed", "request_id_conflict"}


@QUICK
@given(case=OPERATION.as_strategy(generation_mode=GenerationMode.NEGATIVE))
def test_what_the_file_forbids_does_not_succeed(it: Served, case: Any) -> None:
    try:
        body = json.loads(json.dumps(case.body))
    except TypeError:
        return
    answer = answer_to(it, body)
    if answer is not None and answer["status"] == "succeeded":
        # What was changed is beside the body, or blanks around a text, which are trimmed.
        args = {name: value.strip() if isinstance(value, str) else value for name, value in body["args"].items()}
        assert REQUEST.is_valid(body | {"args": args}), body
