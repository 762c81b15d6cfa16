"""`Heads`: standings whose head follows by itself: one more link is not written into all the links before it."""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import fields
from operator import attrgetter

from clew.belief.state import OUTSIDE
from clew.model import Standing

_NAMES = [field.name for field in fields(Standing)]
_ROW = attrgetter(*_NAMES)
_HEAD = _NAMES.index("head")


class Heads(MutableMapping[str, Standing]):
    """Standings by claim; `kept` holds them, and may do so outside of memory."""

    def __init__(self, kept: MutableMapping[str, Standing] | None = None) -> None:
        self.kept: MutableMapping[str, Standing] = {} if kept is None else kept
        """Standings with the head of their chain when they were derived last."""
        self._later: dict[str, str] = {}
        """A head that some standings still name → one that took its place."""

    def __getitem__(self, claim: str) -> Standing:
        standing = self.kept[claim]
        head = standing.head
        if not head or head not in self._later:
            return standing
        row = list(_ROW(standing))  # a third of what `replace` takes, and a newcomer looks at hundreds
        row[_HEAD] = self._end(head)
        return Standing(*row)

    def __setitem__(self, claim: str, standing: Standing) -> None:
        self.kept[claim] = standing

    def __delitem__(self, claim: str) -> None:
        del self.kept[claim]

    def __contains__(self, claim: object) -> bool:
        return claim in self.kept

    def __iter__(self) -> Iterator[str]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)

    def _end(self, head: str) -> str:
        path = []
        while head in self._later:
            path.append(head)
            head = self._later[head]
        self._later |= dict.fromkeys(path, head)
        return head

    def taken(self, fresh: Mapping[str, Standing], behind: Mapping[str, str | None]) -> dict[str, str] | None:
        """Heads and what takes their places; None where links `behind` lead elsewhere than before, or a head is none.

        `behind` says what follows each link that was not derived with these standings.
        """
        known = {i: was for i in fresh if (was := self.get(i)) and was.link not in OUTSIDE}
        heads = {i: fresh[i].head for i in known}
        if any(self[i].successor != newer for i, newer in behind.items()) or not all(heads.values()):
            return None
        if not all(was.head for was in known.values()):
            return None
        return {i: head for i, was in known.items() if was.head == i and (head := heads[i]) and head != i}

    def follow(self, heads: Mapping[str, str]) -> None:
        """Let whatever names a head name the one that took its place."""
        self._later |= heads

    def renew(self, whole: Mapping[str, Standing]) -> None:
        """Take all standings of a chain as they are: none of its links is the head that it was."""
        for claim, standing in whole.items():
            self._later.pop(claim, None)
            if self.kept.get(claim) != standing:
                self.kept[claim] = standing

    def outline(self) -> dict[str, str]:
        """Which heads others took the place of, as JSON: what `resume` takes up with the same standings."""
        return self._later

    def resume(self, outline: dict[str, str]) -> None:
        """Go on where `outline` was made."""
        self._later = outline
