"""What models want in front of a stored text and of a question; part of the fingerprint, for vectors differ by it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words in front of a text."""

    passage: str = ""
    query: str = ""

    @property
    def mark(self) -> str:
        """Both, as the fingerprint has them."""
        return f"{self.passage}|{self.query}"


_SEARCH = "Represent this sentence for searching relevant passages: "
_RULES = (
    ("nomic-embed", Prefix("search_document: ", "search_query: ")),
    ("e5-", Prefix("passage: ", "query: ")),
    ("bge-m3", Prefix()),
    ("bge-", Prefix("", _SEARCH)),
    ("arctic-embed", Prefix("", _SEARCH)),
    ("mxbai-embed", Prefix("", _SEARCH)),
    ("embeddinggemma", Prefix("title: none | text: ", "task: search result | query: ")),
)
"""Part of a model's name → its rule, as its makers document it; the first that fits."""


def rule(model: str) -> Prefix:
    """The prefixes of a model; none where nothing is known of it."""
    name = model.casefold()
    return next((found for part, found in _RULES if part in name), Prefix())
