"""What an asserting clause does: its kind, speech act and polarity, by rules tried in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from clew.model import Act, Kind
from clew.rules.clauses import Clause, Word, finite
from clew.rules.mood import bare
from clew.rules.words import FINITE, W


@dataclass(frozen=True, slots=True)
class Reading:
    """How a clause is understood."""

    kind: Kind
    act: Act = "state"
    polarity: Literal["+", "-"] = "+"
    strong: bool = True
    """Worth a claim of its own; a weak one serves only as the reason of a neighbour."""
    rule: str = ""
    """Name of the rule that fired."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a rule may look at."""

    said: str
    """The clause in folded words, single spaces."""
    run: Sequence[Word]
    clause: Clause
    verb: int
    """Place of the finite verb in `run`, or -1."""
    head: str
    """The folded heading, or empty."""
    answering: bool
    """It opens a turn that follows a question of the assistant."""
    lang: str

    @property
    def valued(self) -> bool:
        """Holds a number."""
        return any(c.isdigit() for word in self.run for c in word.text[:2])

    def has(self, flag: W) -> bool:
        """Whether any word of the clause carries the flag."""
        return self.clause.has(flag)


_DEFINES = re.compile(
    r"\bi mean\b|\b(?:stands? for|is short for|is (?:just )?(?:another|the other|a different) (?:name|word|term) for|"
    r"(?:is|are|was) (?:also )?(?:called|named|known as|renamed)|a\.?k\.?a\b|refers? to|same (?:thing|person|as)|is "
    r"the same|"
    r"(?:i|we) (?:just |simply |always )?(?:call|say|write)\b|two (?:names|different)|one and the same|"
    r"whenever (?:i|we) (?:say|write)|means (?:the|a|that|exactly|our)|is defined as|by \w+ (?:i|we) mean|"
    r"heißt (?:bei uns|so viel)|steht für|bedeutet|nenne? (?:ich|wir)|meine? ich|ist dasselbe|das gleiche wie|"
    r"dasselbe wie|"
    r"auch genannt|signifie|veut dire|s'appelle|significa|quiere decir|se llama)\b"
)
_EQUALS = re.compile(r"\s=\s(?!\s*[\d.,]+%?\s*$)")
_RULE_OUT = re.compile(r"=\s*(?:out|in|ok|yes|no|raus|drin|fail|pass|excluded|included)\b")
_DROPS = re.compile(
    r"\b(?:(?:is|are|was|were|goes|go|be|been|gets?|thats|that's|its|it's) (?:now )?(?:dead|out|off|gone|history|"
    r"cancelled|canceled|"
    r"dropped|scrapped|removed|axed|off the (?:list|table|plan)|no more)|without (?:a )?(?:replacement|substitute)|"
    r"no (?:replacement|"
    r"substitute)|no longer|not any ?more|any ?more\b.*\b(?:not|dont|don't)|(?:dont|don't|doesnt|doesn't|won't|wont) "
    r"(?:\w+ ){0,4}any ?more|"
    r"get rid of|gave up on|giving up on|call(?:ed)? off|called it off|fliegt raus|fliegen raus|fällt (?:weg|aus|"
    r"flach)|"
    r"fallen (?:weg|aus)|ist (?:raus|vom tisch|gestorben|hinfällig|gestrichen)|lassen wir (?:weg|sein|bleiben)|"
    r"nicht mehr|kommt weg|ya no|laisse tomber|on oublie|on abandonne)\b"
)
_DROP_VERB = re.compile(
    r"^(?:(?:we|i|lets|let's|please|just|then|wir|ich|bitte|to|i'm|im|we're|were|i've|we've|ive|weve|are|am|have|"
    r"haben|habe) )*"
    r"(?:drop|dropping|dropped|cancel|cancell?ed|cancell?ing|scrap|scrapped|scrapping|remove|removed|removing|forget|"
    r"abandon|abandoned|"
    r"ditch|ditched|ditching|kill|killed|skip|skipping|skipped|streiche?n?|gestrichen|vergiss|vergessen wir|"
    r"verwerfen|absagen|"
    r"abgesagt|discontinued?|axed?|withdrew|withdraw|quit|stop(?:ped|ping)? (?:using|the|doing|with))\b(?! (?:off|by|"
    r"in|me)\b)"
)
_REFUSES = re.compile(
    r"^(?:no|kein|keine|keinen|keinerlei|not another|definitely no|pas de|nada de|sin) (?!one\b|idea|way|problem|"
    r"worries|need to worry|"
    r"longer|clue|thanks|thank|rush|doubt|wonder|matter|ahnung|problem|stress|sorge|that|it|i|we|thats|its|is|"
    r"door)[\w&-]+"
)
_KEEPS = re.compile(
    r"\b(?:stays?|remains?|keeps?|keeping|sticks?|sticking|stick with|unchanged|as (?:it|they) (?:is|are|was|were)|"
    r"(?:like|as) (?:we )?"
    r"(?:planned|said|agreed|before)|not up for discussion|still (?:stands|holds|applies|the plan)|bleibt|bleiben|"
    r"bleibe|behalten|"
    r"beibehalten|behalte|wie (?:gehabt|geplant|besprochen|bisher|vereinbart)|unverändert|gilt weiter(?:hin)?)\b"
)
_KEPT_REQUEST = re.compile(
    r"\bkeep (?:it|them|this|that|things|me|up|in mind|an?) \w*|\bkeeps? (?:asking|saying|telling|going|failing)"
)
_SWITCHES = re.compile(
    r"\b(?:from now on|instead|rather than|switch(?:ed|es|ing)?(?: over)? to|switch(?:ed|es|ing)? from|mov(?:e|ed|es|"
    r"ing) (?:\w+ ){0,4}to|"
    r"chang(?:e|ed|es|ing) (?:\w+ ){0,4}(?:to|from)|back (?:to|on)|go(?:es|ing)? back|went back|going back|"
    r"replac(?:e|ed|es|ing)|after all|"
    r"migrat(?:e|ed|es|ing)|no longer|not any ?more|any ?more|renamed?|swapp?(?:ed|ing)?|upgraded?|downgraded?|"
    r"(?:raised?|lowered|increased?|decreased?|reduced|extended|postponed|pushed(?: back)?|bumped|delayed|shifted|"
    r"rescheduled|moved up|"
    r"grew|grown|dropped|fell|rose|went up|went down|up) (?:\w+ ){0,3}to\b|goes (?:up|down|from)|takes? over|took over|"
    r"ab sofort|ab jetzt|statt|stattdessen|anstatt|wechs(?:el|le|eln|elt)|gewechselt|umgestiegen|zurück (?:zu|auf)|"
    r"doch (?:wieder|lieber)|"
    r"nicht mehr|jetzt|inzwischen|mittlerweile|künftig|verschoben|umgezogen|désormais|dorénavant|à partir de "
    r"maintenant|au lieu de|"
    r"finalement|a partir de ahora|en lugar de|en vez de|ya no)\b|\b(?:now|actually|in fact)\b"
)
_COMMITS = re.compile(
    r"\b(?:(?:we|i|they)(?:'ve| have|ve)? (?:just |finally |all |already )?(?:decided|agreed|settled|chose|chosen|"
    r"picked|went with|opted|signed|hired|booked|"
    r"ordered|selected|committed|approved|adopted|finalized|finalised)|decided (?:on|to|that|against)|going (?:with|"
    r"for)|(?:we|i)(?:'ll|ll| will| are going to| am going to) "
    r"(?:use|take|go|have|do|keep|write|pay|make|buy|hire|start|build|run|offer|meet|publish|send|launch|host|paint|"
    r"move|switch|replace|"
    r"teach|submit|focus|prioriti[sz]e|set|include|stick|aim|limit|charge|put|get|be)|(?:we|i) (?:use|take|go|run|"
    r"move|switch|host|pay|offer|"
    r"choose|pick|want|need|write|build|put|ship|launch|start)\b|let'?s (?:use|take|go|do|make|keep|have|start|put|"
    r"call|say|move|switch)|"
    r"it is$|final(?:ly)?(?: decision)?:|decision:|the plan is|"
    r"(?:ich|wir) (?:nehme?n?|mache?n?|nutzen?|verwenden?|wählen?|setzen?|gehen?|bauen?|beantrage?n?|kaufe?n?|"
    r"bestelle?n?|buche?n?|"
    r"entscheiden?|starten?|stellen?|wollen)|nehme?n? (?:ich|wir)|entschieden|beschlossen|geeinigt|festgelegt|"
    r"vereinbart|"
    r"(?:haben|hab|habe) (?:uns |mich |jetzt )?(?:für|entschieden|gekauft|bestellt|gebucht|beauftragt)|"
    r"(?:nous|on) (?:utilisons|utilise|prenons|prend|passons|passe|choisissons|choisit|gardons|garde|avons décidé|a "
    r"décidé)|"
    r"(?:usamos|usaremos|elegimos|decidimos|hemos decidido|pasamos a|cambiamos a|mantenemos|vamos a usar))\b"
)
_OPEN_CHOICE = re.compile(
    r"^(?:use|using|take|taking|go(?:ing)? (?:with|for|back|to)|switch(?:ing)? to|mov(?:e|ing) to|back to|make it|"
    r"set (?:it|the|to)|cap |pick|choose|"
    r"keep |stick(?:ing)? (?:with|to)|nehme?n?\b|nimm|zurück zu|wechsle?n? zu|use)\b"
)
_FUTURE = re.compile(
    r"\b(?:goes? (?:to|into|out|green|live|with|on)|go (?:to|into|out|live|with)|gets?|will (?:be|have|run|go|get|"
    r"use|cost|start|move|take|launch|lift|end)|launch(?:es)?|ships|lifts|"
    r"starts (?:on|at|in|from)|runs? (?:on|every|in|at|from)|moves?|is (?:set|due|planned|scheduled|capped|limited|"
    r"frozen|fixed) |must|has to|"
    r"have to|needs? to|should|kommt (?:auf|in|zu|nach)|kommen (?:auf|in|zu|nach)|wird|werden|soll|sollen|gilt|"
    r"gelten|muss|müssen|läuft|"
    r"startet|bekommt|is enough|are enough|is fine|only)\b"
)
_PREFERS = re.compile(
    r"\b(?:(?:i|we|\w+ and me both|me) (?:really |also |both |always |usually |mostly |strongly |don'?t |do not |"
    r"just )*(?:prefer|like|love|hate|enjoy|dislike|avoid|"
    r"can'?t stand)|(?:my|our) (?:favou?rite|preference|preferred)|(?:i|we|id|i'd|we'd|would)(?: would|'d)? (?:much "
    r")?(?:rather|prefer|never)\b|"
    r"not a fan|big fan|general rule|rule of thumb|as a rule|i(?:'m| am|m) (?:allergic|vegetarian|vegan|more of|"
    r"really into|into)|"
    r"(?:no|only|keine?n?|nur) .{1,40}\b(?:please|pls|bitte|anywhere|ever|whatsoever)|please (?:always|never|no|"
    r"don'?t)|"
    r"always .{1,40} (?:please|pls)|(?:ich|wir) (?:mag|mögen|liebe|lieben|hasse|hassen|bevorzuge|bevorzugen)|am "
    r"liebsten|lieblings\w+|"
    r"find(?:e)? ich (?:furchtbar|super|schrecklich|toll|blöd)|(?:würde?|würd) .{0,40}\b(?:niemals?|nie|lieber)|je "
    r"préfère|nous préférons|"
    r"j'adore|je déteste|prefiero|preferimos|me encanta|me gusta|odio)\b"
)
_GOALS = re.compile(
    r"\b(?:(?:my|our|the|main|long-term|q\d|first|second|next)? ?(?:goal|target|aim|objective|milestone|"
    r"ambition)s?\b(?: (?:is|are|for|of|was)|:|$)|"
    r"(?:i|we)(?:'d| would|'m|m| am|'re| are)? ?(?:also |really |just |still |kinda |hoping |planning |looking |"
    r"aiming |trying |working |like |love |"
    r"hätte? |gern )*(?:want to|wanna|want|hope to|plan to|planning to|aiming (?:for|to)|aim (?:for|to)|hoping to|"
    r"intend to|looking to|like to|love to|trying to|"
    r"preparing (?:for|to)|saving (?:for|up))|starting to plan|(?:ich|wir) (?:will|wollen|möchte|möchten|plane|planen)|"
    r"(?:hätt|hätte|hätten) .{0,30}\bgern|ziel(?: ist|:)|j'aimerais|nous voulons|je veux|quiero|queremos|nuestro "
    r"objetivo|mi objetivo)\b"
)
_TASKS = re.compile(
    r"\b(?:(?:i|we|he|she|they|\w+) (?:still )?(?:needs? to|have to|has to|must|ought to)|todo|to-do|to do:|action "
    r"item|"
    r"(?:ich|wir) (?:muss|müssen)|remember to|(?:^|to )(?:call|email|send|buy|finish|submit|prepare|order) "
    r".{2,60}\b(?:by|before|until|on) )\b"
)
_EVENTS = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|"
    r"summer|autumn|fall|winter)|\d+ (?:days|weeks|months|years) "
    r"ago|as of (?:today|now)|so far|by end of|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|just "
    r"(?:signed|finished|passed|"
    r"got|bought|moved|launched|submitted)|gestern|letzte[nrs]? (?:woche|monat|jahr)|vor \d+ (?:tagen|wochen|monaten|"
    r"jahren)|hier|la semaine dernière|"
    r"ayer|la semana pasada)\b"
)
_PAST = re.compile(
    r"\b(?:signed|died|broke|met|launched|published|finished|completed|passed|failed|won|lost|visited|attended|"
    r"graduated|married|started|"
    r"bought|sold|moved|hired|fired|resigned|retired|released|submitted|approved|rejected|tested|found|fixed|"
    r"announced|arrived|happened|"
    r"joined|left|presented|celebrated|received|achieved|reached|hit|evicted|fired|crashed|opened|closed|adopted|"
    r"inherited|unterschrieben|gekauft|"
    r"verkauft|getroffen|bestanden|gewonnen|verloren|abgeschlossen|fertiggestellt)\b"
)


