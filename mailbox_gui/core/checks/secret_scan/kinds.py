"""Names the kind of a secret as the sender reads it."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.checks.secret_scan.key_blocks import PRIVATE_KEY_BLOCK

_SPELLED: Final = {
    "api": "API", "aws": "AWS", "gcp": "GCP", "jwt": "JSON web token", "oauth": "OAuth", "oauth2": "OAuth2",
    "pat": "access token", "url": "address", "uri": "address", "id": "id", "github": "GitHub", "gitlab": "GitLab",
    "openai": "OpenAI", "npm": "npm", "pypi": "PyPI", "ssh": "SSH", "sdk": "SDK", "ci": "CI",
}  # fmt: skip


def kind_of(rule: str, name: str) -> str:
    """The kind of what the rule `rule` finds; ours are named by the rule file, the library's by their ids."""
    if rule.startswith("mailbox."):
        return name
    if rule == "betterleaks.private-key":
        return PRIVATE_KEY_BLOCK
    last = rule.rsplit("/", 1)[-1].removeprefix("betterleaks.").rstrip(".0123456789")
    words = [_SPELLED.get(word, word) for word in last.replace("_", "-").split("-") if word]
    return " ".join(words) or "secret"
