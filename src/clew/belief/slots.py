"""Which slot of which thing a claim fills, and with what: parsed from its words by general rules.

A slot is an attribute of a subject ("price of the day ticket"). Tables hold closed classes only; the open
words are compared by stem. English and German are read well, French, Spanish and Korean cautiously.
"""

from dataclasses import dataclass
from typing import Any

from clew.belief.phrase import Phrase, phrases, theme
from clew.belief.reported import VOICE, voice
from clew.belief.traits import (
    ADDITIVE,
    ATTRIBUTES,
    BACK,
    BARE,
    BARE_NOUN,
    CHANGE,
    CHANGE_UNSPACED,
    CONDITIONAL,
    CONTRARY,
    CORRECTION,
    DENIAL,
    DROP,
    EXCLUSIVE,
    FILLER,
    FIRST,
    GERMAN,
    HAPPENED,
    HEDGE,
    INSTEAD,
    LABELS,
    MARK,
    MULTIPLE,
    MULTIPLE_UNSPACED,
    NEGATION,
    NEVER,
    OF,
    OPPOSITES,
    PHRASES,
    PLACED,
    QUANTIFIERS,
    REASON,
    RENEWED,
    SELF,
    SETTING,
    SUPPOSED,
    SYNONYMS,
    UNSPACED_NEGATION,
)
from clew.core.held import held
from clew.model import Claim
from clew.text import regex as re
from clew.text import words
from clew.text.measure import Measures, measures
from clew.text.units import CURRENCIES, MONTHS, UNITS

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?", re.UNICODE)
_CLAUSE = re.compile(r"[;:.!?]\s|,\s|\s(?:and|but|und|aber|sondern|mais|pero|while|whereas)\s", re.IGNORECASE)
_GRAMMAR = frozenset(
    ("the", "a", "for", "only", "in", "on", "of", "der", "die", "das", "für", "nur", "im", "le", "la", "el")
)
_NOBODY = frozenset(("it", "that", "ther", "what", "who", "let", "her", "today"))
_HANGUL = re.compile(r"[가-힣]")
_PARTICLE = re.compile(
    r"(?:에서는|에서|으로|에게|까지|부터|이라|라고|한테|은|는|이|가|을|를|에|의|로|과|와|도|만|이다|다)$"
)


_EMPTY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Frame:
    """A claim taken apart."""

    topic: frozenset[str]
    """Stems of the topic key without function words."""
    thing: tuple[str, ...]
    """Stems of the topic key in order, without the attribute class it may end with: what the slot belongs to."""
    core: frozenset[str]
    """Stems of the topic key without that class."""
    label: str
    """Attribute class as the extractor names it, or as the last word of the topic key; empty for none."""
    words: tuple[str, ...]
    """Content stems of the main clause in order, without measures, cues and reasons."""
    extra: frozenset[str]
    """Content stems of the reason and other side clauses."""
    signs: tuple[tuple[str, int], ...]
    """Stem of a predicate → +1, or -1 where its clause denies it or the word is the low end of a pair."""
    negated: frozenset[str]
    """Stems of clauses that hold a negation."""
    denied: frozenset[str]
    """Stems and numbers that are named as no longer or not the value ("not 13", "instead of wood")."""
    names: frozenset[str]
    measures: Measures
    cues: frozenset[str]
    """Of change, back, drop, correction, hedge, supposed, only, list, negative, first."""
    quantifier: str
    """all, none, some, few or empty."""
    attributes: frozenset[str]
    """Attribute classes that words of text or topic point to."""
    scope: frozenset[str]
    voice: str
    """Whose word it is: the source a text names ("according to the HR list"), else the speaker."""
    marks: frozenset[tuple[str, str]]
    """Numbered or lettered things named: ("experiment", "1"), ("quote", "2")."""
    owners: frozenset[str]
    """What a part, a price or a date is said to be of: "the key of the shed"."""
    held: frozenset[tuple[str, str]]
    """Owner and part: ("shed", "key")."""
    setting: frozenset[str]
    """Where or when it holds, as the first words say ("In production …")."""
    placed: frozenset[str]
    """Numbered places it names as an answer: room 7."""
    leads: frozenset[str]
    """The first two content stems of every clause: what is spoken of."""
    opening: frozenset[str]
    """Names among the first words: usually the subject."""
    phrases: tuple[Phrase, ...] = ()
    """Noun phrases of the main clause, in order."""
    bag: frozenset[str] = frozenset()
    """All content stems of the main clause."""
    all: frozenset[str] = frozenset()
    """All content stems, side clauses included."""
    theme: Phrase | None = None
    """The phrase that the claim is about."""
    heads: frozenset[str] = frozenset()
    """Heads of its phrases."""
    phrased: frozenset[str] = frozenset()
    """Heads and qualifiers of its phrases."""
    reach: frozenset[str] = frozenset()
    """All that it says, is filed under, names or denies: claims whose reach does not meet are unrelated."""


