"""The bus: short-lived posts for whoever reads a topic. It holds the newest 64; older ones fall off."""

EXAMPLE = "mailbox bus post --from builder --topic build.status 'All is green.'"

COMMANDS = (
    ("post", "post", "post a text"),
    ("since", "since", "what was posted after a number, oldest first"),
    ("topic", "topic", "the posts of a topic, newest first"),
    ("latest", "latest", "the newest posts, newest first"),
    ("len", "length", "how many posts are held"),
    ("seen", "seen", "how many were ever posted"),
    ("wire", "wire", "the same as since, as bytes"),
)
