"""Word endings that are taken off before words are compared; light, by script and blind to language.

Question and text lose the same endings, so a wrong cut costs little; plurals and inflected forms meet.
"""

from clew.text import regex as re

_ENDINGS = (("ing", 3), ("ed", 3), ("en", 4), ("em", 4))
_VOWEL = re.compile("[aeiouy]")
_CYRILLIC = re.compile(
    "(?<=[\u0400-\u04ff]{3})(?:ами|ями|ыми|ими|ого|его|ому|ему|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ых|их|ым|им|ом|ем"
    "|ам|ям|ах|ях|ую|юю|ою|ею|ия|ию|ии|[аеиоуыэюяйьёіїє])$"
)
_ARABIC_FRONT = re.compile("^(?:وال|بال|كال|فال|لل|ال)(?=[\u0600-\u06ff]{3})")
_ARABIC_END = re.compile("(?<=[\u0600-\u06ff]{3})(?:ها|ات|ان|ون|ين|ية|ة|ه|ي)$")


def stem(word: str) -> str:
    """A lower-case word without common endings of English, German, Slavic languages in Cyrillic, or Arabic."""
    if word.isascii():
        return _latin(word) if len(word) > 3 and word.isalpha() else word
    if "\u0400" <= word[0] <= "\u04ff":
        return _CYRILLIC.sub("", word)
    if "\u0600" <= word[0] <= "\u06ff":
        return _ARABIC_END.sub("", _ARABIC_FRONT.sub("", word))
    return word


def _latin(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = _bare(word)
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _bare(word: str) -> str:
    """Without one ending of a verb or plural, where enough of a word is left."""
    if word.endswith("eed"):  # agreed, but not feed
        return word[:-1] if len(word) > 5 else word
    for ending, least in _ENDINGS:
        rest = word.removesuffix(ending)
        if len(rest) < len(word) and len(rest) >= least and _VOWEL.search(rest):
            return rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
    return word
