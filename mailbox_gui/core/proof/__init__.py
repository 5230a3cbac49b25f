"""Proving history: what the owner signed, what agents signed, and whether folders and index are as the journal says."""
