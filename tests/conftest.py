"""What every test gets: no screen, a home of its own, no post office but the one it makes, no real keyring."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Decided before any test imports Qt. A desktop's own QT_QPA_PLATFORM is overruled: tests must not flash windows.
os.environ["QT_QPA_PLATFORM"] = "xcb" if os.environ.get("TEST_SCREEN") == "x" else "offscreen"
os.environ["QT_LOGGING_RULES"] = ""
# A run in the background may ignore Ctrl-C, and every program that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Never the developer's own keyring; a test that wants one brings a fake.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
for _name in [name for name in os.environ if name.startswith("MAILBOX_")]:
    del os.environ[_name]

# No deadline: two cores shared with other processes tell nothing about one example's time.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def _runtime_folder() -> Iterator[Path]:
    """A short path outside pytest's deep ones: a local socket's name must fit into 108 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="mb-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, _runtime_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home folder, with the XDG folders in it: nothing of the developer's is read or written."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    for name, place in {
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CACHE_HOME": ".cache",
    }.items():
        monkeypatch.setenv(name, str(folder / place))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(_runtime_folder))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    return folder
