"""The demo's stories: understood to the last member, of one piece, and without a secret in the repository."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.checks import ALL_CHECKS
from mailbox_gui.core.demo.happenings import AskBack, Letter, Ruling
from mailbox_gui.core.demo.stories import duration, file_name, read_stories
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.resources import resource_path
from tests.core.checks.secret_scan.loaded import loaded_scanner


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5m", timedelta(minutes=5)),
        ("2h 10m", timedelta(hours=2, minutes=10)),
        ("6d 23h 1m", timedelta(days=6, hours=23, minutes=1)),
        ("3d", timedelta(days=3)),
        ("-4h", timedelta(hours=-4)),
    ],
)
def test_durations(text: str, amount: timedelta) -> None:
    assert duration(text) == amount


@pytest.mark.parametrize("text", ["", "-", "4", "4s", "1h 2d", "h", "soon"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        duration(text)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("{ago: 1h, from: hub, to: site, kind: note, topic: t, boddy: x}", "unknown members: boddy"),
        ("{ago: 1h, from: hub, to: site, kind: note, topic: 7}", "topic is no text"),
        ("{ago: 1h, from: hub, to: site, kind: note, topic: t, sign: me}", "sign"),
        ("{ago: later, restart: x}", "not a duration"),
    ],
)
def test_a_story_that_cannot_be_understood_is_an_error(tmp_path: Path, entry: str, says: str) -> None:
    (tmp_path / "a.yml").write_text(f"- {entry}\n")
    with pytest.raises(ValueError, match=says):
        read_stories(tmp_path)


def test_everything_happens_in_the_order_of_time() -> None:
    agos = [happening.ago for happening in read_stories(resource_path("demo/stories"))]
    assert agos == sorted(agos, reverse=True)
    assert timedelta(days=6) < agos[0] < timedelta(days=7)
    assert agos[-1] > timedelta(0)


def test_what_is_referred_to_has_happened_before() -> None:
    known: set[str] = set()
    for happening in read_stories(resource_path("demo/stories")):
        if isinstance(happening, Letter | Ruling | AskBack):
            named = {happening.ref, happening.again if isinstance(happening, Letter) else ""} - {""}
            assert named <= known, happening.key
            assert happening.key not in known
            known.add(happening.key)


def test_every_check_refuses_something() -> None:
    refused = {
        happening.refused
        for happening in read_stories(resource_path("demo/stories"))
        if isinstance(happening, Letter | Ruling)
    }
    assert {name for name, _ in ALL_CHECKS} | {"duplicate", "decision"} <= refused


def test_the_repository_holds_no_secret() -> None:
    for path in resource_path("demo").rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            assert loaded_scanner().scan(Draft("hub", path.name, len(raw), raw)) == (), path


def test_file_names_are_made_of_words() -> None:
    assert file_name("Re: which mirror for wheels?") == "re-which-mirror-for-wheels.md"
    assert file_name("Почему сборка красная?") == "почему-сборка-красная.md"
