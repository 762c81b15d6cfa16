"""Names in a text: with a title, in a series, written with capitals somewhere, or built like a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from clew.rules.words import BUILT, bag
from clew.text import regex as re
from clew.text.words import STOP, content, fold

_TITLED = re.compile(
    r"\b(?P<title>frau|herrn?|mr|mrs|ms|dr|prof|professor|sir|madame|señora?)\.? "
    r"(?P<name>[^\W\d_][\w'’-]+(?: (?-i:[A-ZÄÖÜÉ])[\w'’-]+)?)",
    re.IGNORECASE,
)
_SERIES = re.compile(
    r"\b(?P<what>[^\W\d_]{3,12}) (?P<n>\d{1,2}[a-z]?|[A-Z])(?![\w%:]|[.,]\d|\s?(?:%|am|pm|uhr|eur|euro|usd|kg|gb|mb|"
    r"min|h|hours?|days?|weeks?|months?|years?|people|times|tage?|wochen?|monate?|jahre?)\b)"
)
_TOKEN = re.compile(r"[^\W_]+(?:[._&'’-]?[^\W_]+)*")
_CAPITAL = re.compile(r"(?<=[a-zäöüßéèêàçñ0-9,;)\"'“”„-] )([A-ZÄÖÜÉÈÀÇÑ][\w&.'’-]*\w)")
_OPENING = re.compile(r"(?:^|[.!?:\n*#-] ?)([A-ZÄÖÜÉÈÀÇÑ][\w&'’-]*\w) ([A-ZÄÖÜÉÈÀÇÑ][\w&'’-]*\w)\b")
_PLAIN = bag(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december english german french spanish yes no ok okay hi hello thanks please note "
    "example step option day week month year q1 q2 q3 q4 utc gmt am pm montag dienstag mittwoch donnerstag freitag "
    "samstag sonntag januar februar märz mai juni juli oktober dezember"
)
_COUNTED = bag(
    "and the for from with until till after before about only just than over under all got has had have was are per "
    "page line day week month year may march june july april august row number top first last another und von bis ab "
    "nach vor über unter nur alle am im um zum mai juni juli august märz april gets get goes back need needs says "
    "sample budget price cap limit total count"
)
_PAIR = re.compile(r"\b[^\W\d_][\w'’-]+ & [^\W\d_][\w'’-]+\b")
_LONGEST = 4


def lexicon(texts: Iterable[str], german: bool = False) -> frozenset[str]:
    """Folded words that stand with a capital inside a sentence of these texts; German writes every noun so."""
    if german:
        return frozenset()
    found = {fold(word.strip(".'’")) for text in texts for word in _CAPITAL.findall(text)}
    for text in texts:
        found.update(fold(word) for pair in _OPENING.findall(text) for word in pair[1:])
    return frozenset(word for word in found if len(word) > 1 and word not in STOP and word not in _PLAIN)


def names(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Names in a text, each once, in order; `known` are words that count as names however they are written."""
    found = [*_titled(text), *_runs(text, known), *_series(text), *_PAIR.findall(text)]
    # "flask" beside "flask 3" is no thing of its own
    heads = {name.casefold().rpartition(" ")[0] for name in _series(text)}
    return [name for name in dict.fromkeys(found) if name.casefold() not in heads]


def titled(name: str) -> bool:
    """Whether a name begins with a title of a person."""
    return bool(_TITLED.match(name))


_ACTS = re.compile(
    r" (?:(?:is|was|will be) (?:back|away|standing in|on (?:leave|holiday|vacation))|(?:teaches|phoned|rang|retires)\b)"
)
_TAKEN_UP = re.compile(
    r", (?:he|she)\b|"
    r" (?:will|said|says|told|asked|wrote|wants|wanted|promised|(?:is|was) (?:sitting|coming|staying))\b"
    r"[^.!?;:]{0,90}?\b(?:he|she)\b"
)
_FIRM = re.compile(
    r"\b(?:gmbh|inc|ltd|llc|bank|museum|school|university|college|institute|brewery|pictures|records|street|house|hall|"
    r"labs?|group|works|stiftung|verein|schule|museum|verlag|council|office|team|department|society|club|church)$",
    re.IGNORECASE,
)


def persons(text: str, found: Iterable[str]) -> tuple[str, ...]:
    """Those of the names in a text that are of persons: who phoned, is away, or is taken up by `he` or `she`."""
    out = []
    for name in found:
        if re.fullmatch(r"[A-ZÀ-Þ][^\W\d_]+(?: [A-ZÀ-Þ][\w'’-]*[a-zß-ÿ])?", name) and not _FIRM.search(name):
            after = text.find(name) + len(name)
            if _ACTS.match(text, after) or (" " in name and _TAKEN_UP.match(text, after)):
                out.append(name)
    return tuple(out)


