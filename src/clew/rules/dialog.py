"""What the assistant asked or proposed last, and how the person's reply takes it up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from clew.model import Part
from clew.rules.asked import SERVES
from clew.rules.grammar import Word, words
from clew.rules.words import W, bag
from clew.text import regex as re
from clew.text.sentences import Sentence, sentences
from clew.text.units import MONTHS

Place = tuple[int, int]


class Turn:
    """What an assistant's turn leaves open for the person to take up, read only as far as a reply asks for it."""

    def __init__(self, part: Part) -> None:
        self.part = part

    @cached_property
    def questions(self) -> tuple[Place, ...]:
        """Questions that close the turn, in order."""
        text = self.part.text
        if "?" not in text[-_TAIL:]:
            return ()
        start = max(0, len(text) - _TAIL)
        said = _prose(text, start)
        return tuple((s.start, s.end) for s in said[-4:] if _asks(text, s) and (s.start > start or not start))

    @cached_property
    def _said(self) -> list[Sentence]:
        return _prose(self.part.text, max(0, len(self.part.text) - _LONG))

    @cached_property
    def proposals(self) -> tuple[Place, ...]:
        """Sentences that propose something, in order; conditional ones only where there is no other."""
        text = self.part.text
        found = [s for s in self._said if _proposes(text, s) and not SERVES.search(text[s.start : s.end])]
        plain = [s for s in found if not _CONDITIONAL.match(text[s.start : s.end])] or found
        return tuple((s.start, s.end) for s in plain)

    @cached_property
    def options(self) -> dict[str, Place]:
        """Number or letter of a listed option → its place."""
        return _options(self.part.text, self._said)

    @cached_property
    def figures(self) -> tuple[Place, ...]:
        """Sentences of prose that hold a number."""
        text = self.part.text
        return tuple((s.start, s.end) for s in self._said if not _asks(text, s) and _DIGIT.search(text, s.start, s.end))


_DIGIT = re.compile(r"\d")


def _prose(text: str, start: int) -> list[Sentence]:
    found = (Sentence(s.start + start, s.end + start, s.kind) for s in sentences(text[start:]))
    return [s for s in found if s.kind in ("prose", "list", "heading") and s.end - s.start <= _SENTENCE]


def _asks(text: str, s: Sentence) -> bool:
    return text[max(s.start, s.end - 4) : s.end].rstrip("\"'”*_)").endswith("?")


def _proposes(text: str, s: Sentence) -> bool:
    if _asks(text, s):
        return bool(_OFFERS.search(text[s.start : s.end]))
    return bool(_PROPOSES.search(text, s.start, s.end)) or (
        s.kind == "prose" and bool(_ADVISES.search(text[s.start : s.end]))
    )


