"""Checks a candidate against the text it quotes and says in stable words what lowers it."""

from __future__ import annotations

import base64
import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import get_args

from clew.model import KINDS, Act, Author, Candidate, Claim, Confidence, Maker, Part, Quote, Rejection, Source, Span
from clew.proof.beyond import missing
from clew.proof.context import Reading, read
from clew.proof.quote import locate
from clew.proof.stance import lost
from clew.text import regex as re
from clew.text.fold import canonical, digest, occurrences
from clew.text.secrets import hidden
from clew.text.words import content, covered

REASONS: dict[str, str] = {
    "id_format": "An id has a form that Clew does not write.",
    "bad_type": "The kind of the claim, or another closed word of it, is none that Clew knows.",
    "bad_confidence": "The confidence given with it is neither high, medium or low nor a number from 0 to 1.",
    "orphan_src": "The relation begins at something that does not exist.",
    "orphan_dst": "The relation ends at something that does not exist.",
    "empty": "It says nothing: no letter or number stands in its text, or what it states is a redacted secret.",
    "tombstone": "A person refused this before; it is not offered again.",
    "own_output": "It quotes what Clew itself printed, which is no evidence.",
    "no_excerpt": "It comes without a quote.",
    "excerpt_not_in_source": "A quote does not stand in the source in these words.",
    "quote_too_short": "Its quotes are too short to carry it: fewer than three words and no whole sentence.",
    "quote_ambiguous": "The quote stands in more than one place and nothing says which is meant.",
    "negated": "The words around the quote deny it or take it back.",
    "question": "The quote is part of a question.",
    "hypothetical": "The quote is part of a condition, a supposition or a wish.",
    "quoted_other": "The quote is somebody else's words, repeated.",
    "claim_beyond_quote": "It says more than its quotes: a number, a date, a name or most of its words stand in none.",
    "assistant_only": "Only the assistant said it; nobody adopted it.",
    "agent_text": "It rests on text that a program supplied, or a program handed it in.",
    "unread": "The rules failed on these words, a fault of the program: the text is kept, nothing is claimed.",
    "source_changed": "The source changed and the quote no longer stands where it stood.",
}
"""Every manifest string with its meaning for people; `bad_type`, `orphan_src` and `orphan_dst` carry `:what`."""

_DOUBTED = frozenset({"no_excerpt", "negated", "question", "hypothetical", "quoted_other", "assistant_only"})
_MOODS = ("negated", "question", "hypothetical", "quoted_other")
_FOUND = frozenset({"exact", "folded", "casefolded"})
_END = "clew:end"
_OWN = re.compile(r"<!--\s*clew:(?!end)")
_NUMBER = re.compile(r"(?:0?\.\d+|[01](?:\.\d+)?|\d{1,3}%)")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_STOP = ".!?…。！？:;,，、\n"
NEAR = 16_384
"""Characters; what stands further than two of these from a quote is not near it."""
SHORT = 3
"""Words below which a quote carries a claim only as a whole sentence."""


def explain(reason: str) -> str:
    """A manifest string as a sentence for people."""
    head, _, what = reason.partition(":")
    return REASONS.get(head, head) + (f" ({what})" if what else "")


def check(candidate: Candidate, source: Source, parts: Mapping[int, Part], by: Maker) -> Claim | Rejection:
    """The candidate as a claim with located evidence, reasons and confidence, or why it cannot be one."""
    spans, readings = _locate(candidate.quotes, source, parts)
    refused = _refused(candidate) or _echo(spans, parts)
    if refused:
        return Rejection(digest(candidate.text), refused)
    claim = Claim(
        id=_identity(source.id, spans, candidate.text),
        kind=candidate.kind,
        text=candidate.text.strip(),
        label=candidate.label.strip() or " ".join(candidate.text.split()[:6]),
        topic=candidate.topic,
        speaker=candidate.speaker,
        evidence=spans,
        by=by,
        act=candidate.act,
        about=candidate.about,
        triple=candidate.triple,
        scope=candidate.scope,
        polarity=candidate.polarity,
        modality=candidate.modality,
        asserted_at=_asserted(candidate, source, spans, parts),
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        said_confidence=candidate.said_confidence,
    )
    claim = replace(claim, reasons=tuple(_reasons(claim, readings, parts)))
    return replace(claim, confidence=confidence(claim))


