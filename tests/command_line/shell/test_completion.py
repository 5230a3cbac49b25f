"""Completion: names, kinds and ids are offered, and nothing ever fails in the middle of a line being typed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


@pytest.fixture
def complete(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """What bash would be offered behind these words."""

    def offered(*words: str) -> list[str]:
        monkeypatch.setenv("_MAILBOX_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["mailbox", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        told = mailbox()
        assert (told.status, told.err) == (0, "")
        return [line.partition(",")[2] for line in told.out.splitlines() if line]

    return offered


Complete = Callable[..., list[str]]


def test_commands_names_and_words(complete: Complete) -> None:
    assert complete("re") == ["relay", "reply", "report", "read", "reindex"]
    assert complete("owner", "a") == ["ask", "approve"]
    assert complete("check", "") == ["hub", "builder", "researcher", "site", "owner"]
    assert complete("send", "--to", "b") == ["builder"]
    assert complete("--as", "s") == ["site"]
    assert complete("owner", "resume", "") == ["hub", "builder", "researcher", "site"]
    assert complete("send", "--kind", "re") == ["request", "reply", "report"]
    assert complete("send", "--kind", "d") == []
    assert complete("send", "--requires", "o") == ["owner"]
    assert "--topic" in complete("send", "--")


def test_ids(office: TestOffice, complete: Complete, pass_over: Callable[[], None]) -> None:
    passed, held = office.drop(topic="a"), office.drop(topic="b", requires="owner")
    pass_over()
    assert set(complete("read", "")) == {passed.id, held.id}
    assert complete("read", passed.id[:-4]) in ([passed.id], [held.id, passed.id], [passed.id, held.id])
    assert complete("owner", "approve", "") == [held.id]


def test_session_keys_that_can_be_revoked(mailbox: Mailbox, session_key: str, complete: Complete) -> None:
    assert complete("keys", "revoke", "") == [session_key]
    assert complete("keys", "delegate", "b") == ["builder"]
    # The completion of a shell stays switched on in its environment.
    del os.environ["_MAILBOX_COMPLETE"]
    assert mailbox("keys", "revoke", session_key).status == 0
    assert complete("keys", "revoke", "") == []


def test_without_a_post_office_nothing_is_offered_and_nothing_fails(
    complete: Complete, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAILBOX_ROOT", "/nowhere")
    assert complete("check", "") == []
    assert complete("read", "2") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(command: Mailbox, tmp_path: Path, shell: str) -> None:
    told = command("completion", shell)
    assert told.status == 0
    assert "_MAILBOX_COMPLETE" in told.out
    if program := shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(told.out, encoding="utf-8")
        assert subprocess.run([program, "-n", script], check=False).returncode == 0


def test_another_shell_is_wrong_usage(command: Mailbox) -> None:
    assert command("completion", "csh").status == 2
