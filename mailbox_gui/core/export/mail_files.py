"""Mail files for mail tools: all in one mbox, or a folder with a file for each message."""

from __future__ import annotations

import io
import os
import re
import shutil
import time
from collections.abc import Container, Iterator
from email.generator import BytesGenerator
from email.policy import Compat32
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.delivered import Delivered, delivered_mail
from mailbox_gui.core.export.mail import address_of, as_mail
from mailbox_gui.core.export.new_file import NamingTarget, NewFile, beside, publish, require_free
from mailbox_gui.core.export.progress import Meter, Progress, silent
from mailbox_gui.core.export.walking import journal_bytes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.ids import is_id

_BARE_NEWLINE: Final = re.compile(r"[\r\n](?![ \t])")


class _AsMade(Compat32):
    """Writes header values as `as_mail` made them, folds and all; to fold them anew would take most of the time."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """The lines of one header. Raises ValueError for a value that would be more than one."""
        if _BARE_NEWLINE.search(value) is not None:
            raise ValueError("a header value would begin a header of its own")
        return f"{name}: {value}\n".replace("\n", self.linesep).encode("ascii")


_MBOX: Final = _AsMade(mangle_from_=True)
_EML: Final = _AsMade(mangle_from_=False, linesep="\r\n")


def export_mbox(
    office: PostOffice, target: Path, *, disk: Disk, progress: Progress = silent, wanted: Container[int] | None = None
) -> int:
    """Write all delivered mail to the mbox `target`, whole or not at all; how many messages.

    Only that of the heights in `wanted` where it is given; what `progress` raises ends it and leaves nothing.

    Raises TargetTaken, ChainBroken, KeyMissing, KeyDamaged, OSError.
    """
    meter = Meter(progress, journal_bytes(office.journal))
    count = 0
    with NewFile(disk, target) as file:
        for delivered in _delivered(office, meter, wanted):
            file.write(_mbox_bytes(delivered))
            count += 1
        file.finish()
    meter.end()
    return count


def export_eml(
    office: PostOffice, target: Path, *, disk: Disk, progress: Progress = silent, wanted: Container[int] | None = None
) -> int:
    """Write all delivered mail into the new folder `target`, a file for each, whole or not at all; how many.

    Raises as `export_mbox` does.
    """
    require_free(target)
    meter = Meter(progress, journal_bytes(office.journal))
    partial = beside(target)
    count = 0
    try:
        with NamingTarget(target):
            if os.path.lexists(partial):
                shutil.rmtree(partial)
            disk.make_folder(partial)
        for delivered in _delivered(office, meter, wanted):
            with NamingTarget(target):
                disk.write_new(partial / _file_name(delivered), _eml_bytes(delivered))
            count += 1
        with NamingTarget(target):
            disk.sync_filesystem(partial)
            publish(disk, partial, target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    meter.end()
    return count


def _delivered(office: PostOffice, meter: Meter, wanted: Container[int] | None) -> Iterator[Delivered]:
    for delivered in delivered_mail(office.journal, owner_public(office.keys), relay_public(office.keys), meter):
        if wanted is None or delivered.height in wanted:
            yield delivered


def _file_name(delivered: Delivered) -> str:
    message_id = delivered.record.id
    name = f"{delivered.decided_height or delivered.height:012d}"
    # In the order of delivery: an approved message comes before the decision of the same height.
    part = {"accepted": "", "approved": "-1", "decision": "-2"}[delivered.verdict]
    return f"{name}{part}-{message_id if is_id(message_id) else 'unknown'}.eml"


def _mbox_bytes(delivered: Delivered) -> bytes:
    mail = as_mail(delivered, readable=True)
    sender = delivered.record.header.get("from", delivered.record.folder)
    mail.set_unixfrom(f"From {address_of(sender)} {time.asctime(delivered.at.utctimetuple())}")
    content = io.BytesIO()
    BytesGenerator(content, policy=_MBOX).flatten(mail, unixfrom=True)
    # The empty line that parts it from the next mail.
    content.write(b"\n")
    return content.getvalue()


def _eml_bytes(delivered: Delivered) -> bytes:
    content = io.BytesIO()
    BytesGenerator(content, policy=_EML).flatten(as_mail(delivered, readable=False))
    return content.getvalue()