def confidence(claim: Claim) -> Confidence:
    """High, medium or low, from evidence, reasons and speaker alone; what a model says of itself counts nothing."""
    found = [span for span in claim.evidence if span.match in _FOUND]
    if (not found and "quote_ambiguous" not in claim.reasons) or _DOUBTED & set(claim.reasons):
        return "low"
    solid = any(span.match in ("exact", "folded") for span in found)
    if claim.reasons or not solid or claim.speaker.cls not in ("person", "document"):
        return "medium"
    if any(span.context == "unknown" for span in found) and not any(span.context == "ok" for span in found):
        return "medium"
    return "high"


def recheck(claim: Claim, parts: Mapping[int, Part]) -> Claim:
    """The claim with its quotes found again in a changed source; `source_changed` where one is gone or moved on."""
    spans = tuple(_again(span, parts) for span in claim.evidence)
    if spans == claim.evidence:
        return claim
    gone = any(new.match != old.match for new, old in zip(spans, claim.evidence, strict=True))
    reasons = dict.fromkeys([*claim.reasons, *(["source_changed"] if gone else [])])
    moved = replace(claim, evidence=spans, reasons=tuple(reasons))
    return replace(moved, confidence=confidence(moved))


def _again(span: Span, parts: Mapping[int, Part]) -> Span:
    if span.match == "none":
        return span
    part = parts.get(span.part)
    if part and part.text[span.start : span.end] == span.quote:
        return span
    for n in sorted(parts, key=lambda n: (n != span.part, n)):
        found = locate(span.quote, parts[n].text)
        if found.match in _FOUND:
            return replace(span, part=n, start=found.start, end=found.end, quote=parts[n].text[found.start : found.end])
    return replace(span, start=0, end=0, match="none", context="unknown")


def _refused(candidate: Candidate) -> str | None:
    if not any(char.isalnum() for char in canonical(candidate.text)) or hidden(candidate.text):
        return "empty"
    closed = (
        (candidate.kind, KINDS),
        (candidate.act, get_args(Act)),
        (candidate.polarity, ("+", "-")),
        (candidate.modality, ("asserted", "proposed", "hypothetical", "questioned")),
        (candidate.speaker.cls, get_args(Author)),
    )
    wrong = next((value for value, known in closed if value not in known), None)
    if wrong is not None:
        return f"bad_type:{wrong}"
    said = candidate.said_confidence
    if said is not None and said not in ("high", "medium", "low") and not _NUMBER.fullmatch(said):
        return "bad_confidence"
    return None


def _echo(spans: Sequence[Span], parts: Mapping[int, Part]) -> str | None:
    """`own_output` when any quote stands in a block that Clew printed."""
    for span in spans:
        text = parts[span.part].text if span.part in parts else ""
        if span.match != "none" and _printed(text, span):
            return "own_output"
    return None


def _printed(text: str, span: Span) -> bool:
    """Whether a quote stands in a block that was opened before its end and not closed before its start."""
    opened, closed = _blocks(text)
    last = bisect_right(opened, span.end) - 1
    if last < 0:
        return False
    after = bisect_left(closed, opened[last])
    return after == len(closed) or closed[after] + len(_END) > span.start


