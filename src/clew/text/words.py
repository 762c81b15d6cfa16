"""Words of a text for finding and for counting what is covered: folded, lightly stemmed, in any script."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain

from clew.core.held import held
from clew.text import regex as re

TOKEN = re.compile(r"[^\W_]+(?:[.'’_\-/:@#+][^\W_]+)*[+#]*|[^\W_]+")
PIECE = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
SHORT, MANY = 32, 50_000
"""Letters of the longest word, and number of words, whose terms are kept at hand."""
CAPITALS = re.compile(r"[^\W_a-z]{2}")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Scripts that are written without spaces: found by overlapping pairs of characters.
UNSPACED = re.compile(
    r"[\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)

ENGLISH = """
a an the and or but if so nor not no of in on at by for with without from to into onto over under about as than then
that this these those there here it its he she they we you i me my mine our ours your yours his her their theirs
them us him is are was were be been being am do does did done doing have has had having will would shall should can
could may might must what which who whom whose when where why how all any each both few more most some such only own
same too very just also again ever never yet still now currently current today please tell show give list name
describe explain share provide mention mentioned say said talk discuss discussed know remember recall let get got
make made up out off down s t re ve ll d m don doesn didn isn aren wasn weren one thing things specific exactly
details detail there's per via many much long often us until till while during whether something anything nothing
someone anyone everyone somebody anybody nobody gets getting else already instead
"""
GERMAN = """
der die das den dem des ein eine einen einem einer eines und oder aber wenn dass ob nicht kein keine keinen von vom
zu zum zur in im an am auf aus bei mit nach seit für um über unter durch gegen ohne ist sind war waren sein bin bist
wird werden wurde wurden worden hat haben hatte hatten habe ich du er sie es wir ihr mich dich sich uns euch mir dir
ihm ihnen mein meine dein seine unser unsere was wer wen wem wo wohin woher wann warum wieso weshalb wie welche
welcher welches welchen womit wovon wofür dieser diese dieses jetzt noch schon auch nur sehr so da dann denn doch
mal bitte alle alles gibt kann können soll sollte muss müssen darf gilt gerade aktuell derzeit liste nenne zeige sag
beiden bis worauf woran worin woraus wozu wobei worum wohin welchem viele viel wieviele etwas jemand niemand
schließlich wäre hätte würde werde hier dort ja nein ihre ihren ihrem ihrer seinen seinem unsere unseren unserem unserer
"""
ROMANCE = """
le la les un une des du de et ou mais si que qui quoi dont où quand pourquoi comment est sont était être a ont avoir
nous vous ils elles je tu il elle on ce cette ces mon ma mes notre nos votre vos leur leurs pas ne en au aux avec
pour par sur dans quel quelle el los las una unos unas y o pero es son fue era ser están está estar del al con para
por sin sobre qué quién cuál cuándo dónde cómo nosotros ustedes ellos yo mi mis su sus nuestro nuestra se lo
"""
SUFFIXES = (
    "ational", "ations", "ation", "ments", "ment", "ingly", "edly", "ings", "ing", "ness", "ally", "ies", "ied", "ers",
    "ions", "ion", "ungen", "ung", "ed", "es", "er", "en", "em", "ly", "e", "s", "n",
)  # fmt: skip


def fold(word: str) -> str:
    """The word without case, accents and width: what is compared."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in plain if not unicodedata.combining(c)))


STOP = frozenset(fold(word) for table in (ENGLISH, GERMAN, ROMANCE) for word in table.split())


