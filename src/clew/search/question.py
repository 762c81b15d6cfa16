"""What a question asks for, read without a model: its shape, its time, its names and words."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from clew.search import aside
from clew.text import regex as re
from clew.text import when, words

Intent = Literal["what", "why", "when", "current", "history", "as-of", "list", "connects", "relates", "yes-no"]

LONG = 320
"""Above this many characters a text is taken for a wrapper with the question at its end."""

_TAGGED = re.compile(r"<([a-z][\w-]*)\b[^>]*>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_LABEL = re.compile(r"^\s*(?:#+\s*)?(?:\**)(?:question|query|user|human|frage|pregunta|q)\**\s*:\**\s*", re.IGNORECASE)
_MARK = re.compile(r"[?？؟]")
_SENTENCE = re.compile(r"(?<=[.!?。！？…])\s+|\n+")

# The first shape that matches decides; each language adds its words to the same row.
_TABLE: tuple[tuple[Intent, str], ...] = (
        ("history", r"""
            \b(history|over\s+time|timeline|evol(ve|ved|ution)|one\s+after\s+(the\s+other|another)|whole\s+story|progress(ed|ion)
            |how\s+(did|has|have)\b.*\b(change[ds]?|develop(ed)?|evolve[ds]?|shift(ed)?|grow|grown|turn(ed)?\s+out)
            |every\b.*\b(we|i|they|it|has|have)\s+had|how\s+(often|many\s+times)\s+(did|has|have)\b.*\b(move[ds]?|change[ds]?|shift(ed)?)
            |back\s+and\s+forth|hin\s+und\s+her|all\s+(previous|past|earlier|former)|chang(e|es|ed)\s+(so\s+far|since|of\s+mind)
            |in\s+(what|which)\s+order|the\s+order\s+in\s+which|versions?\s+of|entwickel(t|te|n)|verlauf|geschichte|nacheinander
            |im\s+lauf(e)?\s+der|(ge|ver)ändert|au\s+fil\s+du\s+temps|historique|historial|evolucion\w*|cambiado)\b"""),
        ("connects", r"""
            \b(connect(ed|ion|s)?|differ(s|ence)?\b(?=.*\b(from|between|and)\b)|different\s+\w+\s+(from|than)|link(ed)?\s+between|related?\s+to\s+each
            |relation(ship)?\s+between|same\s+(person|thing|as|company|team)|both\b.*\bcalled|path\s+(from|between)
            |hängen\b.*\bzusammen|unterschied|unterscheid\w+|verbunden|verbindung\s+zwischen|dasselbe|dieselbe|derselbe)\b"""),
        ("why", r"""
            \b(why|how\s+come|for\s+what\s+reason|what(\s+was|\s+is|'s|\s+were)?\s+the\s+(reason|rationale|motivation)s?
            |reasons?\s+(for|behind|why)|what\s+made\s+(us|me|you|them)|what\s+(happened\s+to|became\s+of)|was\s+(ist|wurde)\s+aus\b.*|qu'est\s+devenu\w*|warum|wieso|weshalb|aus\s+welchem\s+grund
            |pourquoi|por\s+qué)\b|为什么|为何|왜|なぜ|どうして"""),
        ("list", r"""
            ^\W*(list|enumerate|liste|nenne|zähle)\b|\b(everything|all\s+(of\s+)?(the|our|my)|each\s+of|which\s+\w+s\s+(are|do|did|have|were)
            |what\s+\w+s\s+(are|do|did|have|were)\s+(there|we|i)|how\s+many\s+different|alles|alle\b|sämtliche|todos|todas|toutes|tous)\b"""),
        ("when", r"""
            ^\W*(when|until\s+when|since\s+when|by\s+when|how\s+long\s+ago|(on|by|at|from|until)?\s*(what|which)\s+(date|day|time|year|month)
            |wann|bis\s+wann|seit\s+wann|ab\s+wann|quand|cuándo)\b|\b(what|which)\s+(date|day|time|deadline)\b|什么时候|何时|언제|いつ"""),
        ("relates", r"""
            \b(depend(s|ed|ing)?\s+on|based\s+on|basis|follow(s|ed)?\s+from|affect(s|ed)?|impact(s|ed)?|consequence|because\s+of\s+what
            |tied\s+to|relate(s|d)?\s+to|related\s+to|wovon\b.*\bab|hängt\b.*\bab|abhängig|folgt\s+aus|auswirk\w+)\b"""),
)  # fmt: skip
_SHAPES = tuple((intent, re.compile(re.sub(r"\s*\n\s*", "", shape), re.IGNORECASE)) for intent, shape in _TABLE)
_CURRENT = re.compile(
    r"\b(now(adays)?|current(ly)?|at\s+the\s+moment|still|today|these\s+days|latest|most\s+recent(ly)?|so\s+far|in\s+the\s+end|up\s+to\s+date"
    r"|presently|jetzt|aktuell\w*|derzeit\w*|momentan|noch|heute|zurzeit|inzwischen|actuellement|maintenant|ahora|actualmente)\b"
    r"|现在|目前|지금|현재|今は|現在",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(was|were|had|did|used\s+to|before|previous(ly)?|formerly|former|original(ly)?|initial(ly)?|at\s+first|earlier|back\s+then"
    r"|for\s+a\s+while|war|waren|hatte[n]?|wurde[n]?|früher|vorher|zuvor|ursprünglich|damals|zuerst|sollte[n]?|était|avant|era|antes)\b",
    re.IGNORECASE,
)
# A past that asks for what no longer holds, not for something that merely happened.
_GONE = re.compile(
    r"\b(used\s+to|previous(ly)?|formerly|former|original(ly)?|initial(ly)?|at\s+first|earlier|back\s+then|for\s+a\s+while|before"
    r"|früher\w*|vorher\w*|zuvor|ursprünglich\w*|damals|anfangs|zuerst|auparavant|antes|anteriormente)\b",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"\b(how\s+long|until|till?|since|by|wie\s+lange|bis|seit|jusqu\w*|depuis|hasta|desde)\b", re.IGNORECASE
)
_AS_OF = re.compile(r"\b(as\s+of|as\s+at|valid\s+on|stand\s+(vom|am)|per\s+\d)\b", re.IGNORECASE)
_STATE = re.compile(
    r"\b(was|were|had|did\s+((the|our|my)\s+)?\w+\s+(use|have|charge|pay|cost|host|run|keep|take|get|plan|hold|work|live|stay)|hosted|planned"
    r"|valid|used|took|kept|cost|ran|in\s+force"
    r"|war|waren|hatte[n]?|galt|sollte[n]?|wurde[n]?|benutzten|nutzten|était|avait|era|tenía)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(happen|happened|say|said|tell|told|discuss|discussed|decide|decided|meeting|call|during)\b", re.IGNORECASE
)
_BEFORE = re.compile(r"\b(before|vor dem|bevor|avant|antes)\s*(the\s+)?$", re.IGNORECASE)
# What came before a thing: its name ends the question, or a small clause about its coming does.
_TURN = re.compile(
    r"\b(?:before|prior\s+to|bevor|vor|avant|antes\s+de)\s+(?P<what>[^,;?!.]{2,80})[\s?!.]*$", re.IGNORECASE
)
_EARLY = re.compile(
    r"\b(early(\s+in)?|(start|beginning|begin)\s+of|anfang(\s+des)?|zu\s+beginn(\s+des)?|début|principios\s+de)\s*$",
    re.IGNORECASE,
)
EARLY = 6
"""Days that the beginning of a month or year lasts."""
_YES_NO = re.compile(
    r"^\W*(do|does|did|is|are|am|was(?=\s+((the|it|there|he|she|this|that|these|an?|my|our|your|any|i|we|they)\b|(?-i:[A-Z])))|were|have|has|had|can|could|will|would|should|shall|may|haben|habe|hat|hatte|hatten|ist|sind|bin"
    r"|war|waren|gibt|nutzen|benutzen|brauchen|können|kann|wird|werden|soll|sollen|muss|müssen|darf|est-ce|avons|hay|tenemos)\b",
    re.IGNORECASE,
)
_COMPOUND = re.compile(
    r"(,|\b(and|und|et|y))\s+((for|on|to|by|in|of|with|from)\s+)?(what|which|who|whom|whose|when|where|why|how|was|wer|wem|wessen|wann|wo"
    r"|warum|wie|wozu|wo(von|rauf|ran|her)|welche\w?|que|quoi|quel\w*|qui|quand|pourquoi|comment|cómo|quién|cuándo)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(r"^\W*(can|could|would|will)\s+you\b|^\W*(kannst|könntest)\s+du\b", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(not|never|no\s+longer|without|n't|nicht|nie(mals)?|kein\w*|ohne|jamais|nunca)\b|n[’']t\b|不|没", re.IGNORECASE
)
_OWNER = re.compile(r"\b(i|we|my|our|ich|wir|mein\w*|unser\w*|je|nous|yo|nosotros)\b", re.IGNORECASE)
_NAME = r"[\w'-]+(?:\s[A-Z][\w'-]+)?"
_VERB = "say|said|think|decide|want|suggest|recommend|propose|promise|claim|tell|explain|advise"
_SAID = re.compile(
    rf"\b(?i:what|which\s+\w+|how)\s+(?i:did|does|has)\s+(?P<who>{_NAME})\s+(?:{_VERB})"
    rf"|\b(?i:according\s+to|laut)\s+(?P<src>[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)"
    rf"|\b(?i:was\s+(?:hat|sagt|meint))\s+(?P<wer>[A-ZÄÖÜ][\w'-]+)\b"
)

# Words that say what shape is asked for; no evidence needs to repeat them.
_SHAPES_SAID = """
change changes changed time history story timeline evolve evolved evolution develop developed development
order reason reasons rationale difference different differ connected connection related relation now currently
current moment latest present today still originally original previously previous before formerly earlier
initially actually exactly everything anything overall total summary comprehensive happen happened valid
regarding mean means aktuell verlauf geschichte entwickelt verandert geandert grund grunde unterschied
zusammen fruher vorher zuvor ursprunglich damals nacheinander heute momentan planned plan plans valid gultig
geplant vorgesehen vorgesehene anfang ende gemeint zustande geworden beruht beruhen prevu prevue debut
prior vor bevor avant antes
"""
# Verbs that only hold a question together.
_LIGHT = """
use used uses using hold holds held holding take takes took taken taking go goes went gone going come comes came coming
stand stands stood apply applies applied count counts put keep keeps become became happening exist exists supposed
gone called named meant whole although though despite
nutzt nutzen benutzt benutzen lautet lauten liegt liegen steht stehen gilt gelten kommt kommen
geht gehen macht machen heisst heißt hat hatte bleibt bleiben bekommt utilise utiliser utilisons va aller reste usa usar
"""
_SHAPE_WORDS = frozenset((_SHAPES_SAID + _LIGHT).split())


@dataclass(frozen=True, slots=True)
class Question:
    """A question understood: what is searched, in which shape, for which time."""

    text: str
    """The question alone, without what was wrapped around it."""
    asked: str
    """What of it asks: without what the asker says of their own plans (*before I move*)."""
    sought: str
    """What is searched for: the question without the day it asks about."""
    intent: Intent
    words: tuple[str, ...]
    """Distinct folded words that carry meaning."""
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    as_of: str | None = None
    """The instant an as-of question names."""
    past: bool = False
    """True when it asks for what no longer holds, so that past claims may be shown beside their head."""
    current: bool = False
    """True when it asks in so many words for what holds now."""
    negated: bool = False
    before: tuple[str, ...] = ()
    """Folded words of the thing whose predecessor is asked for, as in *what did we use before Postgres*."""
    focus: tuple[str, ...] = ()
    """Folded words of the thing that is asked about it: the first run of words with meaning."""
    speaker: str | None = None
    """`user` for the owner, `assistant`, or a name, where it asks what somebody said or decided."""

    @property
    def closed(self) -> bool:
        """Whether yes or no answers it."""
        return bool(_YES_NO.match(self.asked)) and not _REQUEST.match(self.asked)

    @property
    def compound(self) -> bool:
        """Whether it asks for several things at once, each of which answers a part."""
        return bool(_COMPOUND.search(self.asked))

    @property
    def gone(self) -> bool:
        """Whether it asks in so many words for what no longer holds."""
        return self.intent == "history" or bool(self.before or _GONE.search(self.asked))

    @property
    def present(self) -> bool:
        """Whether it asks what holds now, so that what has run out does not answer it."""
        lasting = self.intent in ("what", "current", "yes-no") and not self.gone and not _LASTED.search(self.asked)
        return lasting and (self.current or not _PAST.search(self.asked))

    @property
    def single(self) -> bool:
        """Whether one answer is wanted that holds now."""
        return self.intent in ("what", "current", "when", "yes-no", "why") and not self.gone and self.as_of is None

    @property
    def whole(self) -> bool:
        """Whether every fitting item is wanted, so that caps against repetition are lifted."""
        return self.intent in ("history", "list")


def understand(text: str, now: str | None = None, as_of: str | None = None) -> Question:
    """Read a question; `as_of` given by the asker outranks a time that the words name."""
    bare = strip(text)
    main, plans = aside.parted(bare)
    named = _as_of(main, now)
    shape = _intent(main)
    instant = as_of or (named if shape not in ("history", "when", "connects") else None)
    intent: Intent = "as-of" if instant else shape
    turn = () if instant else _turn(main, now)
    gone = bool(turn or _GONE.search(main))
    sought = f"{_without_day(main, now) if instant and not as_of else main} {plans}".strip()
    return Question(
        text=bare,
        asked=main,
        sought=sought,
        intent=intent,
        words=_wanted(sought),
        names=words.names(sought),
        numbers=words.numbers(sought),
        as_of=instant,
        past=intent == "history" or gone or (intent == "why" and bool(_PAST.search(main))),
        current=bool(_CURRENT.search(main)),
        negated=bool(_NEGATED.search(main)),
        before=turn,
        focus=_focus(main) or _focus(bare),
        speaker=_speaker(main),
    )


def strip(text: str) -> str:
    """The question inside a longer text: tagged blocks, code and a preamble are left out."""
    bare = _TAGGED.sub(" ", text).strip() or text.strip()
    if len(bare) <= LONG and "\n" not in bare:
        return _LABEL.sub("", bare).strip()
    outside = _FENCED.sub("\n", bare).strip() or bare
    lines = [line.strip() for line in outside.split("\n") if line.strip()]
    labelled = [_LABEL.sub("", line) for line in lines if _LABEL.match(line)]
    if labelled and labelled[-1]:
        return labelled[-1][-LONG:]
    if len(outside) <= LONG:
        return " ".join(lines)
    sentences = [s.strip() for s in _SENTENCE.split(outside) if s.strip()]
    return _last_question(sentences) or " ".join(sentences[-2:])[-LONG:]


def _last_question(sentences: list[str]) -> str:
    """The last run of sentences that end in a question mark, at most `LONG` characters of it."""
    last = next((i for i in range(len(sentences) - 1, -1, -1) if _MARK.search(sentences[i][-2:])), None)
    if last is None:
        return ""
    first = last
    while first > 0 and _MARK.search(sentences[first - 1][-2:]):
        first -= 1
    return " ".join(sentences[first : last + 1])[-LONG:]


def _intent(text: str) -> Intent:
    for intent, shape in _SHAPES:
        if shape.search(text):
            return intent
    if _CURRENT.search(text):
        return "current"
    return "yes-no" if _YES_NO.match(text) else "what"


def _as_of(text: str, now: str | None) -> str | None:
    """The instant at which the asker wants the state, if the words name a day and ask for a state."""
    times = when.moments(text, now)
    asked = bool(_AS_OF.search(text)) or (bool(_STATE.search(text)) and not _EVENT.search(text))
    if len(times) != 1 or not asked:
        return None
    moment = times[0]
    before = text[: moment.start]
    if _BEFORE.search(before):
        return when.noon(moment.first - timedelta(days=1))
    if _EARLY.search(before):
        return when.noon(min(moment.last, moment.first + timedelta(days=EARLY)))
    return when.noon(moment.last)


_ADJECTIVE = re.compile(r"^\W*(how|wie|qué tan)\s+(?!many|much|viele?\b)\w+\s+", re.IGNORECASE)


def _focus(text: str) -> tuple[str, ...]:
    """In *what advice did Jo give on X* this is *advice*: what evidence must speak of, not only of X."""
    run: list[str] = []
    for word in words.tokens(_ADJECTIVE.sub("", text, count=1)):
        if words.fold(word) in words.STOP or words.fold(word) in _SHAPE_WORDS:
            if run:
                break
            continue
        run.append(word)
        if len(run) == 4:
            break
    return words.content(" ".join(run))


def _wanted(text: str) -> tuple[str, ...]:
    """The words that evidence should cover; all of them where only words of shape are left."""
    every = words.content(text)
    return tuple(word for word in every if word not in _SHAPE_WORDS) or every


def _turn(text: str, now: str | None) -> tuple[str, ...]:
    """The thing before which something held, by its names, else by its words; none where a day is meant."""
    match = _TURN.search(text)
    if match is None or not _PAST.search(text[: match.start()]) or when.moments(match["what"], now):
        return ()
    called = words.content(" ".join(words.names(match["what"]))) or words.content(match["what"])
    return tuple(word for word in called if word not in _SHAPE_WORDS)


def _without_day(text: str, now: str | None) -> str:
    """The text without its one time expression and the small word before it."""
    moment = when.moments(text, now)[0]
    before = re.sub(r"\b(on|in|at|am|im|as of|seit|le|el)\s*$", "", text[: moment.start], flags=re.IGNORECASE)
    return f"{before.rstrip()} {text[moment.end :].lstrip()}".strip()


def _speaker(text: str) -> str | None:
    match = _SAID.search(text)
    if match is None:
        return None
    who = match["who"] or match["src"] or match["wer"]
    if who.lower() in ("you", "du"):
        return "assistant"
    return "user" if _OWNER.fullmatch(who) else who
