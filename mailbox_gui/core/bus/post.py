"""A post as it is dropped: signed frames. Made here, read here, and judged by its form alone."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.bus.frames import BadFrame, frame, frames, read_frame, read_frames
from mailbox_gui.core.keys.envelope import POST, is_public_hex, public_hex, signed_bytes, verifies
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.moments import format_second, parse_moment

LABEL_CHARACTERS: Final = 64
TOPIC_CHARACTERS: Final = 64
KIND_BYTES: Final = 64
REF_BYTES: Final = 256
BODY_BYTES: Final = 16_384
# How far `created` may be from the relay's clock.
FRESH: Final = timedelta(minutes=5)
# The largest post: all values at their limits, `created` with a fraction and an offset, and the frames' lengths.
LARGEST_POST: Final = 64 + 128 + 40 + 4 * LABEL_CHARACTERS + TOPIC_CHARACTERS + KIND_BYTES + REF_BYTES + BODY_BYTES + 64
_MEMBERS: Final = 8
_TOPIC: Final = re.compile(r"[a-z0-9.-]+")
_SIGN_AGAIN: Final = "sign the finished post again and change nothing afterwards (`mailbox bus post` does)"


@dataclass(frozen=True, slots=True)
class Post:
    """A post's values. `key` is the public key that signs, `created` as written, `label` the caller's `from`."""

    key: str
    signature: str
    created: str
    label: str
    topic: str
    kind: str
    ref: str
    body: str

    @property
    def signed(self) -> bytes:
        """The bytes behind the signature frame: what the signature covers."""
        return frames((self.created, self.label, self.topic, self.kind, self.ref, self.body))

    @property
    def raw(self) -> bytes:
        """The file's bytes."""
        return frame(self.key) + frame(self.signature) + self.signed

    @property
    def sha256(self) -> str:
        """The hash of the file's bytes, in hex: by it a repeated post is known again."""
        return hashlib.sha256(self.raw).hexdigest()


def make_post(
    key: SigningKey, now: datetime, *, label: str, topic: str, body: str, kind: str = "", ref: str = ""
) -> Post:
    """A signed post. Its values are judged by the relay, or beforehand by `form_faults`."""
    unsigned = Post(public_hex(key), "", format_second(now), label, topic, kind, ref, body)
    signature = key.sign(signed_bytes(POST, unsigned.signed)).signature.hex()
    return Post(unsigned.key, signature, unsigned.created, label, topic, kind, ref, body)


def read_post(raw: bytes) -> Post:
    """The post of a dropped file's bytes. Raises BadFrame when it is none."""
    if len(raw) > LARGEST_POST:
        raise BadFrame("it is larger than any post")
    try:
        values = [value.decode("utf-8") for value in read_frames(raw, _MEMBERS)]
    except UnicodeDecodeError:
        raise BadFrame("a value is not UTF-8") from None
    return Post(*values)


def readable_values(raw: bytes) -> list[bytes]:
    """The frames that stand at the beginning of a file, whatever follows them."""
    values: list[bytes] = []
    at = 0
    while at < len(raw):
        try:
            value, at = read_frame(raw, at)
        except BadFrame:
            return values
        values.append(value)
    return values


def form_faults(post: Post, now: datetime) -> list[Fault]:
    """What is wrong with a post by itself, everything at once, the gravest first."""
    return [*_value_faults(post), *_limit_faults(post), *_created_faults(post, now), *_signature_faults(post)]


def _value_faults(post: Post) -> list[Fault]:
    found: list[Fault] = []
    if not post.label:
        found.append(Fault("header", "empty from", "name yourself in from, as readers are to see you"))
    if not post.topic:
        found.append(Fault("header", "empty topic", "readers follow topics: name one"))
    elif _TOPIC.fullmatch(post.topic) is None:
        found.append(
            Fault("header", "topic must be lowercase a-z, 0-9, dash or dot", "write build.status, for example")
        )
    if not post.body:
        found.append(Fault("header", "empty body", "a post says something"))
    return found


def _limit_faults(post: Post) -> list[Fault]:
    sizes = (
        ("from", len(post.label), LABEL_CHARACTERS, "characters"),
        ("topic", len(post.topic), TOPIC_CHARACTERS, "characters"),
        ("kind", len(post.kind.encode()), KIND_BYTES, "bytes"),
        ("ref", len(post.ref.encode()), REF_BYTES, "bytes"),
        ("body", len(post.body.encode()), BODY_BYTES, "bytes"),
    )
    return [
        Fault("limits", f"{name} has {size:,} {unit}; the limit is {limit:,}", "shorten it, or send the rest by mail")
        for name, size, limit, unit in sizes
        if size > limit
    ]


def _created_faults(post: Post, now: datetime) -> list[Fault]:
    try:
        created = parse_moment(post.created)
    except ValueError:
        return [Fault("header", "created is not an RFC 3339 moment", "write it like 2026-11-30T12:00:00Z")]
    if abs(now - created) <= FRESH:
        return []
    minutes = round(abs(now - created).total_seconds() / 60)
    where = "old" if created < now else "ahead of the relay's clock"
    return [Fault("header", f"stale: created is {minutes} minutes {where}; the limit is 5", "make and sign it anew")]


def _signature_faults(post: Post) -> list[Fault]:
    if not post.signature:
        return [Fault("signature", "unsigned; every post carries the signature of its key", _SIGN_AGAIN)]
    if not is_public_hex(post.key):
        return [Fault("signature", "the key is not 64 lowercase hex digits", _SIGN_AGAIN)]
    if not verifies(signed_bytes(POST, post.signed), post.signature, post.key):
        reason = "the signature does not verify: the post differs from what was signed, or another key signed"
        return [Fault("signature", reason, _SIGN_AGAIN)]
    return []
