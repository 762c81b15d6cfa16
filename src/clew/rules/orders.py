"""An imperative that puts one thing in the place of another: `switch the queue from A to B`.

Said to an assistant that only talks, it is what the person has decided, unless it is about the text they are writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clew.rules.grammar import Word
from clew.rules.words import FINITE, W, bag

_TO = bag("to from over into back onto at")
_DE_TO = bag("von vom zu zum zur auf in ins nach durch gegen um")
_BY = bag("with by for")
_VERBS = {
    **dict.fromkeys(bag("switch change move migrate shift rename reschedule postpone push transfer"), _TO),
    **dict.fromkeys(bag("raise lower increase reduce cut extend shorten bump set upgrade downgrade"), _TO),
    **dict.fromkeys(bag("replace swap exchange"), _BY),
    **dict.fromkeys(bag("remplace remplacez remplaçons"), bag("par")),
    **dict.fromkeys(bag("reemplaza reemplacemos sustituye"), bag("por con")),
}
_GERMAN = dict.fromkeys(
    bag(
        "wechsel wechsle wechseln tausche tausch tauschen ändere änder ändern verschiebe verschieb verschieben verlege "
        "verleg verlegen ersetze ersetz ersetzen erhöhe erhöh erhöhen senke senk senken kürze kürz kürzen verlängere "
        "verlängern stelle stell stellen benenne benenn benennen ziehe zieh ziehen"
    ),
    _DE_TO,
)
_PARTED = bag("stelle stell stellen benenne benenn benennen ziehe zieh ziehen")
"""German verbs whose other half closes the sentence: `stell … um`."""
_OPENERS = bag("let's lets let us please pls just then so also now bitte also dann mal lass lasst uns")
_DRAFT = bag(
    "paragraph sentence wording tone draft text email mail letter message reply code function variable line heading "
    "headline bullet bullets section intro introduction conclusion summary phrase word words style font caption query "
    "script method class parameter prompt answer response absatz satz "
    "wortlaut ton entwurf brief nachricht antwort zeile überschrift abschnitt einleitung wort wörter stil"
)
"""What an assistant writes for somebody: to have it changed decides nothing."""
_POINTS = bag("it this that these those them everything es das dies alles")
_AWAY = bag("on ahead forward along past closer away")
_MOST = 8
"""Words between the verb and what takes the place of the old, at most."""


class Exchange(NamedTuple):
    """What is to be changed, and into what."""

    what: tuple[Word, ...]
    into: tuple[Word, ...]


def exchange(run: Sequence[Word], lang: str = "en") -> Exchange | None:
    """The change that a clause orders; None where it orders none."""
    k = 0
    while k < len(run) - 2 and run[k].text in _OPENERS:
        k += 1
    table = _GERMAN if lang == "de" or (run[k : k + 1] and run[k].text in _GERMAN) else _VERBS
    joints = table.get(run[k].text) if run else None
    start = k + 1
    if not joints or len(run) < start + 2:
        return None
    if run[start].text in ("wir", "uns"):
        start += 1
    end = next((j for j in range(start, min(len(run), start + _MOST)) if run[j].text in joints), -1)
    away = run[start].text in _AWAY or (table is _VERBS and run[start].flags & W.PREP)
    if end < 0 or end >= len(run) - 1 or away:
        return None
    last = next((word.text for word in reversed(run) if word.text[:1].isalnum()), "")
    if run[k].text in _PARTED and last != "um":
        return None
    what = tuple(word for word in run[start:end] if word.text[:1].isalnum())
    pointing = len(what) == 1 and what[0].text in _POINTS
    if pointing or any(word.text in _DRAFT for word in what) or any(map(_tells, what[1:2])):
        return None
    both = {word.text for word in run[end:]} & joints
    if not any(word.flags & (W.OPEN | W.CAP | W.BUILT | W.NOUNISH) or word.text.isdigit() for word in what):
        return Exchange((), tuple(run[end + 1 :])) if len(both) > 1 else None  # "switch from A to B"
    return Exchange(what, tuple(run[end + 1 :]))


def _tells(word: Word) -> bool:
    """Whether a word makes the verb before it a noun: `push notifications go to all`."""
    return bool(word.flags & FINITE) and not word.flags & (W.NOUNISH | W.CAP)
