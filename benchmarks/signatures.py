"""What signatures cost: the check of one message, and the relay's throughput with all mail signed against none."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

from nacl.signing import SigningKey

from benchmarks.post_office import engine_of, found, message
from benchmarks.rounds import Goal, report, say
from benchmarks.throughput import work_off
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.checks.facts import Facts, SigningFacts
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.checks.signature import check
from mailbox_gui.core.checks.signer import signer_of
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.keys.delegation import read_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.state import utc_now

CHECKS = 3_000
ROUNDS = 11
ONE_AT_A_TIME = 200
BACKLOG = 1_000
_MICROSECONDS = 1_000_000

Seal = Callable[[bytes], bytes]


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the microseconds of a verification and both ratios."""
    office = found(folder)
    session = SigningKey.generate()
    _check_alone(office, session)
    with ThreadPoolExecutor(2) as executor:
        engine = engine_of(office, scanner, executor)
        _delegate(office, session)
        work_off(engine, rescan=True)
        outbox = office.root / "agents" / "builder" / "outbox"
        number = _one_at_a_time(engine, outbox, session)
        number = _backlogs(engine, outbox, session, number)
        engine.close("the benchmark is done")
    delivered = sum(1 for _ in (office.root / "agents" / "hub" / "inbox").iterdir())
    if delivered != number:
        raise SystemExit(f"{number - delivered} of {number} messages were not delivered")


def _check_alone(office: PostOffice, session: SigningKey) -> None:
    """The check with everything it does, for signed mail, less the same check for unsigned mail."""
    owner = OwnerKey.load(office.keys).unlock()
    rules = parse_rules(office.rules_file.read_bytes())
    envelope = make_delegation(owner, "builder", public_hex(session), 1, utc_now() - timedelta(hours=1), 30)
    standing = Standing(read_delegation(envelope).delegation, 1, utc_now())
    facts = Facts(
        rules=rules, now=utc_now(), signing=SigningFacts(public_hex(owner), {public_hex(session): standing}.get)
    )
    spent: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(ROUNDS):
        for signed in (False, True):
            seal = _sealed_by(session) if signed else _plain
            drafts = [
                read_draft("builder", "x.md", raw, len(raw), len(raw))
                for raw in (seal(message(number, seed=turn)) for number in range(CHECKS // ROUNDS))
            ]
            # Pure computing, in one thread: what other programs take meanwhile is not its cost.
            began = time.thread_time()
            for draft in drafts:
                if check(draft, facts):
                    raise SystemExit("a good signature was refused")
                signer_of(draft, facts)
            spent[signed].append((time.thread_time() - began) / len(drafts) * _MICROSECONDS)
    added = [signed - plain for signed, plain in zip(spent[True], spent[False], strict=True)]
    report("verification adds to a message, µs", added, Goal(at_most=100))
    say("(the check of an unsigned message)", f"{statistics.median(spent[False]):.1f} µs")


def _one_at_a_time(engine: Engine, outbox: Path, session: SigningKey) -> int:
    ratios: list[float] = []
    plains: list[float] = []
    number = 0
    for turn in range(ROUNDS):
        rates: dict[bool, float] = {}
        # The order changes from round to round: whoever comes second finds the machine as the first left it.
        for signed in (turn % 2 == 0, turn % 2 == 1):
            rates[signed] = _rate_of_singles(engine, outbox, number, _sealed_by(session) if signed else _plain)
            number += ONE_AT_A_TIME
        ratios.append(rates[True] / rates[False])
        plains.append(rates[False])
    report("one at a time, all signed / none", ratios, Goal(at_least=0.85), plains)
    return number


def _backlogs(engine: Engine, outbox: Path, session: SigningKey, number: int) -> int:
    ratios: list[float] = []
    plains: list[float] = []
    for turn in range(ROUNDS):
        rates: dict[bool, float] = {}
        for signed in (turn % 2 == 0, turn % 2 == 1):
            rates[signed] = _rate_of_backlog(engine, outbox, number, _sealed_by(session) if signed else _plain)
            number += BACKLOG
        ratios.append(rates[True] / rates[False])
        plains.append(rates[False])
    report(f"a backlog of {BACKLOG:,}, all signed / none", ratios, Goal(at_least=0.85), plains)
    return number


def _rate_of_singles(engine: Engine, outbox: Path, first: int, seal: Seal) -> float:
    """Messages a second, each dropped by rename and worked off before the next; signing is the sender's and free."""
    contents = [seal(message(number)) for number in range(first, first + ONE_AT_A_TIME)]
    spent = 0.0
    for number, content in enumerate(contents, first):
        partial = outbox / ".part"
        partial.write_bytes(content)
        partial.rename(outbox / f"{number}.md")
        began = time.perf_counter()
        engine.step(time.time(), time.monotonic())
        spent += time.perf_counter() - began
    began = time.perf_counter()
    work_off(engine)
    return len(contents) / (spent + time.perf_counter() - began)


def _rate_of_backlog(engine: Engine, outbox: Path, first: int, seal: Seal) -> float:
    for number in range(first, first + BACKLOG):
        (outbox / f"{number}.md").write_bytes(seal(message(number)))
    began = time.perf_counter()
    work_off(engine, rescan=True)
    return BACKLOG / (time.perf_counter() - began)


def _sealed_by(session: SigningKey) -> Seal:
    return lambda raw: sign_mail(raw, session, session=True)


def _plain(raw: bytes) -> bytes:
    """Unsigned, and as long as the signed one: the cost of bytes is not the cost of signatures."""
    return raw + b"x" * (len(b"session: \nsignature: \n") + 64 + 128)


def _delegate(office: PostOffice, session: SigningKey) -> None:
    owner = OwnerKey.load(office.keys).unlock()
    envelope = make_delegation(owner, "builder", public_hex(session), 1, utc_now() - timedelta(hours=1), 30)
    act = make_act("delegate", envelope, utc_now(), owner)
    drop(Disk(), office.root / "owner" / "outbox", "delegate.act.json", json.dumps(act).encode())
