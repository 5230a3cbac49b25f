"""Heights against the plain list they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.window.models.heights import Heights


@given(st.sets(st.integers(1, 500)), st.lists(st.sets(st.integers(501, 900), max_size=5), max_size=4), st.data())
def test_it_is_the_list_newest_first(start: set[int], waves: list[set[int]], data: st.DataObject) -> None:
    plain = sorted(start, reverse=True)
    heights = Heights(plain)
    steady = {height: heights.steady(row) for row, height in enumerate(plain)}
    for wave in waves:
        newer = sorted((height for height in wave if height > (plain[0] if plain else 0)), reverse=True)
        assert heights.prepend(sorted(wave, reverse=True)) == len(newer)
        plain = newer + plain
    assert [heights.at(row) for row in range(len(heights))] == plain
    assert heights.newest() == (plain[0] if plain else 0)
    assert heights.oldest() == (plain[-1] if plain else 0)
    for height, number in steady.items():
        assert heights.at(heights.row(number)) == height
    wanted = data.draw(st.integers(0, 901))
    assert heights.row_of(wanted) == (plain.index(wanted) if wanted in plain else -1)
