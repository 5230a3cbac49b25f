"""Only a keyring that protects what it keeps is trusted with the passphrase; its absence is said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.backends.chainer import ChainerBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from mailbox_gui.core.keys.passphrase_memory import NoPassphraseMemory, PassphraseMemory

PUBLIC = "ab" * 32
WORDS = "correct " + "horse"


class FakeKeyring(KeyringBackend):
    """Keeps passphrases in a dictionary."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None

    def _step(self) -> None:
        if self.error is not None:
            raise self.error

    def get_password(self, service: str, username: str) -> str | None:
        self._step()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._step()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._step()
        if (service, username) not in self.kept:
            raise PasswordDeleteError("no such password")
        del self.kept[service, username]


class SecretService(FakeKeyring):
    """Passes for the desktop's own."""

    __module__ = "keyring.backends.SecretService"


class PlaintextKeyring(FakeKeyring):
    """Passes for the one of keyrings.alt that writes plain text."""

    __module__ = "keyrings.alt.file"


def _chain(*backends: KeyringBackend) -> ChainerBackend:
    class Chain(ChainerBackend):
        @property
        def backends(self) -> list[KeyringBackend]:
            return list(backends)

    return Chain()  # type: ignore[no-untyped-call]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[KeyringBackend], None]:
    return lambda backend: monkeypatch.setattr(keyring, "get_keyring", lambda: backend)


def test_a_passphrase_is_remembered_by_the_key_it_opens(use: Callable[[KeyringBackend], None]) -> None:
    backend = SecretService()
    use(backend)
    memory = PassphraseMemory()
    assert memory.recall(PUBLIC) is None
    memory.remember(PUBLIC, WORDS)
    assert memory.recall(PUBLIC) == WORDS
    assert memory.recall("cd" * 32) is None
    assert backend.kept == {("agent-mailbox", PUBLIC): WORDS}
    memory.forget(PUBLIC)
    memory.forget(PUBLIC)
    assert backend.kept == {}


def test_of_a_chain_the_first_trusted_one_is_used(use: Callable[[KeyringBackend], None]) -> None:
    weak, strong = PlaintextKeyring(), SecretService()
    use(_chain(weak, strong))
    PassphraseMemory().remember(PUBLIC, WORDS)
    assert weak.kept == {}
    assert strong.kept


@pytest.mark.parametrize(
    ("backend", "reason"),
    [
        (fail.Keyring(), "has no keyring"),  # type: ignore[no-untyped-call]
        (null.Keyring(), "has no keyring"),  # type: ignore[no-untyped-call]
        (PlaintextKeyring(), r"keyrings\.alt\.file\.PlaintextKeyring does not protect"),
        (_chain(PlaintextKeyring()), r"PlaintextKeyring does not protect"),
        (_chain(), "has no keyring"),
    ],
    ids=["none", "null", "plain text", "a chain of plain text", "an empty chain"],
)
def test_a_weak_or_missing_keyring_is_refused_and_named(
    use: Callable[[KeyringBackend], None], backend: KeyringBackend, reason: str
) -> None:
    use(backend)
    with pytest.raises(NoPassphraseMemory, match=reason):
        PassphraseMemory()


@pytest.mark.parametrize("error", [KeyringLocked("locked: " + WORDS), OSError("no bus"), RuntimeError("no bus")])
def test_a_keyring_that_fails_is_as_good_as_none(use: Callable[[KeyringBackend], None], error: Exception) -> None:
    backend = SecretService()
    use(backend)
    memory = PassphraseMemory()
    backend.error = error
    calls: list[Callable[[], object]] = [
        lambda: memory.recall(PUBLIC),
        lambda: memory.remember(PUBLIC, WORDS),
        lambda: memory.forget(PUBLIC),
    ]
    for call in calls:
        with pytest.raises(NoPassphraseMemory, match="cannot be used") as caught:
            call()
        assert WORDS not in str(caught.value)


def test_keyring_is_not_imported_before_it_is_asked() -> None:
    code = "import sys, mailbox_gui.core.keys.passphrase_memory; print('keyring' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]
    )
    assert done.stdout == "False\n"
