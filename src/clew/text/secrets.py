"""Keys, tokens and passwords in a text, and passages marked as private: found by form, replaced before they are stored.

Boundaries are ASCII on purpose: a letter of another script beside a key does not belong to it. What only looks like a
secret (placeholders, names of algorithms, calls of code) is left alone; prose about passwords is no password.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clew.text import regex as re


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands, in code points."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Screened:
    """A text with markers in the place of secrets."""

    text: str
    found: Counter[str]
    """Kind of secret → how many."""


@dataclass(frozen=True, slots=True)
class _Form:
    kind: str
    hints: tuple[str, ...]
    """One of these stands in every text that has such a secret; looked for before the pattern is tried."""
    pattern: re.Pattern[str]

    def hinted(self, text: str) -> bool:
        """Whether the pattern is worth trying."""
        for hint in self.hints:  # noqa: SIM110  # a generator costs twice as much, and every message is asked
            if hint in text:
                return True
        return False


def _form(kind: str, hints: str, body: str) -> _Form:
    return _Form(kind, tuple(hints.split()), re.compile(rf"(?<![A-Za-z0-9_]){body}(?![A-Za-z0-9])"))


# forms as their issuers document them
_FORMS = (
    _form("aws-key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}"),
    _form("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    _form("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _form("gitlab-token", "glpat- gldt- glrt- glcbt- glptt-", r"gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_-]{20,80}"),
    _form("slack-token", "xox xapp-", r"(?:xox[abeoprs]|xapp)-[0-9A-Za-z-]{10,250}"),
    _form("slack-webhook", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9_/-]{20,200}"),
    _form("api-key", "sk-", r"sk-(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{20,250}"),
    _form("api-key", "gsk_ xai- pplx- hf_ r8_ nvapi-", r"(?:gsk_|xai-|pplx-|hf_|r8_|nvapi-)[A-Za-z0-9_-]{30,200}"),
    _form("stripe-key", "_live_ _test_ whsec_", r"(?:(?:sk|rk)_(?:live|test)_|whsec_)[0-9A-Za-z]{16,250}"),
    _form("google-key", "AIza", r"AIza[0-9A-Za-z_-]{35}"),
    _form("google-token", "ya29. GOCSPX-", r"(?:ya29\.[0-9A-Za-z_-]{20,400}|GOCSPX-[0-9A-Za-z_-]{20,40})"),
    _form("sendgrid-key", "SG.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}"),
    _form("mailchimp-key", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    _form("npm-token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _form("pypi-token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,400}"),
    _form("telegram-token", ":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    _form("cloud-token", "dop_v1_ dor_v1_ doo_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _form("cloud-token", "dapi hvs. tskey-", r"(?:dapi[a-f0-9]{32}|hvs\.[\w-]{24,200}|tskey-[A-Za-z0-9-]{20,100})"),
    _form("shop-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _form("service-token", "lin_api_ ntn_ ATATT3 figd_", r"(?:lin_api_|ntn_|ATATT3|figd_)[A-Za-z0-9_=-]{24,300}"),
    _form("service-token", "NRAK- glsa_ PMAK- sntrys_", r"(?:NRAK-|glsa_|PMAK-|sntrys_)[A-Za-z0-9_=-]{24,300}"),
    _form("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _form("azure-key", "AccountKey=", r"(?<=AccountKey=)[A-Za-z0-9+/]{40,100}={0,2}"),
    _form("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{16,2000}"),
)  # fmt: skip
_PEM = re.compile(
    r"-----BEGIN (?P<what>[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
    r"(?:(?!-----BEGIN ).)*?(?:-----END (?P=what)-----|\Z)",
    re.DOTALL,
)
_URL = re.compile(r"(?<=://)[^\s/:@\"'<>]{0,80}:(?P<v>[^\s/@\"'<>{}$*\[\]]{3,120})@(?=[\w\[])", re.ASCII)
_HEADER = re.compile(
    r"\b(?:Authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:Bearer|Basic|Token)|Bearer)\s{1,3}"
    r"(?P<v>[A-Za-z0-9._~+/-]{16,4000}={0,2})",
    re.ASCII,
)
_WORDS = (
    r"pass(?:word|wd|phrase|code)|pwd|passwort|kennwort|contrase[nñ]a|senha|mot de passe|wachtwoord|l[oö]senord|"
    r"adgangskode|has[lł]o|парол[ьяюе]м?|şifre|parola|密码|密碼|口令|パスワード|비밀번호|암호|كلمة المرور|पासवर्ड"
)
_KEYS = (
    r"(?:api|access|auth|secret|private|encryption|account|service|client|signing|master)[ _-]?(?:key|token|secret)|"
    r"secret|token|credentials?|密钥|密鑰|令牌|秘钥|トークン|シークレット|토큰|токен|ключ"
)
_NAMED = (
    "passw passp passc pwd secret token key credential kennwort contrase senha passe wachtwoord senord adgangskode "
    "hasło haslo парол şifre parola 密 口令 令牌 秘钥 パスワード トークン シークレット 비밀번호 암호 토큰 "
    "токен ключ كلمة पासवर्ड"
)
_NAMES = tuple(_NAMED.split())
"""What stands in every text that names a password or token; looked for in lower case before any pattern is tried."""
_NEAR = (24, 340)
"""Code points before and after such a word in which name and value lie."""
_OF = r"of|for|on|to|at|für|vom|von|zum|zur|beim|des|der|de|du|del|della|pour|para|per"
_WHOSE = rf"(?:\s(?:{_OF})(?:\s[\w'’.-]{{1,30}}){{1,4}}?)?"
"""What a password is of: "the password of the router is …"."""
_SAID = re.compile(
    rf"(?:(?P<password>{_WORDS})|(?P<token>{_KEYS}))(?:_?\d{{1,2}})?[\"'`*\])]{{0,3}}{_WHOSE}"
    r"(?:\s{0,3}(?P<sign>:=|=>|={1,3}|[:：＝])\s{0,3}|\s{1,3}(?:is|was|ist|war|lautet|est|es|era|é|är|er|jest|to|это)\s{1,3}|"
    r"\s?(?:是|为|為|は|은|는)\s?)"
    r"(?:\*\*)?[@rbf]?(?P<quote>[\"'`“„«「])?(?P<v>[!#-&*+\--;=?@A-Z\\^_a-z~]{6,300})",
    re.IGNORECASE,
)
_DUMMY = re.compile(
    r"example|sample|change[_-]?(?:me|it)|your|placeholder|redacted|dummy|secret:|my[_-]?(?:pass|secret|token|key)|insert|"
    r"x{4}|\*{3}|\.{3}|\$\{|\{\{|%\(|^[$%<]|^(?:https?:|ftp:|file:|/|~/|\./)|(?:^|[^a-z])(?:env|environ|process|config|self|"
    r"settings|vault|secrets)[.\[]|^(?:none|null|true|false|undefined|string|optional|required)\b",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"(?:sha|md|base|aes|utf|rsa|rot|hs|rs|es|ed|x|argon|scrypt|bcrypt|pbkdf|hmac|oauth|fido|web|pkcs|gpt|iso|rfc|v)[-_]?\d|"
    r"2fa|mfa|\d+[-+]?(?:char|bit|byte|digit|day|hour|min|sec|month|year)|[\d.,:/-]+$",
    re.IGNORECASE,
)
_RUN = re.compile(r"(?=[A-Za-z+/=_]*\d)(?=[\d+/=_]*[A-Za-z])[A-Za-z0-9+/=_]{12,}")
_CODE = re.compile(r"\w+(?:\.\w+)+\(?$|\w+\($|\w+\[|\w+::\w+")
_MARKER = r"\[secret:[a-z-]+:[0-9a-f]{8}\]"
_STATED = re.compile(rf"^\W*{_MARKER}|{_MARKER}\W*$")
_PRIVATE = re.compile(r"<(?P<close>/?)private(?:\s[^<>]{0,100})?>", re.IGNORECASE)


def find(text: str) -> tuple[Secret, ...]:
    """Secrets in the order of the text, none overlapping another."""
    found: list[Secret] = []
    end = 0
    for secret in sorted(_all(text), key=lambda s: (s.start, -s.end)):
        if secret.start >= end:
            found.append(secret)
            end = secret.end
    return tuple(found)


def redact(text: str, salt: str) -> Screened:
    """The text with `[secret:<kind>:<digest>]` in the place of each secret; the digest is salted."""
    secrets = find(text)
    out: list[str] = []
    at = 0
    for secret in secrets:
        digest = hashlib.sha256(f"{salt}\x1f{text[secret.start : secret.end]}".encode("utf-8", "replace")).hexdigest()
        out += (text[at : secret.start], f"[secret:{secret.kind}:{digest[:8]}]")
        at = secret.end
    return Screened("".join((*out, text[at:])) if secrets else text, Counter(s.kind for s in secrets))


def hidden(text: str) -> bool:
    """Whether what a statement states is a marker: its first or last word, as in `my key is [secret:…]`."""
    return _STATED.search(text) is not None


def unprivate(text: str, inside: bool = False) -> tuple[str, int, bool]:
    """The text without `<private>…</private>`, how many passages left it, and whether one is open at its end.

    A passage without an end reaches to the end. A tag alone in a code span is spoken of, not used.
    """
    out: list[str] = []
    at, count, depth = 0, int(inside), int(inside)
    for tag in _PRIVATE.finditer(text):
        mentioned = text[tag.start() - 1 : tag.start()] == "`" and text[tag.end() : tag.end() + 1] == "`"
        if depth == 0 and (tag["close"] or mentioned):
            continue
        if depth == 0:
            out.append(text[at : tag.start()])
            count += 1
        depth += -1 if tag["close"] else 1
        at = tag.end()
    if depth == 0:
        out.append(text[at:])
    return ("[private]".join(("", *out) if inside else out) if count else text), count, depth > 0


def _all(text: str) -> Iterator[Secret]:
    for form in _FORMS:
        if form.hinted(text):
            yield from _matches(form.kind, form.pattern, text, 0, _real)
    if "PRIVATE KEY" in text:
        yield from _matches("private-key", _PEM, text, 0, lambda value: len(value) > 100)
    if "://" in text:
        yield from _matches("password", _URL, text, "v", _real)
    if "Bearer" in text or "Authorization" in text:
        yield from _matches("token", _HEADER, text, "v", lambda value: _real(value) and _RUN.search(value) is not None)
    lowered = text.lower()
    names = [name for name in _NAMES if name in lowered]
    if names:
        # where lower case has another length, places differ: then all of the text is looked at
        yield from _said(text, _windows(lowered, names) if len(lowered) == len(text) else [(0, len(text))])


def _matches(
    kind: str, pattern: re.Pattern[str], text: str, group: int | str, keep: Callable[[str], bool]
) -> Iterator[Secret]:
    for match in pattern.finditer(text):
        if keep(match[group]):
            yield Secret(kind, *match.span(group))


def _real(value: str) -> bool:
    return _DUMMY.search(value) is None and len(set(value)) > 3


def _windows(lowered: str, names: list[str]) -> list[tuple[int, int]]:
    """Stretches around the words, merged where they meet."""
    places: list[int] = []
    for name in names:
        at = lowered.find(name)
        while at >= 0:
            places.append(at)
            at = lowered.find(name, at + 1)
    found: list[tuple[int, int]] = []
    for place in sorted(places):
        start, end = max(0, place - _NEAR[0]), place + _NEAR[1]
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _said(text: str, windows: list[tuple[int, int]]) -> Iterator[Secret]:
    """Values that are named: `password = …`, `the password is …`."""
    for start, end in windows:
        for match in _SAID.finditer(text, start, end):
            value = match["v"] if match["quote"] else match["v"].rstrip(".,:;!?*\\")
            kind = "password" if match["password"] else "token"
            if text[match.end() : match.end() + 1] in ("(", "["):
                continue
            if _real(value) and not _TECHNICAL.match(value) and not _CODE.match(value) and _strong(value, kind):
                yield Secret(kind, match.start("v"), match.start("v") + len(value))


def _strong(value: str, kind: str) -> bool:
    if kind == "token":
        return _RUN.search(value) is not None
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    signs = any(c in "!#$%&*+?@^~" for c in value[1:])
    return len(value) >= 6 and letters and (digits or signs)
