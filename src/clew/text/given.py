"""Values that a question or request takes for granted: `my new April 25 deadline`, `now that the hall seats 80`."""

from collections.abc import Iterator
from dataclasses import dataclass

from clew.text import regex as re
from clew.text.when import MONTHS


@dataclass(frozen=True, slots=True)
class Given:
    """A stretch whose value is presupposed, whatever its sentence does with it."""

    start: int
    end: int
    text: str
    """The same as a statement that reads alone; empty for a clause that is one already."""
    fresh: bool
    """Says that the value is a new one."""


_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = (
    rf"(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? 20\d\d)?|"
    rf"\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of |de )?{_MONTH}(?: 20\d\d)?|"
    r"\d{1,2}\.\d{1,2}\.(?:20\d\d)?|20\d\d-\d\d-\d\d)"
)
_TIME = r"(?:\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?|\d{1,2}:\d\d(?: uhr)?|\d{1,2} uhr\b|\d{1,2} ?h(?: ?\d\d)?\b)"
_SUM = (
    r"(?:[€$£] ?\d[\d.,]*\d?k?\b|\d[\d.,]*k? ?(?:[€$£%]|"
    r"(?:euros?|eur|dollars?|usd|pounds?|francs?|chf|percent|prozent)\b))"
)
_NUMBER = r"\d+(?:[.,]\d+)*k?\b(?!\.\d)"
_RATE = r"(?: (?:a|an|per|pro|par|each|je) [a-zà-ÿ]+)?"
_STOP = (
    r"(?!(?:and|or|to|so|that|which|who|is|are|was|were|be|been|being|has|have|had|will|would|can|could|should|might|"
    r"may|must|if|but|for|of|at|on|in|from|by|with|about|into|than|as|it|i|we|you|they|this|the|a|an|my|our|your|"
    r"their|not|und|oder|ist|sind|für|von|mit|et|ou|est|sont|pour|avec|now|new|only|also|still)\b)"
)
_WORD = rf"{_STOP}[a-zà-ÿ][a-zà-ÿ'’-]*\w"
_NEW = (
    r"(?:new|newest|updated|revised|final|finali[sz]ed|increased|reduced|raised|lowered|extended|adjusted|corrected|"
    r"rescheduled|changed|shortened|reworked)"
)
_STANDING = r"(?:current|present|latest)"
_WHEN = rf"(?:{_DAY}(?:,? (?:at |um |à )?{_TIME})?|{_TIME})"
_VALUE = rf"(?:{_WHEN}|{_SUM}{_RATE}|{_NUMBER}(?: {_WORD}){{0,2}}{_RATE})"
_LEAN = rf"(?:{_WHEN}|{_SUM}|{_NUMBER}[- ](?:minutes?|hours?|days?|weeks?|months?|years?|pages?|words?|people|seats?))"
_END = r"(?=\s*(?:[,.;:?!)\n]|$))"
_OF = r"(?: of| to| at|,| on(?= [a-z\d])|,? now(?: at)?|,? currently(?: at)?)"
_FOR = (
    rf"(?: (?:for|with) (?:the |my |our |his |her |their )?{_WORD}(?: {_WORD}){{0,3}}"
    rf"(?: and {_WORD}(?: {_WORD}){{1,2}}{_END})?)?"
)
_FROM = rf"(?: (?:on|over|above|below) {_WORD}(?: {_WORD}){{0,2}}(?: (?:over|above|below) {_SUM})?)?"
_AFTER = rf"(?: total| in total| overall)?(?P<tail>{_FOR})"
"""What the value is for, said behind it: `a budget of $90 for paint`."""
_KIND = (
    r"(?:budget|rate|fee|price|limit|cap|quota|allowance|deadline|goal|target|salary|accuracy|score|allocation|deposit|"
    r"rent|threshold|discount|bill|payment|coverage|margin|length|capacity|turnout|attendance)s?\b"
)
"""Nouns of which a thing has one: with an article they take their value for granted."""
_ENDS = (
    r"(?=\s*(?:[,.;:?!)\n–—-]|$|(?:and|or|to|so|that|which|for|of|at|on|in|from|by|with|without|about|into|as|if|but|"
    r"is|are|was|will|might|can|should|could|when|while|because|since|through|until|before|after|this|next|doesn|won|"
    r"affect\w*)\b))"
)
_BEING = (
    r"now(?: being| at| set (?:at|for|to))?|being(?: now)?|having (?:now )?(?:reached|grown to|been \w+ to)|"
    r"set (?:at|for|to)|(?:re)?scheduled for|moved to"
)

