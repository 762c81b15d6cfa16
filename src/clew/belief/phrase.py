"""Noun phrases of a clause: what is spoken of, in the order of saying, each with what qualifies it."""

from collections.abc import Callable
from dataclasses import dataclass

from clew.core.held import held
from clew.text import regex as re
from clew.text import words

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[^\w\s]|\s{2,}")
_VERBS = """
through via like related involving including regarding concerning based narrated after before
bis try trying always never forward see fit fits stressed worried excited feel feeling curious proud nervous
confident make keep keeping work working need help think look looking start starting begin begins want wants
would track manage understand figure ensure sure finalize finalized complete completed continue have has having
had do does is are was were be been being will shall increase increased increases raise raised reduce reduced
decrease decreased decreases lower lowered extend extended adjust adjusted update updated updating change
changed changes move moved moves switch switched improve improved improves grow grown grew reach reached reaches
rise rose drop dropped go went gone become became stay stays stayed lift lifted allocate allocated allot include
includes including add added adding put spend spent pay paid pays cost costs schedule scheduled reschedule
rescheduled booked postpone postponed push pushed shift shifted set sits sit receive received give gives gave
take takes took run runs running ran meet meets met use uses host open opens hold holds play plays serve served
serves close closes closing live lives store stored stores kept average averages total recently already
currently now new latest current next last also still just actually roughly about around approximately first
then instead finally overall own really quite recent revised only thinking i'll let's kinda forget drops scrap
scrapped cancel cancelled streichen ersatzlos extra additional more please come comes write writes says say came
expect expects expected hope decide decided agree agreed choose chose chosen pick picked achieve achieved aim
aiming secure secured gather gathered submit submitted practiced lets hi hello dear bleibt bleiben findet finden
statt liegt liegen beginnt beginnen beträgt kostet kosten verschoben verlegt geändert neu neue neuer neues neuen
zieht ziehen gekündigt aufgehört cut trim trimmed bump bumped slip slips slipped jump jumps jumped climb
climbs sinks sinkt steigt
verschiebt verschieben übernimmt spricht aiming resigned retired left died läuft nehmen
nimmt wechseln wechselt fahren jetzt ab künftig aktuell reste restent passe passent
devient coûte coûtent monte montent revient reviennent quitte quittons commence commencent nouveau nouvelle
cuesta cuestan empieza empiezan pasa pasan queda
quedan nuevo nueva ahora désormais maintenant
"""
_PERSONS = frozenset(("i", "we", "you", "he", "she", "they", "it", "that", "there", "ich", "wir", "je", "nous", "yo"))
_OF = frozenset(("of", "for", "von", "für", "du", "de", "del", "des", "la", "pour", "para", "der"))
_PARTICLES = frozenset(("out", "off", "up"))
_OWN_WORDS = """
the a an my our your his her its their this that every each all another no some der die das den dem ein eine
einen mein meine unser unsere kein le la les un une mon ma mes notre nos el los las una mi su nuestro nuestra
"""
_OWN = frozenset(_OWN_WORDS.split())
_PASSED = frozenset(("first", "new", "current", "next", "last"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """One noun phrase."""

    head: str
    """Stem of the word that names the thing: its last, in French and Spanish its first."""
    mods: frozenset[str]
    """Stems that say which one: the words before the head and the phrase after "of" or "for"."""
    start: int
    end: int
    lead: str
    """Word before it: an article, a preposition; empty at the beginning and after a mark."""
    tie: frozenset[str] = frozenset()
    """All function words between it and the phrase before."""

    @property
    def all(self) -> frozenset[str]:
        """Head and qualifiers."""
        return self.mods | {self.head}


def phrases(text: str, stem: Callable[[str], str], filler: frozenset[str]) -> tuple[Phrase, ...]:
    """Noun phrases of a text whose measures are blanked out."""
    runs: list[_Run] = []
    before: list[str] = []
    fresh, german = True, bool(_GERMAN.search(text))
    for match in _TOKEN.finditer(text):
        word = match.group()
        folded = words.fold(word)
        if not word[0].isalnum():
            if word not in "-–/":
                fresh = True
                before = before if word.isspace() else [*before, word]
            continue
        if folded in _PARTICLES and not fresh:
            continue  # "the dining out budget" is one phrase
        # German writes nouns with a capital: a small word behind one is no part of its name
        small = german and word[0].islower() and not fresh and text[runs[-1].start].isupper()
        if small or _says_little(word, folded, filler):
            fresh = True
            before.append("à" if word in "àÀ" else folded)
            continue
        if fresh or not runs:
            runs.append(_Run([], match.start(), match.end(), tuple(before)))
        runs[-1].words.append(stem(word))
        runs[-1].end = match.end()
        before, fresh = [], False
    return tuple(_linked(runs, head=0 if _ROMANCE.search(text) else -1))


def _says_little(word: str, folded: str, filler: frozenset[str]) -> bool:
    if word.isupper() and len(word) > 1:
        return False  # a name of letters: US, IT
    short = len(folded) < 2 and not folded.isdigit() and not word.isupper()
    return short or folded in filler or folded in VERBS or folded.split("'")[0].split("’")[0] in _PERSONS


@dataclass(slots=True)
class _Run:
    words: list[str]
    start: int
    end: int
    before: tuple[str, ...]
    """Function words and marks between it and the run before."""


_GERMAN = re.compile(r"(?<!\w)(?:der|die|das|dem|den|ein|eine|ist|und|wird|nicht|für|mit|auf|wir)\s", re.IGNORECASE)
_ROMANCE = re.compile(
    r"(?<!\w)(?:les?|des|du|est|une|pour|avec|nous|chez|aux?|el|los|las|del|con|por|para|una)\s", re.IGNORECASE
)
"""French and Spanish put what qualifies a noun behind it."""


def _linked(runs: list[_Run], head: int) -> list[Phrase]:
    """`head`: the place of the word in a run that names the thing, the first or the last."""
    out: list[Phrase] = []
    for run, after in zip(runs, [*runs[1:], None], strict=False):
        mods = set(run.words[1:] if head == 0 else run.words[:-1])
        tie = [w for w in after.before if w != "," and w not in _PASSED] if after else []
        if after and tie and tie[0] in _OF and set(tie) <= _OF | _OWN:
            mods.update(after.words)
        out.append(
            Phrase(
                run.words[head],
                frozenset(mods),
                run.start,
                run.end,
                run.before[-1] if run.before else "",
                frozenset(run.before),
            )
        )
    return out


def theme(found: tuple[Phrase, ...], first_person: bool) -> Phrase | None:
    """The phrase that a clause is about: its subject, or what the speaker has or does something with."""
    if first_person:
        return next((p for p in found if p.lead in _OWN), found[0] if found else None)
    return found[0] if found else None


VERBS = frozenset(words.fold(w) for w in _VERBS.split())
"""Verbs, adverbs and adjectives that say that something is or changes, not what."""


@held(1024)
def _long(some: frozenset[str], least: int) -> tuple[str, ...]:
    return tuple(w for w in some if len(w) > least)


def kin(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Words that are the head of a compound on the other side, or a compound with its head there."""
    found = [x for x in _long(some, 8) for y in _long(others, 5) if len(x) > len(y) + 2 and x.endswith(y)]
    found += [x for x in _long(some, 5) for y in _long(others, 8) if len(y) > len(x) + 2 and y.endswith(x)]
    return frozenset(found)
