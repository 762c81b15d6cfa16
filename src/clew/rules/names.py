"""Names in a chat: words that somebody in it writes with a capital, and words that are built like names."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TOKEN = re.compile(r"[^\W_]+(?:[._&+'’-]?[^\W_]+)*")
_MIDDLE = re.compile(r"(?<=[a-zäöüßéèêàçñ0-9,;)\"'“”„-] )([A-ZÄÖÜÉÈÀÇÑ][\w&.+'’-]*\w)")
_BUILT = re.compile(
    r"^(?=.*[A-Za-zÄÖÜäöüß])(?:\w*[a-z]\w*[A-Z]\w*|[A-Z]{2,}\w*|[\w-]*[a-z]+[\w-]*\d[\w.-]*|\w+\.(?:io|com|de|org|"
    r"net|ai|js|py|dev|co|fr|uk)|\w+_\w+)$"
)
_PLAIN_TEXT = (
    "i i'm i've i'll i'd ok okay monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december english german french spanish yes no the a an and "
    "or it is what how if this that these those you your we our they he she for with step option day week month year "
    "please thanks note example"
)
_PLAIN = frozenset(_PLAIN_TEXT.split())


class Names:
    """The names a chat knows: folded word → as it is written."""

    def __init__(self, texts: Iterable[str], lang: str | None) -> None:
        self._known: dict[str, str] = {}
        # German writes every noun with a capital, so only names by build or after a title count there.
        self._nouns = lang == "de"
        for text in texts:
            self._learn(text)

    def _learn(self, text: str) -> None:
        if not self._nouns:
            for found in _MIDDLE.findall(text):
                word = found.strip(".'’")
                if word.casefold() not in _PLAIN and len(word) > 1:
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
            if (word.casefold() in self._known or _BUILT.match(word)) and not word[0].isdigit() and word not in out:
                out.append(word)
        return tuple(out[:8])

    def knows(self, word: str) -> bool:
        """Whether a folded word is a name here."""
        return word in self._known
