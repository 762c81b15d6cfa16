"""Cuts a sentence into clauses, each one speech act: at joints where both sides can stand alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clew.rules.grammar import Word, finite, words
from clew.rules.joints import AND, BECAUSE, BUT, JOINTS, MARKS, SO, dated, joint
from clew.rules.words import FINITE, W, bag
from clew.text import regex as re

Link = Literal["", "and", "but", "so", "because", "head", "which"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a part that does one thing, with how it hangs on the clause before it."""

    start: int
    end: int
    words: tuple[Word, ...]
    link: Link = ""
    asked: bool = False
    """Ends in a question mark."""
    head: tuple[int, int] | None = None
    """Place of a heading that names its subject: `worktop:`."""

    flags: int = 0
    """All flags of all words."""

    def has(self, flag: int) -> bool:
        """Whether any word carries the flag."""
        return bool(self.flags & flag)


_QUOTED = re.compile(
    r"\"[^\"\n]{1,600}\"|“[^”\n]{1,600}”|„[^“”\"\n]{1,600}[“”\"]|«[^»\n]{1,600}»|»[^«\n]{1,600}«|"
    r"‘[^’\n]{2,600}’(?!\w)|(?<!\w)'[^'\n]{2,300}'(?!\w)|`[^`\n]{1,300}`|「[^」\n]{1,600}」"
)
_BRACKETS = re.compile(r"\([^()\n]{1,400}\)|\[[^\[\]\n]{1,400}\]")


