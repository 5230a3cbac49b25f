"""The owner's window: Qt over the core's values. Nothing here decides about mail."""
