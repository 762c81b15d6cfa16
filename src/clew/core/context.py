"""Reads the sentence around a quote: what denies it, asks it, supposes it, or lays it in another's mouth.

Only what stands outside the quote counts here (and a question mark inside): a quote that carries its own
negation or condition shows it to whoever reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from clew.core.cues import LANGS, pattern
from clew.core.marks import struck
from clew.core.scene import Scene, breaks, scene
from clew.core.scope import Frame, frame
from clew.model import Context

Ground = Literal[
    "", "block", "struck", "reversed", "announced", "irony", "question", "whether", "condition", "supposition", "modal",
    "wish", "negation", "marks", "speech", "hearsay", "heading", "lead",
]  # fmt: skip
"""What a reading rests on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How the surroundings leave a quote, and by what."""

    context: Context
    ground: Ground = ""


OK = Reading("ok")
TAKEN_BACK: tuple[Ground, ...] = ("reversed", "announced", "irony")
"""Grounds on which a neighbour, not the sentence itself, turns a quote round."""
_WORD = re.compile(r"\w+")
_ASKS = re.compile(r"[?？؟][\"'”’)\]*_]*\s*$|(?:吗|呢)[。.!！]?\s*$|^\s*¿|(?:습니까|나요|까요|ですか|ますか)[.。]?\s*$")
_INVERTED = re.compile(
    r"(?:is|are|was|were|am|do|does|did|can|could|should|will|would|shall|may|has|have|had|isn't|aren't|don't|doesn't|"
    r"didn't|won't|can't|couldn't|shouldn't|wouldn't|hasn't|haven't) \w+|"
    r"(?:ist|sind|war|waren|hat|haben|hast|habt|kann|kannst|können|könnt|soll|sollen|sollten|muss|müssen|darf|dürfen|"
    r"wird|werden|würde|gibt|geht|steht|bleibt|stimmt|weiß|weißt|gilt) \w+|(?:est-ce|qu'est-ce)|\w+-(?:t-)?(?:il|elle|"
    r"on|vous|tu|nous|je|ils|elles|ce)\b"
)
_BLUNT = re.compile(
    r"(?:should|can|could|would|will|do|does|did|is|are|shall) (?:i|we|you|he|she|they|it|there|this|that|someone|"
    r"anyone)\b|(?:what|how|why|where|who)(?:'s| is| are| do| does| did| should| can| would| will| to)\b"
)
_LEADING = re.compile(
    r"^[\s\"'(\-–*,:;.]*(?:(?:and|so|but|also|then|well|hey|ok|okay|or|und|et|y|aber|also|alors|pero) )*"
)
_AUXILIARY = re.compile(
    r"\b(?:am|is|are|was|were|be|been|do|does|did|will|would|can|could|has|have|had|should|must|may|might|shall)$"
)
_COMPLEMENT = re.compile(r"^\s*(?:that|dass|daß|que|qu'|ob|che|dat|att|at|что|że)\b")
_RELATIVE = re.compile(r"^\s*(?:which|who|whose|where|welche[rsnm]?|dont|lequel|laquelle|cual|cuya|cuyo)\b")
_MONTH = re.compile(r"\b(?:in|of|on|since|until|by|early|late|mid|from|to|this|last|next|\d+\.?) may\b|\bmay \d")
_SCOFF = re.compile(r"yeah,? right\b")
_FILLER = 5
"""Words of a first clause that only leads up to taking something back: "or so the rumour went"."""
_TAG = 6
"""Words of a clause that only names the speaker."""
_UPSIDE = re.compile(
    r"(?:should|were) (?:the|a|an|i|we|you|he|she|it|they|this|that|my|our|his|her|their|there|any\w*)\b[^,]*,|"
    r"had (?:the|a|an|i|we|you|he|she|it|they|this|that|my|our|his|her|their|there)\b[^,]*,.*\b(?:would|could|might)\b|"
    r"(?:wäre|wären|hätte|hätten|sollte|sollten|würde|würden) \w+[^,]*,"
)
"""Conditions by word order alone: "had we known, …", "wäre sie sicher, …"."""
_SARCASM = re.compile(
    r"(?:^|\s)(?:/s\b|\(not\)|not!+|\((?:just )?kidding\)|jk\b|j/k\b|\(sarcasm\)|\(irony\)|\(ironie\))"
)
_SOURCE = re.compile(
    r"(?:according to|laut|zufolge|nach angaben|selon|d'après|según|secondo|segundo|volgens|enligt|ifølge|według|"
    r"по словам)\b(?! (?:me|us|our|my|mir|uns)\b)|따르면|によると|据"
)
_NOUN = re.compile(
    r"\b(?:the|a|an|this|that|these|those|my|our|his|her|their|its|no|any|to|let's|lets|der|die|das|le|la|el)$"
)
_REFUSED = re.compile(
    r"\b(?:out of scope|not in scope|non[- ]goals?|won't do|will not do|not doing|not planned|rejected|declined|"
    r"discarded|ruled out|decided against|deprecated|obsolete|abandoned|removed|dropped|cancell?ed|don'ts?|myths?|"
    r"misconceptions|ausgeschlossen|verworfen|abgelehnt|nicht geplant|nicht im umfang|nicht-ziele|veraltet|"
    r"hors périmètre|rejeté\w*|abandonné\w*|fuera de alcance|rechazad\w+|descartad\w+)\b|"
    r"제외|거부|기각|폐기|不做|已拒绝|已废弃|范围外|範囲外|対象外|却下"
)
_OPEN = re.compile(
    r"\b(?:open questions?|unresolved|undecided|to be decided|tbd|offene fragen?|questions ouvertes|"
    r"preguntas abiertas)\b|미결|待定|未決"
)
_LOOSE = re.compile(
    r"\b(?:ideas?|alternatives?|brainstorm\w*|what if|wish ?list|someday|hypothe\w+|ideen|alternativen|idées|ideas)\b"
    r"|아이디어|候補"
)
_VERB_LAST = frozenset({"ko", "ja"})
_LISTS: tuple[tuple[re.Pattern[str], Context], ...] = (
    (_REFUSED, "negated"), (_OPEN, "question"), (_LOOSE, "hypothetical"),
)  # fmt: skip
_REACH: dict[str, int] = {"zh": 4, "ja": 8, "ko": 14, "de": 200, "nl": 200, "sv": 200, "da": 200}
"""Characters after a quote in which its own clause may still be denied or weakened; elsewhere three words."""


def context(text: str, start: int, end: int, section: str | None = None) -> Context:
    """What the surroundings make of a quote; `section` is the heading path where the text itself has none."""
    return read(text, start, end, section).context


def read(text: str, start: int, end: int, section: str | None = None) -> Reading:
    """The same, with the ground it rests on; the first rule that finds something decides."""
    around = scene(text, start, end, section)
    if around is None:
        return Reading("unknown", "block")
    return next((found for rule in _RULES if (found := rule(around))), OK)


def denies(text: str, langs: tuple[str, ...]) -> bool:
    """Whether a text holds a negation of its own."""
    return bool(frame("negation", langs).search(_stripped(text, langs)))


def _blocks(scene: Scene) -> Reading | None:
    if any(a <= scene.start and scene.end <= b for a, b in struck(scene.text)):
        return Reading("negated", "struck")
    if scene.kind in ("code", "table"):
        return Reading("unknown", "block")
    line = scene.text[scene.text.rfind("\n", 0, scene.start) + 1 : scene.end]
    if scene.kind == "quote" and "[!" not in line[:8]:
        return Reading("quoted_other", "block")
    return Reading("quoted_other", "block") if scene.kind == "paste" else None


def _taken_back(scene: Scene) -> Reading | None:
    """A neighbour that takes the sentence back, announces a falsehood, or marks irony."""
    reversal = frame("reversal", scene.langs)
    if any(reversal.match(piece) for piece in (*_openings(scene.after), *_beginnings(scene))):
        return Reading("negated", "reversed")
    if _SARCASM.search(scene.after) or _SARCASM.match(scene.following):
        return Reading("negated", "irony")
    announce = frame("announce", scene.langs)
    if announce.search(scene.previous) or announce.search(scene.before):
        return Reading("negated", "announced")
    irony = pattern("irony", *_known(scene.langs))
    opening = irony.match(scene.before.lstrip())
    if (opening and opening.group() != "as if") or _SCOFF.match(scene.before.lstrip()):
        return Reading("negated", "irony")
    return None


def _openings(after: str) -> Iterator[str]:
    """Beginnings of the clauses that follow a quote in its sentence."""
    if after:
        for _, end in breaks(after, ()):
            yield _LEADING.sub("", after[end:])


def _beginnings(scene: Scene) -> Iterator[str]:
    """Where the next sentence may take this one back: its start, and its second clause after a short first one."""
    following = _LEADING.sub("", scene.following)
    yield following
    cut = next(iter(breaks(following, ())), None)
    if cut and len(_WORD.findall(following[: cut[0]])) <= _FILLER:
        yield _LEADING.sub("", following[cut[1] :])


def _asked(scene: Scene) -> Reading | None:
    whether = frame("whether", scene.langs)
    if whether.search(_clause(scene)):
        return Reading("question", "whether")
    if scene.count > 1:
        parts = re.findall(r"[^.!?？。！]+[.!?？。！]*", scene.inside)
        return Reading("question", "question") if all(_ASKS.search(p) for p in parts if p.strip()) else None
    if not _ASKS.search(scene.sentence):
        blunt = not scene.sentence.rstrip().endswith((".", "!")) and _BLUNT.match(_LEADING.sub("", scene.sentence))
        return Reading("question", "question") if blunt and not scene.clauses_before()[1:] else None
    return Reading("question", "question") if _in_question(scene) else None


def _in_question(scene: Scene) -> bool:
    """Whether the quote stands in the asking clauses of a sentence with a question mark."""
    sentence = scene.sentence
    cuts = breaks(sentence, scene.langs)
    edges = [0, *(end for _, end in cuts)]
    stops = [*(start for start, _ in cuts), len(sentence)]
    clauses = list(zip(edges, stops, strict=True))
    asking = [i for i, (a, b) in enumerate(clauses) if _interrogative(sentence[a:b], scene.langs)]
    # "my list, which has grown, can you check it": what is asked comes after the relative clause.
    while len(asking) > 1 and asking[0] > 0 and _RELATIVE.match(sentence[clauses[asking[0]][0] :]):
        asking.pop(0)
    low, high = len(scene.before), len(scene.before) + len(scene.inside.rstrip())
    nod = len(clauses) > 1 and high <= stops[-2] and len(_WORD.findall(sentence[edges[-1] :])) <= 3
    if nod and frame("confirm", scene.langs).match(sentence[edges[-1] :].lstrip()):
        return True
    if not asking:
        return not (nod and frame("tag", scene.langs).search(sentence, edges[-1]))
    first = clauses[asking[0]][0]
    if high <= first:
        return False
    mine = next((a, b) for a, b in clauses if low < b or b == len(sentence))
    return not (mine[0] > first and _RELATIVE.match(sentence[mine[0] : mine[1]]) and high <= mine[1])


def _interrogative(clause: str, langs: tuple[str, ...]) -> bool:
    opening = _LEADING.sub("", clause)
    words = pattern("question", *_known(langs))
    return bool(_INVERTED.match(opening) or words.match(opening) or "¿" in clause or "est-ce" in clause)


def _supposed(scene: Scene) -> Reading | None:
    langs = scene.langs
    before = [frame("soft", langs).sub(" ", clause) for clause in scene.clauses_before()]
    if frame("suppose", langs).search(" , ".join(before)) or _continues(scene):
        return Reading("hypothetical", "supposition")
    condition = frame("condition", langs)
    after = frame("soft", langs).sub(" ", scene.after)
    tail = breaks(after, langs)
    head = after[: tail[0][0]] if tail else after
    if condition.search(before[-1]) or condition.search(head) or condition.match(after.lstrip(" ,")):
        return Reading("hypothetical", "condition")
    # Only the clause next to the condition hangs on it: "if you have time, look: we moved".
    earlier = [clause for clause in before[:-1] if clause.strip()]
    if _UPSIDE.match(_LEADING.sub("", scene.sentence)) and len(earlier) <= 1:
        return Reading("hypothetical", "condition")
    if earlier and not before[-1].strip() and condition.match(_LEADING.sub("", earlier[-1])):
        return Reading("hypothetical", "condition")
    return None


def _continues(scene: Scene) -> bool:
    """Whether the sentence goes on inside a case that the one before supposed."""
    opening = frame("suppose", scene.langs).match(_LEADING.sub("", scene.previous))
    if not opening:
        return False
    short = len(_WORD.findall(scene.previous)) <= 4
    return short or bool(frame("then", scene.langs).match(scene.sentence.lstrip(" \"'(-*")))


def _weakened(scene: Scene) -> Reading | None:
    grounds: tuple[tuple[Frame, Ground], ...] = (("modal", "modal"), ("wish", "wish"))
    clause = _MONTH.sub(" ", scene.clauses_before()[-1])
    for name, ground in grounds:
        found = list(frame(name, scene.langs).finditer(clause))
        if found and len(_WORD.findall(clause[found[-1].end() :])) <= 3:
            return Reading("hypothetical", ground)
        if frame(name, scene.langs).search(_MONTH.sub(" ", _reach(scene))) and not scene.inside.rstrip().endswith("."):
            return Reading("hypothetical", ground)
    return None


def _denied(scene: Scene) -> Reading | None:
    clause = _clause(scene)
    if denies(clause, scene.langs) or _parenthesis(scene):
        return Reading("negated", "negation")
    close = list(frame("brink", scene.langs).finditer(clause))
    if close and len(_WORD.findall(clause[close[-1].end() :])) <= 1:
        return Reading("negated", "negation")
    reach = _stripped(_reach(scene), scene.langs)
    if not frame("after", scene.langs).search(reach):
        return None
    # "Postgres not Redis" sets one against the other; "the pump is | not safe" denies.
    contrast = reach.lstrip().startswith("not ") and not _AUXILIARY.search(scene.inside.rstrip())
    return None if contrast else Reading("negated", "negation")


def _parenthesis(scene: Scene) -> bool:
    """Whether a denial reaches over a remark between commas: "not, as far as I know, approved"."""
    match = re.search(r"([^,]*),[^,]*,\s*$", scene.before)
    return bool(match and re.search(rf"(?:{frame('negation', scene.langs).pattern})$", match.group(1)))


def _reported(scene: Scene) -> Reading | None:
    place = scene.quotation()
    if place and _foreign(scene, place):
        return Reading("quoted_other", "marks")
    clause = _clause(scene)
    hearsay = frame("hearsay", scene.langs)
    if hearsay.search(clause) or hearsay.search(_reach(scene)):
        return Reading("quoted_other", "hearsay")
    earlier = scene.clauses_before()
    # "Anna said, …", "According to Anna, …": the quote begins right after the comma.
    named = not earlier[-1].strip() and len(earlier) > 1 and earlier[-2]
    if named and (_SOURCE.search(named) or (_speaks(named, scene.langs, 1) and not re.search(r"\d\s*$", named))):
        return Reading("quoted_other", "speech")
    if _SOURCE.search(scene.clause_after()) or _speaks(clause, scene.langs, 6):
        return Reading("quoted_other", "speech")
    return Reading("quoted_other", "speech") if _tagged(scene) else None


def _tagged(scene: Scene) -> bool:
    """Whether a short clause after the quote names who said it: ", says Anna", ", she said"."""
    if not _VERB_LAST & set(scene.langs) and not re.match(r"\s*[,\"'\-]", scene.after):
        return False
    rest = scene.after.lstrip(" ,\"'-")
    cut = next(iter(breaks(rest, scene.langs)), (len(rest), 0))[0]
    tag = rest[:cut]
    return not re.search(r"\d", tag) and len(_WORD.findall(tag)) <= _TAG and _speaks(tag, scene.langs, _TAG)


def _foreign(scene: Scene, place: tuple[int, int]) -> bool:
    """Whether a quotation is somebody's sentence: long enough, and not the speaker's own report."""
    words = scene.text[place[0] + 1 : place[1] - 1]
    size = len(_WORD.findall(words)) if words.isascii() or " " in words.strip() else len(words) // 2
    opening = scene.text[max(0, place[0] - 60) : place[0]].casefold()
    own = re.search(rf"(?:{frame('own', scene.langs).pattern})\W+(?:\w+\W+){{0,3}}$", opening)
    return size >= 3 and not own


def _speaks(clause: str, langs: tuple[str, ...], reach: int) -> bool:
    """Whether a verb of saying with somebody else as its subject governs the words beside it."""
    for verb in frame("speech", langs).finditer(clause):
        left = clause[: verb.start()].rstrip()
        if _NOUN.search(left) or len(_WORD.findall(clause[verb.end() :])) > reach:
            continue
        nearby = " ".join([*left.split()[-3:], verb.group(), *clause[verb.end() :].split()[:1]])
        if not frame("own", langs).search(nearby):
            return True
    return False


def _framed(scene: Scene) -> Reading | None:
    """A heading or a lead-in that says what kind of list this is: out of scope, open questions, ideas."""
    if scene.lead and denies(scene.lead, scene.langs):
        return Reading("negated", "lead")
    places: tuple[tuple[str, Ground], ...] = ((scene.headings, "heading"), (scene.lead, "lead"))
    for words, ground in places:
        for table, found in _LISTS:
            if table.search(words):
                return Reading(found, ground)
    return None


def _clause(scene: Scene) -> str:
    """The clause up to the quote, with the main clause when it only complements that ("it is wrong, that …")."""
    clauses = scene.clauses_before()
    clause = clauses.pop()
    while clauses and _COMPLEMENT.match(clause):
        clause = f"{clauses.pop()}, {clause.lstrip()}"
    return clause


def _reach(scene: Scene) -> str:
    """What follows the quote closely enough to bear on it."""
    clause = scene.clause_after()
    if any(lang in _REACH for lang in scene.langs) and len(scene.langs) == 1:
        return clause[: _REACH[scene.langs[0]]]
    return " ".join(clause.split()[:3])


def _stripped(text: str, langs: tuple[str, ...]) -> str:
    """A text without what only looks like a negation, and empty where knowing, not the fact, is denied."""
    if frame("factive", langs).search(text):
        return ""
    return frame("idiom", langs).sub(" ", text)


def _known(langs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(lang for lang in langs if lang in LANGS) or ("en",)


_RULES: tuple[Callable[[Scene], Reading | None], ...] = (
    _blocks, _taken_back, _asked, _supposed, _denied, _weakened, _reported, _framed,
)  # fmt: skip
