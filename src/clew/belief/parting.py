"""What a text says it leaves behind, and what it says against something: the words by which a change names the old."""

from clew.belief.slots import stems
from clew.core.held import held
from clew.model import Claim
from clew.text import regex as re
from clew.text.measure import measures

_NAMED = r"(?P<what>[^,;.:!?]{1,40}?)"
_UNTIL = (
    r"(?=[,;.:!?]|$|\s(?:and|und|et|y|because|bc|since|weil|da|for|für|pour|para|to|zu|auf|à|a|with|at|in|on|am|im|ab|"
    r"from|altogether|entirely|completely|today|next|this|now|is|are|was|died|has|have|will|goes|geht|ist|sind|wird|"
    r"werden|hat|haben|sont|after|as|by|again|but|endgültig)\s)"
)
_LEAVES = tuple(
    re.compile(rf"(?<!\w){shape}{_UNTIL}", re.IGNORECASE)
    for shape in (
        rf"(?:ditch|drop|scrap|abandon|quit|dump|retir|replac|cancel)(?:t|p|p?ed|p?ing|s|es|e)?\s{_NAMED}",
        (rf"(?:we|i|they|he|she)(?:['’]ve| have| are|['’]re|['’]m)?\s(?:just |now |finally )?(?:leav(?:e|ing)|"
        rf"left)\s{_NAMED}"),
        rf"(?:mov|switch|migrat|chang|went|go|com)\w*\s(?:\w+\s){{0,4}}?(?:away\s)?(?:from|off)\s{_NAMED}",
        rf"(?:tak(?:es?|en|ing)|took)\s(?:over\s)?(?:\w+\s){{1,5}}?(?:over\s)?from\s{_NAMED}",
        (rf"(?:no (?:more|longer)|not|instead of|rather than|in place of|done with|goodbye(?: to)?|without)\s"
        rf"(?:any\s|a\s|the\s|at\s|in\s|on\s|with\s|using\s)?{_NAMED}(?:\sany\s?more)?"),
        (rf"(?:statt|anstatt|anstelle von|nicht mehr|kein\w* mehr|weg von|raus aus|verlass\w+|ersetz\w+|ohne)\s"
        rf"(?:den |die |das |dem |der |im |in |bei |beim |von |vom |mit |am |auf |zu |zum |zur )?{_NAMED}"),
        (rf"(?:nicht|not|pas|no)\s(?:(?:at|in|on|with|by|from|the|im|am|beim|bei|mit|der|die|das|den|dem|le|la|el)\s)"
        rf"{{0,2}}{_NAMED}(?=,?\s(?:sondern|but|mais|sino)\s)"),
        rf"(?:vo[nm]|aus)\s(?:der |dem |den )?{_NAMED}(?=\s(?:zu[mr]?|auf|nach|in)\s)",
        (rf"(?:quitt\w+|abandonn\w+|remplac\w+|au lieu d[eu]|à la place d[eu]|plutôt que|plus (?:de|chez|à|avec))\s"
        rf"(?:le |la |les |l['’])?{_NAMED}"),
        (rf"(?:dej(?:amos|o|a|an)|abandon\w+|reemplaz\w+|en (?:vez|lugar) de|ya no)\s(?:el |la |los |las |en |"
        rf"con )?{_NAMED}"),
    )
)  # fmt: skip
_NOUN = re.compile(
    r"(?<!\w)(?i:statt|anstatt|anstelle von|nicht mehr|instead of|springt für|steps in for|stands in for|fills in for|"
    r"remplace)\s(?:(?i:den|die|das|dem|der|im|in|bei|beim|vom|von|mit|am|auf|zum|zur|the|our|le|la)\s){0,2}"
    r"(?P<what>[A-ZÄÖÜÉ][\w'’]*(?:\s[A-ZÄÖÜÉ][\w'’]*)*)"
)
"""A thing with a capital, after which the sentence goes on without a mark: "statt Brot gibt es …"."""
_GONE = re.compile(
    r"(?:^|[,;.:]\s|\s(?:and|as|since|because|bc|weil|da|car)\s)(?:the |our |my |der |die |das |le |la |el )?"
    r"(?P<what>[^,;.:!?]{2,40}?)\s(?:(?:is|are|was|ist|sind|war|est)\s(?:dead|gone|off|out(?! of)|over|history|raus|"
    r"weg|"
    r"tot)|(?:has |have |hat |a |est )?(?:no longer|died|quit|left|resigned|retired|gekündigt|aufgehört|parti\w*|"
    r"quitté|broke|gave up|ne \w+ plus|n['’]\w+ plus|ne s['’]\w+ plus|ya no))(?!\w)",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?:,|;|\s[-–—]|\.(?=\s)|\s(?:because|bc|since|as|weil|denn|da|parce que|car|porque|after|"
    r"nachdem))\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)


@held(1024)
def left(text: str) -> tuple[frozenset[str], ...]:
    """Stems and figures of each thing that a text says is left, dropped, replaced or gone."""
    found = [m["what"] for shape in (*_LEAVES, _NOUN, _GONE) for m in shape.finditer(text)]
    return tuple(frozenset(_words(part)) for part in found)


def blamed(claim: Claim) -> frozenset[str]:
    """Stems and figures of the remarks beside a statement, where a change says what was wrong before."""
    beside: tuple[str, ...] = ()
    if not claim.speaker.adopted:
        first = claim.evidence[:1]
        here = [e for e in claim.evidence if (e.source, e.part) == (first[0].source, first[0].part)]
        beside = tuple(e.quote for e in here if len(e.quote) <= _SHORT)
    return _blamed(claim.text, beside)


_SHORT = 160
"""Characters of a quote that says one thing."""


@held(256)
def _blamed(text: str, quotes: tuple[str, ...]) -> frozenset[str]:
    match = _REMARK.search(text)
    own = _words(text)
    return frozenset({w for quote in quotes for w in _words(quote)} - own) | frozenset(
        _words(match["what"]) if match else ()
    )


def _words(part: str) -> set[str]:
    found = measures(part)
    return {*stems(found.masked), *(f"{q.value:g}" for q in found.quantities)}
