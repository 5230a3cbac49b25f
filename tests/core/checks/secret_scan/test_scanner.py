"""The scanner on whole drafts: what must be refused, what must pass, where it stands, and when it cannot run."""

from __future__ import annotations

import json
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mailbox_gui.core.checks.secret_scan import scanner as scanner_module
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.scanner import ScannerUnavailable, SecretScanner, scanned_text
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import compose, unreadable_draft
from tests.core.checks.made import draft, header, read
from tests.core.checks.secret_scan.benign_corpus import BENIGN
from tests.core.checks.secret_scan.benign_prose import REPORTS
from tests.core.checks.secret_scan.evasions import EVASIONS
from tests.core.checks.secret_scan.loaded import loaded_scanner
from tests.core.checks.secret_scan.made_up import ALNUM, BASE64, HEX, URL_SAFE, drawn, github, password, pem
from tests.core.checks.secret_scan.refused_corpus import BLOCKS, REFUSED, SHAPES

FIRST_BODY_LINE = 9
LIMIT = 16_384

# What stands before and behind a secret that fills a message, and of what it is made.
WHOLE: dict[str, tuple[str, str, str]] = {
    "password": ("password: ", ALNUM, ""),
    "quoted password": ('DB_PASSWORD = "', ALNUM, '"'),
    "token": ("token=", ALNUM, ""),
    "bearer": ("Authorization: Bear" + "er ", URL_SAFE, ""),
    "json web token": ("ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "J", ALNUM, "." + drawn(URL_SAFE, 43)),
    "head of a json web token": ("ey" + "J", ALNUM, "." + "ey" + "JzdWIiOiIxMjM0In0." + drawn(URL_SAFE, 43)),
    "address": ("https://bob:", ALNUM, "@git.example.net/x"),
    "token in an address": ("https://", ALNUM, "@git.example.net/x"),
    "key in one line": ("-----BEGIN PRIVATE" + " KEY-----", BASE64, "-----END PRIVATE" + " KEY-----"),
    "key": ("-----BEGIN PRIVATE" + " KEY-----\n", BASE64, "\n-----END PRIVATE" + " KEY-----"),
    "cut-off key": ("-----BEGIN PRIVATE" + " KEY-----\n", BASE64, ""),
}


def _scan(checked: Draft) -> tuple[Finding, ...]:
    return loaded_scanner().scan(checked)


def _body(text: str) -> Draft:
    return draft(text + "\n")


def test_the_corpora_are_large_enough() -> None:
    assert len(REFUSED) >= 200
    assert len(set(BENIGN)) >= 600


def test_nothing_of_the_refused_corpus_passes() -> None:
    assert [name for name, text in REFUSED.items() if not _scan(_body(text))] == []


def test_nothing_of_the_harmless_corpus_is_refused() -> None:
    assert [(text, found) for text in BENIGN if (found := _scan(_body(text)))] == []


def test_harmless_texts_one_after_the_other_are_harmless() -> None:
    assert _scan(_body("\n".join(BENIGN))) == ()


@pytest.mark.parametrize("evasion", EVASIONS)
def test_evasions(evasion: str) -> None:
    hide = EVASIONS[evasion]
    # Twenty characters are too few for the library's base64 decoder.
    names = [name for name in SHAPES if not (evasion == "base64" and name.startswith("aws"))]
    missed = [
        name
        for name in names
        if SHAPES[name].isascii()
        and " " not in SHAPES[name]
        and not _scan(_body(f"Here it is:\n\n{hide(SHAPES[name])}\n\nThat was it."))
    ]
    assert missed == []


@pytest.mark.parametrize("evasion", [name for name in EVASIONS if name != "base64"])
def test_evasions_of_an_assignment(evasion: str) -> None:
    hidden = EVASIONS[evasion](password())
    assert _scan(_body(f"Look:\n\npassword: {hidden}\n\nbye")), hidden


@pytest.mark.parametrize(
    "ending", [".", ",", ")", "]", ">", "|", ":", ";", "!", "?", "`", "**", '"', "'", "。", "，", "…", "»"]
)
def test_punctuation_behind_a_token(ending: str) -> None:
    assert [name for name, token in SHAPES.items() if not _scan(_body(f"Use {token}{ending} now"))] == []


@pytest.mark.parametrize("name", SHAPES)
def test_topic_own_field_and_file_name(name: str) -> None:
    token = SHAPES[name]
    assert [(found.place, found.key, found.line) for found in _scan(draft(topic=f"see {token}"))] == [
        ("header", "topic", 5)
    ]
    assert [(found.place, found.line) for found in _scan(draft(x_build=token))] == [("header", 8)]
    file = token.replace("/", "%2F")
    assert [found.place for found in _scan(draft(file=f"{file}.md"))] == ["file name"]
    assert [found.place for found in _scan(draft(file=f"note-{file}.md"))] == ["file name"]


def test_a_secret_in_every_place_is_named_once_with_its_line() -> None:
    found = _scan(draft(f"one\n{github()}\nthree\n\n{pem(lines=3)}\n", topic=f"x {github()}", file=f"{github()}.md"))
    assert [(one.kind, one.place, one.line) for one in found] == [
        ("GitHub token", "header", 5),
        ("GitHub token", "body", FIRST_BODY_LINE + 1),
        ("private key block", "body", FIRST_BODY_LINE + 4),
        ("GitHub token", "file name", None),
    ]


@pytest.mark.parametrize("short", ["password: {}", "DB_PASSWORD={}", "Пароль: {}", "密码：{}", "passwd is {}"])
def test_passwords_of_ten_characters_are_found_and_other_words_keep_sixteen(short: str) -> None:
    value = "kV9mQ2" + "xTz7Lp"
    (found,) = _scan(_body("one\n" + short.format(value)))
    assert (found.kind, found.line) == ("password or secret in an assignment", FIRST_BODY_LINE + 1)
    for other in ("token: {}", "API_KEY={}", "Токен: {}", "令牌：{}", "secret is {}"):
        assert _scan(_body(other.format(value))) == ()
        assert _scan(_body(other.format(value + "Rq8Z"))) != ()


@pytest.mark.parametrize("evasion", [name for name in EVASIONS if name != "base64"])
def test_evasions_of_a_short_password(evasion: str) -> None:
    hidden = EVASIONS[evasion]("kV9mQ2" + "xTz7Lpwe")
    assert _scan(_body(f"Look:\n\npassword: {hidden}\n\nbye")), hidden


def test_a_short_password_in_topic_own_field_and_file_name() -> None:
    value = "kV9mQ2" + "xTz7Lp"
    assert [(one.place, one.key) for one in _scan(draft(topic=f"password {value}"))] == [("header", "topic")]
    assert [one.place for one in _scan(draft(x_password=value))] == ["header"]
    assert [one.place for one in _scan(draft(file=f"password={value}.md"))] == ["file name"]


@pytest.mark.parametrize("name", [name for name, text in BLOCKS.items() if "BEGIN" in text])
def test_the_lines_of_a_key_block_are_all_of_its_lines(name: str) -> None:
    text = BLOCKS[name].rstrip("\n")
    (found,) = _scan(_body(f"Here:\n{text}\n\nThanks for all\n"))
    assert list(found.lines()) == [FIRST_BODY_LINE + 1 + number for number in range(text.count("\n") + 1)]


@pytest.mark.parametrize("evasion", [name for name in EVASIONS if name != "base64"])
def test_all_of_a_hidden_key_is_covered(evasion: str) -> None:
    text = EVASIONS[evasion](pem())
    (found,) = _scan(_body(text))
    # Where the lines are cut anew the end mark is in pieces, and what is before it is the key.
    lines = text.split("\n")
    last = next((at for at, line in enumerate(lines) if at and "-" in line and "BEGIN" not in line and at > 5), 0)
    assert found.line == FIRST_BODY_LINE
    assert found.lines().stop >= FIRST_BODY_LINE + last


def test_what_stands_behind_a_key_block_is_found_too() -> None:
    found = _scan(_body(f"{pem()}\n{github()}"))
    assert [(one.kind, one.line) for one in found] == [
        ("private key block", FIRST_BODY_LINE),
        ("GitHub token", FIRST_BODY_LINE + 7),
    ]


@pytest.mark.parametrize("before", [" ", "\n"])
def test_a_secret_at_the_very_end_of_the_limit_is_found(before: str) -> None:
    left = LIMIT - len(compose(header(), ""))
    missed = []
    for name, text in REFUSED.items():
        if name == "block: key file alone" and before == " ":
            continue  # digits in the middle of a sentence may be a hash
        body = ("word and " * 2_000)[: left - len(text.encode()) - 1] + before + text
        raw = compose(header(), body)
        assert len(raw) == LIMIT
        if not _scan(read(raw)):
            missed.append(name)
    assert missed == []


@pytest.mark.parametrize("form", WHOLE)
def test_a_secret_as_long_as_the_whole_message_is_found(form: str) -> None:
    before, alphabet, after = WHOLE[form]
    left = LIMIT - len(compose(header(), before + after))
    filling = drawn(alphabet, left)
    if "\n" in before:
        filling = "\n".join(filling[at : at + 64] for at in range(0, left - left // 64, 65))
    raw = compose(header(), before + filling + after)
    assert LIMIT - 400 < len(raw) <= LIMIT
    found = _scan(read(raw))
    assert found
    assert found[0].lines() == range(FIRST_BODY_LINE, FIRST_BODY_LINE + (before + filling + after).count("\n") + 1)


def test_a_split_secret_has_first_and_last_line() -> None:
    token = github()
    (found,) = _scan(_body(f"one\n{token[:15]}\n{token[15:30]}\n{token[30:]}"))
    assert (found.line, found.last_line) == (FIRST_BODY_LINE + 1, FIRST_BODY_LINE + 3)


def test_crlf_and_bom_leave_the_lines_alone() -> None:
    raw = b"\xef\xbb\xbf" + compose(header(), f"one\ntwo\n{github()}\n").replace(b"\n", b"\r\n")
    (found,) = _scan(read(raw))
    assert found.line == FIRST_BODY_LINE + 2


def test_no_finding_holds_the_value() -> None:
    for text in REFUSED.values():
        longest = max(text.split(), key=len)
        assert longest[:12] not in repr(_scan(_body(text)))


def test_the_headers_own_hashes_and_signatures_are_no_secrets() -> None:
    signed = draft(verdict="approve", sha256=drawn(HEX, 64), session=drawn(HEX, 64, 2), signature=drawn(HEX, 128))
    assert _scan(signed) == ()
    assert drawn(HEX, 64) not in scanned_text(signed)


def test_a_secret_in_the_place_of_a_signature_is_found() -> None:
    assert _scan(draft(session=github())) != ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"])
def test_drafts_in_other_encodings_are_scanned_too(encoding: str) -> None:
    raw = compose(header(), f"schön {github()}\n").decode().encode(encoding)
    assert _scan(read(raw)) != ()


def test_drafts_with_other_faults_are_scanned_too() -> None:
    assert _scan(read(f"no front matter\n{github()}\n".encode())) != ()
    assert _scan(read(f"---\nfrom: builder\n{github()}\n".encode())) != ()
    assert _scan(read(compose(header(), github() + "\n" + "x" * 5_000), limit=1_000)) != ()
    assert _scan(unreadable_draft("builder", f"{github()}.md", 1, "a symbolic link")) != ()


def test_of_a_draft_over_the_limit_the_first_bytes_count() -> None:
    raw = compose(header(), "x " * 2_000 + github())
    assert _scan(read(raw, limit=1_000)) == ()


def test_file_names_that_are_no_text_are_scanned() -> None:
    assert _scan(draft(file="caf\udce9.md")) == ()
    assert _scan(draft(file=f"caf\udce9 {github()}.md")) != ()


def test_a_comment_cannot_wave_a_secret_through() -> None:
    for comment in (
        "# kingfisher:ignore",
        "<!-- kingfisher:ignore -->",
        "# gitleaks:allow",
        "// pragma: allowlist secret",
    ):
        assert _scan(_body(f"{github()} {comment}")), comment


def test_findings_are_bounded() -> None:
    many = "\n".join("gh" + "p_" + drawn(ALNUM, 36, number) for number in range(300))
    found = _scan(_body(many))
    assert len(found) == scanner_module.MOST_FINDINGS + 1
    assert [one.everywhere for one in found] == [False] * scanner_module.MOST_FINDINGS + [True]


def test_as_many_as_are_named_are_all_there_is() -> None:
    exactly = "\n".join("gh" + "p_" + drawn(ALNUM, 36, number) for number in range(scanner_module.MOST_FINDINGS))
    assert not any(one.everywhere for one in _scan(_body(exactly)))


def test_however_much_the_body_holds_header_and_file_name_are_told() -> None:
    many = "\n".join("gh" + "p_" + drawn(ALNUM, 36, number) for number in range(300))
    found = _scan(draft(many, file=f"{github()}.md", topic=f"password={password()}", x_other=f"token {github()}"))
    assert [(one.place, one.key) for one in found if one.place != "body"] == [
        ("header", "topic"),
        ("header", None),
        ("file name", None),
    ]


def test_a_scan_that_does_not_end_is_a_finding() -> None:
    seconds = iter(range(0, 1_000_000, 10))
    slow = SecretScanner(loaded_scanner()._engine, computed=lambda: float(next(seconds)))
    (found,) = slow.scan(_body(github()))
    assert "in time" in found.kind


def test_what_was_found_before_time_ran_out_is_kept() -> None:
    seconds = iter([0.0, 0.0, *[99.0] * 1_000])
    slow = SecretScanner(loaded_scanner()._engine, computed=lambda: next(seconds))
    kinds = [found.kind for found in slow.scan(_body(f"{github()}\ntoken = {password()}"))]
    assert kinds[0].endswith("in time")


def test_several_threads_get_the_same_answers() -> None:
    drafts = [_body(text) for text in (*REFUSED.values(), *REPORTS)]
    alone = [_scan(one) for one in drafts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(_scan, drafts * 3)) == alone * 3


def test_the_cache_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "caches" / "rules"
    folder.parent.mkdir(mode=0o700)
    SecretScanner.load(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in folder.iterdir())


def test_without_the_library_nothing_is_scanned_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", None)
    with pytest.raises(ScannerUnavailable, match="nothing is delivered unscanned") as caught:
        SecretScanner.load(None)
    assert "install kingfisher-secret-scanner" in str(caught.value)


@pytest.mark.parametrize("content", [None, "rules: 17", "rules:\n  - id: mailbox.x\n    name: x\n    pattern: '('\n"])
def test_without_our_rules_nothing_is_scanned_and_that_is_said(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mailbox.yml"
    if content is not None:
        file.write_text(content)
    monkeypatch.setattr(scanner_module, "resource_path", lambda _name: file)
    with pytest.raises(ScannerUnavailable, match="rules cannot be loaded"):
        SecretScanner.load(None)


def test_every_own_rule_is_in_force() -> None:
    ids = {rule["id"] for rule in loaded_scanner()._engine.rules.metadata()}
    assert sum(one.startswith("mailbox.") for one in ids) >= 30
    assert json.dumps(sorted(ids)).count("betterleaks.") > 300
    # What is left out by name must exist, else a new version of the library renamed it.
    assert ids >= scanner_module._LEFT_OUT
