"""The owner's acts: what waits for a decision, and deciding it. Each is signed with the owner's key.

They wait for the relay's answer; where nobody runs the relay they do one pass themselves.
"""

EXAMPLE = "mailbox owner approve 20261130T120301Z-builder-9b1d0c44aa10"

COMMANDS = (
    ("queue", "queue", "what waits for the owner"),
    ("ask", "ask", "ask the sender back; the message stays held"),
    ("approve", "approve", "let a held message pass"),
    ("decline", "decline", "send a held message back, with a reason"),
    ("waive", "waive", "do without what somebody owes, with a reason"),
    ("resume", "resume", "let a paused agent send again"),
)
