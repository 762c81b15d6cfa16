"""What a question says beside what it asks: *before I move* is the asker's plan, not the time that is meant."""

from clew.text import regex as re

# What begins a clause about the asker, and in English and German what may as well stand before a noun.
_CLAUSE = re.compile(
    r"""(?<![\w-])(?:
      (?P<en>before|after|since|until|till?|once|when(?:ever)?|by\s+the\s+time|as\s+soon\s+as)\s+(?:i|we)\b
    | (?P<de>bevor|ehe|nachdem|seit(?:dem)?|bis|sobald)\s+(?:ich|wir)\b
    | (?P<fr>(?:avant|apr[èe]s|d[èe]s|jusqu['’][àa]\s+ce)\s+qu(?:e\s+|['’]))(?:je\b|j['’]|nous\b|on\b)
    | (?P<es>(?:antes|despu[ée]s)\s+de\s+que|hasta\s+que|en\s+cuanto)\b
    | (?P<bare>before|avant|antes|vor(?=\s+(?:de[rmn]|meine\w|unsere\w|einem)\b))\s+
      (?!(?:that|this|it|then)\b|\d|[?.!])
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_END = re.compile(r"[,:;–—]|\s-\s|[?.!](?=\s|$)|$")
# Where no comma tells it, the words with which a question begins.
_MAIN = re.compile(
    r"\s(?=(?:what|which|who|whom|whose|where|why|how|is|are|was|were|does|did|can|should|remind|tell|list|show"
    r"|wer|wo|wie|warum|welche\w?|gibt|zeige?)\b)",
    re.IGNORECASE,
)
_STEADY = re.compile(r"(?:[\w']*eed|embed|shed|wed)$", re.IGNORECASE)
_EITHER = re.compile(r"(?:put|set|cut|let|hit|read|quit|shut|split|cost)$", re.IGNORECASE)
_WENT = {
    "en": re.compile(
        r"(?:\w+ed|was|were|had|did|went|took|chose|left|got|came|made|began|built|bought|brought|found|gave|knew|met|said"
        r"|told|sold|sent|spoke|wrote|thought|started|ran|kept|lost|caught|paid|held|heard|grew|drew|drove|fell|felt|flew|saw|sat"
        r"|stood|taught|understood|won|broke|became|woke|rode|rose|spent|dealt|meant|used|could|would|'d|’d)$",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:war|waren|hatten?|wurden?|ging(?:en)?|kam(?:en)?|zog(?:en)?|nahm(?:en)?|gab(?:en)?|konnten?|mussten?|wollten?"
        r"|(?:ge|be|ver|er|ent|zer|um|an|auf|aus|ein)\w+(?:t|en)\s+(?:hab\w*|ha[st]t?|bin|ist|sind)|\w{4,}[^aeiout\W]ten?)$",
        re.IGNORECASE,
    ),
}
_ADVERB = re.compile(
    r"(?:last|also|ever|first|finally|really|actually|even|just|never|still|already|then|\w+ly)$", re.IGNORECASE
)
_PERFECT = re.compile(r"(?:have|has|['’]ve)$", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:said|told|discussed|decided|agreed|mentioned|noted|written|known|settled|concluded|promised|open|left|gesagt|besprochen"
    r"|entschieden|vereinbart|beschlossen|festgelegt|dit|décidé|dicho|decidido)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:should|must|needs?|have\s+to|has\s+to|can|shall|will|left|open|missing|to\s+do|remains?|muss|müssen|sollten?|soll"
    r"|offen|fehlt|kann|dois|doit|faut|debo|debemos|hay\s+que)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|used\s+to|war|waren|hatten?|wurden?|était|étaient|avait|avions|era|eran|fue|estaba|tenía\w*)\b",
    re.IGNORECASE,
)


def parted(text: str) -> tuple[str, str]:
    """A question without the clauses that tell what the asker is about to do, and what these are about.

    *Where were we before we moved* keeps its clause: what stands in the past is the time that is asked about.
    """
    at, plans = 0, ""
    while found := _CLAUSE.search(text, at):
        first = not re.search(r"\w", text[: found.start()])
        end = _end(text, found.end(), first)
        rest = f"{text[: found.start()].rstrip(' ,')} {text[end:].lstrip(' ,:;–—-')}".strip()
        clause = text[found.end() : end].strip()
        if re.search(r"\w", rest) and _planned(found, clause, rest, first):
            text, at, plans = rest, 0, f"{plans} {clause}".strip()
        else:
            at = found.end()
    return text, plans


def _end(text: str, start: int, first: bool) -> int:
    """Where a clause ends; what comes first may run into the question itself."""
    match = _END.search(text, start)
    stop = match.start() if match else len(text)
    if not first or (match and match.group() and match.group() not in "?.!"):
        return stop
    verb = re.compile(r"\s*\S+").match(text, start)
    main = _MAIN.search(text, verb.end() if verb else start, stop)
    return main.start() if main else stop


def _planned(found: re.Match[str], clause: str, rest: str, first: bool) -> bool:
    """Whether a clause or phrase speaks of what is still to come; `rest` is the question without it."""
    past = bool(_PAST.search(rest))
    if found["bare"]:
        return (first and (not past or bool(_TOLD.search(rest)))) or bool(_AHEAD.search(rest) and not past)
    if found["de"]:
        return not _WENT["de"].search(clause)
    if found["en"]:
        if found["en"].lower().startswith("when") and not first:
            return False
        verb, after = _verb(clause)
        if _EITHER.match(verb):
            return first or not past
        gone = bool(_WENT["en"].match(verb)) and not _STEADY.match(verb)
        # *since we have moved* is a time, *once we have moved* still to come
        done = (
            found["en"].lower() == "since" and bool(_PERFECT.match(verb)) and bool(re.match(r"\w+(?:ed|en)\b", after))
        )
        return not gone and not done
    return True


def _verb(clause: str) -> tuple[str, str]:
    """The word that carries the tense, right after who does it, and the one that follows."""
    words = [word for word in re.findall(r"['’]?[\w-]+", clause) if not _ADVERB.match(word)]
    return (words[0] if words else "", words[1] if len(words) > 1 else "")
