"""Channels: who is in them, who may act in them, and what follows from a post. Folded from the journal, no I/O."""
