"""A question asked in parts: what each part found, brought together in one block."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from clew.search.block import Block, Item, cut
from clew.text import regex as re

LENT = 140
"""Characters of an answer that stand in a later question in its place."""
_REFERENCE = re.compile(r"#([1-9])\b")


def filled(question: str, answered: Sequence[Block]) -> str:
    """A question with the best item of an earlier one in place of each `#n`; where nothing was found, without it."""

    def answer(reference: re.Match[str]) -> str:
        at = int(reference[1]) - 1
        items = answered[at].items if at < len(answered) and answered[at].confident else ()
        return cut(items[0].text, LENT).rstrip(".!") if items else ""

    return " ".join(_REFERENCE.sub(answer, question).split())


def together(whole: Block, parts: Sequence[Block]) -> tuple[Block, list[Item]]:
    """The block of the whole question as its parts make it, still without items, and the items in their order.

    The best of the whole question and of every part come first. A question that the gate refused as a whole is
    answered where each of its parts is.
    """
    sure = bool(parts) and all(part.confident for part in parts)
    said = [part for part in parts if part.confident]
    missing = tuple(word for word in whole.missing if not any(_covers(part, word) for part in said))
    block = replace(whole, items=(), missing=missing)
    if sure and not whole.confident:
        score = min(part.score for part in parts)
        block = replace(block, confident=True, score=score, near=(), reason="Each part of the question is answered.")
    return block, list(_ordered(whole, said))


def _covers(part: Block, word: str) -> bool:
    return word.casefold() in part.question.casefold() and word not in part.missing


def _ordered(whole: Block, parts: Sequence[Block]) -> Iterator[Item]:
    first = whole.items if whole.intent == "history" else whole.items[:1]  # a story is told without a break
    seen: set[str] = set()
    each = zip_longest(*(part.items for part in parts))
    best = next(each, ())
    for item in chain(first, best, whole.items, *each):
        if item is not None and item.ref not in seen:
            seen.add(item.ref)
            yield item
