"""REF: what the disk can do at best for one message at a time. Write, fsync, rename, fsync of the folder."""

from __future__ import annotations

import os
import time
from pathlib import Path


def reference_rate(folder: Path, content: bytes, count: int) -> float:
    """Messages per second of the bare disk in `folder`, one after the other."""
    staging, inbox = folder / "ref-staging", folder / "ref-inbox"
    for path in (staging, inbox):
        path.mkdir()
    began = time.perf_counter()
    for number in range(count):
        source = os.fspath(staging / f"{number}.md")
        descriptor = os.open(source, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(descriptor, content)
        os.fsync(descriptor)
        os.close(descriptor)
        os.rename(source, inbox / f"{number}.md")
        descriptor = os.open(inbox, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)
    return count / (time.perf_counter() - began)
