"""An agent without a key and an agent with a mailbox do a piece of work together; the owner approves one step."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from mailbox_gui.broker.client import Client
from mailbox_gui.core.acts.opening_channels import new_credential
from mailbox_gui.core.channels.documents import CREDENTIAL_ISSUE, credential_arguments
from mailbox_gui.core.channels.values import USUAL_OPERATIONS
from mailbox_gui.core.proof.whole import prove_post_office
from mailbox_gui.core.read_models.owner_queue import waiting
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.state import utc_now
from tests.support import bip340
from tests.support.post_office import found
from tests.support.serving import served


def test_a_task_with_one_step_approved(tmp_path: Path) -> None:
    made = found(tmp_path / "office", clock=utc_now)
    desk = Desk(made.office, program="test")
    with (
        served(made, ("builder", "hub")) as it,
        Client(it.server.address, it.secret, verify=bip340.event_holds) as keyless,
    ):
        # The keyless builder asks in the channel; the hub finds it in its inbox as mail.
        asked = keyless.call(
            "message.post",
            channelId=it.channel.id,
            content="The release is built. May it be published?",
            mentions=[it.channel.members["hub"]],
        )
        (name,) = made.files("hub", "inbox")
        mail = (made.box("hub", "inbox") / name).read_text()
        assert f"x-event: {asked['eventId']}" in mail
        (made.box("hub", "inbox") / name).rename(made.box("hub", "done") / name)

        # The hub asks for it to be published, which waits for the owner; the owner approves while the broker serves.
        fields = {"to": "site", "kind": "task", "topic": "release", "requires": "owner"}
        content, _ = desk.draft("hub", fields, "Publish it.\n")
        assert desk.send("hub", content, wait=60).verdict == "held"
        with closing(open_reading(made.office.index, made.office.journal)) as connection:
            (held,) = waiting(connection)
        assert desk.decide(made.key, held, "approve", "go on", wait=60).verdict == "decided"
        assert len(made.files("site", "inbox")) == 1

        # The owner gives the hub a credential too, and it answers in the thread; the keyless builder reads it.
        secret, credential = new_credential("hub", it.channel.id, USUAL_OPERATIONS, utc_now().replace(year=2100))
        assert desk.act(made.key, CREDENTIAL_ISSUE, credential_arguments(credential), wait=60).verdict == "done"
        with Client(it.server.address, secret) as hub:
            answer = {"channelId": it.channel.id, "content": "Approved, site publishes it."}
            hub.call("message.reply", replyToEventId=asked["eventId"], **answer)
        thread, _ = keyless.read(it.channel.id, rootEventId=asked["eventId"])
        assert [event["content"] for event in thread] == [
            "The release is built. May it be published?",
            "Approved, site publishes it.",
        ]
        assert thread[1]["pubkey"] == it.channel.members["hub"]
    wrong: list[str] = []
    prove_post_office(made.office, made.rules, lambda finding: wrong.append(str(finding)))
    assert wrong == []
