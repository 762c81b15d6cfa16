"""How a claim is worded: a sentence that reads alone, and a label of a few words."""

from __future__ import annotations

from clew.rules.words import W, lexicon
from clew.text import regex as re

_OPENERS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|also|and|but|btw|well|then|anyway|next|plus|right|actually|basically|oh|hm+|yeah|yes|"
    r"yep|no|nah|perfect|good|great|careful(?: tho)?|by the way|first|second|third|since|because|bc|especially "
    r"since|weil|da|denn|und|aber|also|achtung|übrigens|ja|nein|nee|naja|alors|donc|et|mais|entonces|pero|"
    r"y)\b[,:;.! ]*)+",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:(?:ok(?:ay)?|yeah|yes|so|and|but|well|und|also)[,. ]+)*((?:no|kein)) (?![,.!])\w", re.IGNORECASE)
_TAIL = re.compile(r"[\s,;:–—-]+$")
_WORD = re.compile(r"\S+")
_LABEL = 8
"""Words in a label at most."""
_SHORT = 2
"""Words that a label keeps, whatever they are."""
_MARKS = ",;:.–—-\"'()"
_FRONT = re.compile(
    r"^(?:i|we)(?! (?:am|are|have|had|will) (?:not|never|no|to)\b|['’]\w+ (?:not|never|no)\b)"
    r"(?:['’](?:m|re|ve|ll)| am| are| have| had| will)?(?: (?:got|a|an|the)\b)? +(?=\w)",
    re.IGNORECASE,
)
"""Who speaks, and what stands between them and what they say."""
_LOOSE = frozenset(
    word
    for lang in ("en", "de", "fr", "es")
    for word, flags in lexicon(lang).items()
    if flags & (W.DET | W.PREP | W.CONJ) and not flags & (W.VERB | W.NOUNISH)
)
"""Words that need another behind them."""


def clean(said: str) -> str:
    """Without openers and loose marks, on one line."""
    flat = " ".join(said.split())
    bare = _OPENERS.sub("", flat, count=1)
    # "no grey anywhere": the opener is the statement.
    kept = _NO.search(flat)
    if kept and len(flat) - len(bare) >= kept.end(1):
        bare = flat[kept.start(1) :]
    return _TAIL.sub("", bare or flat).strip()


_WHICH = re.compile(
    r"(?:which|who|it) (?=(?:just |now |recently |currently |also |already |only )?"
    r"(?:is|are|was|were|has|have|had|will)\b)",
    re.IGNORECASE,
)
"""A relative clause about its antecedent, which stands in the place of the pronoun."""
_WHY = {"de": ", denn ", "fr": ", car ", "es": ", porque "}


def sentence(said: str, subject: str = "", reasons: tuple[str, ...] = (), lang: str = "en") -> str:
    """One sentence; a subject from the context stands in front, reasons behind, the rest is the person's own words."""
    body = clean(said)
    if subject and subject.casefold() not in body.casefold():
        told = _WHICH.match(body)
        body = f"{subject} {body[told.end() :]}" if told else f"{subject}: {body}"
    if not body:
        return ""
    if reasons:
        why = "; ".join(clean(reason).rstrip(".!… ") for reason in reasons)
        body = body.rstrip(".!… ") + _WHY.get(lang, " because ") + why
    body = body[0].upper() + body[1:]
    return body if body[-1] in ".!?…。" else body + "."


def label(said: str, subject: str = "") -> str:
    """A few words that name what is claimed: no `we have` in front, cut where a phrase ends."""
    body = clean(said).rstrip(".!?… ")
    if subject and subject.casefold() not in body.casefold():
        body = f"{subject}: {body}"
    bare = _FRONT.sub("", body, count=1)
    words = _WORD.findall(bare if len(bare.split()) > 1 else body)
    kept = words[:_LABEL]
    while len(kept) < len(words) and len(kept) > _SHORT and kept[-1].strip(_MARKS).casefold() in _LOOSE:
        kept.pop()
    short = " ".join(kept).rstrip(",;:–—- ")
    return short[:1].upper() + short[1:]