def quoted(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Stretches in quotation marks or code marks."""
    return [found.span() for found in _QUOTED.finditer(text, start, end)]


_RELATIVE = bag("who whos who's which whose whom where dessen deren wo")


@dataclass(slots=True)
class _Atom:
    """A stretch between two possible joints."""

    run: list[Word]
    mark: str
    """The mark before it, or empty."""
    conj: str
    """The conjunction it opens with, or empty."""
    sign: Word | None = None
    """The mark as a word, which stays where no clause begins."""


def _masked(text: str, run: list[Word], start: int, end: int) -> list[bool]:
    spans = quoted(text, start, end) + [found.span() for found in _BRACKETS.finditer(text, start, end)]
    if not spans:
        return [False] * len(run)
    return [any(a <= word.start < b for a, b in spans) for word in run]


def _dash(text: str, word: Word) -> bool:
    return word.text != "-" or (text[word.start - 1 : word.start].isspace() and text[word.end : word.end + 1].isspace())


def _atoms(text: str, run: list[Word], hidden: list[bool], lang: str) -> list[_Atom]:
    out: list[_Atom] = [_Atom([], "", "")]
    for k, word in enumerate(run):
        if hidden[k]:
            out[-1].run.append(word)
            continue
        if word.text in MARKS and _dash(text, word):
            out.append(_Atom([], word.text, "", word))
            continue
        if word.text not in JOINTS:
            out[-1].run.append(word)
            continue
        following = run[k + 1].text if k + 1 < len(run) else ""
        if out[-1].run and joint(word, following, run, k, lang):
            out.append(_Atom([word], "", word.text))
            continue
        fresh = all(other.text in _SHADES for other in out[-1].run)
        if fresh and not out[-1].conj and joint(word, following, run, k, lang):
            out[-1].conj = word.text
        out[-1].run.append(word)
    return [atom for atom in out if atom.run]


_SHADES = bag("especially mainly partly particularly mostly simply just vor allem")
"""Words that may stand before a causal word: `especially since …`."""


def _stands(run: Sequence[Word], lang: str) -> bool:
    """Whether a stretch opens with its own subject and verb, a question or a request."""
    run = _bare(run)
    if len(run) < 2:
        return False
    if run[0].flags & (W.WH | W.IF) and len(run) >= 3:
        return True
    at = finite(run)
    if at < 0:
        return False
    if at == 0:
        return bool(run[0].flags & W.AUX) and len(run) >= 3 and not run[1].flags & W.PREP
    if run[0].flags & W.PREP and lang != "de" and at < 3 and not run[at - 1].flags & W.PRON:
        return False
    if any(word.text in _EMBED for word in run[1:at]):
        return False
    return at <= 7


_EMBED = bag("that who which whose dass que qui to")
"""Words behind which a verb belongs to a clause inside."""


def _bare(run: Sequence[Word]) -> Sequence[Word]:
    k = 0
    while k < len(run) and run[k].flags & (W.CONJ | W.FILLER) and not run[k].flags & (W.PRON | FINITE):
        k += 1
    return run[k:]


_IMPERATIVE = W.ASK | W.DROP | W.KEEP | W.CHOICE


_TINY = 3
"""Words at most of two statements that are one breath: `they leave, we stay`."""


def _one(left: list[Word], bare: Sequence[Word], rest: list[Word], lang: str) -> bool:
    """Whether a comma stands inside one statement: two tiny ones, or `der Hausmeister meint, die Heizung hält`."""
    if lang != "en" and left[-1].flags & W.SAY and left[-1].flags & FINITE:
        return True
    return finite(left) >= 0 and len(bare) <= _TINY and len(rest) <= _TINY


def _cut(left: list[Word], atom: _Atom, rest: list[Word], lang: str) -> Link | None:
    """How the atom hangs on what came before when a clause begins here; None when it goes on."""
    conj = atom.conj
    bare = _bare(left)
    verb = finite(left) >= 0
    if atom.mark == ";":
        return ""
    if conj in BECAUSE:
        return "because"
    if conj in SO and (atom.mark or _stands(rest, lang) or verb):
        return "so"
    if conj in BUT:
        return "but" if atom.mark or _stands(rest, lang) else None
    if atom.mark == ":":
        return "head" if not verb or _announces(left) else ""
    if not bare and atom.mark:
        return ""  # only "ok" or "yes" stood before
    if atom.mark in ("—", "–", "-", "…", "..", "→"):
        return "" if verb and (_stands(rest, lang) or len(rest) > 3) else None
    if conj in AND:
        return _coordinated(left, rest, atom, verb, lang)
    if atom.mark == "," and rest[0].text in _RELATIVE and verb and finite(rest) > 0:
        return "which"
    if atom.mark == "," and _one(left, bare, rest, lang):
        return None
    if atom.mark in (",", "."):
        return "" if _spliced(left, rest, verb, lang) else None
    return None


def _announces(left: Sequence[Word]) -> bool:
    """A lead-in such as `the rule is:` or `board slide says:`, which only introduces what follows."""
    last = left[-1]
    if len(left) <= 5 and left[max(finite(left), 0)].flags & W.NOUNISH:
        return True
    return len(left) <= 6 and bool(
        last.flags & W.SAY or last.text in ("is", "are", "ist", "sind", "lautet", "es", "est")
    )


def _coordinated(left: list[Word], rest: list[Word], atom: _Atom, verb: bool, lang: str) -> Link | None:
    opened = _bare(rest[1:]) if rest and rest[0].text == atom.conj else _bare(rest)
    if not opened or (dated(left[-1]) and dated(opened[0])):
        return None  # "on Tuesday and Wednesday when …", "12 and 14"
    if not verb:
        items = atom.mark == "," and len(left) >= 3 and bool(opened[0].flags & W.DET) and len(opened) >= 3
        return "and" if items else None
    if _listed(rest, lang):
        return None
    if not _stands(opened, lang) or _elided(opened, lang):
        asks = opened[0].flags & W.ASK and not opened[0].flags & W.NOUNISH and len(opened) > 2
        placed = opened[0].flags & W.PREP and len(opened) <= 4 and any(w.text[:1].isdigit() for w in opened)
        return "and" if asks or placed else None
    return "and"


def _elided(opened: Sequence[Word], lang: str) -> bool:
    """Whether the subject stands before the `and`: `I am away and can read only at night`."""
    first = opened[0]
    subject = (first.flags & (W.SELF | W.WEAK | W.PRON)) or opened[1].flags & (W.PRON | W.WEAK)
    return lang == "en" and bool(first.flags & W.AUX) and not subject


def _listed(rest: Sequence[Word], lang: str) -> bool:
    """Whether a verb stands only behind a further `and`: `3 euro per head and day and drinks are free`."""
    again = next((k for k, word in enumerate(rest[1:], 1) if word.text in AND and word.flags & W.CONJ), 0)
    return bool(again) and finite(rest[:again]) < 0 and _stands(rest[again:], lang)


def _spliced(left: list[Word], rest: list[Word], verb: bool, lang: str) -> bool:
    opened = _bare(rest)
    if not opened:
        return False
    if verb:
        first = opened[0]
        if first.text in _RELATIVE or first.text == "to":
            return False
        if _stands(opened, lang):
            return True
        dated = opened[0].flags & W.PREP and sum(word.text[:1].isdigit() for word in opened) >= 2
        if dated or _pair(left, opened):
            return True  # "…, from 15 March 62 net", "…, session 1.5h"
        return bool(first.flags & _IMPERATIVE) and not first.flags & W.NOUNISH and len(opened) >= 2
    # A headline-like sentence: a piece of its own needs its own preposition or name, and a value.
    if opened[0].flags & W.NEG and len(opened) <= 3:
        return False
    if left[0].flags & W.ASK and any(w.text[:1].isdigit() for w in opened):
        return True  # a request, then what it is about: "write the page, delivery is 45 euros"
    if opened[0].flags & W.PREP:
        return len(opened) >= 3 and any(w.text[:1].isdigit() for w in opened)
    if _pair(left, opened) or _second_figure(left, opened):
        return True
    if not _stands(opened, lang):
        return False
    small = len(left) <= 2 and any(word.flags & (W.FILLER | W.NEG) for word in left)
    return small or (len(left) >= 4 and bool(opened[0].flags & (W.WH | W.ASK)))


def _second_figure(left: Sequence[Word], opened: Sequence[Word]) -> bool:
    """A figure with what it is of beside another such: `12 on the ground floor, about 9 in the attic`."""
    while opened and (opened[0].flags & (W.ADV | W.FILLER | W.HEDGE) or opened[0].text in _ROUGHLY):
        opened = opened[1:]
    counted = bool(opened) and opened[0].text[:1].isdigit() and len(opened) >= 3
    return counted and any(word.text[:1].isdigit() for word in left[:3]) and len(left) >= 3


_ROUGHLY = bag("about around circa ca ungefähr etwa rund")


def _pair(left: Sequence[Word], opened: Sequence[Word]) -> bool:
    """A name with its value beside another: `…, session 1.5h`."""
    opened = [word for word in opened if word.text[:1].isalnum()]
    if not 2 <= len(opened) <= 4 or not opened[0].flags & W.OPEN or not opened[0].text[:1].isalpha():
        return False
    return opened[-1].text[:1].isdigit() and any(word.text[:1].isdigit() for word in left)


def clauses(text: str, start: int, end: int, lang: str) -> list[Clause]:
    """Clauses of one sentence of a part, in order, without the marks between them."""
    run = words(text, start, end, lang)
    asked = text[start:end].rstrip(" \"'”“»)").endswith("?")
    hidden = _masked(text, run, start, end)
    run = [word._replace(flags=0) if hide else word for word, hide in zip(run, hidden, strict=True)]
    atoms = _atoms(text, run, hidden, lang)
    groups: list[tuple[list[Word], Link]] = []
    for k, atom in enumerate(atoms):
        rest = [word for other in _reach(atoms, k) for word in other.run]
        if groups and not atom.mark and not _content(groups[-1][0]):
            groups.pop()  # "and since …": the first conjunction carries nothing
        link = _cut(groups[-1][0], atom, rest, lang) if groups else _first(atom)
        if groups and link is None:
            groups[-1][0].extend([atom.sign, *atom.run] if atom.sign else atom.run)
        else:
            groups.append((list(atom.run), link or ""))
    return _headed(text, groups, asked, end)


def _content(run: list[Word]) -> bool:
    return any(not word.flags & W.CONJ for word in run)


def _first(atom: _Atom) -> Link:
    if atom.conj in BECAUSE:
        return "because"
    if atom.conj in SO:
        return "so"
    return "but" if atom.conj in BUT else ""


def _reach(atoms: list[_Atom], k: int) -> list[_Atom]:
    """The atom and what follows up to the next mark, where its verb may stand."""
    out = [atoms[k]]
    for atom in atoms[k + 1 : k + 4]:
        if atom.mark or atom.conj in BECAUSE or atom.conj in BUT:
            break
        out.append(atom)
    return out


def _all(run: Sequence[Word]) -> int:
    out = 0
    for word in run:
        out |= word.flags
    return out


_TELLING = bag("say know tell told mean note forget remember out see notice mention")
"""Verbs of a clause that only announces the one behind its `that`: `you should know that …`, `it turns out that …`."""
_LEARNING = bag("out told saw heard learned learnt noticed realized realised")


def _learnt(run: list[Word]) -> int:
    """Where the news begins that somebody has learnt: `I just found out the deadline was moved`; 0 where nobody has."""
    at = next((k + 1 for k, word in enumerate(run[:6]) if k and word.text in _LEARNING), len(run))
    if at >= len(run) or "i" not in (run[0].text[:2].rstrip("'"), run[1].text) or run[at].text in ("that", "this"):
        return 0
    passive = run[at - 1].text != "told" or run[at - 2].text == "been"
    return at if passive and run[at].flags & (W.DET | W.WEAK) and finite(run[at + 1 :]) >= 0 else 0


def _told(run: list[Word]) -> list[Word]:
    """The statement itself, without an announcing clause in front."""
    if len(run) > 4 and run[0].text in ("which", "that") and [word.text for word in run[1:3]] == ["is", "why"]:
        return run[3:]
    at = next((k for k, word in enumerate(run[:8]) if word.text in ("that", "dass", "que")), 0)
    if news := _learnt(run):
        return run[news:]
    if at < 2 or finite(run[at + 1 :]) < 1 or any(word.flags & W.HEDGE for word in run[:at]):
        return run
    mine = any(word.text in ("i", "you", "it", "ich", "du", "es", "je", "il") for word in run[:3])
    return run[at + 1 :] if mine and any(word.text in _TELLING for word in run[1:at]) else run


def _headed(text: str, groups: list[tuple[list[Word], Link]], asked: bool, end: int) -> list[Clause]:
    out: list[Clause] = []
    head: tuple[int, int] | None = None
    for k, (run, link) in enumerate(groups):
        run = _told(run)
        a, b = run[0].start, run[-1].end
        if k + 1 < len(groups) and groups[k + 1][1] == "head":
            head = (a, b)
            continue
        last = k + 1 == len(groups)
        if last:
            b = max(b, end)
        out.append(Clause(a, b, tuple(run), "" if link == "head" else link, asked and last, head, _all(run)))
    if head and not out:
        run = groups[-1][0]
        out.append(Clause(run[0].start, run[-1].end, tuple(run), "", asked, None, _all(run)))
    return out
