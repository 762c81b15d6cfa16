"""Where a `[[wikilink]]` leads: by path, by the one file of that name, by alias; what is ambiguous leads nowhere."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping


class Stems:
    """The pages of a bundle by the names that wikilinks use."""

    def __init__(self, paths: Iterable[str], aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        """Make it.

        Args:
            paths: Pages, with or without the leading slash.
            aliases: Page → its other names; a file's own name goes before an alias.
        """
        self._paths: dict[str, str] = {}
        self._stems: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            plain = path.strip("/")
            if plain.endswith(".md"):
                self._paths[_key(plain)] = plain
                self._stems[_key(plain.rpartition("/")[2])].append(plain)
        for path, names in (aliases or {}).items():
            for name in names:
                self._aliases[_key(name)].append(path.strip("/"))

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
