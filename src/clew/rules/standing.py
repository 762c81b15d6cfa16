"""How things stand by arrangement: who has which part, what ours is, where a thing is kept, what has changed hands.

Such sentences are short and hold neither figure nor known name, yet they are what somebody asks for later.
"""

from __future__ import annotations

from clew.rules.mood import contracted
from clew.rules.shapes import CONTENT_WITH, EVENTS, NUMERALS
from clew.rules.sight import NUMBERS, Sight, ours
from clew.rules.words import PAST, W, bag
from clew.text import regex as re

_PART = re.compile(
    r"(?:owns?|looks? after|tak(?:es?|ing) care of|handles?|does|manages?|runs?|leads?|keeps?|writes?|designs?|cooks?|"
    r"teaches|edits?|translates?|covers?|organi[sz]es?|hosts?|supplies|delivers?|kümmert sich um|macht|leitet|"
    r"übernimmt|"
    r"betreut|schreibt|liefert|s'occupe (?:de|du|des)|gère|dirige|assure|livre|se encarga (?:de|del)|lleva|gestiona) "
    r"(?:now |jetzt |all |desormais )?(?:the|our|all|my|both|every|die|das|den|der|unsere?n?|alle|le|la|les|l'|nos|"
    r"notre|"
    r"el|los|las|nuestr[oa]s?)\b"
)
_OURS = bag("our my unser unsere notre nos mon ma mes nuestro nuestra mi")
_KEPT = re.compile(
    r"\b(?:is|are|ist|sind|wird|werden|est|sont|es|son|está|están) (?:\w+ly |now |always |all |jetzt |"
    r"[^.]{2,60} )?(?:kept|"
    r"stored|held|hosted|housed|located|filed|archived|based|reserved|printed|baked|shipped|delivered|sent|served|"
    r"taught|"
    r"handled|managed|owned|written|rented|leased|funded|run by|made (?:by|in|of|from)|done by|aufbewahrt|gelagert|"
    r"gespeichert|reserviert|gedruckt|gebacken|geliefert|betreut|verwaltet|gehostet|stockée?s?|conservée?s?|"
    r"réservée?s?|"
    r"imprimée?s?|livrée?s?|hébergée?s?|gérée?s?|guardad[oa]s?|reservad[oa]s?|impres[oa]s?|alojad[oa]s?)\b"
)
_HANDED = re.compile(
    r"\b(?:has|have|hat|haben|ist|sind|a|ont|est|ha|han) (?:now |just |also |finally |all |jetzt |"
    r"[^.]{2,40} )?(?:moved|left|"
    r"joined|taken over|switched|gone over|become|resigned|quit|retired|stepped down|been (?:moved|replaced|cancelled|"
    r"canceled|renamed|closed|dropped|sold|postponed|merged)|umgezogen|gekündigt|übernommen|aufgehört|verlassen|"
    r"gewechselt|"
    r"quitté|rejoint|démissionné|remplacé|repris|déménagé|dejado|reemplazado)\b"
)
_HAS = re.compile(
    rf"^(?:we|wir|nous|on) (?:now |also )?(?:have|haben|avons|a) (?:now |jetzt )?(?:{'|'.join(NUMERALS.split())}|"
    rf"an? \w+ called)\b"
)
_ASIDE = bag(
    "question questions idea ideas problem problems thing things option options minute minutes issue issues fragen"
)


def standing(s: Sight) -> bool:
    """Whether a clause tells of an arrangement that holds until somebody says otherwise."""
    if not s.run or s.verb <= 0 or s.has(W.FEEL | W.WH | W.IF | W.HEDGE) or s.pointing:
        return False
    if _HAS.match(s.lead) and not any(word.text in _ASIDE for word in s.run):
        return True
    return _somebody(s) or _something(s)


def _somebody(s: Sight) -> bool:
    """One name, a verb of duty, a definite object: `Theo owns the budget`."""
    subject = s.run[: s.verb]
    named = len(subject) <= 2 and not any(word.flags & (W.DET | W.PRON | W.PREP | W.SELF) for word in subject)
    rest = " ".join(word.text for word in s.run[s.verb :])
    # "no library tracks" after a comma says what it is not
    denied = any(word.flags & W.NEG for word in s.run[: next((k for k, w in enumerate(s.run) if w.text == ","), 99)])
    return named and not denied and bool(_PART.match(rest) or _HANDED.match(rest))


def _something(s: Sight) -> bool:
    """What a definite or own thing is, where it is kept, what has become of it."""
    first = s.run[0]
    if first.text in _OURS and s.verb <= 4 and s.setting.names > 0 and s.run[s.verb].flags & W.AUX:
        return True
    definite = bool(first.flags & W.DET) and not first.flags & W.WEAK
    return definite and len(s.run) > 5 and bool(_KEPT.search(s.lead) or _HANDED.search(s.lead))


