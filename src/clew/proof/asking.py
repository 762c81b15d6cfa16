"""Tells the asking clauses of a sentence from those that state something on the way to the question."""

from __future__ import annotations

from typing import Literal

from clew.proof.scene import Scene, breaks, known, opening
from clew.proof.scope import frame
from clew.text import regex as re
from clew.text.cues import pattern

_WORD = re.compile(r"\w+")
_ASKS = re.compile(r"[?？؟][\"'”’)\]*_]*\s*$|(?:吗|呢)[。.!！]?\s*$|^\s*¿|(?:습니까|나요|까요|ですか|ますか)[.。]?\s*$")
_INVERTED = re.compile(
    r"(?:is|are|was|were|am|do|does|did|can|could|should|will|would|shall|may(?! \d)|has|have|had|isn't|aren't|don't|"
    r"doesn't|didn't|won't|can't|couldn't|shouldn't|wouldn't|hasn't|haven't) \w+|"
    r"(?:ist|sind|war|waren|hat|haben|hast|habt|kann|kannst|können|könnt|soll|sollen|sollten|muss|müssen|darf|dürfen|"
    r"wird|werden|würde|gibt|geht|steht|bleibt|stimmt|weiß|weißt|gilt) \w+|(?:est-ce|qu'est-ce)|\w+-(?:t-)?(?:il|elle|"
    r"on|vous|tu|nous|je|ils|elles|ce)\b"
)
_BLUNT = re.compile(
    r"(?:should|can|could|would|will|do|does|did|is|are|shall) (?:i|we|you|he|she|they|it|there|this|that|someone|"
    r"anyone)\b|(?:what|how|why|where|who)(?:'s| is| are| do| does| did| should| can| would| will| to)\b"
)
_RELATIVE = re.compile(r"^\s*(?:which|who|whose|where|welche[rsnm]?|dont|lequel|laquelle|cual|cuya|cuyo)\b")


def asked(scene: Scene) -> Literal["question", "whether"] | None:
    """Whether the quote is part of a question, put directly or within a statement; None when it is not."""
    whether = frame("whether", scene.langs)
    if whether.search(scene.governing()):
        return "whether"
    if scene.count > 1:
        parts = re.findall(r"[^.!?？。！]+[.!?？。！]*", scene.inside)
        return "question" if all(_ASKS.search(p) for p in parts if p.strip()) else None
    if not _ASKS.search(scene.sentence) or scene.sentence.rstrip().endswith("(?)"):
        blunt = not scene.sentence.rstrip().endswith((".", "!")) and _BLUNT.match(opening(scene.sentence))
        return "question" if blunt and not scene.clauses_before()[1:] else None
    return "question" if _in_question(scene) else None


def _in_question(scene: Scene) -> bool:
    """Whether the quote stands in the asking clauses of a sentence with a question mark."""
    sentence = scene.sentence
    cuts = breaks(sentence, scene.langs)
    edges = [0, *(end for _, end in cuts)]
    stops = [*(start for start, _ in cuts), len(sentence)]
    clauses = list(zip(edges, stops, strict=True))
    asking = _asking(scene, [sentence[a:b] for a, b in clauses])
    low, high = len(scene.before), len(scene.before) + len(scene.inside.rstrip())
    nod = len(clauses) > 1 and len(_WORD.findall(sentence[edges[-1] :])) <= 3
    if nod and frame("confirm", scene.langs).match(sentence[edges[-1] :].lstrip()):
        return True
    if not asking:
        return not (nod and frame("tag", scene.langs).search(sentence, edges[-1]))
    mine = [i for i, (a, b) in enumerate(clauses) if a < high and low < b]
    # A quote that begins with a statement is one, whatever it goes on to ask.
    if not mine or mine[0] < asking[0]:
        return False
    opening = sentence[clauses[mine[0]][0] :]
    aside = mine[0] > asking[0] and (_RELATIVE.match(opening) or _own(scene, opening))
    return bool(set(mine) & set(asking)) or not aside


def _own(scene: Scene, clause: str) -> bool:
    """Whether a clause begins a statement of the speaker's own: "…, and I have moved it"."""
    return bool(frame("own", scene.langs).match(opening(clause)))


def _asking(scene: Scene, clauses: list[str]) -> list[int]:
    """Which clauses of a question ask: those that begin like a question, else those that speak of asking."""
    indirect = frame("indirect", scene.langs)
    direct = [i for i, clause in enumerate(clauses) if interrogative(clause, scene.langs)]
    hidden = [i for i, clause in enumerate(clauses) if i and indirect.search(clause) and not _RELATIVE.match(clause)]
    # "my list, which has grown, can you check it": what is asked comes after the relative clause.
    plain = [i for i in direct if i == 0 or not _RELATIVE.match(clauses[i])]
    return plain or hidden or direct


def interrogative(clause: str, langs: tuple[str, ...]) -> bool:
    """Whether a clause begins like a question."""
    start = opening(clause)
    words = pattern("question", *known(langs))
    return bool(_INVERTED.match(start) or words.match(start) or "¿" in clause or "est-ce" in clause)
