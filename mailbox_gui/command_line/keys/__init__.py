"""The keys of the post office: the owner's, which decides, and the relay's, which seals the journal."""

EXAMPLE = "mailbox keys show"

COMMANDS = (
    ("show", "show", "the public keys"),
    ("passphrase", "passphrase", "change the passphrase of the owner's key"),
)