_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        # my new April 25 deadline; our $900 monthly budget
        (
            rf"\b(?P<whose>my|our|the(?= {_NEW}\b))(?: (?P<new>{_NEW}|{_STANDING}))? (?P<value>{_LEAN}) "
            rf"(?P<noun>{_WORD}(?: {_WORD}){{0,2}}?{_FOR}){_ENDS}"
        ),
        # the $700 budget for paint; the tool's 90% accuracy
        (
            rf"\b(?P<whose>the|(?:the|my|our)(?: {_WORD}){{1,4}}?['’]s) (?P<value>{_LEAN}) "
            rf"(?P<noun>(?:{_WORD} ){{0,2}}?{_KIND}{_FROM}{_FOR})"
            rf"{_ENDS}"
        ),
        # the increased budget of $6,200
        (
            rf"\b(?P<whose>my|our|the(?= (?:{_WORD} )?{_NEW}\b))(?: (?P<mod>{_WORD}))?? (?P<new>{_NEW}|{_STANDING}) "
            rf"(?P<noun>{_WORD}(?: {_WORD}){{0,3}}?{_FOR}){_OF} (?:just |only |about )?"
            rf"(?P<value>{_VALUE}){_AFTER}{_ENDS}"
        ),
        # my budget, now 900 euros
        (
            rf"\b(?P<whose>my|our) (?P<noun>{_WORD}(?: {_WORD}){{0,2}}?{_FOR})"
            rf"(?P<new>,? now(?: at)?|(?:,? currently)(?: at)?| of) (?P<value>{_VALUE}){_AFTER}{_ENDS}"
        ),
        # the $350 for cleaning fees
        rf"\bthe (?P<value>{_SUM}){_AFTER}(?<=[a-z]){_ENDS}",
        # with the application deadline being May 10
        (
            rf"\b(?:with|given) (?P<whose>my|our|the) (?P<noun>{_WORD}(?: {_WORD}){{0,3}}?{_FOR}) "
            rf"(?P<new>{_BEING}) (?P<value>{_VALUE}){_AFTER}{_ENDS}"
        ),
    )
)
_OTHERS = tuple(
    re.compile(shape)
    for shape in (
        # meine neue Frist am 3. Mai; unser Budget, jetzt 900 Euro
        (
            r"\b(?:[Mm]ein|[Uu]nser|[Dd](?=(?:er|ie|as|em|en) (?:neu|aktuell|geändert|erhöht|verschob)))"
            r"(?:e[mnrs]?|er|ie|as|em|en)? "
            r"(?P<new>(?:neu|aktuell|geändert|erhöht|gekürzt|verschoben|endgültig)e[mnrs]? )?[A-ZÄÖÜ][\wäöüß-]+"
            rf"(?(new)(?:,(?: jetzt)?| von| vom| am| um| ab| bei)?|, (?:jetzt|inzwischen|aktuell)) (?i:{_VALUE})"
        ),
        # notre nouveau budget de 900 euros; mon délai, désormais le 3 mai
        (
            r"\b(?:[Mm]on|[Mm]a|[Nn]otre|[Nn]os|[Mm]es|[Ll]e(?= nouv)|[Ll]a(?= nouv)) (?P<new>nouve(?:au|l|lle)s? )?"
            r"[a-zà-ÿ'’-]+(?: (?!de |du |à )[a-zà-ÿ'’-]+)?"
            rf"(?(new)(?:,| de| du| d'| à| au)?|, (?:désormais|maintenant|actuellement)(?: de| le| à)?) (?i:{_VALUE})"
        ),
    )
)
_LEADS = re.compile(
    r"\b(?:now that|given(?: the fact)?(?: that|(?= (?:i|we)\b))|"
    r"considering(?: the fact)?(?: that|(?= (?:i|we|my|our)\b))|"
    r"seeing (?:that|as)|remind me that|"
    r"(?:how|why)(?= (?:my|our|the) [^,;?!]{3,60}? (?:improved|increased|dropped|rose|grew|fell|went|decreased|changed|"
    r"(?:was|were|got) \w+ed) (?:from [^,;?!]{1,20} )?to [$€£\d])|"
    r"the fact that|especially since|since|knowing that|jetzt,? wo|nun,? da|dass ja|maintenant que|sachant que|"
    r"étant donné que|vu que|puisque)\s+(?=\S)",
    re.IGNORECASE,
)
"""Words behind which a clause is taken for granted, even inside a question."""
_CLAUSE = re.compile(
    _LEADS.pattern + r"(?P<said>(?:[^,;:?!\n]|:(?=\d)){8,160}?(?:,? after \w+ing \d[^,;:?!\n–-]{1,60}?)?)"
    r"(?=[,;?!\n]|:(?!\d)|\.\s|\.?$)",
    re.IGNORECASE,
)