@lru_cache(maxsize=8)
def _blocks(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the marks stand that open a block of Clew, by their ends, and where such blocks end."""
    if "clew:" not in text:
        return (), ()
    return tuple(m.end() for m in _OWN.finditer(text)), tuple(occurrences(_END, text))


def _locate(
    quotes: Sequence[Quote], source: Source, parts: Mapping[int, Part]
) -> tuple[tuple[Span, ...], tuple[Reading, ...]]:
    spans, readings = [], []
    for quote in quotes:
        part = parts.get(quote.part)
        found = locate(quote.text, part.text, quote.start) if part else None
        if part is None or found is None or found.match == "none":
            spans.append(Span(source.id, quote.part, 0, 0, quote.text, "none", "unknown"))
            readings.append(Reading("unknown"))
            continue
        reading = read(part.text, found.start, found.end, part.section)
        words = part.text[found.start : found.end]
        spans.append(Span(source.id, part.n, found.start, found.end, words, found.match, reading.context))
        readings.append(reading)
    return tuple(spans), tuple(readings)


def _identity(source: str, spans: Sequence[Span], text: str) -> str:
    """Content-derived id: two people who import the same chat get the same claims."""
    places = [f"{s.part},{s.start},{s.end}" if s.match != "none" else f"{s.part},{digest(s.quote)}" for s in spans]
    raw = hashlib.sha256("\n".join([source, *places, canonical(text)]).encode("utf-8", "replace")).digest()
    return "c" + base64.b32encode(raw).decode("ascii")[:12].lower()


def _asserted(candidate: Candidate, source: Source, spans: Sequence[Span], parts: Mapping[int, Part]) -> str | None:
    """When the committing speaker last said it: for an adopted proposal, the adopting turn."""
    quoted = [parts[span.part] for span in spans if span.part in parts]
    own = [part for part in quoted if part.author == candidate.speaker.cls and part.at]
    timed = own or [part for part in quoted if part.at]
    return timed[-1].at if timed else source.at


def _reasons(claim: Claim, readings: Sequence[Reading], parts: Mapping[int, Part]) -> Iterator[str]:
    """Manifest strings in the order of the checks."""
    spans = claim.evidence
    if not spans:
        yield "no_excerpt"
        return
    if any(span.match == "none" for span in spans):
        yield "excerpt_not_in_source"
    located = [(s, r) for s, r in zip(spans, readings, strict=True) if s.match != "none"]
    if not located:
        return
    long = [(s, r) for s, r in located if _carries(s, parts[s.part].text)]
    if not long:
        yield "quote_too_short"
    if all(span.match == "ambiguous" for span, _ in long or located):
        yield "quote_ambiguous"
    own = any(parts[span.part].author == claim.speaker.cls for span, _ in located)
    yield from _moods(claim, long or located, parts, own)
    if missing(claim.text, [s.quote for s, _ in located], _around(claim, parts), claim.asserted_at):
        yield "claim_beyond_quote"
    yield from _voices(claim, [parts[s.part] for s, _ in located])


def _carries(span: Span, text: str) -> bool:
    """Whether a quote is long enough: three words (two characters count as one where there are no spaces)."""
    words = _WORD.findall(span.quote)
    size = sum(max(1, len(_UNSPACED.findall(word)) // 2) for word in words)
    if size >= SHORT:
        return True
    # A sentence of its own may be shorter; chat sets its sentences apart with commas.
    left, right = span.start - 1, span.end
    while left >= 0 and text[left] in " \t":
        left -= 1
    while right < len(text) and text[right] in " \t":
        right += 1
    before, after = text[max(left, 0) : left + 1], text[right : right + 1]
    whole = (not before or before in _STOP) and (not after or after in _STOP or span.quote[-1:] in _STOP)
    return whole and (size > 1 or (sum(map(len, words)) > 1 and span.quote[-1:] in ".!。！"))


def _moods(
    claim: Claim, located: Sequence[tuple[Span, Reading]], parts: Mapping[int, Part], own: bool
) -> Iterator[str]:
    """What the claim does not own up to in the quote it mainly rests on; the others only support that one.

    `own` says whether any quote is the speaker's own words.
    """
    wanted = content(claim.text)
    shares = [len(covered(wanted, span.quote)) for span, _ in located]
    found = []
    for (span, reading), share in zip(located, shares, strict=True):
        if share < max(shares):
            continue
        part = parts[span.part]
        others = [other.quote for other, _ in located if other is not span]
        mood = lost(claim, [span.quote, *others], reading, part.name)
        # What another asked or proposed becomes the speaker's by the answer, which is quoted beside it.
        answered = own and part.author != claim.speaker.cls and mood in ("question", "hypothetical")
        found.append("ok" if answered else mood)
    if "ok" not in found:
        yield from (mood for mood in _MOODS if mood in found)


def _around(claim: Claim, parts: Mapping[int, Part]) -> Iterator[str]:
    """The texts near the quotes: their parts and the part before each, with speaker and section."""
    quoted = {(span.part, span.start // NEAR) for span in claim.evidence if span.part in parts}
    before = {(n - 1, len(parts[n - 1].text) // NEAR) for n, _ in quoted if n - 1 in parts}
    for n, step in sorted(quoted | before):
        # Of a part without end only what stands near; in steps, so that the next quote finds the same stretch read.
        stretch = parts[n].text[max(0, step - 1) * NEAR : (step + 2) * NEAR]
        yield from (said for said in (stretch, parts[n].name, parts[n].section) if said)


def _voices(claim: Claim, quoted: Sequence[Part]) -> Iterator[str]:
    """Whether the one who commits to the claim said any of it."""
    speaker = claim.speaker
    authors = {part.author for part in quoted}
    if speaker.cls == "assistant" or (speaker.cls == "person" and authors and authors <= {"assistant"}):
        yield "assistant_only"
    handed_in = claim.by.extractor.startswith("agent/")
    if handed_in or speaker.cls in ("derived", "tool", "injected") or authors <= {"derived", "tool", "injected"}:
        yield "agent_text"
