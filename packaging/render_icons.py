"""Draws the PNG sizes of the program's icon from its SVG; run it after a change of the drawing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"


def render(drawing: Path, size: int) -> QImage:
    """The drawing as a square picture of `size` pixels on a transparent ground."""
    picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    return picture


def main() -> None:
    """Write every size beside the drawing."""
    drawing = ICONS / "agent-mailbox.svg"
    for size in SIZES:
        render(drawing, size).save(str(ICONS / f"agent-mailbox-{size}.png"))


if __name__ == "__main__":
    application = QGuiApplication(["render_icons", "-platform", "offscreen"])
    main()
