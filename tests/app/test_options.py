"""The command line of the window."""

from __future__ import annotations

import pytest

from mailbox_gui.app.options import Options, parse_options


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], Options()),
        (["--root", "/x"], Options(root="/x")),
        (["--demo"], Options(demo=True)),
        (["--demo", "--no-relay"], Options(demo=True, relay=False)),
    ],
)
def test_options(arguments: list[str], options: Options) -> None:
    assert parse_options(arguments) == options


@pytest.mark.parametrize("arguments", [["--nonsense"], ["--root"], ["--demo", "--root", "/x"], ["file"]])
def test_wrong_usage_ends_with_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_options(arguments)
    assert ended.value.code == 2