def read(clause: Clause, said: str, head: str, answering: bool, lang: str) -> Reading | None:
    """The first rule that fits, or None when the clause holds nothing worth keeping."""
    run = bare(clause)
    sight = Sight(said, run, clause, finite(run), head, answering, lang)
    for name, rule in _RULES:
        found = rule(sight)
        if found is not None:
            return Reading(found.kind, found.act, found.polarity, found.strong, name)
    return None


def _defines(s: Sight) -> Reading | None:
    if _RULE_OUT.search(s.said):
        return Reading("decision", "commit")
    if _EQUALS.search(s.said) or _DEFINES.search(s.said):
        negated = re.search(
            r"\b(?:never|not|dont|don't|didnt|didn't) (?:say|said|mean|meant|write|wrote|called?)\b", s.said
        )
        return None if negated else Reading("definition", "define")
    return None


def _denies(s: Sight) -> Reading | None:
    """`I never said …`: a denial of words is not a position."""
    if re.search(
        r"\b(?:never|not|didn'?t|nie|nicht) (?:said|say|claim(?:ed)?|promised?|wrote|asked|gesagt|behauptet|"
        r"versprochen)\b",
        s.said,
    ):
        return Reading("fact", "state", "-", strong=False)
    return None


def _drops(s: Sight) -> Reading | None:
    if _DROP_VERB.search(_lead(s)) or (_DROPS.search(s.said) and not _person(s)):
        return Reading("decision", "drop", "-")
    if re.search(r"\bersatzlos\b|^streichen\b", s.said):
        return Reading("decision", "drop", "-")
    return None


