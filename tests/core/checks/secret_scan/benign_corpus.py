"""Bodies that must pass: what agents report all day, placeholders, code, addresses, prose in several languages."""

from __future__ import annotations

import base64
import hashlib
import uuid


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _sha1(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


_UUID = str(uuid.uuid5(uuid.NAMESPACE_URL, "https://example.org/one"))
_ID = f"20261130T120301Z-builder-{_sha256('note')[:12]}"
_IMAGE = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89").decode()

HASHES = (
    f"Fixed in {_sha1('a')}.",
    f"commit {_sha1('b')}\nAuthor: builder\n\n    Make the tests green\n",
    f"Merged {_sha1('c')[:12]} into main, reverted {_sha1('d')[:8]}.",
    f"git show {_sha1('e')}:src/main.py",
    f"{_sha1('f')[:7]}..{_sha1('g')[:7]}  main -> origin/main",
    f"sha256: {_sha256('wheel')}",
    f"sha256 of the wheel:\n\n{_sha256('wheel')}\n",
    f"SHA-256 sum {_sha256('iso')}",
    f"{_sha256('one')}  dist/agent_mailbox-0.1.0-py3-none-any.whl\n{_sha256('two')}  dist/agent_mailbox-0.1.0.tar.gz\n",
    f"Checksums:\n\n```\n{_sha256('1')}\n{_sha256('2')}\n{_sha256('3')}\n```\n",
    f"Контрольная сумма:\n{_sha256('ru')}\n",
    f"校验和：\n{_sha256('cn')}\n",
    f"The digest is {_sha256('digest')}; it matches.",
    f"md5 {_md5('a')}  image.png",
    f'etag: "{_md5("etag")}"',
    f"image: registry.example.net/app@sha256:{_sha256('image')}",
    f"FROM python:3.12-slim@sha256:{_sha256('base')}",
    f"integrity: sha512-{base64.b64encode(hashlib.sha512(b'pkg').digest()).decode()}",
    f'"resolved": "https://registry.example.net/left-pad/-/left-pad-1.3.0.tgz#{_sha1("npm")}"',
    f"--hash=sha256:{_sha256('req')}",
    f"request id {_UUID}",
    f"uuid = {_UUID}",
    f"Trace {_UUID} took 40 ms, span {_md5('span')[:16]}.",
    f"idempotency key: {_UUID}",
    f"Idempotency-Key: {_UUID}",
    f"primary key {_UUID} is there twice",
    f"cache key: {_sha256('cache')}",
    f"cache_key = {_sha1('cache')}",
    f"the key is {_md5('key')} in the old cache",
    f"See {_ID} for the first half.",
    f"ref: {_ID}\nkey: {_ID}",
    f"Both {_ID} and 20261130T090000Z-hub-1f0c5a77d2e9 are done.",
    f"Height 10482, hash {_sha256('line')}.",
    f'{{"type":"accepted","id":"{_ID}","sha256":"{_sha256("m")}","prev":"{_sha256("p")}"}}',
    f"owner's public key: {_sha256('owner')}",
    f"public key {_sha256('public')} (session of site, until 2026-12-31)",
    f"keys show:\nowner    public  {_sha256('o')}\nrelay    public  {_sha256('r')}\n",
    f'{{"document": {{"version": 1}}, "key": "{_sha256("k")}", "signature": "{_sha256("s1")}{_sha256("s2")}"}}',
    f"The chain breaks at line 88: expected {_sha256('x')}, found {_sha256('y')}",
    f"npub1{'q' * 8} is the hub's public key; its fingerprint is {_sha256('fp')[:16]}",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + base64.b64encode(hashlib.sha256(b"ssh").digest()).decode()[:43] + " bob",
    "SHA256:" + base64.b64encode(hashlib.sha256(b"fp").digest()).decode().rstrip("=") + " bob@host (ED25519)",
    f"Nix store path /nix/store/{_sha1('nix')[:32]}-python3-3.12.4/bin/python3",
    f"session: {_sha256('session')}\nsignature: {_sha256('a1')}{_sha256('a2')}",
    f"> session: {_sha256('session')}",
    f'{{"version":1,"owner":"{_sha256("o1")}","session":"{_sha256("s9")}","agent":"site","serial":4}}',
    f"The session key {_sha256('session')} signed it.",
    f"owner: {_sha256('o2')}\nrelay: {_sha256('r2')}",
    f"core dump of build {_sha1('build-id')} at 0x00007f3a9c0d1e2f",
    f"bisect says {_sha1('bad')} is the first bad commit",
)

PLACEHOLDERS = (
    "password = <password>",
    "password: <your password here>",
    "token: <token>",
    "API_TOKEN=<paste the token of the build server here>",
    "API_KEY=your-api-key-here",
    "api_key = YOUR_API_KEY_HERE_PLEASE",
    "token: your-token-here-1234",
    "token = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "token: XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
    "password: xxxx",
    "password = changeme",
    "password = changeme-please-1234567",
    "password: ****************",
    "password: ********",
    "secret: ••••••••••••••••••••",
    "password=$DB_PASSWORD",
    "password: ${DB_PASSWORD}",
    "token: ${{ secrets.DEPLOY_TOKEN_2026 }}",
    "token: {{ vault_deploy_token_2026 }}",
    "export GITHUB_TOKEN=$(cat /run/secrets/github_token_2026)",
    "export TOKEN=${TOKEN:?set it first}",
    "PASSWORD=%DB_PASSWORD_2026%",
    "password: env:DATABASE_PASSWORD_2026",
    "password: op://vault/item-2026/password",
    "secret: vault:kv/data/app2026#password",
    "password: [redacted]",
    "password: REDACTED_BY_THE_OWNER_2026",
    "token: (removed)",
    "secret_key: placeholder-for-tests-123",
    "api_key: example-key-0123456789",
    "TOKEN=dummy-token-for-ci-42",
    "gh" + "p_" + "x" * 36,
    "gh" + "p_" + "X" * 36 + " stands for your own token",
    "s" + "k-" + "x" * 48,
    "s" + "k-...your key...",
    "AK" + "IA" + "X" * 16,
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer ${SESSION_TOKEN_2026}",
    'curl -H "Authorization: Bearer $API_TOKEN" https://api.example.net/v1/items',
    'curl -H "Authorization: Bearer YOUR_TOKEN_GOES_HERE" https://api.example.net',
    "curl -u user:password https://api.example.net",
    'curl -u "$USER:$PASSWORD" https://api.example.net',
    "postgres://user:password@localhost:5432/app",
    "postgres://user:pass@db/app",
    "postgres://$DB_USER:$DB_PASSWORD@db:5432/app",
    "postgresql://{user}:{password}@{host}/{name}",
    "https://<user>:<password>@git.example.net/x.git",
    "https://user:***@git.example.net/x.git",
    "https://bob:xxxx@git.example.net/x.git",
    "redis://:${REDIS_PASSWORD}@redis:6379/0",
    "mysql://USER:PASSWORD@HOST/DATABASE",
    "пароль: <пароль>",
    "пароль: ваш-пароль-здесь",
    "пароль: ********",
    "密码：<你的密码>",
    "token = None",
    "password: null",
    "secret: TODO",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "The file begins with `-----BEGIN PRIVATE KEY-----`, so the parser takes it for PEM.",
    "nsec1... is the secret form, npub1... the public one",
)

CODE = (
    "token = request.headers.get('Authorization')",
    "password = os.environ['DATABASE_PASSWORD_2026']",
    'password = os.getenv("MAILBOX_PASSPHRASE_FILE_V2")',
    "password = getpass.getpass('Passphrase of the owner key: ')",
    "token = secrets.token_urlsafe(32)",
    "token = response.json()['access_token_v2']",
    "key = f'{agent}-{height:010d}-{suffix}'",
    "key = hashlib.sha256(content).hexdigest()[:12]",
    "secret = base64.b64decode(settings.SECRET_B64)",
    "signing_key = SigningKey.generate()",
    "private_key = ed25519.Ed25519PrivateKey.generate()",
    "private_key: ed25519.Ed25519PrivateKey | None = None",
    "const token = await getAccessTokenSilently();",
    "const apiKey = process.env.OPENAI_API_KEY_2026;",
    "let password = config.database.primaryPassword2;",
    "if (token.type === TokenType.CloseCurlyBracket2) { return; }",
    "self.check_token(FlowMappingStartToken, FlowEntryToken)",
    "def sort_key(row: MessageRow) -> tuple[int, str]:\n    return row.height, row.id\n",
    "rows.sort(key=lambda row: row.created_at_utc)",
    "sorted(names, key=str.casefold)",
    "dict(key='value-of-the-setting-17', other=2)",
    "KEY_BYTES = nacl.bindings.crypto_sign_ed25519_SECRETKEYBYTES",
    "assert len(key) == crypto_aead_chacha20poly1305_ietf_KEYBYTES",
    "PRIMARY KEY (agent, height), FOREIGN KEY (ref) REFERENCES message(id)",
    "SELECT token_id, expires_at FROM tokens WHERE agent = 'builder' AND revoked_at IS NULL;",
    "CREATE INDEX message_by_key ON message(sender_recipient_kind_v2);",
    "@pytest.mark.parametrize('token', ['', 'short', 'x' * 65])",
    "with pytest.raises(WrongPassphrase):\n    OwnerKey.load(folder).unlock('not the right one')",
    "monkeypatch.setenv('MAILBOX_SESSION_KEY', str(tmp_path / 'session.key'))",
    "return super().open(name, mode, pwd, force_zip64=force_zip64)",
    "apt\tpasswd\t1:4.13+dfsg1-1+deb12u1\napt\tlibsecret-1-0\t0.20.5-3",
    'raise ValueError("to make valid moments, pass `dtype=datetime64[ns]` or nothing")',
    "yaml/tokens.py,sha256=lTQIzSVw8Mg9wv459-TjiOQe6wVziqaRlqX2_89rp54,2573",
    "    key_board = 0x2a22\n    boot_key_report = 0x2a32\n    next_report = 0x2a33",
    "[![codecov](https://codecov.example.net/badge.svg?token=Cylan0teq1)](https://codecov.example.net/gh/team/repo)",
    '{"key-line": "0xee71",\n "keyboard-box-line": "0xee73",\n "keynote-line": "0xee77"}',
    "print(f'token expires in {token.expires_in_seconds_64} seconds')",
    "password_hash = argon2.PasswordHasher().hash(password)",
    "tokenizer = AutoTokenizer.from_pretrained('sentence-model-v2-base-768')",
    "max_tokens: 4096\nprompt_tokens: 1234567\ncompletion_tokens: 98765",
    "token_type: bearer\nexpires_in: 3600\nscope: read:packages write:issues",
    "keyboard_shortcut: Ctrl+Shift+F12\nkeymap: de-latin1-nodeadkeys",
    "key_file: /etc/ssl/private/site2026.example.net.pem",
    "password_file: /run/secrets/db_password_2026",
    "secretName: site-tls-2026-11-30\nsecretKeyRef:\n  name: db-credentials-v2\n  key: password\n",
    '#!/bin/sh\nset -eu\nTOKEN_FILE=${1:-$HOME/.config/tool/token2}\ncat "$TOKEN_FILE" | tool login --token-stdin\n',
    "git config --global credential.helper 'cache --timeout=3600'",
    "ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519_builder -N ''",
    "openssl req -newkey rsa:4096 -nodes -keyout site2026.key -out site2026.csr",
    "gpg --export-secret-keys --armor 0x1234ABCD5678EF90 > /dev/null",
    "keyctl padd user mailbox-passphrase @u",
    "docker run --secret id=npm_token_v2,src=$HOME/.npmrc image",
    "Traceback (most recent call last):\n  File \"key_file.py\", line 41, in load\nKeyError: 'owner_key_v2_encrypted'",
    "E   AssertionError: assert 'token' in {'key': 'abc', 'value': 17}",
    '<input type="password" autocomplete="current-password" name="password">',
    "<Button key={`row-${message.height}-${message.id}`} onClick={submit} />",
    ".sk-folding-cube .sk-cube2:before { animation-delay: 0.3s }",
)

ADDRESSES = (
    "https://example.org/search?q=token+password&page=2",
    "https://example.org/list?page_token=abc&sort_key=created_at_2",
    "https://docs.example.net/auth/bearer-tokens#refresh-token-rotation",
    "http://localhost:8080/api/v1/agents/builder/inbox?after=10482&limit=200",
    "https://github.example.net/team/repo/pull/4182/files#diff-" + _sha256("diff"),
    "https://github.example.net/team/repo/commit/" + _sha1("commit"),
    "https://ci.example.net/job/nightly/1234/artifact/dist/app-0.1.0.dev17+g" + _sha1("v")[:9] + ".whl",
    "https://user@git.example.net/team/repo.git",
    "git@git.example.net:team/repo.git",
    "ssh://git@git.example.net:2222/team/repo.git",
    "mailto:bob@example.net?subject=token%20expired",
    "https://cdn.example.net/fonts/inter-v13-latin-600.woff2?v=3.19",
    "https://example.net/?utm_source=mail&utm_campaign=2026-11-release-notes",
    "https://maps.example.net/@52.5200066,13.404954,17z",
    "file:///home/bob/projects/site/docs/keys.md:41:7",
    "https://wiki.example.net/Пароли_и_токены#Хранение",
    "https://ru.example.net/%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C/%D1%82%D0%BE%D0%BA%D0%B5%D0%BD",
    "s3://artifacts-2026/build/1234/app.tar.zst",
    "docker.example.net/team/app:1.2.3-rc1@sha256:" + _sha256("docker"),
    "pkg:pypi/pynacl@1.5.0?file_name=PyNaCl-1.5.0-cp36-abi3-manylinux_2_24_x86_64.whl",
    "rtsp://camera.example.net:554/stream1",
    "postgres://localhost:5432/app?sslmode=require",
    "https://hooks.example.net/services/build-finished",
    "data:image/png;base64," + _IMAGE,
    "![chart](data:image/png;base64," + _IMAGE + ")",
    "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'/>",
)

REPORT_LINES = (
    "All 412 tests pass in 31.7 s (3 skipped, 2 xfailed).",
    "412 passed, 3 skipped in 31.72s\n=========== short test summary info ===========",
    "Coverage 94.2 % (was 93.8 %); 12,345 statements, 716 missed.",
    "p50 0.42 ms, p95 1.07 ms, p99 3.3 ms over 100,000 messages; RSS 61 MB.",
    "BenchmarkScan-8   \t 1000000\t      1042 ns/op\t     128 B/op\t       3 allocs/op",
    "ETA 2026-11-30T18:30:00Z, see run 20261130.4.",
    "Version 1.2.3-rc.4+build.20261130.g" + _sha1("ver")[:7] + " is out.",
    "Python 3.11.9, PySide6-Essentials 6.11.3, SQLite 3.46.1, Linux 6.1.0-28-amd64 x86_64",
    "eth0: 52:54:00:12:34:56, 192.168.122.17/24, fe80::5054:ff:fe12:3456",
    "Invoice 2026-001734, IBAN DE89 3704 0044 0532 0130 00, total 1.234,56 EUR",
    "Tracking number 1Z999AA10123456784, order 702-1234567-1234567",
    "Phone +49 30 1234567, ticket OPS-41827, build #1289",
    "ISBN 978-3-16-148410-0, DOI 10.1000/xyz123, arXiv:2401.01234v2",
    "The model has 7,241,732,096 parameters and 32,768 tokens of context.",
    "tokens: 18,204 in, 3,912 out; cost 0.19",
    "Key findings: 1. latency halves 2. memory grows 3. none of the keys is used twice",
    "Key decisions of the week: keep SQLite, drop the second cache.",
    "secret scanning: 0 findings in 1,482 files",
    "The secret of the speed is one scan for all rules.",
    "Password policy: at least 16 characters, mixed; the check refuses shorter ones.",
    "password: required, min length 16, max length 128",
    "Token expired at 2026-11-30T11:59:59Z; asked the owner for a new one.",
    "token: expired 2026-11-30T11:59:59Z",
    "api key: rotated on 2026-11-28, kept in the keyring under mailbox/site",
    "- api key: rotated\n- token: none\n- password: unchanged since build 17\n",
    "| field | value |\n|---|---|\n| token | present |\n| key | ed25519 |\n| secret | none |\n",
    "The basic authentication-required page is shown.",
    "Bearer authentication is described in chapter 4; bearer tokens-of-trust are not used.",
    "basic auth is off, bearer auth is on",
    "Basic knowledge of SQL is enough. Basic requirements: 2 cores, 4 GB.",
    "Authorization: handled by the gateway, see docs/authorization-and-roles-v2.md",
    "We renamed `secret_key_base` to `session_signing_key_v2` everywhere.",
    "Please look at `mailbox_gui/core/keys/owner_key.py:88` and `tests/core/keys/test_owner_key.py`.",
    "drwx------ 2 bob bob 4096 Nov 30 12:03 keys\n-rw------- 1 bob bob   65 Nov 30 12:03 relay.secret",
    "relay.secret is 0600, owner.secret is encrypted (Argon2id), both pass `mailbox doctor`.",
    "The session key of site expires in 3 days: `keys delegate site --days 30`.",
    "Keys in documents are lowercase hex; a plain key file is 64 hex digits and a newline.",
    "seed 304712 reproduces it: `pytest -p randomly -p no:cacheprovider --randomly-seed=304712`",
    "random seed = 1234567890123456789, numpy 2.1",
    "passed: 412-of-415-tests-linux-x86_64, failed: 3",
    "tokens per second at commit: " + _sha1("tps"),
    "Key findings at commit: " + _sha1("findings"),
    "secret scan of run: 20261130.4, 0 findings; token count of the prompt: 18204",
    "password reset flow: tested with 17 browsers, see docs/reset-flow-v2.md",
    "The token bucket is full: 200-requests-per-minute-v2 applies.",
    "monkey: see no evil; turkey: roasted; hockey: 3-2 after extra time",
    "x86_64-unknown-linux-gnu, aarch64-apple-darwin, wasm32-unknown-unknown: all build.",
    "sk-circle-fade-dot, sk-double-bounce and sk-wandering-cubes-animation were dropped from the style sheet.",
    "0x7ffe1a2b3c4d 0x0000000000401136 0xdeadbeef 0xcafebabe",
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
)

RUSSIAN = (
    "Ночная сборка прошла: 412 тестов, 3 пропущено, 31,7 с. Подробности в docs/build.md.",
    "Пароль я не меняла: он лежит в связке ключей, имя записи mailbox/site-2026.",
    "Пароль: спросить у владельца.",
    "Пароль — не короче 16 знаков, буквы и цифры вперемешку.",
    "Токен истёк 2026-11-30T11:59:59Z, прошу новый.",
    "Токен: просрочен с 28.11.2026, ждём владельца",
    "Ключ: владельца, открытый; подпись сошлась.",
    "Ключ сортировки: created_at_utc_v2, порядок обратный.",
    "Секрет скорости: один проход по всем правилам.",
    f"Сборка {_sha1('ru')[:12]}, контрольная сумма sha256 {_sha256('ru2')}.",
    "Задача: перенести очередь на новый формат; отчёт к пятнице.",
    "В файле `keys/owner.pub` лежит открытый ключ, в `keys/owner.secret` — закрытый, его не пересылаем.",
    "Замерила: p50 0,42 мс, p95 1,07 мс на 100 000 сообщений; память 61 МБ.",
    "Исправлено в 4f0d3f9: заголовок с BOM больше не теряет первое поле.",
    "Письмо «Re: build #12 [urgent]» дошло, ответ в ветке 20261130T090000Z-hub-1f0c5a77d2e9.",
    "Пароль от стенда спросите у hub; сюда его писать нельзя.",
    "Вход по паролю отключён, остались ключи ssh-ed25519.",
    "Учётные данные: хранилище, путь kv/site/2026/db — читать оттуда.",
)

CHINESE = (
    "夜间构建已通过：412 个测试，跳过 3 个，用时 31.7 秒。",
    "密码没有改，仍在密钥环里，条目名为 mailbox/site-2026。",
    "密码：请向所有者询问。",
    "令牌已于 2026-11-30T11:59:59Z 过期，请换新的。",
    "密钥：公钥，签名验证通过。",
    f"提交 {_sha1('cn')[:12]} 修复了 BOM 的问题，校验和 sha256 {_sha256('cn2')}。",
    "任务：把队列迁移到新格式，周五前报告。",
    "接口文档见 https://docs.example.net/zh/auth?version=2026-11，第 4 章。",
    "性能：p50 0.42 毫秒，p95 1.07 毫秒，内存 61 MB。",
    "「口令」长度不少于 16 个字符，字母与数字混合。",
    "パスワードは変更していません。テストは 412 件すべて成功しました。",
    "비밀번호는 키링에 있습니다. 테스트 412개 통과.",
)

REPORTS = (
    f"""## Nightly build

All 412 tests pass on 3.11, 3.12 and 3.13. Two things to check:

1. `tests/core/keys/test_owner_key.py::test_wrong_passphrase` takes 1.6 s (Argon2id MODERATE), that is what it costs.
2. The wheel grew from 1.9 to 2.1 MB because of the fonts.

| file | bytes | sha256 |
|---|---|---|
| agent_mailbox-0.1.0-py3-none-any.whl | 2,104,311 | {_sha256("w")} |
| agent_mailbox-0.1.0.tar.gz | 3,410,882 | {_sha256("t")} |

Commit {_sha1("nightly")}, log in ci/nightly/2026-11-30.log.
""",
    f"""Bisected the flicker: first bad is {_sha1("bad")} ("Cache pixmaps by key").

    git bisect start {_sha1("bad")[:10]} {_sha1("good")[:10]}
    git bisect run ./scripts/flicker.sh --token-free

The cache key was (name, size); it must be (name, size, ratio, dark). Patch attached as
{_sha1("patch")[:8]}-cache-key.patch, 14 lines.
""",
    """# Migration of the session store

- `session_token` is now `session_id`; the old column stays until 2027-01.
- The signing key moved from `settings.py` to the keyring entry `app/signing-key-v2`.
- `password_hash` keeps its format ($argon2id$ only in the database, not in logs).

```sql
ALTER TABLE session RENAME COLUMN session_token TO session_id;
CREATE INDEX session_by_key ON session(user_id, created_at_utc);
```

Rollback: `alembic downgrade 2f6c1e9b7a40`.
""",
    """I need the deploy token for the staging registry. It belongs into the keyring entry
`registry/staging`, the name of the variable is REGISTRY_TOKEN. Please do not send it here: the relay refuses
messages with secrets. With it I run

    REGISTRY_TOKEN=$(keyring get registry staging) ./deploy.sh --env staging --tag v1.4.2
""",
    f"""Incident 2026-11-29: 23 requests failed with 401 between 21:04:11 and 21:06:40 UTC.

Cause: the OAuth token of the worker expired (expires_in 3600, clock was 4 s ahead). Request ids:
- {uuid.uuid5(uuid.NAMESPACE_URL, "r1")}
- {uuid.uuid5(uuid.NAMESPACE_URL, "r2")}
- {uuid.uuid5(uuid.NAMESPACE_URL, "r3")}

Fix: refresh 60 s early. `token_refresh_margin_seconds = 60` in config/worker.toml.
""",
    """The scanner found no secrets in 1,482 files. False positives of the old one, for the record: commit hashes in
CHANGELOG.md, `integrity` lines of package-lock.json, test vectors of BIP-340, and `key: value` samples in docs/.
""",
    """config sample for the docs:

```yaml
database:
  url: postgres://user:password@localhost:5432/app
  pool: 10
auth:
  token: ${AUTH_TOKEN}
  secret: <generate with `openssl rand -hex 32`>
  api_key: your-api-key-here
```
""",
    f"""Reproduced. Environment: Debian 12, kernel 6.1.0-28-amd64, Python 3.11.2, Qt 6.11.3.
Core was generated by `mailbox-gui'. Program terminated with signal SIGABRT.
#0  0x00007f8f1c2a9e2c in ?? () from /lib/x86_64-linux-gnu/libc.so.6
#1  0x00007f8f1c25afb2 in raise ()
BuildID[sha1]={_sha1("bid")}, stripped
""",
    """Перенос очереди готов. Что сделано:

1. Формат записи — строка JSON, ключи по алфавиту; поле `key` — открытый ключ, `signature` — 128 знаков.
2. Тесты: 58 новых, все зелёные; прогон 12,4 с.
3. Токены доступа больше не хранятся в базе, только имена записей связки ключей.

Осталось: `mailbox reindex` на больших журналах (10 млн строк — 41 с).
""",
    """迁移完成：
1. 记录格式改为 JSON 行，`key` 为公钥，`signature` 为 128 位十六进制。
2. 新增 58 个测试，全部通过，用时 12.4 秒。
3. 数据库不再保存访问令牌，只保存密钥环条目的名称。
""",
    """Release checklist 0.1.0

- [x] version in `mailbox_gui/__init__.py`
- [x] `make test` (1,204 passed), `make lint`
- [ ] tag v0.1.0, signed with the release key (fingerprint in SECURITY.md)
- [ ] upload with the token from the CI secret PYPI_TOKEN
- [ ] announce
""",
)

BENIGN: tuple[str, ...] = (
    *HASHES, *PLACEHOLDERS, *CODE, *ADDRESSES, *REPORT_LINES, *RUSSIAN, *CHINESE, *REPORTS,
)  # fmt: skip
