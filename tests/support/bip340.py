"""BIP-340 verification written from the paper, to judge our signatures by another implementation than our library."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

Point = tuple[int, int] | None


def add(a: Point, b: Point) -> Point:
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and a[1] != b[1]:
        return None
    slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(point: Point, factor: int) -> Point:
    total: Point = None
    while factor:
        if factor & 1:
            total = add(total, point)
        point = add(point, point)
        factor >>= 1
    return total


def lift(x: int) -> Point:
    if x >= P:
        return None
    square = (x**3 + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return x, y if y % 2 == 0 else P - y


def public_of(secret: int) -> str:
    point = times(G, secret)
    assert point is not None
    return point[0].to_bytes(32, "big").hex()


def verifies(message: bytes, public: str, signature: str) -> bool:
    key = lift(int(public, 16))
    raw = bytes.fromhex(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if key is None or len(raw) != 64 or r >= P or s >= N:
        return False
    tag = hashlib.sha256(b"BIP0340/challenge").digest()
    challenge = hashlib.sha256(tag + tag + raw[:32] + bytes.fromhex(public) + message).digest()
    e = int.from_bytes(challenge, "big") % N
    point = add(times(G, s), times(key, N - e))
    return point is not None and point[1] % 2 == 0 and point[0] == r


def event_holds(event: Mapping[str, Any]) -> bool:
    """Whether an event's id is that of its content and its signature holds."""
    members = [0, event["pubkey"], event["created_at"], event["kind"], event["tags"], event["content"]]
    serial = json.dumps(members, separators=(",", ":"), ensure_ascii=False).encode()
    own = hashlib.sha256(serial).hexdigest()
    return own == event["id"] and verifies(bytes.fromhex(own), event["pubkey"], event["sig"])
