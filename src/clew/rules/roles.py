"""Who somebody is to whom: `X is our printer`, `our printer is X`, `Rory's cousin Ada`, `Ada ist Rorys Nichte`.

A name is two or three capitalised words, or words that are known as names; the role may be any noun.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clew.kin.table import GIVEN
from clew.rules.verbs import KIN, ROLES
from clew.text import regex as re
from clew.text.words import fold

_NAME = r"(?-i:[A-ZÄÖÜÉÈÀÇÑÓÍ])[\w&'’-]*(?: (?:& )?(?-i:[A-ZÄÖÜÉÈÀÇÑÓÍ])[\w&'’-]*){0,2}"
_NP = r"(?:[\w-]+ ){0,3}?[\w-]{3,}"
_OUR = r"(?P<whose>our|my|their|unser\w*|mein\w*|ihr(?:e|en|er|em)?)"
_END = r"(?=[\s]*[,.;:!?)]|$| (?:and|und|for|since|in|at|on|who|which|seit|bei|für|because|weil|now|jetzt)\b)"


def _shapes(name: str) -> tuple[re.Pattern[str], ...]:
    shapes = (
        rf"(?<![\w'’-])(?P<who>{name})(?:,| is| are| ist| was| war|:| =)(?: now| jetzt)? {_OUR} (?P<role>{_NP}){_END}",
        rf"(?<![\w'’-])(?P<who>{name}) \({_OUR} (?P<role>{_NP})\)",
        rf"\b{_OUR} (?P<role>(?:\w+ )?(?:{KIN}|{ROLES})) (?P<who>{name})(?![\w'’-])",
        rf"\b{_OUR} (?P<role>{_NP})(?: is| are| ist|,|:| =)(?: now| jetzt)? (?P<who>{name}){_END}",
    )
    return tuple(re.compile(shape, re.IGNORECASE) for shape in shapes)


_PLAIN = _shapes(_NAME)
_KIN_OF = re.compile(
    rf"(?<![\w'’-])(?P<of>{_NAME})(?:'s|’s|'|’) (?:\w+ )?(?P<role>{KIN}|{ROLES}),? (?:is |called )?"
    rf"(?P<who>{_NAME})(?![\w'’-])",
    re.IGNORECASE,
)
_IS_KIN = re.compile(
    rf"(?<![\w'’-])(?P<who>{_NAME})(?: with [\w ]{{1,12}})?(?: is| was| ist| war|,) "
    rf"(?P<of>(?-i:[A-ZÄÖÜÉ])[\w-]*?)(?:'s|’s|s) "
    rf"(?:\w+ )?(?P<role>{KIN}|{ROLES})\b",
    re.IGNORECASE,
)
_AT = re.compile(
    rf"(?<![\w'’-])(?:at|bei) (?P<org>{_NAME})(?:,| it's| its| it is| ist es| ist)+ (?P<who>{_NAME}),? "
    rf"(?:(?:the|our|their|die|der|als) )?(?:\w+ )?(?P<role>{ROLES})\b",
    re.IGNORECASE,
)
_OF_ORG = re.compile(
    rf"(?<![\w'’-])(?P<who>{_NAME}) (?:is|was|sits|ist|sitzt|works) (?:in |the one |one |the \w+ )?"
    rf"(?:at|from|with|bei|von|vom) "
    rf"(?P<org>{_NAME}){_END}",
    re.IGNORECASE,
)


def roles(text: str, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Who, the predicate, and to whom: a name, `my` or `our` as the text has it."""
    shapes = _PLAIN
    small = [re.escape(name) for name in names if name[:1].islower()]
    if small:
        shapes = (*shapes, *_shapes("|".join(sorted(small, key=len, reverse=True))))
    for shape in shapes:
        for found in shape.finditer(text):
            kin = re.fullmatch(rf"(?:\w+ )*(?:{KIN})", found["role"], re.IGNORECASE)
            yield found["who"], "knows" if kin else "role_at", found["whose"]
    for shape in (_KIN_OF, _IS_KIN):
        for found in shape.finditer(text):
            kin = re.fullmatch(KIN, found["role"], re.IGNORECASE)
            yield found["who"], "knows" if kin else "role_at", found["of"]
    for found in _AT.finditer(text):
        yield found["who"], "role_at", found["org"]
    for found in _OF_ORG.finditer(text):
        if fold(found["who"].split()[0]) in GIVEN:
            yield found["who"], "works_at", found["org"]
