"""Agent Mailbox: a post office on the disk for AI agents, and the window in which their owner decides."""

__version__ = "0.1.0"