@held(1024)
def stem(word: str) -> str:
    """A word as it is compared: folded, without inflection, synonyms of closed classes joined."""
    folded = words.fold(word.replace("’", "'"))
    if _HANGUL.search(word):
        return _PARTICLE.sub("", word) or word
    folded = re.sub(r"^(?:[ldnsjmtc]|qu)'(?=\w)|'s?$", "", folded)
    joined = SYNONYMS.get(folded)
    if joined:
        return joined
    root = words.stem(folded)
    return SYNONYMS.get(root, root)


def stems(text: str) -> tuple[str, ...]:
    """Content stems in order; function words and fillers are left out."""
    return tuple(
        stem(w)
        for w in _WORD.findall(text)
        if words.fold(w) not in FILLER and (len(w) > 1 or w.isdigit() or w.isupper())
    )


def topic(text: str) -> frozenset[str]:
    """Stems of a topic key."""
    return frozenset(stems(text.replace("-", " ")))


def scope_of(text: str | None) -> frozenset[str]:
    """Words of a scope, all of them that are not mere grammar."""
    return frozenset(words.stem(words.fold(w)) for w in _WORD.findall(text or "") if words.fold(w) not in _GRAMMAR)


def frame(claim: Claim) -> Frame:
    """The claim taken apart; cached by its words."""
    label = claim.triple.p if claim.triple else ""
    return _frame(claim.text, claim.topic, claim.scope or "", (claim.speaker.name, claim.polarity), label)


@held(768)
def _frame(text: str, topic_key: str, scope: str, saying: tuple[str, str], label: str) -> Frame:
    speaker, polarity = saying
    for shape, word in PHRASES:
        text = shape.sub(word, text)
    main, side = _main(text)
    positive, denied = _denied(main)
    # the number of a numbered thing measures nothing
    found = measures(MARK.sub(lambda m: m[1] or m[3], positive))
    bare = _bare(VOICE.sub(" ", found.masked))
    content = stems(bare)
    first = bool(FIRST.search(text))
    cues = _cues(main, positive) | ({"first"} if first else set()) | ({"self"} if SELF.search(main) else set())
    if polarity == "-":
        cues |= {"negative"}
    names = frozenset(w.casefold() for n in words.names(text) for w in n.split())
    if first and speaker:
        names |= {w.casefold() for w in speaker.split()}
    topic_stems = topic(topic_key)
    thing, named = _thing(topic_key)
    held = _held(found.masked)
    extra = frozenset(stems(_bare(measures(side).masked)))
    spoken = phrases(found.masked, stem, FILLER)
    bag = frozenset(content)
    every = bag | extra if extra else bag
    made: dict[str, Any] = dict(  # noqa: C408  # the fields by name
        topic=topic_stems,
        thing=thing,
        core=topic(topic_key.removesuffix(named)) if named else topic_stems,
        label=label or named,
        words=content,
        extra=extra,
        signs=tuple(_signs(positive).items()),
        negated=frozenset(w for c in _CLAUSE.split(positive) if NEGATION.search(c) for w in stems(c)),
        denied=denied,
        names=names,
        measures=found,
        cues=frozenset(cues),
        quantifier=_quantifier(positive),
        attributes=_attributes((*content, *topic_stems)),
        scope=scope_of(scope),
        voice=(" ".join(stems(voice(text))) if speaker in ("", "user") else "") or speaker.casefold(),
        marks=frozenset((stem(m[1] or m[3]), (m[2] or m[4]).casefold()) for m in MARK.finditer(PLACED.sub(" ", text))),
        owners=frozenset(owner for owner, _ in held),
        held=held,
        setting=_setting(found.masked),
        placed=frozenset(m[1].casefold() for m in PLACED.finditer(positive)),
        leads=frozenset(w for c in _CLAUSE.split(bare) for w in stems(c)[:2]),
        opening=_opening(text),
        phrases=spoken,
        theme=theme(spoken, "self" in cues or (first and speaker == "user")),
        heads=frozenset(x.head for x in spoken),
        phrased=frozenset(w for x in spoken for w in x.all),
        bag=bag,
        all=every,
        reach=every | topic_stems | denied | {stem(n) for n in names - {speaker.casefold()}},
    )
    # hundreds of frames are kept: most of their sets are empty or equal, and one of them is enough
    sets = {_EMPTY: _EMPTY}
    made |= {name: sets.setdefault(it, it) for name, it in made.items() if isinstance(it, frozenset)}
    return Frame(**made)


def _held(text: str) -> frozenset[tuple[str, str]]:
    out: set[tuple[str, str]] = set()
    for match in OF.finditer(text):
        owner, parts = stem(match[2] or match[3]), stems(match[1] or match[4])
        if owner not in _NOBODY:
            out.update((owner, part) for part in parts)
    return frozenset(out)


def _setting(text: str) -> frozenset[str]:
    match = SETTING.match(text)
    return frozenset(stems(match[1])) if match else frozenset()


