"""The page in every archive that tells a stranger what it is and how to check it without this program."""

from __future__ import annotations

README_TEXT = """\
This archive is the history of a post office of Agent Mailbox, signed by its owner.

  manifest.json            every other file with its size and SHA-256, signed by the owner
  keys/owner.pub           the owner's public key (Ed25519, 64 hex digits)
  keys/relay.pub           the public key that signs the checkpoints in the journal
  keys/relay.sig           the owner's signature over the relay's key
  keys/sessions/           keys that the owner delegated to agents, and took back (.revoked.json)
  rules.json, rules.sig    the rules in force at the end, and the owner's signature for them
  journal/                 the history: one JSON object a line, each with the SHA-256 of the line before

With the program:  mailbox verify THIS-FILE.zip
It needs nothing else, and says whose key signed. Compare that key with the owner on another way than
the one by which you got this file: anybody can sign an archive with a key of their own.

Without it, in an empty folder, with unzip, sha256sum, xxd and openssl 3:

  unzip -q THIS-FILE.zip

  # 1. the files are those of the manifest
  grep -o '"name":"[^"]*","sha256":"[0-9a-f]*"' manifest.json |
    sed 's/"name":"\\(.*\\)","sha256":"\\(.*\\)"/\\2  \\1/' | sha256sum --check --strict

  # 2. the manifest is signed by the owner's key
  { printf 'agent-mailbox/export/v1\\0'
    sed 's/^{"document"://; s/,"key":"[0-9a-f]*","signature":"[0-9a-f]*"}$//' manifest.json | tr -d '\\n'
  } > signed
  sed 's/.*"signature":"\\([0-9a-f]*\\)"}$/\\1/' manifest.json | xxd -r -p > signature
  { printf 302a300506032b6570032100; cat keys/owner.pub; } | xxd -r -p > owner.der
  openssl pkeyutl -verify -pubin -keyform DER -inkey owner.der -rawin -in signed -sigfile signature

  # 3. this is the key to compare
  cat keys/owner.pub; xxd -r -p keys/owner.pub | sha256sum
"""
