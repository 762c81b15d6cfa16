"""Names of other scripts in Latin letters, as far as rules go: Cyrillic and Greek letter by letter, Korean by syllable.

Chinese, Japanese, Arabic, Hebrew and Thai are left as they are: how their names sound is not in their letters alone.
What comes out is for comparing only, so several spellings of one sound share a form.
"""

import unicodedata

from clew.text import regex as re

_CYRILLIC_LATIN = "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch - y - e yu ya i i e g u"
_GREEK_LATIN = "a v g d e z i th i k l m n x o p r s t y f ch ps o s"
_SYLLABLE = """
g kk n d tt r m b pp s ss - j jj ch k t p h
a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i
- k k k n n n t l k m l l l p l m p p t t ng t t k t p t
"""
_CYRILLIC = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў", _CYRILLIC_LATIN.split(), strict=True))
_GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψως", _GREEK_LATIN.split(), strict=True))
_ONSETS, _VOWELS, _CODAS = (line.split() for line in _SYLLABLE.strip().splitlines())
_LETTERS = _CYRILLIC | _GREEK
# one form for spellings of one sound
_SOUNDS = (
    (re.compile(r"sch|shch|sh"), "s"),
    (re.compile(r"tsch|tch|ch|cz"), "c"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"kh|ch"), "h"),
    (re.compile(r"yu|iu|ju"), "u"),
    (re.compile(r"ya|ia|ja"), "a"),
    (re.compile(r"ye|ie|je"), "e"),
    (re.compile(r"zh"), "z"),
    (re.compile(r"ts|tz"), "c"),
    (re.compile(r"w"), "v"),
    (re.compile(r"g"), "k"),
    (re.compile(r"d"), "t"),
    (re.compile(r"b"), "p"),
    (re.compile(r"[yj]"), "i"),
    (re.compile(r"ks|x"), "ks"),
    (re.compile(r"(.)\1+"), r"\1"),
    (re.compile(r"ii+"), "i"),
)


def scripted(text: str) -> bool:
    """Whether a name has letters that this module can spell in Latin."""
    return any(char in _LETTERS or "가" <= char <= "힣" for char in text)


def latin(key: str) -> str:
    """A folded name by its sound; names in Latin letters are brought to the same form."""
    spelled = "".join(_letter(char) for char in unicodedata.normalize("NFC", key)).replace("-", "")
    for shape, sound in _SOUNDS:
        spelled = shape.sub(sound, spelled)
    return spelled


def _letter(char: str) -> str:
    if "가" <= char <= "힣":
        place = ord(char) - ord("가")
        return _ONSETS[place // 588] + _VOWELS[place % 588 // 28] + _CODAS[place % 28]
    return _LETTERS.get(char, char)