def _lead(s: Sight) -> str:
    return " ".join(word.text for word in s.run)


def _person(s: Sight) -> bool:
    """Whether the subject is a person or a pronoun for one: people who are gone are not dropped plans."""
    return (
        bool(s.run)
        and s.run[0].text in ("i", "we", "he", "she", "they", "im", "i'm", "you", "ich", "wir", "er", "sie")
        and not re.search(r"no longer|not any|any ?more|nicht mehr|get rid", s.said)
    )


def _refuses(s: Sight) -> Reading | None:
    lead = _lead(s)
    if not _REFUSES.search(lead):
        return None
    if _PREFERS.search(s.said):
        return Reading("preference", "prefer", "-")
    if s.verb >= 0 and s.verb > 3:
        return None
    return Reading("decision", "drop", "-")


def _keeps(s: Sight) -> Reading | None:
    if (
        s.has(W.KEEP)
        or "unchanged" in s.said
        or "wie " in s.said
        or "as it" in s.said
        or "like " in s.said
        or "discussion" in s.said
    ):
        if (
            _KEEPS.search(s.said)
            and not _KEPT_REQUEST.search(s.said)
            and not re.search(r"\b(?:has|have|had|need|needs) to (?:stay|keep|remain)", s.said)
        ):
            negative = s.has(W.NEG) and re.search(
                r"\b(?:not|nicht|don'?t|doesn'?t|won'?t) (?:\w+ )?(?:stay|keep|remain|bleib)", s.said
            )
            return Reading("decision", "keep", "-" if negative else "+")
    return None


