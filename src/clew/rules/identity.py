"""Statements that two names mean one thing: "X, also called Y", "X is now called Y", "by X I mean Y"."""

from __future__ import annotations

from collections.abc import Iterator

from clew.rules.relate import OWNER
from clew.rules.words import bag
from clew.text import regex as re

_WORD = r"[^\W_](?:[\w&'’-]|\.(?=\w))*"
_NAME = rf"{_WORD}(?: (?:& )?{_WORD}){{0,3}}?"
_QUOTE = r"[\"'“”„‘’«»]?"
_ARTICLE = r"(?:the |our |an |a |der |die |das |dem |den |unser\w* )?"
_END = r"(?=\s*[,.;:!?)(]|$| (?:and|und|but|aber|now|because|since|from|in|on|for|which|who|so|though)\b)"
_A = rf"(?<![\w])(?P<a>{_NAME})"
_A_SAID = rf"{_QUOTE}(?P<a>{_NAME}){_QUOTE}"
_B = rf"{_ARTICLE}{_QUOTE}(?P<b>{_NAME}){_QUOTE}{_END}"
# what stands before, between and after two names
_STATED = (
    (
        rf"(?<![\w])when(?:ever)? (?:i|we) (?:just |only )?(?:write|say) {_ARTICLE}{_A_SAID},? ?"
        r"(?:i|we|its?|it's|that's|thats|that is)"
        rf"(?: mean)?(?: exactly| always| just)?(?: the same as)?(?: what (?:the )?[\w ]{{1,24}}? calls?)? {_B}"
    ),
    rf"(?<![\w])by {_A_SAID} (?:i|we) mean {_B}",
    rf"(?<![\w])mit {_A_SAID} (?:meine ich|meinen wir) {_B}",
    rf"(?:^|[,.;:] ){_ARTICLE}(?P<a>{_NAME}) (?:i|we) (?:just |also )?call {_QUOTE}(?P<b>{_NAME}){_QUOTE}{_END}",
    rf"{_A},? (?:is|are) (?:exactly )?the same (?:\w+ )?as {_B}",
    rf"{_A} and {_ARTICLE}(?P<b>{_NAME}) are (?:one and )?the same{_END}",
    rf"{_A},? (?:is |was |has been )?(?:also|previously|formerly|originally) (?:known as|called|named) {_B}",
    rf"{_A},? (?:aka|a\.k\.a\.|short for|abbreviated(?: as| to)?|alias) {_B}",
    rf"{_A} (?:is|are|was|got|has been) (?:now )?(?:called|named|renamed(?: to| as)?|rebranded(?: to| as)?) {_B}",
    rf"{_A} (?:heißt|hieß) (?:jetzt|nun|inzwischen|früher) {_B}",
    rf"{_A},? (?:früher|ehemals|vormals|auch(?= [^.,;]+ genannt)) {_QUOTE}(?P<b>{_NAME}){_QUOTE}(?: genannt)?{_END}",
    rf"{_A} (?:= (?:the )?|is the |ist (?:der|die|das) )(?:old|former|ex-?|alte|new name (?:of|for)) {_B}",
    rf"{_A} \((?:formerly|previously|ex|früher|ehemals|aka|short for|also) (?P<b>{_NAME})\)",
    (
        rf"(?:we|i) (?:just |all |only )?(?:say|call it|write) {_ARTICLE}{_A_SAID},? (?:but )?(?:on|in) (?:the |our )?"
        rf"[\w ]{{2,20}}? (?:it(?:'s| is| will be|s)(?: going to be)?|we (?:say|call it)) {_B}"
    ),
)
_SAYING = r"(?:we|everybody|everyone|people|they|some|wir|alle|viele|\w+)"
_CALL = r"(?:just |only |nur )?(?:calls? it|says?|writes?|nenn(?:en|t) (?:es|ihn|sie)|sag(?:en|t)|schreib(?:en|t))"
_ALL = r"(?:(?:alle|viele|wir)(?: nur)? )?"
_CAPS = r"(?-i:[A-ZÄÖÜÉÈ])[\w'’-]*"
_B_SAID = rf"{_QUOTE}(?P<b>{_NAME}){_QUOTE}"
_ALL_ONE = (
    r"(?:it's |it is |its |ist |all )?(?:the |one and the )?(?:same(?: thing)?|ein und dasselbe|dasselbe|das gleiche)"
)
# names that several people have for one thing, side by side
_BESIDE = (
    (
        rf"(?:called|named|calls? it|heißt) {_A_SAID},? (?:but |and |aber )?"
        rf"(?:in|at|on|bei)?[\w ]{{0,24}}?{_SAYING} {_CALL} {_ALL}{_B}"
    ),
    (
        rf"{_A},? (?:but|though|although|aber|nur) (?:nobody|no one|niemand|keiner) (?:\w+ )?(?:says|calls it|sagt)"
        rf"[^.,;]{{0,12}}, (?:it's|it is|its|just|es heißt|das heißt)(?: just| only| nur)? {_B}"
    ),
    (
        rf"(?:it's|its|it is|is called|name is|heißt (?:er|sie|es|das)) {_A_SAID}[,.;] "
        r"[^.;]{0,48}?"
        r"(?:writes?|calls? it|says?|steht|heißt|schreibt|sagt)(?: später| now| always)? "
        rf"{_B_SAID}(?: [\w ]{{1,24}})?[,.;] {_ALL_ONE}"
    ),
    (
        rf"{_A} (?:and|und|,) ?"
        r"(?:(?:i|we) (?:write|say|call (?:them|it|her|him))|(?:ich|wir) (?:schreiben?|sagen?|nennen?)) "
        rf"{_B_SAID}(?: for (?:them|it|her|him|short)| dafür)?(?=[,.;!?]|$)"
    ),
    (
        rf"(?<![\w])(?P<a>{_CAPS})(?: [^.,;]{{3,40}})?, (?P<b>{_CAPS} {_CAPS}) "
        r"(?:on paper|officially|in full|by rights|offiziell|auf dem papier)"
    ),
    (rf"{_QUOTE}(?P<a>{_NAME}){_QUOTE} (?:is|ist) (?:to us|for us|bei uns|hier bei uns) {_B}"),
    (
        rf"(?P<a>{_CAPS}),? (?:bei uns |hier |to us |here )"
        rf"(?:heißt (?:sie|er|es)|(?:she|he|it)(?:'s| is))(?: nur| just)? {_B}"
    ),
)
_SHAPES = tuple(re.compile(shape, re.IGNORECASE) for shape in (*_STATED, *_BESIDE))
# a word of each shape above and below: without any of them there is nothing to look for
_CUE = re.compile(
    r"(?<![^\W_])(?:writ|says?\b|mean|meine|call|same|known|named|rename|rebrand|aka\b|a\.k\.a|short for|abbreviated"
    r"|alias|heißt|hieß|früher|ehemals|vormals|auch\b|old\b|former|ex\b|ex-|new name|previously|also\b|now\b|jetzt"
    r"|dasselbe|gleiche|paper\b|papier\b|officially|offiziell|in full|by rights|is\b|ist\b|schreib|sag|nenn|\()",
    re.IGNORECASE,
)
# a family name that changes: both names begin with one word
_MARRIED = re.compile(
    rf"(?<![\w])(?P<given>{_WORD}) (?P<a>{_WORD}) (?:is|ist)(?=[^.]{{3,40}}\b(?:now|jetzt)\b| (?:now|jetzt))"
    rf"(?: now| jetzt)? (?P=given) (?P<b>{_WORD})",
    re.IGNORECASE,
)
# a given name with the family name beside it: "Ida (Falk, my supervisor)"
_FAMILY = re.compile(
    rf"(?<![\w'’-])(?P<a>{_CAPS}) \((?P<b>{_CAPS}), (?:my|our|the|their|mein\w*|unser\w*|der|die) [^)]{{2,40}}\)",
    re.IGNORECASE,
)
_IS = re.compile(
    rf"(?<![\w'’-])(?P<a>(?:\w+ )?{_CAPS}),?(?: just {_CAPS},)? (?:is|ist)"
    rf"(?: (?:our|my|the|unser\w*|der|die) [\w ]{{2,20}},)? (?P<b>{_CAPS} {_CAPS}){_END}",
    re.IGNORECASE,
)
_SPELLED = re.compile(
    r"(?<![\w])(?P<a>(?-i:[A-ZÄÖÜ])[\w&'’-]*(?: (?-i:[A-ZÄÖÜ])[\w&'’-]*)?),? (?:(?:spelled|written|geschrieben) )?"
    r"(?:with|without|mit|ohne) (?:the |a |an |one |two |no |double |einem |dem |zwei |doppel-)?"
    r"(?:hyphen|dash|bindestrich|umlaut|[a-zß](?:['’]?s)?)(?=\s*(?:[,.;:!?)]|$|(?:is|ist|was|war|and|und|or|oder)\b))",
    re.IGNORECASE,
)
_SHORT = re.compile(rf"(?P<long>{_WORD}(?: {_WORD}){{1,5}}) \((?P<short>[^\W_][\w.&-]{{1,14}})\)")
_ME = re.compile(r"(?:^|[.!?;:] )(?:[Ii] am|[Ii]'m|[Ii]ch bin) (?P<b>[A-ZÄÖÜ][\w'’-]+ [A-ZÄÖÜ][\w'’-]+)(?=[.!?,]|$)")
_SMALL = bag(
    "it this that these those they he she we i you one thing things name names es das dies er sie wir ich not nicht "
    "called same other both thats its a an week after"
)
_LEADS = bag("and but so now also und aber also the a an our der die das from on to well ok btw that when if")


