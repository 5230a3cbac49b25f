"""The bus: a signed ring of 64 slots, posts as bytes, and the file that holds the ring. See docs/bus.md."""
