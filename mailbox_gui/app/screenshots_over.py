"""Pictures of what lies over the window, and of the first run step by step."""

from __future__ import annotations

from pathlib import Path

from mailbox_gui.app.first_run import FirstRunWindow
from mailbox_gui.app.pictures import SIZES, keep, until
from mailbox_gui.app.program import Program
from mailbox_gui.core.relay.state import utc_now
from mailbox_gui.window.theme.theme import Appearance, Theme

_LOOKS = (Appearance.LIGHT, Appearance.DARK)
_FOUR_MORE = ("builder", "researcher", "site", "trader")
_WORDS = "four words of an example"


def take_overlays(program: Program, theme: Theme, to: Path) -> None:
    """Key sheet, palette, settings and the question at closing, in all sizes and looks; one in high contrast."""
    window, overlays = program.window, program.window.overlays
    window.go_to("queue")
    every = (
        ("keys", overlays.keys, overlays.show_keys),
        ("palette", overlays.palette, overlays.show_palette),
        ("settings", overlays.settings, overlays.settings.open_it),
        ("closing", overlays.closing, overlays.closing.ask),
    )
    for width, height in SIZES:
        window.resize(width, height)
        for look in _LOOKS:
            theme.set_appearance(look)
            for name, overlay, show in every:
                show()
                keep(window, to / f"{name}-{width}x{height}-{look.value}.png")
                overlay.leave()
    for look in _LOOKS:
        theme.set_appearance(look)
        theme.set_form(high_contrast=True, compact=True)
        keep(window, to / f"contrast-{SIZES[-1][0]}x{SIZES[-1][1]}-{look.value}.png")
    theme.set_form(high_contrast=False, compact=False)


def take_first_run(theme: Theme, scratch: Path, to: Path) -> None:
    """Every step, the one whose folder cannot be used, and the passphrases that differ. `scratch` is the home."""
    window = FirstRunWindow(theme, "~/mail-of-agents", utc_now)
    run = window.first_run
    window.begin()
    until(lambda: run.folder.found is not None)
    _looks(window, theme, to / "first-run-1")
    full = scratch / "papers"
    full.mkdir()
    (full / "letter.txt").write_text("x", encoding="utf-8")
    run.folder.put_path("~/papers")
    until(lambda: run.folder.found is not None)
    _looks(window, theme, to / "first-run-1-error")
    run.folder.put_path("~/mail-of-agents")
    until(lambda: run.folder.found is not None)
    run.go_on()
    for name in _FOUR_MORE:
        run.agents.put_agent(name)
    _looks(window, theme, to / "first-run-2")
    run.go_on()
    run.key.first.setText(_WORDS)
    run.key.again.setText(f"{_WORDS[:9]}?")
    _looks(window, theme, to / "first-run-3-error")
    run.key.again.setText(_WORDS)
    run.go_on()
    until(lambda: run.step == 3)
    _looks(window, theme, to / "first-run-4")
    window.close()


def _looks(window: FirstRunWindow, theme: Theme, to: Path) -> None:
    for width, height in SIZES:
        window.resize(width, height)
        for look in _LOOKS:
            theme.set_appearance(look)
            keep(window, to.with_name(f"{to.name}-{width}x{height}-{look.value}.png"))
