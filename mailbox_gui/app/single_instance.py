"""One window per post office: a second start raises the first window and ends."""

from __future__ import annotations

import getpass
import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MS = 500
_RAISE = b"raise\n"


def server_name(root: Path) -> str:
    """The name by which windows of this user on this post office find each other."""
    digest = hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return f"agent-mailbox-{getpass.getuser()}-{digest[:16]}"


class SingleInstance(QObject):
    """`raised` says that a second start asked for this window."""

    raised = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server: QLocalServer | None = None

    def take(self) -> bool:
        """Become the only one; False when another window is there, which is then raised."""
        if self._ask_other():
            return False
        # Nobody answers: what lies there was left by a crash.
        QLocalServer.removeServer(self._name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._on_connection)
        if not server.listen(self._name):
            # Two starts at one moment: the other was faster. Without any server (no runtime folder) go on alone.
            return not self._ask_other()
        self._server = server
        return True

    def release(self) -> None:
        """Let the next start open a window of its own."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _ask_other(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(_RAISE)
        socket.waitForBytesWritten(_WAIT_MS)
        socket.disconnectFromServer()
        return True

    @Slot()
    def _on_connection(self) -> None:
        if self._server is None:
            return
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            self.raised.emit()
