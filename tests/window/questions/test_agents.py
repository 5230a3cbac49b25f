"""The session key on an agent's page: told with its end, and never from the index alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.read_models.delegations import delegations
from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.window.questions import agents
from mailbox_gui.window.questions.agents import session_words
from mailbox_gui.window.questions.source import Source
from tests.support.post_office import TestOffice
from tests.support.scanner import MarkerScanner

SESSION = public_hex(SigningKey(b"\7" * 32))
SHORT = SESSION[:8]


@pytest.fixture
def source(office: TestOffice) -> Source:
    """The office in which builder has a session key for thirty days."""
    office.act("delegate", make_delegation(office.key, "builder", SESSION, 1, office.now, 30, (), ()))
    one_pass(office.office, program="test", scanner=MarkerScanner(), clock=lambda: office.now)
    return Source(office.office)


def test_a_valid_key_is_named_with_its_end(office: TestOffice, source: Source) -> None:
    words, holds = session_words(source, "builder", office.now)
    assert holds
    assert words.startswith(f"{SHORT}, delegated until ")


def test_after_its_end_it_signs_nothing(office: TestOffice, source: Source) -> None:
    words, holds = session_words(source, "builder", office.now + timedelta(days=31))
    assert not holds
    assert words.startswith(f"{SHORT}, expired ")


def test_who_has_none_is_not_signed(office: TestOffice, source: Source) -> None:
    assert session_words(source, "site", office.now) == ("none: its mail is not signed", False)


def test_the_index_alone_makes_nobody_a_signer(
    office: TestOffice, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie = [row._replace(agent="site", session="ab" * 32) for row in delegations(source.connection)]
    monkeypatch.setattr(agents, "delegations", lambda _connection, _agent: lie)
    words, holds = session_words(source, "site", office.now)
    assert not holds
    assert "you did not delegate" in words
