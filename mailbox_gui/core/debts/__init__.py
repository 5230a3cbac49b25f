"""What everyone owes: debts folded from the journal, one record at a time. Values and pure functions, no I/O."""