_PROPOSES = re.compile(
    r"\b(?:i(?:'d| would| 'd)(?: also| rather| simply| then)? (?!not\b|leave\b|like\b)\w+|i (?:(?:could|can|"
    r"might) )?(?:also )?(?:suggest|recommend|propose|advise|lean towards?)|my (?:suggestion|recommendation|"
    r"proposal|advice)|(?:a|another|one) (?:suggestion|proposal|option|idea)|you (?:could|should|might want to)|"
    r"consider|how about|what about|let's|let us|(?:it|that) (?:would|may|might) be (?:worth|good|better|best)|"
    r"suggested|(?:an?|one|two|three) (?!few\b|lot\b|bit\b)[^.?!,;:]{3,90} would (?!be\b|have\b)\w+|"
    r"eine? [^.?!,;:]{3,60} "
    r"(?:würde|könnte) |\w+ would (?:also )?(?:fit|work|help|do|suit|cover|make|give|be enough)|best (?:option|choice)|"
    r"ich (?:würde|schlage vor|empfehle)|mein vorschlag|ein vorschlag|vorschlag:|du (?:könntest|solltest|kannst)|"
    r"wie wäre es|je (?:te |vous )?(?:propose|suggère|recommande|conseille)|vous pourriez|tu pourrais|on pourrait|"
    r"(?:sugiero|propongo|recomiendo)|podrías)\b|추천|제안|권해|권합니다",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"(?:^|: )(?!(?:this|that|there|here|it|its|these|those|they|you|he|she|i|we|what|how|which|no|yes|not|if|"
    r"about|regarding|speaking|after|before|since|because|then|also|from|into|during|until|once|both|"
    r"when|the|a|an|ok|so|and|but|your|my|our|one|two|in|at|on|to|as)\b)(?:with|for|mit|für|"
    r"[a-zA-Z][a-zäöü]{1,11}(?= (?:up |out |in |on |off |down |only |just )?(?:the|a|an|one|two|your|it|them|only|"
    r"each|every|all|\d+|den|die|das|eine?n?|la|le|les|une?|el|los)\b))[^?]*$",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"^(?:should|shall) we\b|^(?:sollen|wollen) wir\b|^(?:what|how) about\b|^(?:and )?what do you think (?:of|about)\b|"
    r"^was (?:haltet|hältst) (?:ihr|du) von\b|^wie wäre? (?:es )?mit\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(r"^(?:if|wenn|falls|si)\b", re.IGNORECASE)
_OPTION = re.compile(
    r"^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:option |variant |variante )?\(?(\d{1,2}|[a-f])[.):]",
    re.IGNORECASE | re.MULTILINE,
)
_LONG = 20_000
"""Longer assistant turns are looked at from their end only."""
_TAIL = 600
"""Characters at the end of a turn where questions still wait for an answer."""
_SENTENCE = 1500
"""Longer sentences propose nothing in particular."""


def _options(text: str, said: Sequence[Sentence]) -> dict[str, Place]:
    out: dict[str, Place] = {}
    for s in said:
        if s.kind != "list":
            continue
        line = text.rfind("\n", 0, s.start) + 1
        mark = _OPTION.match(text, line)
        if mark and mark.end() <= s.start + 1:
            out.setdefault(mark.group(1).casefold(), (s.start, s.end))
    return out


_TALKING = (
    r"(?:see|think|ask|check|try|send|read|steal|remember|tell|say|look|write|know|understand|get|love|like|want|"
    r"need|hear|appreciate|give|show|explain|discuss|leave|talk|pass|forward|raise|mention|(?:take|bring) (?:it|"
    r"that|this|"
    r"them) (?:to|up|along|back|into)|put (?:it|that|this|them) (?:in|on) (?:the|my|our))\b"
)
"""Verbs that take up a remark, not a proposal: `I'll think about it`."""
YES = bag(
    "yes yeah yep yup ok okay sure great perfect good fine alright right exactly agreed deal done absolutely "
    "definitely brilliant lovely please ja jo jep gut super klar genau passt einverstanden abgemacht perfekt gerne "
    "oui d'accord parfait exactement ouais volontiers sí vale perfecto exacto claro 네 예 좋아 좋아요"
)
"""Words that say yes, all by themselves."""
LIGHT = bag(
    "like that this it so just then oh ah ha the and both them one those i we us that's it's is you your "
    "suggestion proposal plan idea approach option das es so wie wir dann oh ah ça cela comme c'est on et eso esto "
    "así lo let's lets works sounds love"
)
"""Words that may stand beside a yes without adding anything."""
_THAT = (
    r"(?:exactly |genau )?(?:that|this|it|so|them|those|both|your (?:suggestion|proposal|plan|approach|"
    r"recommendation)|the (?:first|second|third|last) (?:one|option|suggestion)|that one)\b"
)
_OPENING = r"(?:[\w']+[,.! ]+){0,4}?"
_ADOPTS = re.compile(
    rf"(?:{_OPENING}(?:let'?s|we'?ll|i'?ll|we will|i will|please) (?!not\b|{_TALKING})(?:\w+ ){{1,2}}{_THAT}|"
    rf"(?:yes|yeah|yep|yup|ok(?:ay)?|sure|agreed|great|perfect|good|fine|alright)[,.!]* (?:(?:please|then|and|do|"
    rf"let's|we're|i'm|we|i)[,]? )*(?!{_TALKING})\w+(?:ing)? (?:with )?{_THAT}|{_OPENING}(?!{_TALKING})(?:do|use|"
    rf"take|adopt|go "
    rf"with|go for) {_THAT}|(?:let'?s )?go ahead\b|go on then\b|{_OPENING}(?:agreed|deal)\b[.!,]|"
    rf"{_OPENING}put (?:it|that|this|them) (?:in|on|down)\b|(?:[\w.,]+ )?sounds right\b|(?:[\w' ]{{1,30}}[,.] )?"
    rf"(?:(?:it is |that is )?adopted\b|(?:i|we) (?:adopt|accept) (?:it|that|this|the|your)\b)|{_OPENING}(?:so "
    rf")?mach(?:en?|"
    rf"t)?(?: wir)? (?:das|es|'?s)\b|{_OPENING}(?:so )?(?:machen|nehmen) wir(?:(?: so|'?s| das| es)\b|\W*$)|"
    rf"{_OPENING}(?:mach|nimm|pack|schreib|setz|trag)(?:'?s| es| das| ihn| sie)? (?:mit )?(?:rein|drauf|auf|"
    rf"dazu|ein)\b|"
    rf"{_OPENING}(?:faisons|on fait|on prend|prenons|on part|partons|adoptons|allons-y)\b(?: (?:ça|cela|comme|sur|"
    rf"là|avec).*)?|{_OPENING}(?:hagámoslo|hagamos eso|hazlo|lo hacemos|adelante)\b|va pour\b|"
    r"그렇게 (?:하|해|할|진행)\w*|그걸로 (?:하|해)\w*)",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"\b(?:ok|okay|yes|yep|yeah|ja|jo|jep|agreed|right|correct|exactly|perfect|fine|too(?=\W*$)|also|same|calendar|"
    r"noted|matches|suits|"
    r""
    r"confirmed|confirm|works|it is|passt|stimmt|auch|kalender|notiert|bestätigt|genau|gut|d'accord|noté|vale|"
    r"anotado)\b",
    re.IGNORECASE,
)
_PICKS = re.compile(
    r"^(?:(?:ok|yes|yeah|let'?s|i'?ll|we'?ll|i|we|go(?:ing)?|with|take|pick|choose|do|then|nehme?n?|wir|ich|dann|"
    r"number|no|nr|option|variant|variante|plan)[,. ]*)*\(?(\d{1,2}|[a-f])(?:(?:st|nd|rd|"
    r"th)(?: one)?)?(?:[.)!,]|$|\s*$)",
    re.IGNORECASE,
)


def adopts(said: str) -> bool:
    """Whether a reply is a `yes, do that` in one of its many forms."""
    said = said.strip().replace("’", "'")
    named = re.match(r"[^,.:!?]{1,40}[,:] ", said)
    if _ADOPTS.match(said) or (named and _ADOPTS.match(said, named.end())):
        return True
    spoken = [word for word in re.findall(r"[\w'-]+", said.casefold()) if not word.isdigit()]
    firm = {"exactly", "perfect", "agreed", "deal", "genau", "perfekt", "exactement", "parfait", "exacto", "perfecto"}
    return (
        1 < len(spoken) <= 8
        and bool(YES & set(spoken[:2]) and firm & set(spoken))
        and all(word in YES or word in LIGHT for word in spoken)
    )


_AGREES = "yes|good|fine|agreed|okay|ok|perfect|great|sure|deal|done|gut|passt|einverstanden|perfekt|gerne|vale|parfait"
_NAMES = re.compile(
    rf"(?:the |an? |die |den |das |der )?(?P<a>[\w'-]+(?: [\w'-]+){{0,2}}), (?:{_AGREES})\b|"
    rf"(?:{_AGREES}),? (?:then )?(?:the |an? |die |den |das |der )?(?P<b>[\w'-]+(?: [\w'-]+){{0,2}}),? (?:then|dann)\b",
    re.IGNORECASE,
)


def named(said: str, turn_: Turn) -> Place | None:
    """The sentence of the assistant whose thing a reply names and agrees to: `the coach, good`."""
    found = _NAMES.match(said.strip())
    mine = long_words(found["a"] or found["b"]) if found else frozenset()
    if not mine:
        return None
    text = turn_.part.text
    told = (s for s in turn_._said if mine <= long_words(text[s.start : s.end]))
    places = [(s.start, s.end) for s in told if not SERVES.search(text, s.start, s.end)]
    return max(places, key=lambda place: (place in turn_.proposals, place)) if places else None


def picked(said: str, turn_: Turn) -> Place | None:
    """The listed option that a reply names by its number or letter."""
    found = _PICKS.match(said.strip())
    return turn_.options.get(found.group(1).casefold()) if found and len(turn_.options) > 1 else None


_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def numbers(said: str) -> list[str]:
    """Numbers of a text without separators and trailing decimals of zeros."""
    out = []
    for found in _NUMBER.findall(said):
        plain = re.sub(r"[,.](?=\d{3}\b)", "", found)
        out.append(re.sub(r"[.,:]0+$", "", plain).lstrip("0") or "0")
    return out


_COUNTS = re.compile(
    r"\b(?:how (?:many|much|long|often|big|old|far)|what (?:size|number|budget|price|time)|wie (?:viele?|lange|"
    r"oft|groß|alt)|wieviele?|combien|cuánt\w+)\b",
    re.I,
)


@lru_cache(maxsize=512)
def long_words(text: str) -> frozenset[str]:
    """Words of four letters or more, by which a reply shows what it takes up."""
    return frozenset(re.findall(r"[^\W\d_]{4,}", text.casefold()))


def answered(said: str, turn_: Turn) -> Place | None:
    """The question that a reply fits best: by shared words, then by the kind of answer, else the last."""
    text = turn_.part.text
    mine = long_words(said)
    valued = bool(re.search(r"\d|^(?:one|two|three|four|five|six|ein|zwei|drei|vier|fünf|sechs)\b", said.casefold()))
    best: tuple[int, int] = (-1, -1)
    for k, (a, b) in enumerate(turn_.questions):
        asked = text[a:b]
        shared = len(mine & long_words(asked))
        fits = (2 if valued else -2) if _COUNTS.search(asked) else 0
        best = max(best, (max(0, 2 * shared + fits), k))
    return turn_.questions[best[1]] if turn_.questions else None


def proposed(said: str, turn_: Turn) -> Place | None:
    """The proposal that a yes takes up: the one that shares its words, else the last."""
    mine, figures = long_words(said), {*numbers(said)}
    text = turn_.part.text
    scores = [
        (
            len(mine & long_words(text[a:b]))
            + 2 * len(figures & {*numbers(text[a:b])})
            + bool(_OFFERS.search(text[a:b])),
            k,
        )
        for k, (a, b) in enumerate(turn_.proposals)
    ]
    return _full(turn_, turn_.proposals[max(scores)[1]]) if scores else None


def _full(turn_: Turn, place: Place) -> Place:
    """The place with the sentence before it, where the proposal only points back (`I would include it`)."""
    a, b = place
    text = turn_.part.text
    pointing = (
        re.search(r"\b(?:it|that|this|them|das|es|dies)\b[^a-z]*$", text[a:b], re.IGNORECASE)
        and len(text[a:b].split()) <= 7
    )
    if not pointing:
        return place
    start = max(text.rfind(mark, 0, max(a - 2, 0)) for mark in (". ", "\n", "? ", "! ")) + 1
    return (start + len(text[start:a]) - len(text[start:a].lstrip()), b) if a - start < 300 else place


def _same_number(mine: str, theirs: str) -> bool:
    # "243" repeats "243,000": people drop the thousands.
    return mine == theirs or (len(mine) >= 2 and theirs == mine + "000")


_REPEATS = re.compile(
    r"(?:(?:yes|yep|yeah|ok|right|ja|jo|jep|gut),? )?(?:(?:the|am|den|on|end of|ende|\w+day|\w+tag) )*[€$£]?"
    rf"(?:\d[\d.,]*(?:st|nd|rd|th|\. \w+)?|(?:{'|'.join(MONTHS)})(?: \d+)?)"
    r"(?:,? (?:yes|yep|yeah|ja|jo|jep|grand|suits|okay|ok|right|fine|it is|passt)\b|,|$)",
    re.IGNORECASE,
)
"""A yes and a figure or a month, before whatever else a reply says."""


def _figures(said: str) -> list[str]:
    """Numbers, and the months that it names."""
    return [*numbers(said), *(f"m{MONTHS[w]}" for w in re.findall(r"[^\W\d_]{3,}", said.casefold()) if w in MONTHS)]


def confirmed(said: str, turn_: Turn) -> Place | None:
    """The sentence of the assistant whose figure a short reply repeats."""
    words_ = said.split()
    repeats = _REPEATS.match(said) if len(words_) <= _ASIDE else None
    mine = _figures(repeats.group()) if repeats else _figures(said)
    if not mine or not (repeats or len(words_) <= _SHORT):
        return None
    if not (repeats or _CONFIRMS.search(said) or (len(mine) >= 2 and len(words_) < _SHORT)):
        return None
    text = turn_.part.text
    for a, b in reversed(turn_.figures):
        theirs = _figures(text[a:b])
        if all(any(_same_number(m, t) for t in theirs) for m in mine):
            return (a, b)
    return None


_SHORT = 8
"""Words of a reply that says little beside the figure."""
_ASIDE = 20
"""Words of a reply that begins with the figure and goes on to something else."""


_STOP = W.DET | W.PREP | W.CONJ | W.FILLER | W.PRON | W.WEAK | W.SELF | W.WH | W.AUX
_HOLLOW = bag(
    "much many long exactly there need want like have mind something anything it you yours roughly total about "
    "number already also planned du dich deine dein ungefähr you'd say said think prefer currently right next "
    "settle final place stand schon brauchst everything goal keep put"
)
"""Words of a question that name nothing."""


def subject(turn_: Turn, question: Place, lang: str) -> list[Word]:
    """The words of a question that name what it asks about."""
    text = turn_.part.text
    run = [w for w in words(text, *question, lang) if not w.flags & W.VERB or w.flags & W.NOUNISH]
    if lang == "de":
        run = [w for w in run if text[w.start].isupper() and w.start > question[0]]
    return [
        w for w in run if not w.flags & _STOP and w.text not in _HOLLOW and w.text[:1].isalpha() and len(w.text) > 2
    ][:4]


_THERE = re.compile(r"\b(?:da|dort|there)\b")


def spoken_of(turn_: Turn | None, said: str, lang: str) -> list[str]:
    """What a reply points at in the last question: the place for `there`, else the first thing it names."""
    if turn_ is None or not turn_.questions:
        return []
    named = [word.text for word in subject(turn_, turn_.questions[-1], lang)]
    return named[-1:] if _THERE.search(said) else named[:1]


LEADS = re.compile(
    r"\b(?:i(?:'d| would)(?: also| rather| then| simply)?(?: (?:suggest|recommend|propose))?|i (?:can |could "
    r")?(?:suggest|recommend|propose)|my (?:suggestion|recommendation|proposal)(?: is)?:?|you (?:could|should)(?: "
    r"also)?|(?:a )?(?:suggestion|thought|idea)[^:.]{0,40}:|let's|consider|ich würde|ich empfehle|ich schlage vor|mein "
    r"vorschlag(?: ist)?:?|ein vorschlag(?: dazu)?:|was (?:haltet ihr|hältst du) von|wie wäre? (?:es )?mit|"
    r"what about|how about|je (?:te |vous )?(?:propose|suggère|recommande|conseille) (?:de |d')?|propongo|sugiero|"
    r"recomiendo|du (?:könntest|solltest|kannst)|shall we|should we|sollen wir)\s+",
    re.IGNORECASE,
)
"""Words that lead into a proposal and are no part of it."""


_NEEDS = re.compile(r"\b(?:need|needs|looking for|brauch|brauche|brauchen)\b (?!to\b)(.{3,60})")


def needed(said: str) -> str:
    """What a person says they need or look for; empty when they do not."""
    found = _NEEDS.search(said)
    return found.group(1) if found else ""
