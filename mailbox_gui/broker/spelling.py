"""The canonical spellings: what a member of `args` or an outcome may be, and what it is turned into at the door."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from mailbox_gui.core.channels.spelling import canonical_channel_id
from mailbox_gui.core.keys.channel_key import is_point

MOST_CONTENT_BYTES: Final = 65_536
MOST_MENTIONS: Final = 50

_HEX = re.compile(r"[0-9a-f]{64}")
_CURSOR = re.compile(r"[ -~]{1,256}")
_SLUG = re.compile(r"mem/[a-z0-9][a-z0-9_-]{0,63}(/[a-z0-9][a-z0-9_-]{0,63})*")
_MOST_SLUG: Final = 255


class Shape(BaseModel):
    """A shape of the wire: exactly its members, spelled in camel case, of exactly their types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=to_camel)


def trim(value: object) -> object:
    """Texts without white space around them; other values as they are."""
    return value.strip() if isinstance(value, str) else value


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is blank")
    return text


def _content(text: str) -> str:
    if len(text.encode()) > MOST_CONTENT_BYTES:
        raise ValueError("is too long")
    return _not_blank(text)


def _hex(text: str) -> str:
    if _HEX.fullmatch(text) is None:
        raise ValueError("is not 64 lowercase hex digits")
    return text


def _public_key(text: str) -> str:
    if not is_point(_hex(text)):
        raise ValueError("is not a point on the curve")
    return text


def _cursor(text: str) -> str:
    if _CURSOR.fullmatch(text) is None:
        raise ValueError("is no cursor")
    return text


def _slug(text: str) -> str:
    if text != "core" and (len(text) > _MOST_SLUG or _SLUG.fullmatch(text) is None):
        raise ValueError("is no slug")
    return text


def _web_address(text: str) -> str:
    parts = urlsplit(text)
    hidden = any(character.isspace() or not character.isprintable() for character in text)
    if parts.scheme not in ("http", "https") or not parts.hostname or hidden:
        raise ValueError("is no http or https address")
    return text


# What a document can say of the forms; the rest is for the validators.
_SAID_UUID: Final = WithJsonSchema({"type": "string", "format": "uuid"})
_SAID_HEX: Final = WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{64}$"})
_SAID_CURSOR: Final = WithJsonSchema({"type": "string", "pattern": "^[ -~]{1,256}$"})
_SAID_SLUG: Final = WithJsonSchema({"type": "string", "pattern": f"^(core|{_SLUG.pattern})$", "maxLength": _MOST_SLUG})
_SAID_CONTENT: Final = WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MOST_CONTENT_BYTES})

ChannelId = Annotated[str, BeforeValidator(trim), AfterValidator(canonical_channel_id), _SAID_UUID]
EventId = Annotated[str, BeforeValidator(trim), AfterValidator(_hex), _SAID_HEX]
DTag = EventId
PublicKey = Annotated[str, BeforeValidator(trim), AfterValidator(_public_key), _SAID_HEX]
_Mention = Annotated[str, AfterValidator(_public_key), _SAID_HEX]
Mentions = Annotated[list[_Mention], Field(min_length=1, max_length=MOST_MENTIONS)]
Content = Annotated[str, AfterValidator(_content), _SAID_CONTENT]
Cursor = Annotated[str, AfterValidator(_cursor), _SAID_CURSOR]
PageSize = Annotated[int, Field(ge=1, le=500)]
Slug = Annotated[str, BeforeValidator(trim), AfterValidator(_slug), _SAID_SLUG]
Reaction = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=66)]
DisplayName = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=120)]
About = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=2_000)]
Picture = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=300), AfterValidator(_web_address)]
SystemPrompt = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=20_000)]
Label = Annotated[str, BeforeValidator(trim), Field(min_length=1, max_length=300)]
