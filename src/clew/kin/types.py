"""What kind of thing a name is of: the open words people use, and the few classes that gates compare."""

from collections.abc import Iterable, Mapping

from clew.text import regex as re
from clew.text.words import fold

TYPES = ("Person", "Organization", "Product", "Place", "Country", "Event", "Concept", "Entity")
"""The types Clew itself gives; any other word is kept as it is written."""
_WORDS = {
    "Person": """
        person people human man woman politician official author employee colleague customer contact engineer manager
        doctor teacher lawyer player artist mitarbeiter
    """,
    "Organization": """
        organization organisation company firm agency business vendor supplier manufacturer institution university
        school bank authority association charity ngo party club team band publisher government ministry provider union
        foundation unternehmen firma verein behörde
    """,
    "Product": """
        product software database technology tool library framework language platform service app application protocol
        system api format package device machine model hardware equipment server engine repository website website
        produkt werkzeug dienst gerät
    """,
    "Place": """
        place city town village river mountain lake island region state province district street building room site
        location address airport station ort stadt raum
    """,
    "Country": "country nation land",
    "Event": "event meeting conference launch release workshop festival war election incident exhibition",
    "Concept": "concept topic idea theory method technique rule policy term definition",
}
_FIRMS = re.compile(
    # forms in law, short ones as they are written in it, and what firms and bodies call themselves
    r"(?<=\S )(?:(?i:gmbh|mbh|inc|ltd|llc|llp|plc|corp|corporation|incorporated|sarl|kgaa|ohg|holdings?)\b"
    r"|(?:AG|KG|SE|SA|S\.A\.|AB|NV|N\.V\.|BV|B\.V\.|Oy|e\.\s?V\.)(?=\W|$)|& Co\b"
    r"|(?:Labs?|Laborator(?:y|ies)|Studios?|Group|Works|Technolog(?:y|ies)|Systems|Solutions|Industries|Partners|"
    r"Associates|Foundation|Institute?|University|Universität|College|Museum|Brewery|Society|Council|Department|"
    r"Agency|Company|Stiftung|Verein|Verlag|Schule|Werke|Labore?)$)"
)
_CLASS = {fold(word): name for name, words in _WORDS.items() for word in words.split()}
_NEAR = {frozenset(("Place", "Country")), frozenset(("Organization", "Product"))}
"""Classes that one thing is often given both of: a country is a place, a firm and its product share a name."""


def classed(word: str) -> str:
    """The class of a type as somebody wrote it: by its last word; `Entity` where none is known."""
    words = fold(word).replace("-", " ").split()
    return next((_CLASS[w] for w in reversed(words) if w in _CLASS), "Entity")


def firm(name: str) -> bool:
    """Whether a name says that it is a firm's or a body's: nobody is called Labs, whoever stands before it."""
    return _FIRMS.search(name.replace("/", " ").strip()) is not None


def borne(word: str, name: str) -> str:
    """The type that something gives a name, or what the name itself says against it."""
    return "Organization" if classed(word) == "Person" and firm(name) else word


def commonest(found: Mapping[str, int], names: Iterable[str]) -> str:
    """The type that most give a thing, else what one of its names says, else `Entity`."""
    best = max(found, key=lambda word: found[word], default="")
    firmly = (classed(best) == "Person" or not known(best)) and any(map(firm, names))
    return "Organization" if firmly else best or TYPES[-1]


def known(word: str) -> bool:
    """Whether a type says anything."""
    return bool(word.strip()) and fold(word) not in ("entity", "thing", "unknown")


def alike(a: str, b: str) -> bool:
    """Whether two written types are one: equal, or one of them unknown."""
    return not known(a) or not known(b) or fold(a) == fold(b)


def compatible(a: str, b: str) -> bool:
    """Whether two written types can be of one thing."""
    left, right = classed(a), classed(b)
    return "Entity" in (left, right) or left == right or frozenset((left, right)) in _NEAR
