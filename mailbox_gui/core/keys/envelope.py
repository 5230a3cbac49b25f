"""The one envelope of every signed document: its canonical bytes, its domain, its signature (docs/protocol.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

# A domain per use, so that no signature serves in another place.
MAIL: Final = "agent-mailbox/mail/v1"
DELEGATION: Final = "agent-mailbox/delegation/v1"
RULES: Final = "agent-mailbox/rules/v1"
ACT: Final = "agent-mailbox/act/v1"
CHECKPOINT: Final = "agent-mailbox/checkpoint/v1"
RELAY: Final = "agent-mailbox/relay/v1"
EXPORT: Final = "agent-mailbox/export/v1"
POST: Final = "agent-mailbox/post/v1"

_KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_MEMBERS = frozenset({"document", "key", "signature"})


class BadSignature(Exception):
    """A signed document that proves nothing; `reason` says why in plain words and holds nothing from outside."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def canonical(document: Mapping[str, object]) -> bytes:
    """The bytes of a JSON document that are signed: keys sorted, no spaces, UTF-8, non-ASCII unescaped, no floats.

    Raises ValueError for what has no canonical form: a float, a member name that is no text, a lone surrogate, a
    value that is not JSON, one nested too deeply.
    """
    try:
        _require_exact(document)
        text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8")
    except RecursionError:
        raise ValueError("the document is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("the document holds text that is not Unicode (a lone surrogate)") from None


def signed_bytes(domain: str, content: bytes) -> bytes:
    """What is signed: the domain, a zero byte, the content."""
    return domain.encode("ascii") + b"\x00" + content


def public_hex(key: SigningKey) -> str:
    """The public half of `key`, as documents name it: 64 lowercase hex digits."""
    return bytes(key.verify_key).hex()


def is_public_hex(text: str) -> bool:
    """Whether `text` has the form of a public key in a document."""
    return _KEY.fullmatch(text) is not None


def sign_document(domain: str, document: Mapping[str, object], key: SigningKey) -> dict[str, object]:
    """The envelope `{"document", "key", "signature"}` around `document`. Raises ValueError as `canonical` does."""
    signature = key.sign(signed_bytes(domain, canonical(document))).signature
    return {"document": dict(document), "key": public_hex(key), "signature": signature.hex()}


def verify_document(domain: str, envelope: object) -> tuple[dict[str, object], str]:
    """The document of an envelope and the key that signed it (hex), after its signature was verified.

    The caller decides whether that key may sign such a document. Raises BadSignature.
    """
    if not isinstance(envelope, Mapping) or set(envelope) != _MEMBERS:
        raise BadSignature("a signed document has exactly the members document, key and signature")
    document, key, signature = envelope["document"], envelope["key"], envelope["signature"]
    if not isinstance(document, Mapping):
        raise BadSignature("what was signed is not a JSON object")
    if not isinstance(key, str) or not is_public_hex(key):
        raise BadSignature("the key is not 64 lowercase hex digits")
    if not isinstance(signature, str) or _SIGNATURE.fullmatch(signature) is None:
        raise BadSignature("the signature is not 128 lowercase hex digits")
    try:
        content = canonical(document)
    except ValueError as error:
        raise BadSignature(f"no signature can cover this document: {error}") from None
    if not verifies(signed_bytes(domain, content), signature, key):
        raise BadSignature("the signature does not fit the document and its key")
    return dict(document), key


def verifies(content: bytes, signature: str, key: str) -> bool:
    """Whether `signature` (hex) over `content` was made by `key` (hex). False for what is not well-formed hex."""
    if _SIGNATURE.fullmatch(signature) is None or not is_public_hex(key):
        return False
    try:
        VerifyKey(bytes.fromhex(key)).verify(content, bytes.fromhex(signature))
    except BadSignatureError:
        return False
    return True


def _require_exact(value: object) -> None:
    """Raise ValueError for a value that two programs could write differently."""
    match value:
        case None | bool() | int() | str():
            return
        case float():
            raise ValueError("a signed document holds no fractions")
        case Mapping():
            for name, member in value.items():
                if not isinstance(name, str):
                    raise ValueError("the members of a signed document are named by text")  # noqa: TRY004 - one family for callers
                _require_exact(member)
        case list() | tuple():
            for member in value:
                _require_exact(member)
        case _:
            raise ValueError(f"a signed document holds no {type(value).__name__}")
