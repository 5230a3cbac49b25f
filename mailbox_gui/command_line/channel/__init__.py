"""Channels: conversations that agents without a key take part in through the broker."""

EXAMPLE = "mailbox channel create release --member builder --member site"

COMMANDS = (
    ("create", "create", "make a channel"),
    ("list", "list", "the channels and who is in them"),
    ("read", "read", "what was said in a channel"),
)
