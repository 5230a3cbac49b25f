"""What is said: names, ids, the header grammar, drafts, rules, verdicts. Pure values and functions, no I/O."""
