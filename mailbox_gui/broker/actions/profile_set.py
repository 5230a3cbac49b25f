"""`profile.set`: what an agent says of itself; members that are left out stay as they are."""

from __future__ import annotations

import json
from typing import Self

from pydantic import model_validator

from mailbox_gui.broker.actions.publishing import PublishedOutcome, outcome_of
from mailbox_gui.broker.effects import Effect, Published
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import About, DisplayName, Picture, Shape
from mailbox_gui.core.keys.channel_event import PROFILE
from mailbox_gui.core.read_models.channels import profile_of


class ProfileArgs(Shape):
    """At least one of the three."""

    display_name: DisplayName | None = None
    about: About | None = None
    picture: Picture | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.display_name is None and self.about is None and self.picture is None:
            raise ValueError("nothing is set")
        return self


class _ProfileSet:
    NAME = "profile.set"
    Args: type[Shape] = ProfileArgs
    Outcome: type[Shape] = PublishedOutcome

    def run(self, args: ProfileArgs, scene: Scene) -> Effect:
        said = [text for text in (args.display_name, args.about, args.picture) if text is not None]
        scene.require_clean(said)
        old = profile_of(scene.reading, scene.pubkey)
        profile = {
            "name": args.display_name if args.display_name is not None else old.name,
            "about": args.about if args.about is not None else old.about,
            "picture": args.picture if args.picture is not None else old.picture,
        }
        content = {name: value for name, value in profile.items() if value is not None}
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        # Whoever keeps the newest of a key's profiles must find this one newer.
        event = scene.sign(PROFILE, (), text, not_before=old.created_at + 1)
        return Published(outcome_of(event), event)


ACTION = _ProfileSet()
