"""What only some systems can do, as reasons to leave a test out there."""

from __future__ import annotations

import sys

import pytest

_LINUX = sys.platform.startswith("linux")

needs_leases = pytest.mark.skipif(not _LINUX, reason="only Linux tells who has a file open for writing")
needs_any_names = pytest.mark.skipif(not _LINUX, reason="file names are Unicode on this system")