def _prefers(s: Sight) -> Reading | None:
    headed = bool(re.search(r"\b(?:rule|preference|principle|style|regel|vorliebe)\b", s.head))
    if not headed and not _PREFERS.search(s.said):
        return None
    if headed and s.verb >= 0 and s.valued:
        return None
    negative = s.has(W.NEG) or re.search(r"\b(?:hate|dislike|avoid|furchtbar|hasse|never)\b", s.said)
    return Reading("preference", "prefer", "-" if negative else "+")


def _goals(s: Sight) -> Reading | None:
    headed = bool(re.search(r"\b(?:goals?|targets?|aims?|objectives?|ziele?|milestones?)\b", s.head))
    found = headed or _GOALS.search(s.said)
    if not found:
        return None
    if re.search(r"\b(?:i|we) (?:don'?t|do not|never|didn'?t) (?:really )?want\b", s.said):
        return Reading("preference", "prefer", "-", strong=len(s.run) > 4)
    long = len(s.run) >= 5 or headed
    return Reading("goal", "plan", strong=long)


def _commits(s: Sight) -> Reading | None:
    switching = bool(_SWITCHES.search(s.said))
    lead = _lead(s)
    if s.has(W.CHOICE | W.CHANGE | W.GOAL) or "let" in s.said or "decision" in s.said or s.said.endswith("it is"):
        if _COMMITS.search(s.said) or _OPEN_CHOICE.search(lead):
            negative = bool(
                re.search(r"\b(?:not|never|don'?t|won'?t|doesn'?t|nicht|keine?n?)\b", s.said)
            ) and not re.search(r", not ", s.said)
            return Reading("decision", "switch" if switching else "commit", "-" if negative else "+")
    return None


