"""Names in a chat: words that somebody in it writes with a capital, and words that are built like names."""

from __future__ import annotations

from collections.abc import Iterable

from clew.rules.grammar import Word
from clew.rules.words import BUILT, PAST, W, bag, lexicon
from clew.text import regex as re
from clew.text.when import MONTHS

_NUMBERED = re.compile(
    r"\b([A-Za-zÄÖÜäöü]{1,12}) (\d{1,2})(?![\d%:]|[.,]\d)\b(?! ?(?:%|am|pm|uhr|eur|euro|usd|kg|gb|mb|min|h|hours?|"
    r"days?|weeks?|months?|years?|people)\b)"
)
_TOKEN = re.compile(r"[^\W_]+(?:[._&+'’-]?[^\W_]+)*")
_PAIR = re.compile(r"\b([A-Z][a-zà-ÿ]+) ([A-Z][a-zà-ÿ]+)\b")
_MIDDLE = re.compile(r"(?<=[a-zäöüßéèêàçñ0-9,;)\"'“”„-] )([A-ZÄÖÜÉÈÀÇÑ][\w&.+'’-]*\w)")
_PLAIN = bag(
    "i i'm i've i'll i'd ok okay monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december english german french spanish yes no the a an "
    "and or it is what how if this that these those you your we our they he she for with step option day week "
    "month year please thanks note example"
)

LEFT = 300
"""Characters of a text in which the name last spoken of is looked for."""


class Names:
    """The names a chat knows: folded word → as it is written."""

    def __init__(self, texts: Iterable[str], lang: str | None) -> None:
        self._known: dict[str, str] = {}
        # German writes every noun with a capital, so only names by build or after a title count there.
        self._nouns = lang == "de"
        counted: dict[str, list[str]] = {}
        for text in texts:
            self._learn(text)
            for word, number in _NUMBERED.findall(text):
                if word.endswith("ed") or word.casefold() in PAST:
                    continue  # "completed 10" is no tenth of anything
                counted.setdefault(word.casefold(), []).append(number)
        small = lexicon(lang or "en")
        self._series = frozenset(
            w for w, seen in counted.items() if len(seen) > 1 and not small.get(w, 0) and w not in MONTHS
        )

    def _learn(self, text: str) -> None:
        if not self._nouns:
            for found in _MIDDLE.findall(text):
                word = found.strip(".'’")
                if word.casefold() not in _PLAIN and len(word) > 1:
                    self._known.setdefault(word.casefold(), word)
            for pair in _PAIR.findall(text):
                if not any(word.casefold() in _PLAIN or lexicon("en").get(word.casefold(), 0) for word in pair):
                    for word in pair:
                        self._known.setdefault(word.casefold(), word)
        else:
            for found in re.findall(
                r"\b(?:Frau|Herr|Herrn|Dr\.|Prof\.|bei|von|mit|zu|nutze|nehme) ([A-ZÄÖÜ][\w-]+)(?= [a-z(]|[.,])", text
            ):
                self._known.setdefault(found.casefold(), found)

    def among(self, said: str) -> tuple[str, ...]:
        """Names in a stretch of text, as it writes them, each once."""
        out: list[str] = []
        for found in _TOKEN.finditer(said):
            word = found.group()
            if (word.casefold() in self._known or BUILT.match(word)) and not word[0].isdigit() and word not in out:
                out.append(word)
        return tuple(out[:8])

    def count(self, run: Iterable[Word]) -> int:
        """How many words of a clause are names."""
        return sum(word.flags & W.BUILT > 0 or word.text in self._known for word in run)

    def numbered(self, things: list[str], said: str) -> list[str]:
        """Things of a series with their number: `exp` becomes `exp 1` where the text has it so."""
        out = []
        for word in things:
            found = re.search(rf"\b{re.escape(word)} (\d{{1,2}})\b", said) if word in self._series else None
            out.append(f"{word} {found.group(1)}" if found else word)
        return out

    def part_of(self, said: str) -> str | None:
        """The member of a series that a statement is limited to, for example `exp 2`."""
        found = [m.group() for m in _NUMBERED.finditer(said) if m.group(1).casefold() in self._series]
        return found[0] if len(set(found)) == 1 else None

    def last(self, before: str) -> str:
        """The last name of up to two words in a stretch of text."""
        found = [m for m in _TOKEN.finditer(before[-LEFT:]) if m.group().casefold() in self._known]
        if not found:
            return ""
        name = found[-1].group()
        pair = len(found) > 1 and found[-1].start() - found[-2].end() == 1
        return f"{found[-2].group()} {name}" if pair else name
