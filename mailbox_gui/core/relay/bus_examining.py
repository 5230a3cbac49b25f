"""Examining dropped posts: what takes time and asks nothing of history, for several at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from mailbox_gui.core.bus.frames import BadFrame
from mailbox_gui.core.bus.post import LARGEST_POST, Post, form_faults, read_post, readable_values
from mailbox_gui.core.checks.secrets import secret_faults
from mailbox_gui.core.folders.claim import Read
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.relay.parts import Scanner

# Handing over fewer would cost more than it spares.
_HEAP: Final = 8
_FRAMES: Final = "a post is the frames of key, signature, created, from, topic, kind, ref, body; see docs/bus.md"


@dataclass(frozen=True, slots=True)
class ExaminedPost:
    """A dropped file: its post, where it is one, the hash of its bytes, and what is wrong with it by itself."""

    name: str
    post: Post | None = None
    sha256: str = ""
    faults: tuple[Fault, ...] = ()


class PostExaminer:
    """Reads posts, verifies their signatures and looks for secrets; several at once with an executor."""

    def __init__(self, scanner: Scanner, executor: Executor | None) -> None:
        self._scanner = scanner
        self._executor = executor

    def each(self, files: Sequence[tuple[str, Read]], now: datetime) -> Iterable[ExaminedPost]:
        """All of `files`, each a name and what was read, in their order."""
        if self._executor is None or len(files) < _HEAP:
            return [self.examine(name, read, now) for name, read in files]
        heaps = [files[start : start + _HEAP] for start in range(0, len(files), _HEAP)]
        return chain.from_iterable(
            self._executor.map(lambda heap: [self.examine(name, read, now) for name, read in heap], heaps)
        )

    def examine(self, name: str, read: Read, now: datetime) -> ExaminedPost:
        """One file. Safe to call from several threads."""
        if read.what is not None:
            fault = Fault("header", f"{read.what}, not a plain file", "write it under a dot-name, then rename it")
            return ExaminedPost(name, faults=(fault,))
        if read.size > LARGEST_POST:
            large = Fault("limits", f"{read.size:,} bytes; no post has more than {LARGEST_POST:,}", "shorten it")
            return ExaminedPost(name, faults=(large, *self._secrets(name, readable_values(read.raw))))
        try:
            post = read_post(read.raw)
        except BadFrame as bad:
            return ExaminedPost(name, faults=(Fault("header", str(bad), _FRAMES), *self._secrets(name, [read.raw])))
        values = [text.encode() for text in (post.label, post.topic, post.kind, post.ref, post.body)]
        faults = (*form_faults(post, now), *self._secrets(name, values))
        return ExaminedPost(name, post, hashlib.sha256(read.raw).hexdigest(), faults)

    def _secrets(self, name: str, values: Sequence[bytes]) -> list[Fault]:
        text = b"\n".join(values).decode("utf-8", "replace")
        raw = text.encode()
        return secret_faults(self._scanner.scan(Draft("", name, len(raw), raw, body=text)))
