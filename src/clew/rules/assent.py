"""Short replies that take up what the assistant said without the set forms of a yes."""

from clew.rules.dialog import LIGHT, YES, Place, Turn, long_words
from clew.rules.words import bag
from clew.text import regex as re

_SHORT = 8
"""Words of a reply that is a yes and no more."""
_ASIDE = 20
"""Words of a reply that takes a figure and may say something beside."""
_BESIDE = bag(
    "pls plz bitte do a an der die den dem ein eine einen with for in at mit für im as say said wrote described put "
    "there here above way same please mach machen sagst geschrieben what was now also auch oder nur only of von"
)
"""Words that a yes may bring along besides those of the proposal itself."""


def agrees(said: str, turn: Turn) -> bool:
    """Whether a short reply is a yes and words of the proposal, no more: `the booth yes please`."""
    spoken = re.findall(r"[\w'-]+", said.casefold().replace("’", "'"))
    if not 1 < len(spoken) <= _SHORT or not YES & set(spoken) or said.rstrip().endswith("?"):
        return False
    rest = [word for word in spoken if word not in YES and word not in LIGHT and word not in _BESIDE]
    theirs = {word for a, b in turn.proposals for word in long_words(turn.part.text[a:b])}
    return all(word in theirs for word in rest) and bool(rest or _ALIKE.search(said))


_ALIKE = re.compile(
    r"\b(?:like (?:this|that)|as you (?:say|said|wrote|put it|described)|the way you|wie du|wie sie)\b", re.IGNORECASE
)


def nods(said: str, turn: Turn) -> Place | None:
    """The question at the end of a turn that a bare yes answers: shall something be done, or is a statement right."""
    spoken = re.findall(r"[\w'-]+", said.casefold().replace("’", "'"))
    if not spoken or spoken[0] not in YES or not all(word in YES or word in LIGHT for word in spoken):
        return None
    if not turn.questions or _CHOICE.search(asked := turn.part.text[slice(*turn.questions[-1])]):
        return None
    start, end = turn.questions[-1]
    if turn.part.text[end:].strip("\"'”*_) \n"):
        return None
    done = (start, end) in turn.proposals
    lead = None if done else _PUT.match(asked)
    return (start + (lead.end() if lead else 0), end) if done or lead else None


_PUT = re.compile(
    r"(?:(?:and )?so|(?:just )?to (?:confirm|be (?:sure|clear))|also|nur zur sicherheit)[,:]? "
    r"(?!(?:what|which|who|whom|whose|when|where|why|how|do|does|did|is|are|was|were|has|have|had|can|could|would|will|should|"
    r"shall|may|might|must|was|wer|wen|wem|wann|wo|wie|warum|welche\w*|ist|sind|hat|haben|wird|werden|soll\w*|kann|können)\b)"
    r"(?=(?:\S+ ){2})(?!.*\b(?:i|me|my|you|your|yours|ich|mir|mich|mein\w*|sie|ihnen|ihr\w*|du|dir|dich|dein\w*)\b)",
    re.IGNORECASE,
)
"""Opens a statement that waits to be confirmed: `so the launch is on 3 May?`; who is meant by you and I is not read."""
_CHOICE = re.compile(r"\b(?:or|oder|ou|o)\b", re.IGNORECASE)


def noted(said: str, turn: Turn) -> Place | None:
    """The last figure that the assistant worked out, where a reply takes it as it stands."""
    return turn.figures[-1] if turn.figures and len(said.split()) <= _ASIDE and _NOTED.search(said) else None


_NOTED = re.compile(
    r"^(?:\W*(?:yes|yeah|ok(?:ay)?|good|fine|right|it (?:holds|fits|works)|ja|gut|passt)\W+(?:and |so )?)?"
    r"(?:that(?:'s| is)|"
    r"das ist) (?:the|die|der) (?:figure|number|amount|sum|total|date|day|zahl|summe|betrag|termin) "
    r"(?:(?:that |which )?(?:i|we)(?:'ll| will| shall| can)? (?:use|take|write|put|work|plan|go|book)\w*|"
    r"(?:mit )?(?:der|die|den) (?:ich|wir)\b)",
    re.IGNORECASE,
)
