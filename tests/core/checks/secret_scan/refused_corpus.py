"""Bodies that must be refused, each with a name: the known shapes, and the ways in which people write secrets down."""

from __future__ import annotations

from tests.core.checks.secret_scan.made_up import (
    ALNUM,
    BASE58,
    BASE64,
    BECH32,
    HEX,
    LOWER_DIGITS,
    UPPER_DIGITS,
    URL_SAFE,
    aws_id,
    b64,
    drawn,
    github,
    password,
    pem,
)

_SECRET = password()
_KEY_HEX = drawn(HEX, 64, 7)
_AWS_SECRET = "k7" + drawn(BASE64, 37) + "Q"

SHAPES: dict[str, str] = {
    "github classic": github(),
    "github oauth": "gh" + "o_" + drawn(ALNUM, 36),
    "github app": "gh" + "s_" + drawn(ALNUM, 36),
    "github refresh": "gh" + "r_" + drawn(ALNUM, 36),
    "github fine grained": "github" + "_pat_" + drawn(ALNUM, 22) + "_" + drawn(ALNUM, 59),
    "gitlab": "gl" + "pat-" + drawn(URL_SAFE, 20),
    "gitlab runner": "gl" + "rt-" + drawn(URL_SAFE, 20),
    "gitlab deploy": "gl" + "dt-" + drawn(URL_SAFE, 20),
    "slack bot": "xo" + "xb-" + "123456789012-1234567890123-" + drawn(ALNUM, 24),
    "slack user": "xo" + "xp-" + "1234567890-1234567890-1234567890-" + drawn(HEX, 32),
    "slack app": "xa" + "pp-1-A0" + drawn(UPPER_DIGITS, 9) + "-1234567890123-" + drawn(HEX, 64),
    "slack webhook": "https://hooks.sl"
    + "ack.com/services/T0"
    + drawn(UPPER_DIGITS, 8)
    + "/B0"
    + drawn(UPPER_DIGITS, 8)
    + "/"
    + drawn(ALNUM, 24),
    "google api key": "AI" + "za" + drawn(URL_SAFE, 35),
    "google client secret": "GOC" + "SPX-" + drawn(URL_SAFE, 28),
    "google oauth token": "ya" + "29." + drawn(URL_SAFE, 80),
    "aws id": aws_id(),
    "aws session id": "AS" + "IA" + drawn(UPPER_DIGITS, 16),
    "telegram": "7123456789" + ":AA" + drawn(URL_SAFE, 33),
    "discord bot": "M" + drawn(ALNUM, 23) + "." + drawn(ALNUM, 6) + "." + drawn(URL_SAFE, 38),
    "discord webhook": "https://disc" + "ord.com/api/webhooks/123456789012345678/" + drawn(URL_SAFE, 68),
    "nostr secret key": "ns" + "ec1" + drawn(BECH32, 58),
    "openai": "s" + "k-" + drawn(ALNUM, 48),
    "openai project": "s" + "k-proj-" + drawn(URL_SAFE, 74) + "T3BlbkFJ" + drawn(URL_SAFE, 74),
    "anthropic": "s" + "k-ant-api03-" + drawn(URL_SAFE, 93) + "AA",
    "openrouter": "s" + "k-or-v1-" + drawn(HEX, 64),
    "stripe live": "sk" + "_live_" + drawn(ALNUM, 24),
    "stripe restricted": "rk" + "_live_" + drawn(ALNUM, 24),
    "stripe webhook": "wh" + "sec_" + drawn(ALNUM, 32),
    "hugging face": "h" + "f_" + drawn("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 34),
    "npm": "np" + "m_" + drawn(ALNUM, 36),
    "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + drawn(URL_SAFE, 90),
    "sendgrid": "S" + "G." + drawn(URL_SAFE, 22) + "." + drawn(URL_SAFE, 43),
    "digitalocean": "do" + "p_v1_" + drawn(HEX, 64),
    "docker": "dckr" + "_pat_" + drawn(URL_SAFE, 27),
    "vault": "hv" + "s." + drawn(URL_SAFE, 95),
    "tailscale": "ts" + "key-api-" + drawn(ALNUM, 30),
    "shopify": "shp" + "at_" + drawn(HEX, 32),
    "databricks": "da" + "pi" + drawn(HEX, 32),
    "grafana": "gl" + "sa_" + drawn(ALNUM, 32) + "_" + drawn(HEX, 8),
    "groq": "gs" + "k_" + drawn(ALNUM, 52),
    "replicate": "r" + "8_" + drawn(ALNUM, 37),
    "linear": "li" + "n_api_" + drawn(ALNUM, 40),
    "rubygems": "ruby" + "gems_" + drawn(HEX, 48),
    "postman": "PM" + "AK-" + drawn(HEX, 24) + "-" + drawn(HEX, 34),
    "atlassian": "AT" + "ATT3xFfGF0" + drawn(URL_SAFE, 80),
    "pulumi": "pu" + "l-" + drawn(HEX, 40),
    "doppler": "d" + "p.pt." + drawn(ALNUM, 43),
    "jwt": "ey" + "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + "ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0." + drawn(URL_SAFE, 43),
    "azure storage": "DefaultEndpointsProtocol=https;AccountName=demo;Account" + "Key=" + drawn(BASE64, 86) + "==",
    "wallet": "xp" + "rv9s21ZrQH" + drawn(BASE58, 101),
    "age": "AGE-SECRET" + "-KEY-1" + drawn("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "1password": "op" + "s_ey" + "J" + drawn(ALNUM, 300),
    "twilio": "S" + "K" + drawn(HEX, 32),
    "mailgun": "mailgun_api_key = key" + "-" + drawn(HEX, 32),
}

BLOCKS: dict[str, str] = {
    "pkcs8": pem(),
    "rsa": pem("RSA PRIVATE KEY"),
    "ec": pem("EC PRIVATE KEY", 3),
    "openssh": pem("OPENSSH PRIVATE KEY"),
    "encrypted": pem("ENCRYPTED PRIVATE KEY"),
    "pgp": pem("PGP PRIVATE KEY BLOCK"),
    "with headers": "-----BEGIN RSA PRIVATE"
    + " KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,"
    + drawn(HEX, 32).upper()
    + "\n\n"
    + drawn(BASE64, 64)
    + "\n",
    "cut off": "-----BEGIN PRIVATE" + " KEY-----\n" + drawn(BASE64, 40),
    "in one line": "-----BEGIN PRIVATE" + " KEY-----\\n" + drawn(BASE64, 64) + "\\n-----END PRIVATE" + " KEY-----\\n",
    "quoted": "\n".join("> " + line for line in pem().splitlines()),
    "indented": "\n".join("    " + line for line in pem().splitlines()),
    "in json": '{"private_key": "' + pem().replace("\n", "\\n") + '"}',
    "putty": "PuTTY-User-Key"
    + "-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 2\n"
    + drawn(BASE64, 64)
    + "\nPrivate"
    + "-Lines: 1\n"
    + drawn(BASE64, 44),
    "key file alone": _KEY_HEX,
    "key file in a fence": f"The session key for the new agent:\n\n```\n{_KEY_HEX}\n```\n",
    "key file under its name": f"agents/site/session.key\n{_KEY_HEX}\n",
    "owner.secret": f"owner.secret: {_KEY_HEX}",
    "secret key in hex": f"The secret key is {_KEY_HEX}, keep it.",
    "hex seed": f"ed25519 seed = {_KEY_HEX}",
    "private key with 0x": f"private key: 0x{_KEY_HEX}",
    "base64 seed": "seed: " + drawn(BASE64, 43) + "=",
    "seed phrase": "seed phrase: " + "legal winner thank year wave sausage worth useful legal winner thank yellow",
}

WRITTEN_DOWN: dict[str, str] = {
    "password =": f"password = {_SECRET}",
    "password:": f"password: {_SECRET}",
    "quoted": f'password = "{_SECRET}"',
    "single quotes": f"password='{_SECRET}'",
    "no blanks": f"DB_PASSWORD={_SECRET}",
    "export": f"export API_TOKEN={_SECRET}",
    "json": f'{{"user": "bob", "password": "{_SECRET}"}}',
    "json secret": f'{{"client_secret":"{_SECRET}","x":1}}',
    "yaml": f"db:\n  user: app\n  password: {_SECRET}\n",
    "toml": f'[auth]\ntoken = "{_SECRET}"\n',
    "ini": f"[smtp]\npasswd={_SECRET}",
    "code": f'client = Client(api_key="{_SECRET}")',
    "arrow": f"secret => '{_SECRET}'",
    "walrus": f'token := "{_SECRET}"',
    "is": f"The password is {_SECRET}.",
    "bold": f"**Password:** {_SECRET}",
    "bold value": f"Password: **{_SECRET}**",
    "code span": f"The password is `{_SECRET}`",
    "table": f"| what | value |\n|---|---|\n| password | {_SECRET} |\n",
    "dash": f"Пароль — {_SECRET}",
    "russian": f"пароль: {_SECRET}",
    "russian capital": f"Пароль: {_SECRET}",
    "russian all capitals": f"ПАРОЛЬ = {_SECRET}",
    "russian token": f"Токен: {_SECRET}",
    "russian key": f"Ключ: {_SECRET}",
    "chinese": f"密码:{_SECRET}",
    "chinese wide colon": f"密码：{_SECRET}，请保密",
    "chinese token": f"令牌 是 {_SECRET}",
    "next line": f"Password:\n\n  {_SECRET}\n",
    "fence": f"The token:\n```\n{_SECRET}\n```",
    "list": f"- user: bob\n- password: {_SECRET}",
    "quoted mail": f"> password: {_SECRET}",
    "flag": f"tool --password {_SECRET} --verbose",
    "flag with =": f"tool --token={_SECRET}",
    "xml": f"<password>{_SECRET}</password>",
    "sql": f"CREATE USER app IDENTIFIED BY '{_SECRET}'; -- password",
    "sql password": f"ALTER ROLE app PASSWORD '{_SECRET}';",
    "netrc": f"machine git.example.net login bob password {_SECRET}",
    "query": f"https://api.example.net/v1?access_token={_SECRET}&page=2",
    "api key": f"api key: {_SECRET}",
    "x-api-key": f"X-Api-Key: {_SECRET}",
    "private key =": f"private_key = {_SECRET}",
    "access key": f"access-key: {_SECRET}",
    "passphrase": f"passphrase: {_SECRET}",
    "hex token": "token: " + drawn(HEX, 40),
    "hex secret": "SECRET_KEY = " + drawn(HEX, 64),
    "uuid token": "api_token: 7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "aws secret": f"aws_secret_access_key = {_AWS_SECRET}",
    "aws secret in prose": f"The AWS secret is {_AWS_SECRET}",
    "special characters": "password: " + "T9#mq!Lx" + "$w2Kz&Rv7",
    "words and digits": "password: " + "SuperSecret" + "Password2026",
    "dashes": "licence key: " + "XK7F-9QP2-" + "M4TZ-8WLR-77QA",
    "totp": "totp secret: " + drawn(UPPER_DIGITS, 32),
    "bearer": "Authorization: Bear" + "er " + drawn(URL_SAFE, 40),
    "bearer alone": "use bear" + "er " + drawn(URL_SAFE, 32),
    "basic": "Authorization: Bas" + "ic " + b64("bob:" + "hunter2hunter2"),
    "token scheme": "Authorization: token " + drawn(HEX, 40),
    "curl": 'curl -H "Authorization: Bear' + "er " + drawn(ALNUM, 30) + '" https://api.example.net',
    "curl user": "curl -u bob:" + "S3cretPass99 https://api.example.net/v1",
    "url": "https://bob:" + "S3cretPass99@git.example.net/x.git",
    "postgres": "postgres://app:" + "Pa55w0rdLong@db.internal:5432/app",
    "mongodb": "mongodb+srv://app:" + drawn(LOWER_DIGITS, 14) + "@cluster0.example.net/test",
    "redis": "redis://:" + "p4ssw0rdp4ss@127.0.0.1:6379/0",
    "amqp": "amqp://guest2:" + "guest-77-pw@mq:5672//",
    "smtp": "smtps://mailer:" + "abc%40Def99@smtp.example.net",
    "url token": "https://" + drawn(ALNUM, 40) + "@git.example.net/team/x.git",
    "x-oauth-basic": "https://" + drawn(HEX, 40) + ":x-oauth-basic@git.example.net/x.git",
    "base64 of a token": "see " + b64(github()),
}

REFUSED: dict[str, str] = {
    f"{group}: {name}": text
    for group, texts in (("shape", SHAPES), ("block", BLOCKS), ("written", WRITTEN_DOWN))
    for name, text in texts.items()
}
