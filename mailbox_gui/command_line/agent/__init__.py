"""The agents of a post office: adding and removing are the owner's signed acts, rules.json is not rewritten."""

EXAMPLE = "mailbox agent add researcher"

COMMANDS = (
    ("add", "add", "add an agent, with routes to the hub and the owner"),
    ("list", "list", "the agents and their boxes"),
    ("remove", "remove", "remove an agent; its history stays"),
)
