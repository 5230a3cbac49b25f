"""The one test with the real scanner: a secret that an agent sends is in none of the relay's files afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from tests.support.life import life
from tests.support.post_office import TestOffice
from tests.support.truth import Wanted, faults_of

# Obviously made up, and in pieces, so that no scanner of this repository trips over it.
SECRET = "hunter2" + "abcdEFGH" + "1234fake"

pytestmark = pytest.mark.timeout(600)


def test_a_secret_is_copied_nowhere(made: TestOffice, tmp_path: Path) -> None:
    wanted = [
        Wanted(made.drop("builder", name="leak.md", body=f"the password = {SECRET}\n"), "secrets"),
        Wanted(made.drop("builder", name=f"password={SECRET}.md"), "secrets"),
        Wanted(made.drop("builder", topic=f"password = {SECRET}", name="topic.md"), "secrets"),
        Wanted(made.drop("builder", topic="harmless"), "accepted"),
    ]
    with life(made.office, scanner=SecretScanner.load(tmp_path / "cache")) as lived:
        lived.work_off()
        said = repr(lived.problems) + repr(lived.events)

    assert SECRET not in said
    refused = {path for home in made.homes().values() for path in (home / "rejected").glob("*.md")}
    for path in set(made.root.rglob("*")) - refused:
        assert SECRET not in path.name
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path
    names = [path.name for path in refused]
    assert SECRET not in " ".join(names)
    assert [fault for fault in faults_of(made) if "stands" not in fault] == []
    assert len(wanted) == len(refused) + 1