def given(text: str, start: int, end: int) -> Iterator[Given]:
    """Presupposed values between two places of a text, in order of shape; none overlaps another."""
    seen: list[tuple[int, int]] = []
    for found in (match for shape in (*_SHAPES, *_OTHERS) for match in shape.finditer(text, start, end)):
        a, b = found.span()
        if any(a < d and c < b for c, d in seen):
            continue
        seen.append((a, b))
        yield Given(a, b, _statement(found), _fresh(found))


def granted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Clauses between two places that their lead-in takes for granted: `now that …`."""
    return (found.span("said") for found in _CLAUSE.finditer(text, start, end))


def presupposed(inside: str) -> bool:
    """Whether a quote is one given value, which holds whatever its sentence asks or denies."""
    whole = inside.strip(" ,.;:!?")
    found = next(given(whole, 0, len(whole)), None)
    return found is not None and (found.start, found.end) == (0, len(whole))


def led(before: str, inside: str) -> bool:
    """Whether what stands behind these words is taken for granted."""
    lead = before[-40:]
    return any(found.end() == len(lead) for found in _LEADS.finditer(lead + inside[:80]))


def named(inside: str, after: str) -> bool:
    """Whether a quote only names what the clause behind it tells something of: `the fee, which is now $9`."""
    return bool(_TOLD.match(after) and _DEFINITE.fullmatch(inside))


_TOLD = re.compile(r",? (?:which|who|whose) ", re.IGNORECASE)
_DEFINITE = re.compile(r"(?:the|my|our|his|her|their|its)(?: [\w'’/-]+){1,10}", re.IGNORECASE)


def _fresh(found: re.Match[str]) -> bool:
    said = (found.groupdict().get("new") or "").casefold().strip(" ,")
    return said not in ("", "of", "at", "being", "currently", "currently at") and not re.fullmatch(_STANDING, said)


def _statement(found: re.Match[str]) -> str:
    parts = found.groupdict()
    if "whose" not in parts:
        return found.group().removeprefix("the ")
    new = (parts.get("new") or "").casefold()
    adjective = parts["new"] if new and re.fullmatch(f"{_NEW}|{_STANDING}", new) else ""
    words = [parts["whose"], adjective, parts.get("mod"), parts["noun"], (parts.get("tail") or "").strip()]
    return f"{' '.join(w for w in words if w)} is {'now ' if _fresh(found) and not adjective else ''}{parts['value']}"