_WORKS = (
    "thing|app|project|product|company|startup|start-up|tool|site|website|shop|game|book|study|service|library|business|"
    "firm|clinic|school|museum|team|projekt|produkt|firma|seite|praxis|verein"
)
_OWN = r"(?P<name>[^\W\d_](?:[\w&'’-]|\.(?=\w))*(?: (?-i:[A-Z])[\w&'’-]*){0,2})"
_PROPER = r"(?P<name>(?-i:[A-ZÄÖÜ])(?:[\w&'’-]|\.(?=\w))*(?: (?-i:[A-ZÄÖÜ])[\w&'’-]*){0,2})"
_OUR_WORK = rf"(?:our|unser\w*) (?:[\w+&-]+ ){{0,4}}?(?:{_WORKS})\b"
# how people introduce what they work on: the plainest words first, where they work last
_PROJECT = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?<!old )(?<!former )\b(?:{_WORKS})(?: is| that is)?,? (?:called|named|genannt|namens) [\"'“„]?{_OWN}",
        rf"\b(?:project|product|company|projekt|produkt|firma|app)(?: name)?(?:: | ?= ?)[\"'“„]?{_OWN}",
        rf"(?<![\w-]){_OWN} \({_OUR_WORK}",
        rf"(?<![\w-]){_PROPER}(?:, (?:that's|that is|which is|das ist)| is) {_OUR_WORK}",
        rf"\b[^\W\d_]+ calls? it [\"'“„]?{_PROPER}",
        rf"\b(?:official|public|proper|full|offizieller) name(?: of it)?(?: is| will be| ist|:) [\"'“„]?{_PROPER}",
        (
            r"\b(?:officially|offiziell|on paper|in public|on (?:the|our) (?:website|label|box|poster|packaging)),? "
            r"(?:(?:it's|it is|its|it'll be|it will be)(?: going to be)?(?: called)?|heißt (?:es|sie|er|das)) "
            rf"{_PROPER}"
        ),
        (
            r"(?:^|[,.;:!?] |\band )i (?:run|organi[sz]e|coordinate|direct|manage|curate|founded|started) (?:the|our) "
            rf"{_PROPER}(?=[,.;:!?]|$| (?:in|on|with|and|since|which|that|here|again)\b)"
        ),
        (
            r"(?:^|[,.;:!?] |\band |\bund )(?:we are|we're|wir sind) "
            r"(?P<name>[^\W\d_][\w&'’-]+(?: [\w&'’-]+){0,2}), "
            r"\d+ (?:people|persons|employees|staff|of us|devs?|developers|leute|mann|personen|mitarbeiter\w*)\b"
        ),
        rf"(?:^|[,.;:!?] |\band )i (?:am |'m )?(?:\w+ ){{1,7}}?(?:at|for) (?:the )?{_PROPER}",
    )
)


def project(texts: Iterable[str]) -> str:
    """The name that somebody introduces as that of their own project; empty where nobody does."""
    held = list(texts)
    found = (match["name"].strip(".") for shape in _PROJECT for text in held for match in shape.finditer(text))
    names = (name for name in found if not name.endswith(("'s", "’s")))
    return next((name for name in names if fold(name.split()[0]) not in STOP | _COUNTED | _PLAIN), "")


def titular(titles: Iterable[str]) -> str:
    """The word that most titles of a bundle's sources name, at least two of them and more than any other; or empty."""
    counted = Counter(word for title in set(titles) for word in {*content(title)})
    best = counted.most_common(2)
    return best[0][0] if best and best[0][1] > 1 and (len(best) == 1 or best[0][1] > best[1][1]) else ""


def _titled(text: str) -> Iterator[str]:
    for found in _TITLED.finditer(text):
        if fold(found["name"].split()[0]) not in STOP:
            yield found.group().strip()


def _series(text: str) -> Iterator[str]:
    for found in _SERIES.finditer(text):
        if fold(found["what"]) not in STOP and fold(found["what"]) not in _COUNTED:
            yield found.group()


def _runs(text: str, known: frozenset[str]) -> Iterator[str]:
    """Neighbouring words that are names."""
    run: list[str] = []
    end = -1
    # who writes some names with capitals writes all of them so: "Ida works" is no name of two words
    proper = bool(known) and any(fold(word) in known for word in _CAPITAL.findall(text))
    for found in _TOKEN.finditer(text):
        word = found.group()
        named = _named(word, known) and not (proper and word.islower() and word.isalpha())
        saint = run[-1:] in (["St"], ["Ste"], ["Mt"]) and text[end : found.start()] == ". "
        if run and (not named or not (saint or text[end : found.start()] in (" ", " & ")) or len(run) == _LONGEST):
            yield " ".join(run)
            run = []
        if named:
            joint = "& " if run and "&" in text[end : found.start()] else ""
            run[-1:] = [f"{run[-1]}."] if saint else run[-1:]
            run.append(joint + re.sub(r"['’]s$", "", word))
        end = found.end()
    if run:
        yield " ".join(run)


def _named(word: str, known: frozenset[str]) -> bool:
    plain = fold(re.sub(r"['’]s$", "", word))
    if plain in STOP or plain in _PLAIN or len(plain) < 2 or word[0].isdigit():
        return False
    return plain in known or bool(BUILT.match(word))
