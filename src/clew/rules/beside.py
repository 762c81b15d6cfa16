"""Names that stand side by side: whose a thing is, what it is part of, where it is, and arrows between two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_ARROW = re.compile(r"(?<![\w.-])(?P<a>[^\W\d_][\w.-]*) ?(?:->|→|=>) ?(?:the )?(?P<b>[^\W\d_][\w.-]*)")
_THE = r"(?:the |our |their |der |dem |den |die |das )?"
_IS = r"(?:is|are|was|were|ist|sind|war)"


def _shapes(name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    a, b = rf"(?<![\w'’-])(?P<a>{name})", rf"(?P<b>{name})"
    shapes = (
        # "Gannet is Lark's parser"
        ("relates_to", rf"{a} {_IS} {b}['’]s? [\w-]{{2,}}"),
        # "Gannet is the parser of the harbour office"
        (
            "relates_to",
            rf"{a} {_IS} (?:the|an?|d(?:er|ie|as)|eine?) (?:[\w-]+ ){{1,4}}(?:of|for|von|de[rs]|für) {_THE}{b}(?!-)\b",
        ),
        # "Gannet in Lund", "Ida at the harbour office"
        ("located_in", rf"{a} in {_THE}{b}(?![\w'’-])"),
        ("relates_to", rf"{a} (?:at|from|with|of|bei|beim|von|vom|mit) {_THE}{b}(?![\w'’-])"),
    )
    return tuple((predicate, re.compile(shape, re.IGNORECASE)) for predicate, shape in shapes)


def beside(text: str, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Subject, predicate and object of names with nothing but small words or an arrow between them."""
    known = {name.casefold() for name in names}
    for found in _ARROW.finditer(text):
        if known & {found["a"].casefold(), found["b"].casefold()}:
            yield found["a"], "forwards_to", found["b"]
    told = [re.escape(name) for name in sorted(names, key=len, reverse=True) if not name[-1].isdigit()]
    if len(told) > 1:
        for predicate, shape in _shapes("|".join(told)):
            for found in shape.finditer(text):
                yield found["a"], predicate, found["b"]
