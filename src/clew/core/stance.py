"""Whether a claim owns up to the mood of its quote: its negation, its condition, its doubt, its speaker."""

from __future__ import annotations

from clew.core.context import Reading, denies
from clew.core.cues import LANGS, pattern
from clew.core.fold import fold
from clew.core.scene import breaks, tongues
from clew.core.scope import frame
from clew.core.words import content, covered
from clew.model import Claim, Context

_OPEN_KINDS = frozenset({"goal", "preference", "task", "idea", "question"})
_OPEN_ACTS = frozenset({"plan", "prefer", "ask"})


def lost(claim: Claim, quote: str, reading: Reading, name: str | None) -> Context:
    """The part of a quote's reading that the claim passes over; `ok` when it passes over nothing.

    `name` is the name of the one whose turn the quote stands in.
    """
    langs = tongues(quote, claim.text)
    text, words = _low(claim.text), _low(quote)
    negative = claim.polarity == "-" or denies(text, langs)
    if reading.context == "negated":
        return "ok" if negative != denies(words, langs) else "negated"
    if reading.context == "question":
        return "ok" if _asks(claim) else "question"
    if reading.context == "hypothetical":
        return "ok" if _open(claim, reading, text, langs) else "hypothetical"
    if reading.context == "quoted_other":
        return "ok" if claim.speaker.name not in ("user", name) else "quoted_other"
    return _inside(claim, text, words, negative, langs)


def _low(text: str) -> str:
    return fold(text).text.casefold()


def _asks(claim: Claim) -> bool:
    return claim.kind == "question" or claim.act == "ask" or claim.modality == "questioned"


def _open(claim: Claim, reading: Reading, text: str, langs: tuple[str, ...]) -> bool:
    """Whether the claim itself is a wish, an idea, a possibility, or keeps the condition."""
    if claim.modality in ("hypothetical", "proposed") or claim.kind == "idea" or _asks(claim):
        return True
    if reading.ground in ("modal", "wish"):
        return _tentative(claim, text, langs)
    return bool(claim.scope) or _conditional(text, langs)


def _tentative(claim: Claim, text: str, langs: tuple[str, ...]) -> bool:
    if claim.kind in _OPEN_KINDS or claim.act in _OPEN_ACTS or claim.modality != "asserted":
        return True
    return bool(frame("modal", langs).search(text) or frame("wish", langs).search(text))


def _conditional(text: str, langs: tuple[str, ...]) -> bool:
    return bool(frame("condition", langs).search(frame("soft", langs).sub(" ", text)))


def _inside(claim: Claim, text: str, words: str, negative: bool, langs: tuple[str, ...]) -> Context:
    """The mood of the clause in the quote that the claim is about."""
    clauses = _clauses(words, langs)
    wanted = content(claim.text)
    scores = [len(covered(wanted, clause)) for clause in clauses]
    best = max(scores, default=0)
    if not best:
        return "ok"
    near = [i for i, score in enumerate(scores) if score == best]
    if not negative and all(denies(clauses[i], langs) for i in near):
        return "negated"
    if negative and not _refuses(words, langs):
        return "negated"
    if all(_conditioned(clauses, i, langs) for i in near) and not (claim.scope or _conditional(text, langs)):
        return "ok" if claim.modality != "asserted" or claim.kind in _OPEN_KINDS else "hypothetical"
    doubtful = all(frame("modal", langs).search(clauses[i]) for i in near)
    return "hypothetical" if doubtful and not _tentative(claim, text, langs) else "ok"


def _clauses(words: str, langs: tuple[str, ...]) -> list[str]:
    cuts = breaks(words, langs)
    edges = [0, *(end for _, end in cuts)]
    stops = [*(start for start, _ in cuts), len(words)]
    return [words[a:b] for a, b in zip(edges, stops, strict=True)]


def _conditioned(clauses: list[str], at: int, langs: tuple[str, ...]) -> bool:
    if _conditional(clauses[at], langs):
        return True
    return at > 0 and bool(frame("condition", langs).match(clauses[at - 1].lstrip()))


def _refuses(words: str, langs: tuple[str, ...]) -> bool:
    """Whether a text denies, drops, refuses or changes anything: what a negative claim may rest on."""
    known = tuple(lang for lang in langs if lang in LANGS) or ("en",)
    return denies(words, langs) or any(
        pattern(cue, *known).search(words) for cue in ("drop", "refuse", "change", "negation")
    )
