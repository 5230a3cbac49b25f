"""The relay: judges every draft, commits the verdict to the journal, and makes the folders follow."""
