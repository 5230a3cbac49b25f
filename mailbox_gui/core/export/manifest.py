"""The archive's manifest: what it holds, to the byte, signed by the owner."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from nacl.signing import SigningKey
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from mailbox_gui.core.export.members import ALWAYS, is_member, segment_member
from mailbox_gui.core.keys.envelope import EXPORT, BadSignature, canonical, sign_document, verify_document
from mailbox_gui.core.message.moments import format_second, parse_moment
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly

VERSION: Final = 1
# Room for a hundred thousand members; a terabyte of journal has sixteen thousand.
MOST_BYTES: Final = 24 << 20
MOST_MEMBERS: Final = 100_000
_LARGEST: Final = 2**53 - 1


class BadManifest(Exception):
    """A manifest that proves nothing or says nothing; `reason` is plain and repeats nothing from outside."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Listed:
    """A member as the manifest lists it; `size` in bytes, `sha256` in hex."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds: the journal of the post office `root` up to `height`, whose line has the hash `hash`."""

    root: str
    height: int
    hash: str
    created: datetime
    files: tuple[Listed, ...]

    def document(self) -> dict[str, object]:
        """The JSON document that the owner signs."""
        return {
            "version": VERSION,
            "root": self.root,
            "height": self.height,
            "hash": self.hash,
            "created": format_second(self.created),
            "files": [{"name": file.name, "size": file.size, "sha256": file.sha256} for file in self.files],
        }


def sign_manifest(manifest: Manifest, key: SigningKey) -> bytes:
    """The bytes of manifest.json. The document stands in them as it is signed, so that a shell can cut it out."""
    envelope = sign_document(EXPORT, manifest.document(), key)
    document = canonical(manifest.document()).decode()
    rest = json.dumps({"key": envelope["key"], "signature": envelope["signature"]}, separators=(",", ":"))
    return f'{{"document":{document},{rest[1:]}\n'.encode()


def read_manifest(raw: bytes) -> tuple[Manifest, str]:
    """The manifest in the bytes of manifest.json and the key (hex) that signed it. Raises BadManifest."""
    try:
        envelope, repeated = load_strictly(raw)
    except NotJsonError as error:
        raise BadManifest(str(error)) from None
    if repeated:
        raise BadManifest("a member stands in it twice")
    try:
        document, key = verify_document(EXPORT, envelope)
    except BadSignature as bad:
        raise BadManifest(bad.reason) from None
    return _manifest(document), key


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


_Hash = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
_Number = Annotated[StrictInt, Field(ge=0, le=_LARGEST)]


class _File(_Strict):
    name: Annotated[StrictStr, Field(max_length=200)]
    size: _Number
    sha256: _Hash


class _Document(_Strict):
    version: Annotated[StrictInt, Field(ge=VERSION, le=VERSION)]
    root: Annotated[StrictStr, Field(max_length=1_024)]
    height: Annotated[StrictInt, Field(ge=1, le=_LARGEST)]
    hash: _Hash
    created: StrictStr
    files: Annotated[list[_File], Field(max_length=MOST_MEMBERS)]


def _manifest(document: Mapping[str, Any]) -> Manifest:
    try:
        read = _Document.model_validate(document)
    except ValidationError as error:
        raise BadManifest(_plainly(error)) from None
    try:
        created = parse_moment(read.created)
    except ValueError as error:
        raise BadManifest(f"created: {error}") from None
    files = tuple(Listed(file.name, file.size, file.sha256) for file in read.files)
    names = {file.name for file in files}
    if len(names) != len(files):
        raise BadManifest("files: it lists a name twice")
    if not all(is_member(name) for name in names):
        raise BadManifest("files: it lists a name that no archive of this version has")
    missing = next((name for name in (*ALWAYS, segment_member(1)) if name not in names), None)
    if missing is not None:
        raise BadManifest(f"files: {missing} is not listed")
    return Manifest(read.root, read.height, read.hash, created, files)


def _plainly(error: ValidationError) -> str:
    """The first fault: where and what, without the value."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    if first["type"] == "extra_forbidden":
        return "a member is unknown here"
    message = first["msg"]
    return f"{'.'.join(str(step) for step in first['loc'][:3])}: {message[:1].lower()}{message[1:]}"
