"""Passwords of 10 to 15 characters as people write them down; all must be refused. Every value is made up."""

from __future__ import annotations

from tests.core.checks.secret_scan.made_up import ALNUM, LOWER_DIGITS, UPPER_DIGITS, drawn

_DRAWN = "kV9mQ2" + "xTz7Lp"
_LEET = "s3cr3t" + "Passw0rd!"
_WORD = "Sommer" + "2026"

VALUES: dict[str, str] = {
    "drawn, 14": "kV9mQ2" + "xTz7Lpwe",
    "drawn with a sign": "kV9#mQ2" + "xTz7Lp",
    "drawn, 12": _DRAWN,
    "drawn, 10": "kV9mQ2" + "xTz7",
    "words, numbers and capitals": "hunter2" + "abcXYZ99",
    "leet": _LEET,
    "leet and more": "Tr0ub4dor" + "&3xyz",
    "leet with signs": "Pa$$w0" + "rd12",
    "leet and a number": "P@ssw0" + "rd123",
    "capitals and a sign": "Pass@" + "Word1x",
    "groups": "kV9m-Q2" + "xT-z7Lp",
    "dots and underscores": "kV9_mQ2" + ".xTz7",
    "word and year": _WORD,
    "word, year and sign": "Sommer#" + "2026",
    "word and two digits": "liver" + "pool08",
    "keyboard row": "qwerty" + "123456",
    "name at number": "admin@" + "12345",
    "two signs": "fo@ba" + "!r#xyz",
    "small letters and digits": drawn(LOWER_DIGITS, 12),
    "capitals and digits": drawn(UPPER_DIGITS, 15, 3),
    "letters and digits, 10": drawn(ALNUM, 10, 4),
    "letters and digits, 15": drawn(ALNUM, 15),
    "few digits": "NqVwYS" + "81VPfj",
    "one digit": "tbxAk7" + "jqevPw",
    "hexadecimal": "9b1d0c" + "44aa10",
}

WRITTEN: dict[str, str] = {
    "=": f"DB_PASSWORD={_DRAWN}",
    "= with blanks": f"password = {_DRAWN}",
    "is": f"passwd is {_DRAWN}",
    "is, in prose": f"The password is {_DRAWN}.",
    "is now": f"The password is now {_DRAWN}.",
    "was": f"The old password was {_DRAWN}",
    "set to": f"I set the password to {_DRAWN} on staging.",
    "leet, exclaimed": f"DB_PASSWORD={_LEET}",
    "sign at the end": 'password: "Sommer-' + '2026!"',
    "short for it": f"pwd={_DRAWN}",
    "in capitals": f"MYSQL_PWD={_DRAWN}",
    "pass": f"user: bob, pass: {_DRAWN}",
    "DB_PASS": f"DB_PASS={_DRAWN}",
    "dbPass": f"const dbPass = '{_DRAWN}';",
    "pw": f"pw: {_DRAWN}",
    "ADMIN_PW": f"ADMIN_PW={_DRAWN}Rq8ZtW",
    "passphrase": f"passphrase: {_DRAWN}",
    "passcode": f"passcode: {_DRAWN}",
    "numbered": f"password2 = '{_DRAWN}'",
    "property": f"spring.datasource.password={_DRAWN}",
    "json": f'{{"user":"bob","password":"{_DRAWN}","port":5432}}',
    "yaml": f"db:\n  user: app\n  password: {_DRAWN}\n",
    "xml": f"<password>{_DRAWN}</password>",
    "flag": f"tool --password {_DRAWN} --verbose",
    "flag with =": f"tool --password={_DRAWN}",
    "query": f"https://api.example.net/login?user=bob&password={_DRAWN}&page=2",
    "sql": f"ALTER ROLE app PASSWORD '{_DRAWN}';",
    "sql user": f"CREATE USER app IDENTIFIED BY '{_DRAWN}';",
    "netrc": f"machine git.example.net login bob password {_DRAWN}",
    "table": f"| what | value |\n|---|---|\n| password | {_DRAWN} |\n",
    "bold": f"**Password:** `{_DRAWN}`",
    "next line": f"Password:\n\n  {_DRAWN}\n",
    "quoted mail": f"> password: {_DRAWN}",
    "for": f"The password for staging: {_DRAWN}",
    "in brackets": f"password (staging): {_DRAWN}",
    "german": f"Passwort: {_DRAWN}",
    "german, a sentence": f"Das Passwort lautet {_DRAWN}.",
    "german, word and year": f"Kennwort: {_WORD}",
    "french": f"mot de passe : {_DRAWN}",
    "spanish": f"La contraseña es {_DRAWN}",
    "russian": f"пароль: {_DRAWN}",
    "russian capital": f"Пароль — {_DRAWN}",
    "russian, of": f"Пароль от стенда: {_DRAWN}",
    "russian, word and year": f"Пароль от стенда: {_WORD}",
    "chinese": f"密码：{_DRAWN}，请保密",
    "chinese, is": f"密码是{_DRAWN}",
    "chinese, 口令": f"口令为 {_DRAWN}",
    "japanese": f"パスワード：{_DRAWN}",
    "korean": f"비밀번호: {_DRAWN}",
}

PASSWORDS: dict[str, str] = {
    **{f"value: {name}": f"password: {value}" for name, value in VALUES.items()},
    **{f"form: {name}": text for name, text in WRITTEN.items()},
}
