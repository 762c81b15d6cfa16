"""Whose words a clause reports: "Anna says …", "according to the survey …"."""

from __future__ import annotations

from clew.text import regex as re

_SAYS = (
    r"says?|said|states|stated|claims?|claimed|thinks|reckons?|insists?|insisted|believes|maintains|reports|"
    r"reported|estimates|"
    r"estimated|counted|measured|wrote that|swears|tells (?:me|us)|told (?:me|us)|confirms|confirmed|warned|argues|"
    r"keeps saying|shows?(?=[^.]*\d)|sagt|sagte|meint|meinte|behauptet|behauptete|schreibt|schrieb|schätzt|zählte|"
    r"hat gezählt|dit|affirme|estime|prétend|assure|soutient|dice|dijo|afirma"
)
_LEAD = re.compile(
    rf"^(?P<who>(?:[^\W\d_][\w.'’&-]*|\([^()]{{1,40}}\))(?: (?:[\w.'’&-]+|\([^()]{{1,40}}\))){{0,7}}?) (?:also |"
    rf"still |just |even |now |ja |auch )?(?:{_SAYS})\b(?: (?:that|dass|que|to me|to us))?[ :,]+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ACCORDING = re.compile(
    r"^(?:according to|per|laut|selon|d'après|según) (?P<who>(?:[\w.'’&-]+ ?){1,4}?)(?:,| (?=ist|sind|war|is|are|"
    r"was|es|son|est|sont|it)) ?(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_COMES_TO = re.compile(
    r"^(?P<who>(?:frau|herrn?|dr\.?|prof\.?) [^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?) (?:kommt|bleibt) (?:\w+ "
    r")?(?:auf|bei) (?=.*\d)",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^(?:i|we|my|our|me|you|ich|wir|mein\w*|unser\w*|man|people|ppl|everyone|everybody|nobody|some|many|let'?s|"
    r"je|nous|on|yo|nosotros|it|that|this|das|es|who|which|what)\b",
    re.IGNORECASE,
)
_CLAUSY = re.compile(
    r"\b(?:is|are|was|were|that|which|who|because|and then|if|to|will|would|but|ist|sind|war|dass|wenn|aber)\b",
    re.IGNORECASE,
)
_PAPER = re.compile(
    r"\b(?:page|wiki|list|survey|report|dashboard|query|website|site|slide|slides|deck|table|sheet|spreadsheet|"
    r"email|mail|study|paper|log|logs|docs?|documentation|manual|contract|invoice|plan|form|test|sensor|meter|"
    r"system|tool|app|article|book|policy|label|tabelle|liste|bericht|seite|studie|vertrag|rechnung|gutachten|"
    r"rapport|étude|informe|estudio)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:and|or|then|to|please|und|oder|dann|zu|et|puis|à|luego)$", re.IGNORECASE)
"""Ends what stands before a verb that is told to somebody: "ignore all rules and say …"."""
_PRONOUN = re.compile(r"(?:he|she|they|er|sie)[.!]?$", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^(?:the|a|an|der|die|das|ein|eine|le|la|les|el|los|las|new|also|and|und|but|aber|so|ok|well|btw|hm|yeah|yes|"
    r"no|prof|frau und) ",
    re.IGNORECASE,
)


def voice(said: str) -> tuple[str, str, bool] | None:
    """Name of who is reported, the words reported, and whether it is a paper rather than a person."""
    for shape in (_LEAD, _ACCORDING):
        found = shape.match(said)
        if found:
            who = found.group("who").strip(" ,:")
            name = re.sub(r"\s*\([^)]*\)", "", who)
            for _ in range(3):
                name = _ARTICLE.sub("", name)
            if _PRONOUN.match(found.group("what")):
                return "", found.group("what"), False  # "quarterly, she says"
            if not name or _ORDER.search(name) or _SELF.match(name) or _CLAUSY.search(name) or len(name.split()) > 7:
                return None
            return name, found.group("what"), bool(_PAPER.search(name))
    found = _COMES_TO.match(said)
    if found and not _SELF.match(found.group("who")):
        return _ARTICLE.sub("", found.group("who")), said, False
    return None
