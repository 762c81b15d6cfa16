"""French, Spanish and Korean: only the plainest sentences, where a wrong claim would be worse than a missed one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.sentences import sentences
from clew.model import Act, Kind
from clew.rules.clauses import quoted

LANGS = ("fr", "es", "ko")
"""Languages read sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A sentence that states something beyond doubt."""

    start: int
    end: int
    kind: Kind
    act: Act
    denied: bool
    things: tuple[str, ...]
    """Words of what it is about."""


_BARRED = {
    "fr": re.compile(
        r"\?|\bsi\b|\bs'ils?\b|peut-être|\b\w+(?:rais|rait|rions|raient)\b|\b(?:je|on|nous) (?:ne sais|crois|pense|"
        r"pensons|espère)|"
        r"\bdit\b|\bdisent\b|selon|d'après|imagin|suppos|peux-tu|pouvez-vous|\bstp\b|\bsvp\b|s'il (?:te|vous)|merci|"
        r"bonjour",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"[¿?]|\bsi\b|quizás?|tal vez|a lo mejor|\b\w+ría(?:n|mos)?\b|ojalá|\b(?:creo|pienso|espero|dudo)\b|"
        r"\b(?:dice|dijo|dicen)\b|según|"
        r"imagin|supon|puedes|por favor|gracias|me (?:recomiendas|ayudas)",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"\?|까요|나요|가요|만약|만일|다면|라면|으면|하면|되면|혹시|아마|것 같|싶|라고|다고|추천|"
        r"주세요|줘|해 주|바라|계획|감사|안녕"
    ),
}
_DROPS = {
    "fr": re.compile(
        r"\b(?:est|sont) (?:annulé|abandonné|supprimé)e?s?\b|\b(?:on|nous|j'ai|avons) (?:annulé|abandonné|annul(?:e|"
        r"ons)|abandonn(?:e|ons)|supprim(?:e|ons))\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\bya no (?:queremos|quiero|usamos|vamos|necesitamos|hay)\b|\b(?:cancelamos|descartamos|eliminamos)\b|"
        r"\bqueda(?:n)? cancelad",
        re.IGNORECASE,
    ),
    "ko": re.compile(r"취소(?:했|하기로|됐|되었)|(?:안|않기로|말기로) ?.{0,12}기로 했|안 [가-힣]+기로"),
}
_DECIDES = {
    "fr": re.compile(
        r"\b(?:(?:nous avons|on a|j'ai) (?:finalement |donc )?(?:décidé|choisi|retenu|opté)|(?:nous|on) (?:pass(?:e|"
        r"ons)|pren(?:d|ons)|utilis(?:e|ons)|gard(?:e|ons)|"
        r"chang(?:e|eons)) )",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(?:(?:hemos|he) (?:decidido|elegido|optado)|decidimos|elegimos|usamos|usaremos|pasamos a|cambiamos a|"
        r"mantenemos|seguimos con)\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(r"기로 (?:했|결정)|로 (?:정했|결정했|바꿨|변경했|옮겼)"),
}
_CHANGES = re.compile(
    r"\b(?:désormais|maintenant|au lieu|finalement|passons|passe à|changeons|ahora|en vez|en lugar|pasamos a|"
    r"cambiamos)\b|이제|대신|바꿨|변경|옮겼",
    re.IGNORECASE,
)
_STATES = {
    "fr": re.compile(
        r"\b(?:est|sont|coûtent?|mesure|commence|part|rentre|dure|compte|s'élève|paie|payons|gagne)\b|^[\w' -]{3,30} "
        r"?: ?\d",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(?:es|son|cuestan?|mide|empieza|termina|dura|tiene|tenemos|tengo|pago|pagamos|asciende)\b|"
        r"^[\w ]{3,30}: ?\d",
        re.IGNORECASE,
    ),
    "ko": re.compile(r"(?:입니다|이에요|예요|이고|이다)"),
}
_DENIES = {
    "fr": re.compile(r"\bne\b|\bn'|\bpas\b|\baucune?\b|\bsans\b", re.IGNORECASE),
    "es": re.compile(r"\bno\b|\bnunca\b|\bsin\b|\bningun", re.IGNORECASE),
    "ko": re.compile(r"(?:^|\s)(?:안|못) |않|없"),
}
_SMALL_TEXT = (
    "le la les un une des du de et est sont au aux en dans sur pour par avec nous vous on je il elle mon ma mes "
    "notre nos que qui "
    "avons décidé ne pas el los las una unos unas y es son al del con para por mi mis nuestro nuestra que hemos ya "
    "no se lo su "
    "part rentre coûte coûtent commence mesure dure euros euro queremos empieza termina cuesta mide dura tiene "
    "tenemos prendre "
    "janvier février mars avril mai juin juillet août enero febrero marzo abril mayo junio julio agosto"
)
_SMALL = frozenset(_SMALL_TEXT.split())
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PARTICLE = re.compile(r"(?:에서는|에서|으로|에게|은|는|이|가|을|를|에|의|로)$")


def plain(text: str, lang: str) -> Iterator[Plain]:
    """The sentences of a turn that decide, drop or state a figure, without any sign of doubt."""
    for s in sentences(text):
        said = text[s.start : s.end]
        if (
            s.kind not in ("prose", "list")
            or len(said) > 400
            or _BARRED[lang].search(said)
            or quoted(text, s.start, s.end)
        ):
            continue
        denied = bool(_DENIES[lang].search(said))
        things = _things(said, lang)
        if _DROPS[lang].search(said):
            yield Plain(s.start, s.end, "decision", "drop", True, things)
        elif _DECIDES[lang].search(said):
            yield Plain(s.start, s.end, "decision", "switch" if _CHANGES.search(said) else "commit", denied, things)
        elif any(c.isdigit() for c in said) and _STATES[lang].search(said):
            yield Plain(s.start, s.end, "fact", "state", denied, things)


def _things(said: str, lang: str) -> tuple[str, ...]:
    words = _WORD.findall(said.casefold())
    if lang == "ko":
        return tuple(_PARTICLE.sub("", word) or word for word in words[:1])
    return tuple(
        word for word in (re.sub(r"^[ldnsjcqm]['’]", "", w) for w in words) if word not in _SMALL and len(word) > 2
    )[:2]