def _switches(s: Sight) -> Reading | None:
    """A change without a first person: `the jobs run on …`, `launch moves to …`, `kitchen gets vinyl`."""
    if not s.run:
        return None
    change = bool(_SWITCHES.search(s.said)) and s.has(W.CHANGE | W.CHOICE)
    weak = s.run[0].flags & W.WEAK and not s.run[0].text.startswith(("its", "it's"))
    if change and (s.valued or len(s.run) >= 4) and not weak:
        role = s.has(W.OWN)
        figure = s.valued and not re.search(r"\b(?:launch|go(?:es)?|moves?|will|price|rate|limit)\b", s.said)
        return Reading("fact" if role or figure else "decision", "switch")
    return None


def _plans(s: Sight) -> Reading | None:
    """Future or rule-like statement about a thing: `price will be`, `beta teams get 20 % off`."""
    if s.verb < 0 or not s.run or not _FUTURE.search(s.said):
        return None
    first = s.run[0]
    if first.flags & W.WEAK and not s.valued:
        return None
    if first.flags & W.SELF and re.search(r"\b(?:need|needs|have|has|must|muss|müssen)\b", s.said):
        return Reading("task", "plan", strong=s.valued and len(s.run) > 4)
    return Reading("decision", "commit", _polarity(s), strong=len(s.run) >= 3)


def _polarity(s: Sight) -> Literal["+", "-"]:
    return (
        "-"
        if s.has(W.NEG)
        and not re.search(r"(?:,| but| aber) (?:not|nicht|no|kein)|\bno(?:t)? (?:only|more than|later)", s.said)
        else "+"
    )


def _tasks(s: Sight) -> Reading | None:
    if _TASKS.search(s.said):
        return Reading("task", "plan", strong=s.valued or (len(s.run) > 5 and not (s.run and s.run[0].flags & W.SELF)))
    return None


def _happened(s: Sight) -> Reading | None:
    if not (_EVENTS.search(s.said) or _PAST.search(s.said)) or not s.run:
        return None
    count = s.run[0].text[:1].isdigit()
    first_person = bool(s.run[0].flags & W.SELF)
    if count or (s.valued and s.verb != 0) or (first_person and _PAST.search(s.said) and len(s.run) >= 4):
        return Reading("event", "state", _polarity(s), strong=count or s.valued)
    return Reading("event", "state", _polarity(s), strong=False)


def _values(s: Sight) -> Reading | None:
    """A fragment or sentence whose point is a number or an answer."""
    if not s.run:
        return None
    if s.valued and (s.verb != 0 or s.answering) and (len(s.run) >= 3 or s.head or s.answering):
        return Reading(_figure_kind(s), "state", _polarity(s), strong=not _idle(s))
    return None


