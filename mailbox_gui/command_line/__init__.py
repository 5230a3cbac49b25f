"""The `mailbox` command: one file for each command (a folder for a group), listed here in the order of its help.

Adding one is its file and its line. The summaries stand here so that `mailbox --help` imports no command.
"""

COMMANDS = (
    # name, module below this package, summary
    ("init", "init", "make a post office"),
    ("agent", "agent", "add, list, remove agents"),
    ("relay", "relay", "run the relay without a window"),
    ("status", "status", "how the post office is, and who runs it"),
    ("send", "send", "send a message"),
    ("reply", "reply", "answer a message"),
    ("report", "report", "report on a message"),
    ("escalate", "escalate", "pass a message on for a decision"),
    ("check", "check_command", "is there mail? EMPTY or PENDING n"),
    ("inbox", "inbox", "list the mail not yet handled"),
    ("read", "read", "print a message"),
    ("done", "done", "move handled mail out of the inbox"),
    ("why", "why", "the whole fate of a message"),
    ("journal", "journal", "the history, newest first"),
    ("search", "search", "search the messages"),
    ("thread", "thread", "a message with what it answers and what answered it"),
    ("debts", "debts", "what everyone owes"),
    ("bus", "bus", "post to everybody who reads a topic, and read"),
    ("owner", "owner", "the owner's queue and decisions"),
    ("rules", "rules", "show, check, sign rules.json"),
    ("keys", "keys", "the keys of the post office"),
    ("channel", "channel", "channels: make, list, read"),
    ("broker", "broker", "agents without a key, over HTTP on this machine"),
    ("verify", "verify", "prove the history whole"),
    ("export", "export", "the history for others: a signed archive, or mail files"),
    ("reindex", "reindex", "rebuild the index from the journal"),
    ("doctor", "doctor.command", "check that everything is sound, and say what to do"),
    ("completion", "completion", "completion for bash, zsh or fish"),
)