_WISHES = re.compile(
    r"(?:wants?|demands?|expects?|requires?|insists? on|asks? for|has asked for|have asked for|asked for|requested|"
    r"refuses?|forbids?|allows?|möchten?|verlangt|verlangen|fordert|fordern|erwartet|erwarten|wünscht sich|wünschen "
    r"sich|besteht auf|bestehen auf|erlaubt|erlauben|verbietet|verbieten|veut|veulent|exige|exigent|demande|quiere|"
    r"quieren|exige|exigen|pide|piden) (?!to know|to talk|to hear|to see|me\b|us\b|it\b|that\b|this\b|him\b|her\b|"
    r"them\b|das\b(?=$| nicht)|es\b|wissen\b)\w"
)
_NEEDS = re.compile(r"(?:needs?|braucht|brauchen|benötigt|benötigen) (?!to\b|me\b|us\b|it\b|that\b|help\b|hilfe\b)\w")
_PARTY = bag(
    "customer customers client clients publisher investor investors tenant tenants landlord council committee board "
    "regulator auditor auditors supplier vendor bank insurer school college parents neighbour neighbours neighbor "
    "neighbors boss manager team department management legal finance sales marketing staff union inspector authority "
    "office users partner sponsor owner kunde kundin kunden mieter mieterin vermieter vermieterin verlag rat "
    "betriebsrat vorstand behörde amt prüfer lieferant schule eltern nachbarn chef chefin team abteilung leitung "
    "verwaltung kommune stadt versicherung partner auftraggeber auftraggeberin client cliente mairie"
)
"""Who may need something of somebody who plans."""


def wished(s: Sight) -> bool:
    """What somebody else wants, demands, needs or allows: `the customer wants dark mode`."""
    if s.verb <= 0 or s.has(W.WH | W.IF | W.HEDGE) or s.setting.lang not in ("en", "de", "fr", "es"):
        return False
    subject = [word for word in s.run[: s.verb] if word.text[:1].isalnum()]
    first = subject[0] if subject else s.run[0]
    mine = first.flags & W.SELF and first.flags & W.PRON
    if not subject or len(subject) > 5 or mine or (first.flags & W.PRON and not first.flags & W.DET):
        return False
    rest = " ".join(word.text for word in s.run[s.verb :])
    party = (bool(first.flags & (W.DET | W.CAP)) and not first.flags & W.WEAK) or first.text in ("the", "der", "die")
    if not party or not any(word.flags & W.OPEN for word in s.run[s.verb + 1 :]):
        return False
    return bool(_WISHES.match(rest)) or (bool(_NEEDS.match(rest)) and any(word.text in _PARTY for word in subject))


_LONGEST = 12
"""Words of a plain sentence that settles something; longer ones tell a story."""
_WE = bag("we wir nous on")
_WAS = bag("was were war waren wurde wurden était étaient era eran fue had hatte hatten avait")
_NOBODY = bag("a an ein eine un une una there da es it that this number ha oh")


def settled(s: Sight) -> bool:
    """A short plain sentence in the present about a thing: `the band plays on the terrace`."""
    run = [word for word in s.run if word.text[:1].isalnum()]
    if s.verb > 0 and CONTENT_WITH.search(s.lead):
        return True
    if s.verb <= 0 or s.pointing or s.has(W.FEEL | W.WH | W.IF | W.HEDGE):
        return False
    verb = s.run[s.verb]
    past = verb.text in PAST or verb.text in _WAS or (s.setting.lang == "en" and verb.text.endswith("ed"))
    # "rehearsals are on Mondays", "Petra is treasurer": three words that name a day or a part
    least = 3 if any(word.text in NUMBERS or word.flags & W.OWN for word in (run[0], run[-1])) else 4
    if not least <= len(run) <= _LONGEST or past or s.has(W.NEG | W.TALK):
        return False
    subject = s.run[: s.verb]
    first = subject[0]
    pronoun = first.flags & (W.PRON | W.SELF | W.WEAK | W.WH) and not first.flags & W.DET
    if (pronoun and first.text not in _WE) or first.text in _NOBODY or "'" in first.text or contracted(s.run):
        return False
    rest = s.run[s.verb + 1 :]
    if s.setting.lang == "en" and rest and rest[0].text.endswith("ing"):
        return False  # what is going on
    placed = any(word.flags & W.PREP and k + 1 < len(rest) for k, word in enumerate(rest))
    whose = any(word.flags & W.DET for word in rest[:2])
    named = any(word.flags & W.CAP for word in rest)
    ours = bool(rest) and rest[0].text in _WE  # "die Texte machen wir zweisprachig"
    return placed or whose or named or ours or len(run) == 3