_MEASURE = re.compile(
    r"\b(?:gb|mb|tb|gig|gigs|ram|kg|km|cm|mm|m2|m²|sqm|hz|khz|mhz|ghz|kwh|kw|hours?|hrs?|min|minutes?|seconds?|"
    r"stunden?|minuten|people|persons?|participants?|"
    r"staff|employees|users|customers|teams?|seats|students|patients|pupils|height|width|length|weight|size|ceiling|"
    r"budget|all in|"
    r"invoice|revenue|umsatz|turnover|count|headcount|rate is|costs?|kostet|kosten|euro an hour|an hour|per hour|"
    r"quote|days?|tage|percent|%)(?!\w)"
)


def _figure_kind(s: Sight) -> Kind:
    if _MEASURE.search(s.said) or s.has(W.SAY) or re.search(r"\b(?:budget|count|size|headcount|samples?)\b", s.head):
        return "fact"
    return "decision"


def _idle(s: Sight) -> bool:
    """Numbers in passing: ages of jokes, `day 20 of pasta`, `9:30 participant is here`."""
    if re.match(r"(?:day|tag|jour|día) \d+ (?:of|von|de)\b", s.said):
        return True
    past = s.run[0].flags & FINITE and not s.answering
    return bool(past) and s.verb == 0


def _chooses(s: Sight) -> Reading | None:
    """Headline-like choice without a verb: `sqlite on one box for the main db`, `worktop: oak`."""
    if s.verb >= 0 or not s.run or s.clause.has(W.FEEL | W.TALK):
        return None
    content = [
        word
        for word in s.run
        if word.flags & (W.DET | W.PREP | W.CONJ | W.FILLER | W.NEG) == 0 and word.text[:1].isalpha()
    ]
    linked = any(word.flags & W.PREP for word in s.run[1:])
    if s.head and content:
        return Reading("decision", "switch" if "instead" in s.said else "commit")
    if s.answering and content:
        return Reading("decision", "commit", _polarity(s), strong=len(s.run) >= 2)
    if linked and len(content) >= 2 and s.run[0].flags & W.PREP == 0:
        return Reading("decision", "commit", _polarity(s))
    return None


def _roles(s: Sight) -> Reading | None:
    if s.verb < 0 or not s.run:
        return None
    if s.has(W.OWN) or re.search(
        r"\b(?:does|handles?|runs|leads?|owns|manages?|teaches|writes|works (?:at|for|with|in)|is (?:in charge|"
        r"responsible)|head of|whos at|"
        r"reports to|lives? in|based in|arbeitet (?:bei|für)|leitet|kümmert sich|wohnt in)\b",
        s.said,
    ):
        weak = s.run[0].text in ("it", "that", "this", "its", "thats")
        return Reading("fact", "state", _polarity(s), strong=not weak and len(s.run) >= 3)
    return None


def _states(s: Sight) -> Reading | None:
    """A plain statement of fact about a named or possessed thing."""
    if s.verb < 0 or len(s.run) < 3:
        return Reading("fact", "state", _polarity(s), strong=False) if len(s.run) >= 3 else None
    first = s.run[0]
    verb = s.run[s.verb]
    being = verb.flags & W.AUX
    if first.flags & W.WEAK or s.verb == 0:
        return Reading("fact", "state", _polarity(s), strong=False)
    if first.flags & W.SELF:
        mine = re.search(
            r"\b(?:i'?m|i am|we'?re|we are|i have|we have|i've got|we've got|my|our|i work|i live|we live|i study|"
            r"ich (?:bin|habe?|wohne|arbeite)|wir (?:sind|haben)|mein|unser)\b",
            s.said,
        )
        return Reading("fact", "state", _polarity(s), strong=bool(mine) and len(s.run) >= 4)
    return Reading("fact", "state", _polarity(s), strong=bool(being) and len(s.run) >= 4)


_RULES: tuple[tuple[str, Callable[[Sight], Reading | None]], ...] = (
    ("denies", _denies),
    ("defines", _defines),
    ("refuses", _refuses),
    ("drops", _drops),
    ("prefers", _prefers),
    ("goals", _goals),
    ("keeps", _keeps),
    ("commits", _commits),
    ("roles", _roles),
    ("switches", _switches),
    ("plans", _plans),
    ("tasks", _tasks),
    ("happened", _happened),
    ("values", _values),
    ("chooses", _chooses),
    ("states", _states),
)
