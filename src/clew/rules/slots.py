"""Which slot of which thing a clause fills: thing, attribute class, value, and the topic key they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from clew.rules.grammar import Word, finite
from clew.rules.mood import vague
from clew.rules.orders import exchange
from clew.rules.sight import verb_at
from clew.rules.words import FINITE, PAST, W, bag
from clew.text import regex as re
from clew.text.when import MONTHS

# Attribute class, words that name it, and shapes of values that point to it. Order decides.
_SHAPES = {
    "budget": r"\bbudget|\ball in\b|\bfunding\b|\bgrant\b|\bkostenrahmen\b",
    "deadline": r"\bdeadline|\bdue\b|\bfrist\b|\bfällig|\babgabe\b|\bby (?:the )?(?:\d|end|jan|feb|mar|apr|may|jun|jul|"
    r"aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)|\bfecha límite|\bdate limite",
    "price": r"\b\d{3,} (?:a|per|pro) (?:day|hour|week|month|year|tag|stunde|monat)\b|\bquid\b|\bbucks\b|\b(?:a|"
    r"per) head\b|\bprices?\b|(?<!accuracy )(?<!success )(?<!error )(?<!response )(?<!growth )\brates?\b(?! of)|"
    r"\bfees?\b|\bcosts?\b|\bcharge|\bpay(?:s|ing|ment)?\b|\bpaid\b|"
    r"\bsalary\b|\bwage|\brent\b|\bquote|\bdiscount|\d+ ?% off|\bpreis\w*|\bkostet\b|\bkosten\b|\bhonorar|"
    r"\bstundensatz|\btarif|\bpauschal\w*|\bmiete\b|\bgehalt|\binvoice|\brechnung|[€$£]|\b(?:eur|euros?|usd|"
    r"dollars?|pounds?|francs?|chf|nok)\b|\bper (?:seat|hour|head|person|night)|\ban hour\b|\bdie stunde\b|"
    r"\bprix\b|\bprecio",
    "schedule": r"\bevery\b|\bdaily\b|\bnightly\b|\bweekly\b|\bmonthly\b|\bquarterly\b|\bopening hours|\bhours\b|"
    r"\bschedule|\böffnungszeiten|\btäglich|\bwöchentlich|\bmonatlich|\bvierteljährlich|\bjeden?\b|\b(?:mo|di|mi|"
    r"do|fr|sa|so)-(?:mo|di|mi|do|fr|sa|so)\b|\b(?:mon|tues?|wed|thu|fri|sat|sun)(?:day)?s?\b|\b\d\d?:\d\d\b|"
    r"\b\d\d? ?[ap]m\b|\bhoraires?|\bhorario",
    "date": r"\blaunch|\brelease|\bdates?\b|\btermine?s?\b|\b(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|märz|april|"
    r"may \d|\d\d? may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|oct(?:ober)?|"
    r"nov(?:ember)?|de[cz](?:ember)?)\b|\b\d{4}-\d\d-\d\d\b|\b\d\d?\.\d\d?\.(?:\d{4})?",
    "language": r"\b(?:in|auf) (?:english|german|french|spanish|norwegian|italian|dutch|korean|englisch|deutsch|"
    r"französisch|spanisch)\b|\blanguage|\bsprache\b",
    "quantity": r"\b\d[\d.,]*k?\b ?(?:\w+ )?(?:people|persons?|participants?|users|customers|teams?|seats|bakeries|"
    r"shops|students|patients|staff|employees|members|guests|pieces|units|items|copies|connections?|events?|"
    r"workers|kids|children|leute|personen|kunden|schüler|mitglieder|gäste)|\bcount\b|\bheadcount|\bsample|"
    r"\bnumber of|\bhow many|\banzahl|\bwie viele",
    "duration": r"\b\d[\d.,]* ?(?:ms|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|sekunden?|"
    r"minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)\b|\bduration|\bhow long|\bdauer|\bwie lange|"
    r"\bretention|\bkept\b",
    "size": r"\b\d[\d.,]* ?(?:gb|mb|tb|gigs?|gib|kg|g|t|m|cm|mm|km|m2|m²|sqm|l|ml|hz|khz|mhz|ghz|kw|kwh|px|dpi|ft|"
    r"inch(?:es)?)\b|\bheight|\bwidth|\bsize|\bweight|\bceiling|\bram\b|\bhöhe|\bbreite|\bgröße|\bgewicht|\brate\b",
    "storage": r"\bdatabases?\b|\bdb\b|\bstor(?:e|es|ed|age)\b|\bbackups?\b|\bbucket|\btables?\b|\bdatenbank|"
    r"\bspeicher|\bablage",
    "hosting": r"\bhost(?:s|ed|ing)?\b|\bserver|\bcloud\b|\bdeploy|\bmachine\b|\bbox\b",
    "owner": r"\bown(?:s|er|ed)\b|\bresponsible|\bin charge|\bsponsor|\btakes over|\bwrites\b|\bhandles\b|"
    r"\bverantwortlich|\bzuständig|\bkümmert|\breports to|\bassigned",
    "role": r"\b(?:lead|leader|boss|manager|head|director|landlord|supervisor|editor|coordinator|assistant|lawyer|"
    r"accountant|doctor|teacher|designer|developer|engineer|cfo|ceo|coo|cto|rep|advisor|mentor|partner|wife|"
    r"husband|brother|sister|mother|father|friend|colleague|client|tutor|nurse|architect|contractor|electrician|"
    r"plumber|contact|vermieter\w*|steuerberater\w*|bruder|schwester|chef\w*|leiter\w*|lehrer\w*|frau|mann|"
    r"neffe)\b|\bworks (?:at|for)\b|\bhead of\b|\bdoes\b",
    "version": r"\bversion|\bv\d+(?:\.\d+)*\b|\brelease \d",
    "place": r"\broom\b|\boffice\b|\bvenue\b|\bplace\b|\blocation\b|\blives? in\b|\bbased in\b|\baddress\b|\braum\b|"
    r"\bbüro\b|\bort\b|\bwohn(?:e|t)\b|\badresse\b",
    "policy": r"\brules?\b|\bpolicy|\bmust\b|\balways\b|\bnever\b|\bnot allowed|\bregel|\bimmer\b|\bnie\b|\bdarf nicht",
    "method": r"\bmodel\b|\bmethod|\bapproach|\bdesign\b|\bprocedure|\btechnique|\bmethode|\bverfahren|\bansatz",
    "tool": r"\buse[sd]?\b|\busing\b|\btool\b|\blibrary\b|\bsoftware\b|\bapp\b|\bframework\b|\bruns? (?:on|in)\b|"
    r"\bbuilt with|\bnutze|\bverwende|\bwerkzeug",
    "name": r"\bcalled\b|\bnamed?\b|\brenamed|\bheißt\b|\bname\b|\bgenannt",
    "status": r"\b(?:done|finished|open|closed|frozen|broken|ready|blocked|pending|approved|rejected|signed|cancelled|"
    r"fertig|offen|geschlossen|kaputt|bereit)\b",
}
"""Attribute class → words that name it and shapes of values that point to it; the order decides."""
_CLASSES = tuple((name, re.compile(shape)) for name, shape in _SHAPES.items())

# Things that people call by several names, by what they are for, not by whose they are.
_SYNONYMS = {
    "db": "database",
    "datenbank": "database",
    "databases": "database",
    "pricing": "price",
    "prices": "price",
    "preise": "preis",
    "sponsors": "sponsor",
    "offices": "office",
    "dob": "birthday",
}

_SKIP = (
    W.DET | W.PREP | W.CONJ | W.FILLER | W.NEG | W.PRON | W.WEAK | W.SELF | W.TALK | W.HEDGE | W.REASON | W.FEEL | W.WH
)
_LOOSE = bag(
    "all total longer just only still also now then there here too very really btw today tomorrow yesterday "
    "currently already again instead actually about around more less most many much few lot lots bit thing things "
    "stuff one ones two first last next own same other week month year day everything anything something way kind "
    "sort please plus ya pls going be been being to let's lets back decided bitte mal noch schon auch nur sehr "
    "jetzt immer dort da hier übrigens eigentlich eh halt denn etwa ca woche monat jahr tag heute morgen 's s "
    "everyone nobody who that with dropping drop keep forget skip cancel use take streichen completely entirely "
    "anywhere full stop idea new old main goal dead gone monday tuesday wednesday thursday friday saturday sunday "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag sofort eur euro euros usd dollar dollars pounds "
    "quid chf nok nobody tho also kinda sorta gonna meet"
)
"""Content words that never name a thing."""


_DAYS = re.compile(
    r"(?:mo|di|mi|do|fr|sa|so|mon|tues?|wed|thu|thurs|fri|sat|sun)-(?:mo|di|mi|do|fr|sa|so|mon|tues?|wed|thu|thurs|"
    r"fri|sat|sun)$"
)


_ONES = bag(
    "one two three four five six seven eight nine ten twelve eins zwei drei vier fünf sechs sieben acht neun zehn zwölf"
)


def content(run: Iterable[Word]) -> list[str]:
    """Words that can name a thing, in order."""
    return [
        word.text
        for word in run
        if word.text[:1].isalnum()
        and not word.text[:1].isdigit()
        and not word.flags & _SKIP
        and word.text not in _LOOSE
        and (not word.flags & FINITE or bool(word.flags & W.NOUNISH))
        and word.text not in MONTHS
        and word.text not in _ONES
        and not _DAYS.match(word.text)
        and len(word.text) > 1
    ]


@lru_cache(maxsize=512)
def attribute(said: str, head: str = "", asked: str = "") -> str:
    """The attribute class that words, heading or the question answered point to; empty when none does."""
    for where in (head, said, asked):
        if where:
            for name, shape in _CLASSES:
                if shape.search(where):
                    return name
    return ""


_LONE = bag(
    "deadline date budget price cost limit goal target number count total rate score quota fee frist termin délai"
)


def lone(things: Sequence[str]) -> bool:
    """Whether words name an attribute or a deed alone, and nothing that has it: `deadline`, `reached`."""
    return all(word.endswith("ed") or word in PAST or word in _LONE for word in things)


_FOR = {"for", "für", "about", "regarding", "re"}
_ON = {"on", "in", "auf", "im", "at"}


def thing(run: Sequence[Word], act: str) -> list[str]:
    """Content words of what the clause is about, best guess; empty when it only names a value."""
    run = main(run)
    ordered = exchange(run)
    if ordered and (named := content(ordered.what)):
        return named[-3:]
    verb = verb_at(run)
    equals = next((k for k, word in enumerate(run) if word.text == "="), -1)
    if equals > 0:
        return content(run[:equals])[-3:]
    role = _role(run, verb) or _at_work(run)
    if role:
        return role
    before = content(run[:verb] if verb > 0 else ())
    mine = bool(run) and bool(run[0].flags & W.SELF) and bool(run[0].flags & (W.PRON | W.AUX))
    if act in ("drop", "keep") and (not before or mine):
        return _noun_phrase(run, max(verb, 0))[-3:]
    lead = _lead(run)
    purpose = _purpose(lead)
    counted = bool(run) and run[0].text[:1].isdigit()
    if before and not mine and verb > 0 and not (purpose and (act == "keep" or counted or _paid(run))):
        return before[-3:]
    if purpose:
        return purpose
    if vague(run):
        return _counted(run)
    opens = bool(run) and bool(run[0].flags & W.CHOICE) and verb <= 0
    if opens or (mine and any(word.flags & W.CHOICE for word in run[verb : verb + 3]) and not run[verb].flags & W.TASK):
        return _moved(run, max(verb, 0))  # "we take cork": the object is the value
    if verb < 0:
        return _place(lead) or ([] if act == "switch" else content(lead)[:2])
    return _noun_phrase(run, verb + 1)[:3]


_PAYS = bag("pay pays paying paid spend spends spending spent zahlt zahlen bezahlt bezahlen paie paient paga pagan")


def _paid(run: Sequence[Word]) -> bool:
    """Whether somebody pays: the slot is that of what is paid for, not of who pays."""
    return any(word.text in _PAYS for word in run)


def main(run: Sequence[Word]) -> Sequence[Word]:
    """Without a refusal in front: `no gravel, the path gets bark`."""
    comma = next((k for k, word in enumerate(run[:5]) if word.text == ","), -1)
    if comma > 0 and run[0].flags & W.NEG and comma + 2 < len(run):
        return run[comma + 1 :]
    tail = next((k for k, w in enumerate(run[:-1]) if k > 2 and w.text == "," and run[k + 1].flags & W.NEG), len(run))
    return run[:tail]  # "the till is in the hall, not in the foyer"


def _lead(run: Sequence[Word]) -> Sequence[Word]:
    comma = next((k for k, word in enumerate(run) if word.text == "," and k > 1), len(run))
    return run[:comma]


_DOES = bag("does handles handle runs leads writes teaches manages owns leitet übernimmt macht schreibt")
"""Verbs whose object is the duty and whose subject holds it."""


_TOWARDS = bag("to with from by instead in into zu auf durch")


def _moved(run: Sequence[Word], verb: int) -> list[str]:
    """What is moved, counted or decided on, where the object is not the value: `move the trip to October`."""
    rest = run[verb + 1 :]
    while rest and rest[0].flags & (W.AUX | W.CHOICE | W.FILLER | W.NEG):
        rest = rest[1:]
    if not rest:
        return []
    if rest[0].text in ("against", "on", "gegen", "für", "about"):
        return _noun_phrase(rest, 1)[:3]
    if rest[0].text[:1].isdigit():
        return content(rest[1:3])[:2]
    ends = next((k for k, word in enumerate(rest[:7]) if word.text in _TOWARDS), 0)
    return content(rest[:ends])[:3]


def _counted(run: Sequence[Word]) -> list[str]:
    """What is counted where nothing else is named: `its 22 days now`."""
    at = next((k for k, word in enumerate(run) if word.text[:1].isdigit()), -1)
    return content(run[at + 1 : at + 2]) if at >= 0 else []


def _role(run: Sequence[Word], verb: int) -> list[str]:
    """The duty that somebody has: `is my sponsor now`, `does the interviews`, `takes over as lead`."""
    if verb < 1:
        return []
    owned = [k for k, word in enumerate(run) if word.flags & W.OWN]
    after = [k for k in owned if k > verb]
    if after and (
        any(word.flags & (W.DET | W.SELF) or word.text == "as" for word in run[max(verb, after[0] - 2) : after[0]])
    ):
        rest = [word for word in run[after[0] : after[0] + 4] if word.text != "now"]
        return _noun_phrase(rest, 0)[:3]
    if run[verb].text in _DOES and verb + 1 < len(run):
        return (
            [] if run[verb + 1].flags & W.WEAK and not run[verb + 1].flags & W.DET else _noun_phrase(run, verb + 1)[:3]
        )
    return []


def _at_work(run: Sequence[Word]) -> list[str]:
    """Who works there: `a mail from Ann Berg, who's at Bosch`."""
    k = next((k for k, word in enumerate(run) if k > 1 and word.text in ("who", "whos", "who's")), -1)
    return content(run[max(0, k - 3) : k])[-2:] if k > 0 else []


def _purpose(run: Sequence[Word]) -> list[str]:
    """What something is chosen for: `sqlite for the main db`, `SQLite as the database`."""
    out: list[str] = []
    for k, word in enumerate(run):
        named = (
            word.text in _FOR
            or (word.text == "as" and k + 1 < len(run) and run[k + 1].flags & W.DET)
            or word.text == "als"
        )
        if k and k + 1 < len(run) and named:
            out += [w for w in _noun_phrase(run, k + 1)[:3] if w not in out]
    return out[:4]


def _place(run: Sequence[Word]) -> list[str]:
    """Where it goes in a headline: `slate on the porch roof`."""
    for k, word in enumerate(run):
        if k and word.text in _ON and k + 2 < len(run) and run[k + 1].flags & W.DET:
            found = _noun_phrase(run, k + 1)
            if found:
                return found[:3]
    return []


def settled(things: list[str], run: Sequence[Word]) -> list[str]:
    """Things without the verb that follows a member of a series: `step 3 runs in water` is about step 3."""
    at = next((k for k, word in enumerate(things) if word[-1:].isdigit() and " " in word), -1)
    verbs = {word.text for word in run if word.flags & (W.VERB | FINITE) or word.text.endswith("ed")}
    return [word for k, word in enumerate(things) if at < 0 or k <= at or word not in verbs]


def _noun_phrase(run: Sequence[Word], start: int) -> list[str]:
    """Content words from a place up to the next mark, preposition or verb."""
    out: list[str] = []
    for word in run[start:]:
        plain = content((word,))
        if plain:
            out += plain
        elif out and (word.flags & (W.PREP | W.CONJ) or not word.text[:1].isalnum()):
            break
    return out


def canonical(words: Iterable[str]) -> list[str]:
    """Words of a topic key: possessive endings off, common short forms written out, no repeats."""
    out: list[str] = []
    for word in words:
        plain = re.sub(r"'s?$", "", word)
        plain = _SYNONYMS.get(plain, plain)
        if plain and plain not in out:
            out.append(plain)
    return out


_SUFFIX = bag("price budget quantity duration size deadline schedule language date")
"""Attribute classes that a topic names beside the thing: one thing has several of them."""


def topic(things: Sequence[str], kind: str, *, figure: bool = True) -> str:
    """The folded key of a slot: what it is about, and which attribute where the thing alone does not say it.

    `figure`: the value is a figure, so that its class belongs to the key.
    """
    key = canonical(things)[:4]
    if not kind or kind in " ".join(key):
        return " ".join(key)
    if not key and kind not in ("status", "policy", "tool"):
        return kind
    return " ".join([*key[:3], kind]) if kind in _SUFFIX and figure and len(key) == 1 else " ".join(key)


_TO = bag("to auf on at by until bis is are ist sind")


def figure(run: Sequence[Word]) -> bool:
    """Whether the value is a figure rather than a choice of words: a number near the verb or after the last `to`."""
    verb = finite(run)
    rest = [word for word in run[verb + 1 :] if word.text[:1].isalnum()]
    last = max((k for k, word in enumerate(rest) if word.text in _TO), default=-1)
    near = next((k for k, word in enumerate(rest) if word.text[:1].isdigit()), 99)
    return (verb < 0 and near < 99) or near <= 2 or any(word.text[:1].isdigit() for word in rest[last + 1 : last + 4])


def value(run: Sequence[Word], text: str) -> str:
    """The words after the verb, or after the thing in a headline: what the slot is filled with."""
    verb = verb_at(run)
    rest = run[verb + 1 :] if verb >= 0 else run
    while rest and rest[0].flags & W.FILLER:
        rest = rest[1:]
    return text[rest[0].start : rest[-1].end].strip(" .,;:!") if rest else ""


_SCOPE = re.compile(
    r"\b((?:only |just |except |but not )?(?:for|in|on|during|within) (?:the |our |all |every )?[\w-]+(?: "
    r"[\w-]+){0,2} only|only (?:for|in|on|during|when) (?:the )?[\w-]+(?: [\w-]+){0,2}|except (?:for |in |on "
    r")?(?:the )?[\w-]+(?: [\w-]+)?|(?:from|since|as of) v?\d[\w.]* (?:on|onwards?)|from v\d[\w.]*|nur (?:für|in|"
    r"im|bei|am) (?:den |die |das |der )?[\w-]+|außer (?:für |in |im |bei )?(?:den |die |das |der )?[\w-]+)"
)


def scope(said: str) -> str | None:
    """The words that limit a statement to a part, a place or a time; None when it holds everywhere."""
    found = _SCOPE.search(said)
    return found.group(1) if found else None
