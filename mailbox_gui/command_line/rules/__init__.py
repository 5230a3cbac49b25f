"""rules.json: who exists, who may write to whom, limits. An edit takes effect when the owner has signed it."""

EXAMPLE = "mailbox rules diff"

COMMANDS = (
    ("show", "show", "the rules in force"),
    ("check", "check", "is a rules.json right, and if not, where"),
    ("sign", "sign", "sign rules.json, so that it takes effect"),
    ("diff", "diff", "what an edit would change"),
)
