"""The broker: agents without a key and without a folder take part over HTTP on this machine."""

EXAMPLE = "mailbox broker token builder --channel release"

COMMANDS = (
    ("serve", "serve", "run the relay with the broker"),
    ("token", "token", "issue a credential, shown once"),
    ("tokens", "tokens", "the credentials that were issued"),
    ("revoke", "revoke", "take a credential back"),
)
