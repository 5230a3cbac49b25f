"""Everything an index says, to compare two of them."""

from __future__ import annotations

import sqlite3

from mailbox_gui.core.read_models.index import Index


def dump(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table but the trigram index's own, and every trigram with its texts."""
    names = [
        row[0]
        for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        if not row[0].startswith("trigram")
    ]
    assert "message" in names
    tables = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names}
    connection.execute("CREATE VIRTUAL TABLE temp.every_trigram USING fts5vocab(main, trigram, instance)")
    tables["trigrams"] = connection.execute("SELECT term, doc FROM temp.every_trigram ORDER BY 1, 2").fetchall()
    connection.execute("DROP TABLE temp.every_trigram")
    return tables


def dump_tidied(index: Index) -> dict[str, list[tuple[object, ...]]]:
    """The dump of `index` with all its texts in the trigram index."""
    assert not index.tidy(60)
    return dump(index.connection)
