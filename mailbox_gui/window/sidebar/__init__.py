"""The left edge: where one can go, and the relay's state with its buttons."""
