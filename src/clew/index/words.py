"""Words as the index sees them: any text becomes a stream of folded tokens, and so does any question.

A token is what the full-text table stores between two spaces. Text in scripts without spaces becomes
single characters and pairs of neighbours; identifiers are kept whole and in pieces.
"""

import itertools
import unicodedata
from collections.abc import Iterable, Iterator

from clew.index.stem import stem
from clew.text import regex as re

VERSION = 3
"""Goes up whenever the same text gives other tokens: the index is then rebuilt."""
JOINERS = "_.-/:@&+#'"
"""Marks that hold an identifier together; the tokenizer of the full-text table is told the same."""
LONGEST = 64
"""Characters of the longest token; what is longer is searched by its pieces or its beginning."""

_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_SPACELESS}]+|[^{_SPACELESS}]+")
_HAS_RUN = re.compile(f"[{_SPACELESS}]")
_SPLIT = re.compile(r"[_.\-/:@&']+")
_THOUSANDS = re.compile(r"(?<=\d)[,'’](?=\d{3}(?!\d))")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FOLDED_TAGS = ("<wide>", "<narrow>", "<compat>", "<font>", "<isolated>", "<initial>", "<medial>", "<final>")
_KEPT = str.maketrans({"ı": "i", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ALIKE = {"\\": "/", "’": "'", "ʼ": "'", "ʻ": "'", "‘": "'", "‐": "-", "‑": "-", "−": "-", "\u0640": None}


class _Letters(dict[int, str | None]):
    """Table for `str.translate`: what each character becomes, found on first sight."""

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        self[code] = found = self._look(char)
        return found

    def _look(self, char: str) -> str | None:
        if char in _ALIKE:
            return _ALIKE[char]
        category = unicodedata.category(char)
        if unicodedata.decomposition(char).startswith(_FOLDED_TAGS):
            plain = unicodedata.normalize("NFKC", char)
            return char if plain == char else plain.translate(self)
        if category in ("Cf", "Sk") or "\ufe00" <= char <= "\ufe0f":
            return None
        if category == "So":
            return f" {char} "
        return char if category[0] in "LMN" or char in JOINERS else " "


_letters = _Letters()


def _words(text: str) -> list[str]:
    """Runs of letters, marks, digits and joiners, in the case of the text."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return _THOUSANDS.sub("", text).translate(_letters).split()


def _lower(word: str) -> str:
    return word.lower() if word.isascii() else unicodedata.normalize("NFC", word.casefold())


def _plain(word: str) -> str:
    """Without accents and vowel points; marks that make a letter (virama, nukta, kana voicing) stay."""
    if word.isascii():
        return word
    bare = [c for c in unicodedata.normalize("NFD", word) if unicodedata.combining(c) in (0, 7, 8, 9)]
    return unicodedata.normalize("NFC", "".join(bare)).translate(_KEPT)


def _equals(word: str) -> Iterator[str]:
    """Spellings under which one lower-case word is found: itself, its stem, without accents."""
    yield stem(word)
    if not word.isascii():
        plain = _plain(word)
        if plain != word:
            yield stem(plain)
            spelled = word.translate(_UMLAUTS)
            if spelled != word:
                yield stem(_plain(spelled))


def _core(word: str) -> str:
    """The word without joiners at its ends; C++ and C# keep theirs."""
    left = word.lstrip(JOINERS)
    bare = left.rstrip(JOINERS)
    tail = left[len(bare) : len(bare) + 2]
    if tail[:1] == "#" or tail == "++":
        return bare + ("#" if tail[0] == "#" else tail)
    return bare


def _pieces(core: str) -> list[str]:
    """Parts of an identifier that are worth finding alone: foo_bar, src/app.py, getUserName."""
    found = []
    for piece in _SPLIT.split(core.rstrip("+#")):
        if len(piece) > 1:
            found.append(piece)
        humps = _HUMP.split(piece)
        if len(humps) > 2 or (len(humps) == 2 and piece[0].islower() and len(humps[0]) > 1):
            found += [hump for hump in humps if len(hump) > 1]
    return found


def _identifier(core: str) -> Iterator[str]:
    """Tokens of a word that holds joiners or humps: whole, joined up, and in pieces."""
    low = _lower(core)
    if "'" not in low and len(low) <= LONGEST:
        yield from _equals(low)
    joined = "".join(_SPLIT.split(low))
    if joined != low and len(joined) <= LONGEST and "/" not in low:
        yield from _equals(joined)
    if low[:1] == "v" and low[1:2].isdigit():
        yield low[1:]
    for piece in _pieces(core):
        yield from _equals(_lower(piece)[:LONGEST])


def _simple(core: str) -> bool:
    return core.isalnum() and not _HUMP.search(core)


def clusters(run: str) -> list[str]:
    """Characters with the marks that belong to them."""
    found: list[str] = []
    for char in run:
        if found and unicodedata.category(char)[0] == "M":
            found[-1] += char
        else:
            found.append(char)
    return found


def _spaceless(text: str) -> bool:
    """Whether some of it is written without spaces; plain text needs no look, and no pattern for it."""
    return not text.isascii() and _HAS_RUN.search(text) is not None


def _run(run: str, question: bool) -> list[str]:
    """Pairs of neighbours; single characters too, except in a question that has pairs."""
    singles = clusters(run)
    pairs = [a + b for a, b in itertools.pairwise(singles)]
    return pairs if question and pairs else singles + pairs


def _spell(word: str, question: bool) -> list[str]:
    """All tokens of one run of word characters."""
    if _spaceless(word):
        found: list[str] = []
        for run in _RUN.findall(word):
            found += _run(_lower(run), question) if _HAS_RUN.match(run) else _spell(run, question)
        return found
    core = _core(word)
    if not core:
        return []
    tokens = _equals(_lower(core)[:LONGEST]) if _simple(core) else _identifier(core)
    return list(dict.fromkeys(tokens))


class _Spelled(dict[str, str]):
    """Cache of the tokens of what stands between two spaces: most of a text is words seen before."""

    def __missing__(self, chunk: str) -> str:
        found = " ".join([token for word in _words(chunk) for token in _spell(word, question=False)])
        if len(chunk) <= LONGEST:
            if len(self) > 200_000:
                self.clear()
            self[chunk] = found
        return found


_spelled = _Spelled()


def stream(text: str) -> str:
    """The tokens of a text in order, separated by spaces: what the full-text table is given."""
    spelled = _spelled
    return " ".join([spelled[chunk] for chunk in text.split()])


def terms(question: str) -> list[str]:
    """The distinct tokens to look for, in the order of the question; empty when it holds no word."""
    return list(dict.fromkeys(token for word in _words(question) for token in _spell(word, question=True)))


def wholes(word: str) -> list[str]:
    """Tokens that each stand for the whole word (not for a piece of it); pairs for a run without spaces."""
    words = _words(word)
    if len(words) != 1 or _spaceless(words[0]):
        return terms(word)
    low = _lower(_core(words[0]))
    return list(dict.fromkeys(_equals(low[:LONGEST]))) if low else []


def units(text: str) -> list[str]:
    """Whole words by Unicode boundaries, folded, for matching titles; each character of a spaceless run is one."""
    found: list[str] = []
    for word in _words(text):
        for run in _RUN.findall(word) if _spaceless(word) else (word,):
            if _spaceless(run):
                found += clusters(_lower(run))
            else:
                found += [_plain(_lower(piece)) for piece in _units(run)]
    return found


def _units(run: str) -> Iterable[str]:
    return (piece.lstrip("+#") for piece in _SPLIT.split(run) if piece.strip("+#"))


def beginnings(question: str) -> list[str]:
    """Beginnings of the longer words of a question, for a second try when no word is found as it stands."""
    found = []
    for word in _words(question):
        low = _lower(_core(word))
        if len(low) >= 5 and not _spaceless(low):
            found.append(_plain(low)[: max(4, len(low) * 3 // 5)])
    return list(dict.fromkeys(found))


def halves(token: str) -> list[str]:
    """Beginnings and ends of a long word that may be words themselves, the longest first, as they are stored."""
    if len(token) < 8 or not token.isalpha() or _spaceless(token):
        return []
    cuts = [part for size in range(len(token) - 3, 3, -1) for part in (token[:size], token[-size:])]
    return list(dict.fromkeys(stem(part) for part in cuts if len(stem(part)) > 3))
