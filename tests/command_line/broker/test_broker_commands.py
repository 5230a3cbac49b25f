"""Channels and credentials from the command line, and the broker served as a person serves it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.broker.client import Client, Refused
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


def channel_of(mailbox: Mailbox, name: str = "release", *options: str) -> str:
    made = mailbox("channel", "create", name, "--member", "builder", "--member", "hub", *options)
    assert (made.status, made.err) == (0, "")
    return str(made.out.strip())


def test_a_channel_is_made_listed_and_read(mailbox: Mailbox) -> None:
    one, two = channel_of(mailbox), channel_of(mailbox, "other", "--no-reactions")
    listed = mailbox("channel", "list", "--json").objects
    assert [(each["id"], each["name"], each["reactions"], each["events"]) for each in listed] == [
        (one, "release", True, 0), (two, "other", False, 0),
    ]  # fmt: skip
    # An agent has one key in all channels.
    assert listed[0]["members"] == listed[1]["members"]
    assert listed[0]["owner"] == listed[1]["owner"]
    for called in (one, one.upper(), one[:8], "release"):
        assert mailbox("channel", "read", called).status == 0
    assert "release" in mailbox("channel", "list").out
    unknown = mailbox("channel", "read", "nowhere")
    assert (unknown.status, "mailbox channel list" in unknown.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("channel", "create", ""), 1, "not empty"),
        (("channel", "create", "two\nlines"), 1, "one line"),
        (("channel", "create", "x" * 121), 1, "at most 120"),
        (("channel", "create", "x", "--member", "nobody"), 1, "nobody"),
        (("channel", "create", "x", "--member", "owner"), 1, "a member is an agent"),
        (("broker", "token", "builder"), 2, "--channel"),
        (("broker", "token", "builder", "--channel", "release", "--days", "0"), 2, "above 0"),
        (("broker", "token", "builder", "--channel", "release", "--days", "nan"), 2, "above 0"),
        (("broker", "token", "builder", "--channel", "release", "--allow", "sign"), 2, "no operation 'sign'"),
        (("broker", "token", "site", "--channel", "release"), 1, "no member of release"),
        (("broker", "token", "nobody", "--channel", "release"), 1, "nobody"),
        (("broker", "revoke", "0123456789abcdef"), 1, "mailbox broker tokens"),
        (("broker", "revoke", "01"), 1, "too short"),
        (("broker", "serve", "--port", "70000"), 2, "port"),
    ],
)
def test_what_cannot_be_done(mailbox: Mailbox, arguments: tuple[str, ...], status: int, words: str) -> None:
    channel_of(mailbox)
    answer = mailbox(*arguments)
    assert (answer.status, words in answer.err) == (status, True), answer.err
    assert answer.out == ""


def test_a_credential_is_shown_once_listed_by_fingerprint_and_revoked(mailbox: Mailbox, office: TestOffice) -> None:
    channel = channel_of(mailbox)
    issued = mailbox("broker", "token", "builder", "--channel", channel, "--allow", "channel.read", "--days", "0.5")
    secret = issued.out.strip()
    assert (issued.status, issued.err, issued.out) == (0, "", f"{secret}\n")
    (row,) = mailbox("broker", "tokens", "--json").objects
    assert list(row) == ["fingerprint", "agent", "channel", "allow", "expires"]
    assert (row["agent"], row["channel"], row["allow"]) == ("builder", channel, ["channel.read"])
    for path in office.root.rglob("*"):
        assert not path.is_file() or secret.encode() not in path.read_bytes()
    assert row["fingerprint"] in mailbox("broker", "tokens").out
    assert mailbox("broker", "revoke", row["fingerprint"][:8]).status == 0
    assert mailbox("broker", "tokens", "--json").objects == []
    again = mailbox("broker", "revoke", row["fingerprint"])
    assert (again.status, "revoked before" in again.err) == (1, True)


def test_the_usual_credential_allows_all_but_agents(mailbox: Mailbox) -> None:
    channel_of(mailbox)
    assert mailbox("broker", "token", "builder", "--channel", "release").status == 0
    (row,) = mailbox("broker", "tokens", "--json").objects
    assert row["allow"] == [
        "channel.read", "message.post", "message.reply", "reaction.add", "profile.set", "storage.address",
    ]  # fmt: skip


def test_a_port_that_is_taken_is_said(mailbox: Mailbox) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        answer = mailbox("broker", "serve", "--port", port)
    assert (answer.status, f"port {port} is taken" in answer.err) == (3, True)


def test_served_as_a_person_serves_it(mailbox: Mailbox, office: TestOffice, tmp_path: Path) -> None:
    channel = channel_of(mailbox)
    secret = mailbox("broker", "token", "builder", "--channel", channel).out.strip()
    program = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "--root", str(office.root), "broker", "serve", "--port", "0"]
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONPATH": str(root), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().decode().strip()
            assert address.startswith("http://127.0.0.1:")
            second = mailbox("broker", "serve", "--port", "0")
            assert (second.status, "runs already" in second.err) == (3, True)
            hub = mailbox("channel", "list", "--json").objects[0]["members"]["hub"]
            with Client(address, secret) as client:
                told: dict[str, Any] = client.call(
                    "message.post", channelId=channel, content="Look at the importer.", mentions=[hub]
                )
                with pytest.raises(Refused, match="unauthorized"):
                    client.call("agents.delete", target={"name": "x"})
            events = mailbox("channel", "read", channel, "--json").objects
            assert [event["id"] for event in events] == [told["eventId"]]
            assert "Look at the importer." in mailbox("channel", "read", "release").out
        finally:
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert secret not in (out + err).decode()
    assert len(office.files("hub", "inbox")) == 1
    verified = mailbox("verify")
    assert verified.status == 0, verified.out + verified.err
    assert json.dumps(mailbox("journal", "--json").objects)
