"""The desktop's keyring remembers the owner's passphrase, where there is a keyring that deserves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE: Final = "agent-mailbox"

# Back ends that encrypt with something the user's session holds. Any other (plain text, null, unknown) is refused:
# a passphrase in a readable file protects nothing and looks as if it did.
_TRUSTED: Final = frozenset(
    {
        "keyring.backends.SecretService",
        "keyring.backends.libsecret",
        "keyring.backends.kwallet",
        "keyring.backends.macOS",
        "keyring.backends.Windows",
    }
)


class NoPassphraseMemory(Exception):
    """There is no keyring that can be used; the message says why in one plain sentence."""


class PassphraseMemory:
    """Remembers passphrases by the public key (hex) that they open. The desktop may ask the user: call it on a worker.

    Making one raises NoPassphraseMemory, which is usual on Linux without a desktop: say so and ask for the passphrase.
    """

    def __init__(self) -> None:
        self._backend = _trusted_backend()

    def recall(self, public: str) -> str | None:
        """The remembered passphrase, None when there is none. Raises NoPassphraseMemory when the keyring is locked."""
        from keyring.errors import KeyringError  # noqa: PLC0415 - 60 ms that only who asks a keyring pays

        try:
            return self._backend.get_password(_SERVICE, public)
        except (KeyringError, OSError, RuntimeError) as error:
            raise _unusable(error) from error

    def remember(self, public: str, passphrase: str) -> None:
        """Remember the passphrase. Raises NoPassphraseMemory when the keyring refuses."""
        from keyring.errors import KeyringError  # noqa: PLC0415 - as above

        try:
            self._backend.set_password(_SERVICE, public, passphrase)
        except (KeyringError, OSError, RuntimeError) as error:
            raise _unusable(error) from error

    def forget(self, public: str) -> None:
        """Forget the passphrase; nothing happens when none is remembered. Raises NoPassphraseMemory."""
        from keyring.errors import KeyringError, PasswordDeleteError  # noqa: PLC0415 - as above

        try:
            self._backend.delete_password(_SERVICE, public)
        except PasswordDeleteError:
            return
        except (KeyringError, OSError, RuntimeError) as error:
            raise _unusable(error) from error


def _trusted_backend() -> KeyringBackend:
    import keyring  # noqa: PLC0415 - as above
    from keyring.backends.chainer import ChainerBackend  # noqa: PLC0415 - as above

    chosen = keyring.get_keyring()
    choices = chosen.backends if isinstance(chosen, ChainerBackend) else [chosen]
    for backend in choices:
        if type(backend).__module__ in _TRUSTED:
            return backend
    if type(chosen).__module__ in {"keyring.backends.fail", "keyring.backends.null"} or not choices:
        raise NoPassphraseMemory("this system has no keyring; the passphrase is asked for each time")
    name = f"{type(choices[0]).__module__}.{type(choices[0]).__name__}"
    raise NoPassphraseMemory(
        f"the keyring {name} does not protect what it keeps; the passphrase is asked for each time"
    )


def _unusable(error: Exception) -> NoPassphraseMemory:
    return NoPassphraseMemory(
        f"the keyring cannot be used ({type(error).__name__}); the passphrase is asked for each time"
    )
