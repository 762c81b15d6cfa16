"""Where a `[[wikilink]]` leads: by path, by the one file of that name, by alias; what is ambiguous leads nowhere."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property


class Stems:
    """The pages of a bundle by the names that wikilinks use."""

    def __init__(self, paths: Iterable[str], aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        """Make it.

        Args:
            paths: Pages, with or without the leading slash; read when a link first asks.
            aliases: Page → its other names; a file's own name goes before an alias.
        """
        self._given = paths
        self._names = aliases or {}

    @cached_property
    def _paths(self) -> dict[str, str]:
        # Made when the first link asks for it: most bundles have none.
        return {_key(plain): plain for path in self._given if (plain := path.strip("/")).endswith(".md")}

    @cached_property
    def _stems(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for plain in self._paths.values():
            found[_key(plain.rpartition("/")[2])].append(plain)
        return found

    @cached_property
    def _aliases(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path, names in self._names.items():
            for name in names:
                found[_key(name)].append(path.strip("/"))
        return found

    def resolve(self, target: str) -> tuple[str, ...]:
        """The pages that a target may mean, as paths from the root: one, none, or several."""
        name = _key(target.partition("#")[0].strip().strip("/"))
        if not name:
            return ()
        if name in self._paths:
            return (f"/{self._paths[name]}",)
        ends = self._stems.get(name.rpartition("/")[2], ())
        found = [path for path in ends if _key(path).endswith(f"/{name}") or _key(path) == name]
        return tuple(f"/{path}" for path in found or dict.fromkeys(self._aliases.get(name, ())))


def _key(text: str) -> str:
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return folded.removesuffix(".md")
