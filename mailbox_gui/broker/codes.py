"""Why a request did not succeed. Which code may stand with which status is the type it belongs to."""

from __future__ import annotations

from enum import StrEnum


class FailedCode(StrEnum):
    """With `failed`: no side effect took hold."""

    INVALID_REQUEST = "invalid_request"
    UNSUPPORTED_PROTOCOL_VERSION = "unsupported_protocol_version"
    UNKNOWN_ACTION = "unknown_action"
    UNSUPPORTED_ACTION_VERSION = "unsupported_action_version"
    UNSUPPORTED = "unsupported"
    UNAUTHENTICATED = "unauthenticated"
    UNAUTHORIZED = "unauthorized"
    REQUEST_ID_CONFLICT = "request_id_conflict"
    ACTION_FAILED = "action_failed"
    INTERNAL = "internal"


class IndeterminateCode(StrEnum):
    """With `indeterminate`: nobody knows; the same bytes may be sent again."""

    OUTCOME_UNKNOWN = "outcome_unknown"
    INTERNAL = "internal"