def _opening(text: str) -> frozenset[str]:
    # German writes every noun with a capital: there it tells nothing
    if GERMAN.search(text):
        return frozenset()
    return frozenset(w.casefold() for w in re.findall(r"[^\W\d_]{2,}", text)[:4] if w[0].isupper())


def _thing(topic_key: str) -> tuple[tuple[str, ...], str]:
    """Stems of a topic key and the attribute class that its last word is, if it is one."""
    parts = topic_key.replace("-", " ").split()
    named = parts[-1] if parts and parts[-1] in LABELS else ""
    kept = [p for p in (parts[:-1] if named else parts) if p not in UNITS and p not in CURRENCIES and p not in MONTHS]
    found = stems(" ".join(kept))
    if len(found) > 2:
        return found, named
    # a bare attribute is no thing; two attribute words together are the name of one
    return tuple(w for w in found if not attribute(w)) or (found if len(found) > 1 else ()), named


_SO = re.compile(
    r",? (?:so(?= (?:its|it['’]s|thats|that['’]s|theres|there['’]s|were|we['’]re) )|dadurch|deshalb|deswegen|"
    r"daher|therefore|hence) ",
    re.IGNORECASE,
)
"""What follows is what somebody concludes; what goes before is why."""


def _main(text: str) -> tuple[str, str]:
    match = REASON.search(text)
    if not match or match.start() == 0:
        so = _SO.search(text)
        return (text[so.end() :], text[: so.start()]) if so else (text, "")
    return text[: match.start()], text[match.start() :]


def _denied(text: str) -> tuple[str, frozenset[str]]:
    denied: set[str] = set()

    def take(match: re.Match[str]) -> str:
        part = match.group("what")
        denied.update(stems(part))
        denied.update(f"{q.dim}:{q.value:g}" for q in measures(part).quantities)
        denied.update(re.findall(r"\d+", part))
        return " ; "

    bare = BARE_NOUN.match(text)
    if bare:
        denied.update(stems(bare["what"]))
    return DENIAL.sub(take, text), frozenset(denied)


def _bare(text: str) -> str:
    for shape in (CHANGE, BACK, CORRECTION, HEDGE, NEGATION):
        text = shape.sub(" ", text)
    return text


def _cues(text: str, positive: str) -> set[str]:
    shapes = {
        "change": CHANGE,
        "back": BACK,
        "drop": DROP,
        "correction": CORRECTION,
        "hedge": HEDGE,
        "supposed": SUPPOSED,
        "only": EXCLUSIVE,
        "instead": INSTEAD,
        "also": ADDITIVE,
        "never": NEVER,
        "happened": HAPPENED,
        "contrary": CONTRARY,
        "multiple": MULTIPLE,
    }
    cues = {name for name, shape in shapes.items() if shape.search(text)}
    if MULTIPLE_UNSPACED.search(text):
        cues.add("multiple")
    if "also" in cues and GERMAN.search(text) and ADDITIVE.findall(text.casefold()) == ["also"]:
        cues.discard("also")  # the German word draws a conclusion
    if CONDITIONAL.match(text):
        cues.add("conditional")
    if BARE.match(text):
        cues.add("bare")
    if CHANGE_UNSPACED.search(text) or RENEWED.match(text):
        cues.add("change")
    if NEGATION.search(positive) or UNSPACED_NEGATION.search(positive):
        cues.add("negative")
    return cues


def _quantifier(text: str) -> str:
    return next((name for name, shape in QUANTIFIERS if shape.search(text)), "")


def _attributes(content: tuple[str, ...]) -> frozenset[str]:
    return frozenset(a for a in map(attribute, content) if a)


@held(1024)
def attribute(word: str) -> str:
    """Attribute class that a stem names, also as the last part of a compound; empty for none."""
    if word in ATTRIBUTES or len(word) < 9:
        return ATTRIBUTES.get(word, "")
    return next((a for noun, a in ATTRIBUTES.items() if len(noun) > 3 and word.endswith(noun)), "")


def _signs(text: str) -> dict[str, int]:
    out: dict[str, int] = {}
    for clause in _CLAUSE.split(text):
        denied = _reach(clause)
        for word in stems(measures(clause).masked):
            key, sign = OPPOSITES.get(word, (word, 1))
            out.setdefault(key, -sign if word in denied else sign)
    return out


def _reach(clause: str) -> frozenset[str]:
    """Stems that a negation in the clause denies: the next few content words, or the last ones before it."""
    hits = [m.span() for m in NEGATION.finditer(clause)]
    hits += [(m.start(), m.start()) for m in UNSPACED_NEGATION.finditer(clause)]
    if len(hits) % 2 == 0:
        return frozenset()
    start, end = hits[0]
    after = stems(measures(clause[end:]).masked) if end > start else ()
    return frozenset(after[:3] or stems(measures(clause[:start]).masked)[-2:])