def same_names(text: str) -> list[tuple[str, str]]:
    """Pairs of names that a statement makes one, in the words of the text."""
    return [pair for pair in dict.fromkeys(_found(text)) if all(map(_sound, pair)) and pair[0] != pair[1]]


def hinted(text: str) -> bool:
    """Whether a text has a word without which no statement makes two names one."""
    return _CUE.search(text) is not None


def _found(text: str) -> Iterator[tuple[str, str]]:
    if not hinted(text):
        return
    for shape in _SHAPES:
        for found in shape.finditer(text):
            yield _lead(found["a"]), _lead(found["b"])
    for found in _IS.finditer(text):
        # "Captain Ada is Ada Moss": one name with a word of the other
        if {*found["a"].casefold().split()} & {*found["b"].casefold().split()}:
            yield _lead(found["a"]), found["b"]
    for found in _FAMILY.finditer(text):
        yield found["a"], f"{found['a']} {found['b']}"
    for found in _MARRIED.finditer(text):
        yield f"{found['given']} {found['a']}", f"{found['given']} {found['b']}"


def spelled(text: str) -> list[str]:
    """Names that are told from others by their letters: `Jo-Ann with the hyphen`, „Meyer mit y“."""
    return [found["a"] for found in _SPELLED.finditer(text)]


def abbreviations(text: str) -> list[tuple[str, str]]:
    """Words before a bracket with what stands in it: candidates for a name and its short form, to be judged."""
    out: list[tuple[str, str]] = []
    for found in _SHORT.finditer(text):
        held = found["long"].split()
        out += [(" ".join(held[-n:]), found["short"]) for n in range(2, len(held) + 1)]
        out.append((found["short"], held[-1]))
    return out


def own_name(text: str) -> str:
    """The name that the owner gives to themselves; empty where none is given."""
    found = _ME.search(text)
    words = found["b"].split() if found else []
    return " ".join(words) if words and words[0].casefold() not in _SMALL | _LEADS else ""


def _lead(said: str) -> str:
    held = re.split(r" (?:is|ist) ", said)[-1].split()
    while held and held[0].casefold() in _LEADS:
        held = held[1:]
    return " ".join(held).strip(".,'’")


def _sound(said: str) -> bool:
    held = said.casefold().split()
    return bool(held) and not any(word in _SMALL for word in held) and said != OWNER