_MINDFUL = bag(
    "know understand see think remember believe want find wissen verstehen sehen denken glauben kennen finden wollen "
    "haben have"
)
"""Verbs of the mind, and having: not to do these is no decision."""


def declines(s: Sight) -> bool:
    """What we are not going to do: `wir fahren da nicht hin`."""
    if _NONE.match(s.lead):
        return True
    mine = ours(s) and s.setting.lang == "de" and s.run[s.verb].text not in _MINDFUL
    return mine and s.has(W.NEG) and not s.has(W.FEEL | W.SAY) and len(s.run) >= 4


_NONE = re.compile(
    r"(?:there (?:will|shall) be|there'll be|es wird|il n'y aura|no habrá) (?:(?:now|therefore|then|also|dann|daher) )?"
    r"(?:no|kein\w*|pas de|ningún|ninguna) (?!more\b|need\b|time\b|way\b|problem\b|doubt\b|reason\b)\w|"
    r"(?:there is|there's|there are|es gibt) (?:no|kein\w*) [^,;.]{2,40}\b(?:this (?:year|time|season|month|week)|"
    r"any ?more|mehr|dieses (?:jahr|mal)|after all)$"
)
"""What will not be: `there'll be no parade`."""


def concludes(s: Sight) -> bool:
    """What a weighing comes to, by name: `so it's the Old Mill`."""
    first = s.run[0].text if s.run else ""
    closing = s.clause.link == "so" and first in ("it's", "its", "thats", "that's", "c'est")
    return closing and s.setting.names > 0 and len(s.run) <= _CLOSING and not s.has(W.NEG | W.FEEL | W.HEDGE)


_CLOSING = 7
"""Words of a sentence that only names what was settled on."""
_ON_DAY = re.compile(r"\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
_NOW = bag("is are isn't aren't")


def happening(s: Sight) -> bool:
    """Whether the words tell when something took place; what is on a day to come is a date."""
    found = EVENTS.search(s.said)
    present = s.verb > 0 and s.run[s.verb].text in _NOW
    return found is not None and not (present and bool(_ON_DAY.fullmatch(found.group())))


_ERRAND = re.compile(
    r"^(?:i'?ll|i (?:will|shall)) (?:now |also |then |just |definitely )*(?:ask|tell|write to|call|ring|phone|text|"
    r"email|"
    r"contact|talk|speak|look|check|see|discuss|bring|think|consider|forward|pass|put (?:it|that|this)|get \w+ "
    r"(?:on )?to|"
    r"go|sleep|read|note|report|mention|raise|try|have a|let)\b"
)
_DOING = re.compile(
    r"^(?:(?:das|dies|den|die|dem|der) )?(?:[\w-]+ ){0,2}(?:sage?|frage?|schreibe?|rufe?|schaue?|fordere?|drucke?|"
    r"hole?|"
    r"gebe?|leite?|bespreche?|kläre?|erzähle?|gehe?|backe?|melde?|prüfe?|lese?|bringe?) ich\b|"
    r"^ich (?:sage?|frage?|rufe?|schaue?|leite|bespreche|erzähle?|gehe?|melde|prüfe|lese)\b"
)


def errand(s: Sight) -> bool:
    """What the person is about to do by themselves, without date or figure: `I shall ask them`."""
    if s.valued or s.has(W.PREFER | W.GOAL | W.NEG):
        return False
    return bool(_ERRAND.match(s.lead) or (s.setting.lang == "de" and _DOING.match(s.lead)))


_SENTENCE = 6
"""Words of a sentence about a thing that says something in particular, whatever its verb."""


def particular(s: Sight) -> bool:
    """Somebody or something else than the speaker is spoken of, with a figure, a name, a role or a rule."""
    first = s.run[0]
    someone = first.text.split("'")[0] in _SOMEBODY
    if s.verb < 0:
        return False
    verb = s.run[s.verb].text
    told = s.setting.lang == "en" and (verb in PAST or verb.endswith("ed")) and not s.valued
    return (
        not told and s.weight > 0 and len(s.run) >= _SENTENCE and not (first.flags & W.SELF or someone or s.has(W.FEEL))
    )


_SOMEBODY = bag("he she they hes shes theyre er sie elle il ils ella ellos")


_IT = bag("it them that es das sie")


def duty(s: Sight) -> bool:
    """Under a heading, who does what it names: `minutes: ruth takes them`."""
    object_ = s.run[s.verb + 1].text if 0 < s.verb < len(s.run) - 1 else ""
    short = 0 < s.verb >= len(s.run) - 2 and (not object_ or bool(s.run[-1].flags & (W.PREP | W.ADV)))
    named = s.setting.head and (object_ in _IT or short)
    return bool(named) and not s.run[0].flags & W.SELF and not s.run[s.verb].flags & W.AUX
