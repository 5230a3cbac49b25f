"""Proving the history: the signatures in it, and the folders against it. The chain itself is the journal's to prove."""
