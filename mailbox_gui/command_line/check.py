"""`mailbox check AGENT` as cheap as starting the interpreter: nothing is imported that is not loaded already.

Whatever is not plain (other options, an agent made by an act, a folder elsewhere that cannot be read off rules.json)
is left to check_command.py, which knows everything and costs more.
"""

import os
import sys

_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_RULES_LIMIT = 4 * 1024 * 1024


def quick_answer(arguments: list[str]) -> str | None:
    """`EMPTY` or `PENDING n` for the arguments `check AGENT [--debts] [--root DIR]`, with `--debts` also `OWES n` on a
    line of its own; None where it takes more to know.
    """
    asked = _asked(arguments)
    if asked is None:
        return None
    agent, named, debts = asked
    named = named or os.environ.get("MAILBOX_ROOT")
    try:
        if named:
            root = os.path.abspath(os.path.expanduser(named))
            rules = _rules(root)
        else:
            root, rules = _nearest(os.getcwd())
        if rules is None:
            return None
        inbox = _inbox(root, rules, agent)
        if inbox is None:
            return None
        pending = answer(os.listdir(inbox))
        if not debts:
            return pending
        owed = _owed(root, agent)
        return None if owed is None else f"{pending}\n{owes(owed)}"
    except (OSError, ValueError):
        return None


def answer(names: list[str]) -> str:
    """What `check` says of an inbox that holds these names; the same files that `mailbox inbox` lists."""
    pending = sum(1 for name in names if is_mail(name))
    return f"PENDING {pending}" if pending else "EMPTY"


def owes(count: int) -> str:
    """What `check --debts` says beside."""
    return f"OWES {count}"


def is_mail(name: str) -> bool:
    """Whether a file of this name in an inbox is a message."""
    return name.endswith(".md") and not name.startswith(".")


def _asked(arguments: list[str]) -> tuple[str, str | None, bool] | None:
    """(agent, root or None, whether for debts), or None where the arguments are more than that."""
    words, root, debts = [], None, False
    rest = iter(arguments)
    for argument in rest:
        if argument == "--root":
            root = next(rest, None)
            if root is None:
                return None
        elif argument.startswith("--root="):
            root = argument[len("--root=") :]
        elif argument == "--debts":
            debts = True
        else:
            words.append(argument)
    if len(words) != 2 or words[0] != "check" or not words[1]:
        return None
    # Also keeps the name from being an option or a path.
    if not _NAME_LETTERS.issuperset(words[1]) or words[1].startswith("-"):
        return None
    return words[1], root, debts


def _nearest(folder: str) -> tuple[str, dict[str, object] | None]:
    """The nearest folder upwards with a rules.json of this format, and its content; else the user's own post office."""
    while True:
        rules = _rules(folder)
        if rules is not None:
            return folder, rules
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    if sys.platform != "linux":
        return "", None
    # The same folder as user_folders.default_root(), which asks platformdirs.
    data = os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")
    folder = os.path.join(data, "agent-mailbox")
    return folder, _rules(folder)


def _inbox(root: str, rules: dict[str, object], agent: str) -> str | None:
    """The inbox of `agent` as rules.json places it, or None where rules.json does not know the agent."""
    if agent == "owner":
        return os.path.join(root, "owner", "inbox")
    agents = rules["agents"]
    rule = agents.get(agent) if isinstance(agents, dict) else None
    if not isinstance(rule, dict):
        return None
    folder = rule.get("folder")
    if folder is None:
        return os.path.join(root, "agents", agent, "inbox")
    if not isinstance(folder, str):
        return None
    return os.path.join(os.path.normpath(os.path.join(root, os.path.expanduser(folder))), "inbox")


def _owed(root: str, agent: str) -> int | None:
    """How many debts the agent has, by the file that the relay keeps; None where the journal has grown since."""
    journal = os.path.join(root, "journal")
    segments = [name for name in os.listdir(journal) if name.endswith(".jsonl")]
    if not segments:
        return 0
    descriptor = os.open(os.path.join(root, ".relay", "owes"), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        made_at, *counts = os.read(descriptor, _RULES_LIMIT).decode().split("\n")
    finally:
        os.close(descriptor)
    # What stands behind is left of a longer text; without that line the relay is just writing.
    counts = counts[: counts.index(f"= {made_at}")]
    segment, _, size = made_at.partition(" ")
    newest = max(segments)
    if newest != segment or os.stat(os.path.join(journal, newest)).st_size != int(size):
        return None
    for line in counts:
        name, _, count = line.partition(" ")
        if name == agent:
            return int(count)
    return 0


def _rules(folder: str) -> dict[str, object] | None:
    """The members of rules.json in `folder`, or None where there is none of this format."""
    try:
        descriptor = os.open(os.path.join(folder, "rules.json"), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        content = os.read(descriptor, _RULES_LIMIT)
    finally:
        os.close(descriptor)
    try:
        document = _parsed(content.decode())
    except (ValueError, TypeError, AttributeError, StopIteration, RecursionError, SystemError):
        # SystemError is how the scanner of Python 3.11 says that the text is no JSON while `json` is not loaded.
        return None
    if not isinstance(document, dict) or not isinstance(document.get("agents"), dict):
        return None
    return document if type(document.get("version")) is int and document["version"] == 1 else None


def _parsed(text: str) -> object:
    """The JSON document in `text`.

    Python's own scanner is called without the package around it: importing that costs as much as half an interpreter.
    """
    try:
        from _json import make_scanner
    except ImportError:
        from json import loads

        return loads(text)
    document, end = make_scanner(_Scanning)(  # type: ignore[arg-type]  # typeshed has a class for the context
        text, len(text) - len(text.lstrip())
    )
    if text[end:].strip():
        raise ValueError("more than one document")
    return document


class _Scanning:
    """What the scanner asks of its caller, as json.JSONDecoder answers it."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - read by the scanner, never changed here
