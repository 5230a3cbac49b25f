"""`storage.address`: where an agent keeps a piece of its memory, which only it and the owner can tell."""

from __future__ import annotations

from typing import Literal

from mailbox_gui.broker.effects import Effect, Told
from mailbox_gui.broker.scene import Scene
from mailbox_gui.broker.spelling import DTag, PublicKey, Shape, Slug

KIND = 30174


class AddressArgs(Shape):
    """The name of the piece."""

    slug: Slug


class AddressOutcome(Shape):
    """The coordinates of the event that would hold it."""

    author_pubkey: PublicKey
    kind: Literal[30174]
    d_tag: DTag


class _StorageAddress:
    NAME = "storage.address"
    Args: type[Shape] = AddressArgs
    Outcome: type[Shape] = AddressOutcome

    def run(self, args: AddressArgs, scene: Scene) -> Effect:
        d_tag = scene.key.storage_address(scene.channel.owner, args.slug)
        told = {"authorPubkey": scene.pubkey, "kind": KIND, "dTag": d_tag}
        return Told(AddressOutcome.model_validate(told))


ACTION = _StorageAddress()
