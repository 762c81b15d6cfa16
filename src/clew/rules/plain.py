"""Korean: only the plainest sentences, where a wrong claim would be worse than a missed one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clew.model import Act, Kind
from clew.rules.clauses import quoted
from clew.text import regex as re
from clew.text.sentences import sentences

LANGS = ("ko",)
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


_BARRED = re.compile(
    r"\?|까요|나요|가요|만약|만일|다면|라면|으면|하면|되면|혹시|아마|것 같|싶|라고"
    r"|다고|추천|주세요|줘|해 주|바라|계획|감사|안녕"
)
_DROPS = re.compile(r"취소(?:했|하기로|됐|되었)|(?:안|않기로|말기로) ?.{0,12}기로 했|안 [가-힣]+기로")
_DECIDES = re.compile(r"기로 (?:했|결정)|로 (?:정했|결정했|바꿨|변경했|옮겼)")
_CHANGES = re.compile(r"이제|대신|바꿨|변경|옮겼")
_STATES = re.compile(r"(?:입니다|이에요|예요|이고|이다)")
_DENIES = re.compile(r"(?:^|\s)(?:안|못) |않|없")
_WORD = re.compile(r"[^\W\d_]+")
_PARTICLE = re.compile(r"(?:에서는|에서|으로|에게|은|는|이|가|을|를|에|의|로)$")


def plain(text: str) -> Iterator[Plain]:
    """The sentences of a turn that decide, drop or state a figure, without any sign of doubt."""
    for s in sentences(text):
        said = text[s.start : s.end]
        aside = s.kind not in ("prose", "list") or len(said) > 400
        if aside or _BARRED.search(said) or quoted(text, s.start, s.end):
            continue
        denied = bool(_DENIES.search(said))
        things = tuple(_PARTICLE.sub("", word) or word for word in _WORD.findall(said)[:1])
        if _DROPS.search(said):
            yield Plain(s.start, s.end, "decision", "drop", True, things)
        elif _DECIDES.search(said):
            yield Plain(s.start, s.end, "decision", "switch" if _CHANGES.search(said) else "commit", denied, things)
        elif any(c.isdigit() for c in said) and _STATES.search(said):
            yield Plain(s.start, s.end, "fact", "state", denied, things)
