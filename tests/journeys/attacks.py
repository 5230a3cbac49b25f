"""Runs every attack on a post office of its own: `python -m tests.journeys.attacks BASE LOOT`.

BASE holds one for each, named like the attack. LOOT is a JSON file with what the attacker once saw: its own session
key, messages, acts and decisions that passed by.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.journeys import attacks_on_decisions, attacks_on_files, attacks_on_the_index, attacks_on_the_journal
from tests.journeys.attacker import ATTACKS, Attacker

__all__ = ["ATTACKS", "attacks_on_decisions", "attacks_on_files", "attacks_on_the_index", "attacks_on_the_journal"]


def main(base: str, loot: str) -> None:
    """Every attack there is."""
    seen = json.loads(Path(loot).read_bytes())
    for name, attack in ATTACKS.items():
        attack(Attacker(Path(base, name), seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
