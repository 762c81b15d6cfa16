"""Whether a claim owns up to the mood of its quote: its negation, its condition, its doubt, its speaker."""

from __future__ import annotations

from collections.abc import Sequence

from clew.model import Claim, Context
from clew.proof.asking import interrogative
from clew.proof.context import OK, TAKEN_BACK, Reading, denies, read
from clew.proof.scene import breaks, tongues
from clew.proof.scope import Frame, frame
from clew.text import regex as re
from clew.text.cues import LANGS, pattern
from clew.text.fold import fold
from clew.text.sentences import sentences
from clew.text.words import content, covered

_ASKED = re.compile(r"[?？؟]")
_STOP = re.compile(r"[.!?](?=\s|$)|[。！？]")
_OPEN_KINDS = frozenset({"goal", "preference", "task", "idea", "question"})
_DOUBTS: tuple[Frame, ...] = ("modal", "wish", "suppose")
_OPEN_ACTS = frozenset({"plan", "prefer", "ask"})


def lost(claim: Claim, quotes: Sequence[str], reading: Reading, name: str | None) -> Context:
    """The part of a quote's reading that the claim passes over; `ok` when it passes over nothing.

    `quotes` are those of the claim, the main one first; `reading` is that of the main one, `name` whose turn it is.
    """
    joined = " ; ".join(quotes)
    langs = tongues(joined, claim.text)
    text = _low(claim.text)
    negative = claim.polarity == "-" or denies(text, langs) > 0
    if reading.context == "negated":
        return "ok" if negative != (denies(_low(quotes[0]), langs) > 0) else "negated"
    if reading.context == "question":
        return "ok" if _asks(claim) else "question"
    if reading.context == "hypothetical":
        return "ok" if _open(claim, reading, text, langs) else "hypothetical"
    if reading.context == "quoted_other":
        other = claim.speaker.cls == "person" and claim.speaker.name not in ("user", name)
        named = other or frame("speech", langs).search(text) or frame("hearsay", langs).search(text)
        return "ok" if named else "quoted_other"
    return _inside(claim, quotes, negative, langs)


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
    return bool(claim.scope or frame("suppose", langs).search(text)) or _conditional(text, langs)


def _tentative(claim: Claim, text: str, langs: tuple[str, ...]) -> bool:
    if claim.kind in _OPEN_KINDS or claim.act in _OPEN_ACTS or claim.modality != "asserted":
        return True
    return any(frame(name, langs).search(text) for name in _DOUBTS)


def _conditional(text: str, langs: tuple[str, ...]) -> bool:
    return bool(frame("condition", langs).search(frame("soft", langs).sub(" ", text)))


def _inside(claim: Claim, quotes: Sequence[str], negative: bool, langs: tuple[str, ...]) -> Context:
    """The mood, inside the quotes, of the sentence and clause that the claim is about."""
    wanted = content(claim.text)
    text, words = _low(claim.text), _low(" ; ".join(quotes))
    inner = _sentence(quotes[0], wanted)
    if inner.context == "negated" and inner.ground in TAKEN_BACK:
        return "negated"
    if inner.context == "question" and not _asks(claim):
        return "question"
    if inner.ground == "supposition" and not _open(claim, inner, text, langs):
        return "hypothetical"
    near = _nearest(_clauses(words, langs), wanted)
    if not near:
        return "ok"
    if _ASKED.search(quotes[0]) and not _asks(claim) and all(interrogative(clause, langs) for clause, _ in near):
        return "question"
    if not (negative or frame("brink", langs).search(text)) and all(denies(clause, langs) for clause, _ in near):
        return "negated"
    refused = claim.polarity == "-" and _refuses(words, langs)
    if denies(text, langs) > denies(words, langs) and not refused:
        return "negated"
    return _weakness(claim, near, text, langs)


def _sentence(quote: str, wanted: tuple[str, ...]) -> Reading:
    """How the rest of a quote leaves that sentence of it which shares most words with the claim."""
    found = [piece for piece in sentences(quote) if piece.kind in ("prose", "list")]
    if not found:
        return OK
    best = max(found, key=lambda piece: len(covered(wanted, quote[piece.start : piece.end])))
    return read(quote, best.start, best.end)


def _nearest(clauses: list[str], wanted: tuple[str, ...]) -> list[tuple[str, str]]:
    """The clauses that share most words with the claim, each with the one before it."""
    scores = [len(covered(wanted, clause)) for clause in clauses]
    best = max(scores, default=0)
    return [(c, clauses[i - 1] if i else "") for i, c in enumerate(clauses) if best and scores[i] == best]


def _weakness(claim: Claim, near: list[tuple[str, str]], text: str, langs: tuple[str, ...]) -> Context:
    condition, modal, suppose = frame("condition", langs), frame("modal", langs), frame("suppose", langs)
    hangs = all(_conditional(clause, langs) or condition.match(before.lstrip()) for clause, before in near)
    if hangs and not (claim.scope or _conditional(text, langs)):
        return "ok" if claim.modality != "asserted" or claim.kind in _OPEN_KINDS else "hypothetical"
    doubtful = all(modal.search(clause) or suppose.search(clause) for clause, _ in near)
    return "hypothetical" if doubtful and not _tentative(claim, text, langs) else "ok"


def _clauses(words: str, langs: tuple[str, ...]) -> list[str]:
    cuts = sorted([*breaks(words, langs), *(m.span() for m in _STOP.finditer(words))])
    edges = [0, *(end for _, end in cuts)]
    stops = [*(start for start, _ in cuts), len(words)]
    return [words[a:b] for a, b in zip(edges, stops, strict=True)]


def _refuses(words: str, langs: tuple[str, ...]) -> bool:
    """Whether a text denies, drops, refuses or changes anything: what a negative claim may rest on."""
    known = tuple(lang for lang in langs if lang in LANGS) or ("en",)
    return any(pattern(cue, *known).search(words) for cue in ("drop", "refuse", "change", "negation"))
