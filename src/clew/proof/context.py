"""Reads the sentence around a quote: what denies it, asks it, supposes it, or lays it in another's mouth.

Only what stands outside the quote counts here (and a question mark inside): a quote that carries its own
negation or condition shows it to whoever reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from clew.model import Context
from clew.proof.asking import asked
from clew.proof.scene import Scene, breaks, known, opening, scene
from clew.proof.scope import Frame, frame
from clew.text import regex as re
from clew.text.cues import pattern
from clew.text.given import led, named, presupposed
from clew.text.marks import struck

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
_AUXILIARY = re.compile(
    r"\b(?:am|is|are|was|were|be|been|do|does|did|will|would|can|could|has|have|had|should|must|may|might|shall)$"
)
_ANNOUNCED = re.compile(r"\bshould (?:know|note|mention|add|say|be aware)\b")
"""Words that only lead up to a statement: "you should know that …"."""
_MONTH = re.compile(r"\b(?:in|of|on|since|until|by|early|late|mid|from|to|this|last|next|\d+\.?) may\b|\bmay \d")
_SCOFF = re.compile(r"yeah,? right\b")
_FILLER = 7
"""Words of a first clause that only leads up to taking something back: "or so the rumour went"."""
_TAG = 6
"""Words of a clause that only names the speaker."""
_OBJECT = 2
"""Words that may follow the verb in such a clause: "Mr Hollis told him"."""
_CLAUSAL = re.compile(
    r"(?:after|before|when|while|since|until|because|if|which|who|and|but|nachdem|bevor|weil|als|wenn)\b"
)
_UPSIDE = re.compile(
    r"(?:should|were) (?:the|a|an|i|we|you|he|she|it|they|this|that|my|our|his|her|their|there|any\w*)\b[^,]*,|"
    r"had (?:the|a|an|i|we|you|he|she|it|they|this|that|my|our|his|her|their|there)\b[^,]*,.*\b(?:would|could|"
    r"might)\b|"
    r"(?:wäre|wären|hätte|hätten|sollte|sollten|würde|würden) \w+[^,]*,|"
    r"provided (?:the|a|an|we|you|it|they|that)\b[^,]*,"
)
"""Conditions by word order alone: "had we known, …", "wäre sie sicher, …"."""
_SARCASM = re.compile(
    r"(?:^|\s)(?:/s\b|\(not\)|(?<!why )not!+|\((?:just )?kidding\)|jk\b(?=\W*$|[,.!])|j/k\b|\(sarcasm\)|\(irony\)|"
    r"\(ironie\))"
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
_APART = re.compile(r"\s*(?:that|which|who|whom|whose|where|when|and|or|und|oder|et|ou|qui|y|o|than)\b")
_BESIDE = re.compile(r"\s*(?:about|for|of|nothing|so|no|yes|goodbye|hello|thanks|über|von)\b")
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|wird|wurde|worden|est|sont|es|son)$")
_REMARK = 300
"""Characters before a quote in which a remark between commas is looked for."""
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
    granted = presupposed(around.inside) or led(around.before, around.inside) or named(around.inside, around.after)
    rules = _FIRM if granted else _RULES
    return next((found for rule in rules if (found := rule(around))), OK)


def denies(text: str, langs: tuple[str, ...]) -> int:
    """How many negations of its own a text holds."""
    return len(frame("negation", langs).findall(_stripped(text, langs)))


def _questioned(scene: Scene) -> Reading | None:
    ground = asked(scene)
    return Reading("question", ground) if ground else None


def _blocks(scene: Scene) -> Reading | None:
    if struck(scene.text, scene.start, scene.end):
        return Reading("negated", "struck")
    if scene.kind in ("code", "table"):
        return Reading("unknown", "block")
    if scene.kind == "quote":
        line = scene.text.rfind("\n", 0, scene.start) + 1
        if "[!" not in scene.text[line : min(line + 8, scene.end)]:
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
    irony = pattern("irony", *known(scene.langs))
    ironic = irony.match(scene.before.lstrip())
    if (ironic and ironic.group() != "as if") or _SCOFF.match(scene.before.lstrip()):
        return Reading("negated", "irony")
    return None


def _openings(after: str) -> Iterator[str]:
    """Beginnings of the clauses that follow a quote in its sentence."""
    if after:
        for _, end in breaks(after, ()):
            yield opening(after[end:])


def _beginnings(scene: Scene) -> Iterator[str]:
    """Where the next sentence may take this one back: its start, and its second clause after a short first one."""
    following = opening(scene.following)
    yield following
    cut = next(iter(breaks(following, ())), None)
    if cut and len(_WORD.findall(following[: cut[0]])) <= _FILLER:
        yield opening(following[cut[1] :])


def _imagined(scene: Scene) -> Reading | None:
    suppose, clauses = frame("suppose", scene.langs), scene.clauses_before()
    imagined = suppose.search(scene.governing()) or any(suppose.match(opening(c)) for c in clauses) or _continues(scene)
    return Reading("hypothetical", "supposition") if imagined else None


def _supposed(scene: Scene) -> Reading | None:
    langs = scene.langs
    before = [frame("soft", langs).sub(" ", clause) for clause in scene.clauses_before()]
    condition = frame("condition", langs)
    after = frame("soft", langs).sub(" ", scene.after)
    tail = breaks(after, langs)
    head = after[: tail[0][0]] if tail else after
    if condition.search(before[-1]) or condition.search(head) or condition.match(after.lstrip(" ,")):
        return Reading("hypothetical", "condition")
    # Only the clause next to the condition hangs on it: "if you have time, look: we moved".
    earlier = [clause for clause in before[:-1] if clause.strip()]
    if _UPSIDE.match(opening(scene.sentence)) and len(earlier) <= 1:
        return Reading("hypothetical", "condition")
    if earlier and not before[-1].strip() and condition.match(opening(earlier[-1])):
        return Reading("hypothetical", "condition")
    return None


def _continues(scene: Scene) -> bool:
    """Whether the sentence goes on inside a case that the one before supposed."""
    supposing = frame("suppose", scene.langs).match(opening(scene.previous))
    if not supposing:
        return False
    short = len(_WORD.findall(scene.previous)) <= 4
    return short or bool(frame("then", scene.langs).match(scene.sentence.lstrip(" \"'(-*")))


def _weakened(scene: Scene) -> Reading | None:
    grounds: tuple[tuple[Frame, Ground], ...] = (("modal", "modal"), ("wish", "wish"))
    clause = _MONTH.sub(" ", _ANNOUNCED.sub(" ", scene.clauses_before()[-1]))
    for name, ground in grounds:
        found = list(frame(name, scene.langs).finditer(clause))
        if found and len(_WORD.findall(clause[found[-1].end() :])) <= 3:
            return Reading("hypothetical", ground)
        # Where verbs come last their weakening follows the quote; elsewhere only a word right behind it counts.
        reach, weak = _MONTH.sub(" ", _reach(scene)), frame(name, scene.langs)
        if weak.search(reach) if _ends(scene) else weak.match(reach.lstrip()):
            return Reading("hypothetical", ground)
    return None


def _denied(scene: Scene) -> Reading | None:
    clause = scene.governing()
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
    match = re.search(r"([^,]*),[^,]*,\s*$", scene.before[-_REMARK:])
    return bool(match and re.search(rf"(?:{frame('negation', scene.langs).pattern})$", match.group(1)))


def _reported(scene: Scene) -> Reading | None:
    place = scene.quotation()
    if place and _foreign(scene, place):
        return Reading("quoted_other", "marks")
    clause = scene.governing()
    hearsay = frame("hearsay", scene.langs)
    if hearsay.search(clause) or hearsay.search(_reach(scene)):
        return Reading("quoted_other", "hearsay")
    earlier = scene.clauses_before()
    # "Anna said, …", "According to Anna, …": the quote begins right after the comma, and not with "I".
    close = scene.before.rstrip().endswith((",", ":", "，")) and len(earlier) > 1
    named = earlier[-2] if close and not frame("own", scene.langs).match(scene.inside) else ""
    if named and hearsay.search(named) and len(_WORD.findall(named)) <= _TAG:
        return Reading("quoted_other", "hearsay")
    if named and (
        _SOURCE.search(named)
        or (_speaks(named, scene.langs, 1) and not re.search(r"(?:\d|\b(?:it|this|es|das))\s*$", named))
    ):
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
    verb = frame("speech", scene.langs).search(tag)
    if not verb or re.search(r"\d", tag) or _CLAUSAL.match(tag) or len(_WORD.findall(tag)) > _TAG:
        return False
    trailing = _WORD.findall(tag[verb.end() :])
    return (len(trailing) <= _OBJECT or not tag[: verb.start()].strip()) and _speaks(tag, scene.langs, _TAG)


def _foreign(scene: Scene, place: tuple[int, int]) -> bool:
    """Whether a quotation is somebody's sentence: long enough, and not the speaker's own report."""
    words = scene.text[place[0] + 1 : place[1] - 1]
    size = len(_WORD.findall(words)) if words.isascii() or " " in words.strip() else len(words) // 2
    leading = scene.text[max(0, place[0] - 60) : place[0]].casefold()
    own = re.search(rf"(?:{frame('own', scene.langs).pattern})\W+(?:\w+\W+){{0,3}}$", leading)
    return size >= 3 and not own


def _speaks(clause: str, langs: tuple[str, ...], reach: int) -> bool:
    """Whether a verb of saying with somebody else as its subject governs the words beside it."""
    for verb in frame("speech", langs).finditer(clause):
        left = clause[: verb.start()].rstrip()
        aside = _NOUN.search(left) or _PASSIVE.search(left) or _BESIDE.match(clause, verb.end())
        if aside or len(_WORD.findall(clause[verb.end() :])) > reach:
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


def _ends(scene: Scene) -> bool:
    """Whether the language of the quote puts its verbs last."""
    return len(scene.langs) == 1 and scene.langs[0] in _REACH


def _reach(scene: Scene) -> str:
    """What follows the quote closely enough to bear on it; a clause of its own does not."""
    clause = scene.clause_after()
    if _APART.match(clause):
        return ""
    if _ends(scene):
        return clause[: _REACH[scene.langs[0]]]
    return " ".join(clause.split()[:3])


def _stripped(text: str, langs: tuple[str, ...]) -> str:
    """A text without what only looks like a negation, and empty where knowing, not the fact, is denied."""
    if frame("factive", langs).search(text):
        return ""
    return frame("idiom", langs).sub(" ", text)


_RULES: tuple[Callable[[Scene], Reading | None], ...] = (
    _blocks, _taken_back, _imagined, _questioned, _supposed, _denied, _weakened, _reported, _framed,
)  # fmt: skip
_FIRM: tuple[Callable[[Scene], Reading | None], ...] = (_blocks, _taken_back, _imagined, _reported, _framed)
"""What can still shake a quote that its sentence takes for granted: neither asking nor denying does."""
