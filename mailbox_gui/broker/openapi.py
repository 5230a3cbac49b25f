"""The wire as an OpenAPI document, made of the very shapes that requests are read with; docs/openapi.json is a copy."""

from __future__ import annotations

from typing import Any

from mailbox_gui.broker.actions import ALL_ACTIONS
from mailbox_gui.broker.application import PATH
from mailbox_gui.broker.codes import FailedCode, IndeterminateCode
from mailbox_gui.broker.request import ACTION_VERSION
from mailbox_gui.broker.spelling import Shape
from mailbox_gui.broker.verdicts import PROTOCOL_VERSION

_FAULTS = {
    "400": "no usable request id, or not exactly one Host",
    "403": "a Host that is not loopback, or an Origin",
    "408": "head or body came too slowly",
    "413": "more than 512 KiB",
    "415": "not application/json in UTF-8",
}


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    answers = {"200": _answer("a verdict", {"oneOf": _results()})}
    answers |= {status: {"description": why} for status, why in _FAULTS.items()}
    post = {
        "operationId": "action",
        "security": [{"credential": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": {"oneOf": _requests()}}}},
        "responses": answers,
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Agent Mailbox broker", "version": str(PROTOCOL_VERSION)},
        "servers": [{"url": "http://127.0.0.1:4747"}],
        "paths": {PATH: {"post": post}},
        "components": {"securitySchemes": {"credential": {"type": "http", "scheme": "bearer"}}},
    }


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _requests() -> list[dict[str, Any]]:
    return [
        _object(
            {
                "type": {"const": "broker_request"},
                "protocolVersion": {"const": PROTOCOL_VERSION},
                "requestId": {"type": "string", "pattern": "^[!-~]{1,128}$"},
                "actionVersion": {"const": ACTION_VERSION},
                "action": {"const": name},
                "args": _schema(action.Args),
            }
        )
        for name, action in ALL_ACTIONS.items()
    ]


def _results() -> list[dict[str, Any]]:
    head = {
        "type": {"const": "broker_result"},
        "protocolVersion": {"const": PROTOCOL_VERSION},
        "requestId": {"type": "string", "pattern": "^[!-~]{1,128}$"},
    }
    done = [
        {"status": {"const": "succeeded"}, "action": {"const": name}, "outcome": _schema(action.Outcome)}
        for name, action in ALL_ACTIONS.items()
    ]
    failed: list[dict[str, Any]] = [
        {"status": {"const": status}, "error": _object({"code": {"enum": codes}, "message": {"type": "string"}})}
        for status, codes in (
            ("failed", [code.value for code in FailedCode]),
            ("indeterminate", [code.value for code in IndeterminateCode]),
        )
    ]
    return [_object(head | members, {"replayed": {"const": True}}) for members in [*done, *failed]]


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = required | (optional or {})
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _schema(shape: type[Shape]) -> dict[str, Any]:
    """A shape's own schema, whole in one place, without what the wire has not: null and defaults that are null."""
    schema = shape.model_json_schema(by_alias=True)
    plain = _plain(schema, schema.pop("$defs", {}))
    assert isinstance(plain, dict)
    return plain


def _plain(value: Any, shapes: dict[str, Any]) -> Any:
    match value:
        case {"$ref": str(name)}:
            return _plain(shapes[name.rsplit("/", 1)[-1]], shapes)
        case {"anyOf": [only, {"type": "null"}], **_more}:
            return _plain(only, shapes)
        case dict():
            return {
                name: _plain(member, shapes)
                for name, member in value.items()
                if not (name in ("title", "description") and isinstance(member, str))
            }
        case list():
            return [_plain(member, shapes) for member in value]
        case _:
            return value