def pairs(run: str) -> list[str]:
    """Overlapping pairs of a run without spaces; a single character is itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def tokens(text: str) -> list[str]:
    """Words as written, identifiers (`v2.1`, `Flask-Login`, `src/app.py`) in one piece."""
    return TOKEN.findall(text)


def terms(text: str) -> list[str]:
    """Folded words in order; identifiers give their pieces too, unspaced scripts give pairs."""
    return list(chain.from_iterable(map(_taken.__getitem__, TOKEN.findall(text))))


def _take(token: str) -> tuple[str, ...]:
    """The terms of one token."""
    word = fold(token.replace("’", "'"))
    if not word.isascii() and UNSPACED.search(word):
        return tuple(_mixed(word))
    parts = PIECE.findall(word)
    if len(parts) > 1 and word[-2:] not in ("'s", "'t"):
        parts.insert(0, word)
    humps = CAMEL.split(token) if not token.islower() and not token.isupper() else ()
    return (*parts, *map(fold, humps)) if len(humps) > 1 else tuple(parts)


class _Taken(dict[str, tuple[str, ...]]):
    """The terms of tokens seen before, which most of a text is; long ones are not kept."""

    def __missing__(self, token: str) -> tuple[str, ...]:
        found = _take(token)
        if len(token) <= SHORT:
            if len(self) > MANY:
                self.clear()
            self[token] = found
        return found


_taken = _Taken()


def _mixed(word: str) -> list[str]:
    out: list[str] = []
    at = 0
    for run in UNSPACED.finditer(word):
        out += PIECE.findall(word[at : run.start()])
        out += pairs(run.group())
        at = run.end()
    return out + PIECE.findall(word[at:])


@held(16384)
def stem(word: str) -> str:
    """A folded word without its inflection, by length only: good enough to compare, never shown."""
    if len(word) < 4 or not word.isalpha():
        return word
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            root = word[: -len(suffix)]
            if suffix in ("ies", "ied"):
                return root + "y" if len(root) > 2 else root
            if suffix == "s" and word.endswith("ss"):
                return word
            # stopped and stopping meet stop
            return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls" else root
    return word[:-1] + "y" if word.endswith("i") else word


def stems(text: str) -> list[str]:
    """Stemmed terms in order."""
    return [stem(word) for word in terms(text)]


@held(512)
def stemmed(text: str) -> frozenset[str]:
    """The stems of a text, kept because claims are compared with many others."""
    return frozenset(map(stem, terms(text)))


def acronyms(text: str) -> frozenset[str]:
    """Folded words in capitals inside a text that is not written in capitals altogether."""
    if not CAPITALS.search(text) or text.upper() == text:
        return frozenset()
    return frozenset(fold(word) for word in PIECE.findall(text) if len(word) > 1 and word.isupper())


def content(text: str) -> tuple[str, ...]:
    """Distinct folded words that carry meaning, in order; identifiers as their pieces, `US` unlike `us`."""
    capitals = acronyms(text)
    seen: dict[str, None] = {}
    for word in dict.fromkeys(terms(text)):
        if word in STOP and word not in capitals:
            continue
        if not word.isascii() or (word.isalnum() and (len(word) > 1 or word.isdigit())):
            seen[word] = None
    return tuple(seen)


def numbers(text: str) -> tuple[str, ...]:
    """Numbers as written, without thousands separators, each once."""
    return tuple(dict.fromkeys(plain_number(found) for found in NUMBER.findall(text)))


def plain_number(found: str) -> str:
    """`1,200` and `1.200` are 1200; `12.5` and `11:30` stay."""
    return re.sub(r"[.,](?=\d{3}(?:\D|$))", "", found)


def names(text: str) -> tuple[str, ...]:
    """Runs of capitalised words inside sentences, acronyms, and words with digits or inner capitals."""
    found: dict[str, None] = {}
    run: list[str] = []
    end = 0
    for match in TOKEN.finditer(text):
        word, gap = match.group(), text[end : match.start()]
        opening = end == 0 or bool(re.search(r"[.!?:\n]\s*$", gap))
        named = _named(word, opening)
        if run and (not named or gap != " "):
            found.setdefault(" ".join(run))
            run = []
        if named:
            run.append(re.sub(r"['’]s$", "", word))
        end = match.end()
    if run:
        found.setdefault(" ".join(run))
    return tuple(found)


def _named(word: str, opening: bool) -> bool:
    if fold(word) in STOP:
        return False
    inner = any(c.isupper() for c in word[1:])
    digits = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    return inner or digits or (word[0].isupper() and not opening)


def akin(a: str, b: str) -> bool:
    """Whether two folded words are forms of one word: same stem, or one long common beginning."""
    if a == b or stem(a) == stem(b):
        return True
    short, long = sorted((a, b), key=len)
    if len(short) < 4 or not short.isalpha():
        return False
    common = 0
    while common < len(short) and short[common] == long[common]:
        common += 1
    return common >= 5 and common * 4 >= len(long) * 3


@held(2048)
def _sorted(text: str) -> tuple[str, ...]:
    """The terms of a text in order, kept because one answer reads its best texts several times."""
    return tuple(sorted(set(terms(text))))


def covered(words: Iterable[str], text: str) -> frozenset[str]:
    """Those of the folded words that stand in the text in some form."""
    known = _sorted(text)
    return frozenset(word for word in words if _stands(word, known))


def _stands(word: str, known: Sequence[str]) -> bool:
    """Whether a form of a folded word is among these, which are in order."""
    head = word[:3]
    for at in range(bisect_left(known, head), len(known)):
        # forms of one word share at least their first three letters
        if known[at][:3] != head:
            return False
        if akin(word, known[at]):
            return True
    return False


LONG = 8
"""Letters from which on a word may be made of two."""
PART = 4
"""Letters of the shortest word that another may be made of."""


def halves(words: Iterable[str], text: str) -> frozenset[str]:
    """Those of the folded words that begin or end with a word of the text: *Stundensatz* where *Stunde* stands."""
    long = [word for word in words if len(word) >= LONG and word.isalpha()]
    return frozenset(word for word in long if not _forms(text).isdisjoint(_ends(word)))


@held(512)
def _forms(text: str) -> frozenset[str]:
    """The terms of a text that carry meaning, and their stems."""
    return frozenset(form for term in _sorted(text) if term not in STOP for form in (term, stem(term)))


@held(512)
def _ends(word: str) -> frozenset[str]:
    """The beginnings and ends of a word that may be words themselves and leave one over."""
    sizes = range(PART, len(word) - 2)
    return frozenset(part for size in sizes for part in (word[:size], word[-size:]))
