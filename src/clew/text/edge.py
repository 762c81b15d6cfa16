"""Where a text may be cut: never inside what a reader sees as one character, one word or one number."""

from __future__ import annotations

import unicodedata
from typing import Literal

from clew.text import regex as re

Side = Literal["start", "end"]

INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff\x00"
)
"""Characters that take no room: soft hyphen, zero-width signs, direction marks."""

_JOINER = "\u200d"
_TEEN = re.compile("[\U0001f3fb-\U0001f3ff\ufe00-\ufe0f\U000e0020-\U000e007f\u20e3]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
_JAMO = re.compile("[\u1160-\u11ff\ud7b0-\ud7fb]")
_HEAD = re.compile("[\u1100-\u11ff\uac00-\ud7fb]")
# Scripts written without spaces: a cut between two of their characters is no cut inside a word.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
_NUMERAL = re.compile("[〇零一二三四五六七八九十百千万萬亿億兆两兩]")
_SMALL = re.compile(
    "[ー\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087]"
)
_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff]")
_PARTICLE = re.compile(
    "(?:은|는|이|가|을|를|에|의|로|으로|와|과|도|만|에서|에게|부터|까지|라고|이라고|보다|처럼)(?![\uac00-\ud7a3])"
)
_IN_NUMBER = frozenset(".,:/-–−'’^*×\u2044")
_IN_WORD = frozenset("'’ʼ-‐‑.@&")
_AFTER_WORD = frozenset("+#%‰")
_FLAGS = 64
"""Flags in a row that are counted back to pair their letters; keeps the work linear."""
_MINUS = frozenset("-−–")
_ELIDED = re.compile(r"(?:^|[^\w])(?:\w{1,2}|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|dell|nell|sull|dall|all|quest)$")


def cluster(text: str, at: int) -> int:
    """End of the user-perceived character that begins here."""
    end = at + 1
    while end < len(text) and _extends(text, end):
        end += 1
    return end


def _extends(text: str, at: int) -> bool:
    """Whether the character here belongs to the one before it: marks, joined emoji, flags, syllables."""
    char = text[at]
    if char < "\u0300":
        return False
    before = text[at - 1]
    if unicodedata.category(char)[0] == "M" or _TEEN.match(char):
        return True
    if char == _JOINER:
        return at + 1 < len(text) and _pictures(text, at)
    if before == _JOINER:
        return at > 1 and _pictures(text, at - 1)
    if _FLAG.match(char):
        return _second_flag(text, at)
    return bool(_JAMO.match(char) and _HEAD.match(before))


def _pictures(text: str, joiner: int) -> bool:
    """Whether a zero-width joiner joins two emoji; in writing systems it only guides letter shapes."""
    before, after = text[joiner - 1], text[joiner + 1 : joiner + 2]
    return (
        bool(after)
        and unicodedata.category(after) == "So"
        and (unicodedata.category(before) == "So" or bool(_TEEN.match(before)))
    )


def _second_flag(text: str, at: int) -> bool:
    run = at
    while run > max(0, at - _FLAGS) and _FLAG.match(text[run - 1]):
        run -= 1
    return (at - run) % 2 == 1


def clean(text: str, at: int, side: Side) -> bool:
    """Whether a quote may start or end here: nothing that belongs together stands on both sides."""
    if at <= 0 or at >= len(text):
        return True
    if _extends(text, at):
        return False
    left, right = _left(text, at), _right(text, at)
    if left < 0 or right >= len(text):
        return True
    return not _same_number(text, left, right) and not _same_word(text, left, right, side)


def _left(text: str, at: int) -> int:
    """The nearest visible character before a place: stars and invisible characters are looked through."""
    at -= 1
    while at >= 0 and (text[at] in INVISIBLE or text[at] == "*" or unicodedata.category(text[at]) == "Mn"):
        at -= 1
    return at


def _right(text: str, at: int) -> int:
    while at < len(text) and (text[at] in INVISIBLE or text[at] == "*"):
        at += 1
    return at


def _numeric(char: str) -> bool:
    return char.isnumeric()


def _same_number(text: str, left: int, right: int) -> bool:
    a, b = text[left], text[right]
    if _numeric(a) and _numeric(b):
        return not (_UNSPACED.match(a) or _UNSPACED.match(b)) or bool(_NUMERAL.match(a) or a.isdigit())
    if _numeric(a) and b in _IN_NUMBER:
        return _digit(text, _right(text, right + 1))
    if a in _IN_NUMBER and b.isdigit():
        before = _left(text, left)
        return _digit(text, before) or (a in _MINUS and before >= 0 and text[before] in " \t(" and before > 0)
    return False


def _digit(text: str, at: int) -> bool:
    return 0 <= at < len(text) and _numeric(text[at])


def _wordlike(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


def _same_word(text: str, left: int, right: int, side: Side) -> bool:
    a, b = text[left], text[right]
    if _wordlike(text, left) and _wordlike(text, right):
        return not _apart(text, left, right, side)
    if _wordlike(text, left) and b in _AFTER_WORD:
        return right == left + 1 and (a.isalnum() and (b in "+#" or a.isdigit())) and not _UNSPACED.match(a)
    if _wordlike(text, left) and b in _IN_WORD:
        return _held(text, left, right, _over(text, right))
    if a in _IN_WORD and _wordlike(text, right):
        return _held(text, _left(text, left), left, right) and not (side == "start" and _elision(text, left, right))
    return False


def _over(text: str, joint: int) -> int:
    """The character after a joint; a hyphen at the end of a line joins across it."""
    at = _right(text, joint + 1)
    if text[joint] in "-‐":
        wrap = re.compile(r"[ \t]*\r?\n[ \t]*(?=[a-zà-ÿß])").match(text, at)
        return wrap.end() if wrap else at
    return at


def _held(text: str, before: int, joint: int, after: int) -> bool:
    """Whether a joint such as an apostrophe, hyphen or dot holds one word together."""
    if not (_wordlike(text, before) and _wordlike(text, after)):
        return False
    if _UNSPACED.match(text[before]) or _UNSPACED.match(text[after]):
        return False
    # "done.Next" is a missing space, "fly.io" is one name.
    return text[joint] != "." or text[after].islower() or text[after].isdigit()


def _elision(text: str, joint: int, after: int) -> bool:
    """Whether an article or pronoun lost its vowel before the apostrophe: l'équipe, qu'il, dell'arte."""
    if text[joint] not in "'’ʼ" or not _ELIDED.search(text[max(0, joint - 12) : joint].lower()):
        return False
    rest = re.compile(r"\w+").match(text, after)
    return bool(rest and len(rest.group()) > 2)


def _apart(text: str, left: int, right: int, side: Side) -> bool:
    """Whether two letters side by side belong to different words all the same."""
    a, b = text[left], text[right]
    if _UNSPACED.match(a) or _UNSPACED.match(b):
        return not _SMALL.match(b)
    if _HANGUL.match(b):
        return bool(not _HANGUL.match(a) or (side == "end" and _PARTICLE.match(text, right)))
    return False
