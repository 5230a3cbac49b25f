"""The keys of the post office: the owner's, which decides, agents' session keys, which sign their mail, the relay's."""

EXAMPLE = "mailbox keys show"

COMMANDS = (
    ("show", "show", "the public keys, and what session keys may sign"),
    ("delegate", "delegate", "make a session key with which an agent signs its mail"),
    ("revoke", "revoke", "take the right to sign from a session key"),
    ("passphrase", "passphrase", "change the passphrase of the owner's key"),
)
