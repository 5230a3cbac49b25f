"""Where the passphrase comes from, and that the keyring is asked before a person is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.passphrase import ask_new, read_passphrase
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"word", "word"), (b"two words\n", "two words"), (b"\xef\xbb\xbfBOM\r\n", "BOM"), (b" kept \n\n", " kept ")],
)
def test_a_file_holds_one_passphrase(tmp_path: Path, content: bytes, expected: str) -> None:
    (tmp_path / "file").write_bytes(content)
    assert read_passphrase(tmp_path / "file") == expected


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_file_that_holds_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(WrongUsageError):
        read_passphrase(tmp_path / "file")


def test_a_new_one_is_asked_for_twice_and_never_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["", "one", "two", "one", "one"])
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda _prompt: next(answers))
    assert ask_new() == "one"
    told = capsys.readouterr().err
    assert told.count("An empty passphrase protects nothing") == 1
    assert told.count("These were two different ones") == 1


@pytest.mark.parametrize(("remembered", "status"), [("correct horse", 0), ("an old one", 2), (None, 2)])
def test_what_the_keyring_remembers_is_tried_first(
    office: TestOffice,
    mailbox: Mailbox,
    pass_over: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    remembered: str | None,
    status: int,
) -> None:
    class Memory:
        def recall(self, _public: str) -> str | None:
            return remembered

    monkeypatch.setattr("mailbox_gui.core.keys.passphrase_memory.PassphraseMemory", Memory)
    held = office.drop(requires="owner")
    pass_over()
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, "correct horse", Cost(1, 8192 * 16))
    assert mailbox("owner", "approve", held.id).status == status
