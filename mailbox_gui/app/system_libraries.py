"""Which system libraries Qt will miss: asked before Qt is imported, since Qt aborts the process when one is absent.

Used by the window at its start and by the setup script, so it imports the standard library only.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Packager = Literal["apt", "dnf"]


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library by the name the linker asks for, and the package that brings it in either family of systems."""

    soname: str
    apt: str
    dnf: str

    def package(self, packager: Packager) -> str:
        """The package's name for `packager`."""
        return self.apt if packager == "apt" else self.dnf


# Needed by every window and by the offscreen platform of the tests.
QT_LIBRARIES = (
    Library("libEGL.so.1", "libegl1", "libglvnd-egl"),
    Library("libGL.so.1", "libgl1", "libglvnd-glx"),
    Library("libX11.so.6", "libx11-6", "libX11"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    Library("libfreetype.so.6", "libfreetype6", "freetype"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    Library("libgthread-2.0.so.0", "libglib2.0-0", "glib2"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
    Library("libgssapi_krb5.so.2", "libgssapi-krb5-2", "krb5-libs"),
    Library("libzstd.so.1", "libzstd1", "libzstd"),
    Library("libstdc++.so.6", "libstdc++6", "libstdc++"),
)

# Needed in addition by a window on an X screen.
X_LIBRARIES = (
    Library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    Library("libxcb-sync.so.1", "libxcb-sync1", "libxcb"),
    Library("libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb"),
)


def missing_packages(*, x_window: bool | None = None, loads: Callable[[str], bool] | None = None) -> list[str]:
    """The packages to install before Qt can run here, each once, in a steady order; empty when nothing is missing.

    `x_window` says whether a window on an X screen is wanted; by default as the environment tells. On systems other
    than Linux the list is empty: there Qt brings all it needs.
    """
    if not sys.platform.startswith("linux"):
        return []
    if x_window is None:
        x_window = uses_x_screen(os.environ)
    libraries = QT_LIBRARIES + X_LIBRARIES if x_window else QT_LIBRARIES
    return packages_of(libraries, loads or _loads, packager())


def packages_of(libraries: Iterable[Library], loads: Callable[[str], bool], family: Packager) -> list[str]:
    """The packages of those `libraries` that `loads` says no to, each once and in order."""
    return list(dict.fromkeys(library.package(family) for library in libraries if not loads(library.soname)))


def uses_x_screen(environment: Mapping[str, str]) -> bool:
    """Whether Qt will open its window through X, told from the process's environment as Qt itself tells it.

    Where no screen is known yet the answer is yes: the next one will be X's, or a virtual one.
    """
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform:
        return platform.startswith("xcb")
    return not environment.get("WAYLAND_DISPLAY")


def has_screen(environment: Mapping[str, str]) -> bool:
    """Whether there is a screen to open a window on, or Qt was told to do without one."""
    if not sys.platform.startswith("linux"):
        return True
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith(("xcb", "wayland")):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def why_no_window(environment: Mapping[str, str] | None = None) -> str | None:
    """One line that says why Qt cannot open a window here and what to do, or None when it can."""
    environment = os.environ if environment is None else environment
    missing = missing_packages(x_window=uses_x_screen(environment))
    if missing:
        return f"The window needs system libraries that are missing; install them with: {install_command(missing)}"
    if not has_screen(environment):
        return (
            "There is no screen to open the window on (neither DISPLAY nor WAYLAND_DISPLAY is set); start it from a "
            "desktop session, or on a virtual screen: xvfb-run -a make run"
        )
    return None


def packager() -> Packager:
    """The family of package names that fits this system; apt's where neither is known."""
    return "dnf" if shutil.which("dnf") and not shutil.which("apt-get") else "apt"


def install_command(packages: Iterable[str]) -> str:
    """The command that installs `packages` on this system, to be shown to a person."""
    tool = "dnf" if packager() == "dnf" else "apt-get"
    return f"sudo {tool} install {' '.join(packages)}"


def _loads(soname: str) -> bool:
    """Whether the dynamic linker finds the library. It stays loaded, which does no harm: Qt loads it next."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True
