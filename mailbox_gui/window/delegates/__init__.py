"""How items of lists and tables are painted."""
