"""Where a finding leads: the page, source or claim that it speaks of, in the words that people know it by."""

import re
from collections.abc import Callable
from functools import cached_property
from urllib.parse import quote

from markupsafe import Markup

from clew.bundle import Bundle
from clew.errors import ClewError
from clew.model import Problem
from clew.web.markup import hinted, visible

_CLAIM = re.compile(r"\bc[a-z2-7]{7,25}\b")
_FILE = re.compile(r"(?<![\w/.-])/?((?:[\w.-]+/)*[\w.-]+\.md)\b")
_STORED = re.compile(r"(?:sources|references|claims)/([\w-]+)\.(?:md|jsonl)")
_SCREENS = {"clew.toml": "/settings", "claims": "/claims", "ledger": "/log"}


class Lead:
    """The places of one bundle that findings name; what is not there is shown as words."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def place(self, problem: Problem) -> Markup:
        """The file of a finding as a link to the screen that shows what it holds, by its title where it has one."""
        path = problem.path.lstrip("/")
        stored = _STORED.fullmatch(path)
        source = self._bundle.knowledge().sources.get(stored[1]) if stored else None
        line = f":{problem.line}" if problem.line else ""
        if source:
            return _link(f"/sources/{source.id}", source.title or source.id) + visible(line)
        href = _SCREENS.get(path) or ("/log" if path.startswith("ledger/") else "")
        if path in self._pages:
            href = f"/pages/{path}"
        return (_link(href, self._pages.get(path) or path) if href else visible(path)) + visible(line)

    def told(self, message: str) -> Markup:
        """What a finding says, where every claim, page and command that it names is a link."""
        shown = _linked(_CLAIM, str(hinted(message)), self._claim)
        return Markup(_linked(_FILE, shown, self._page))  # noqa: S704  # it was escaped, and so are the links

    @cached_property
    def _pages(self) -> dict[str, str]:
        """Path → title of every page."""
        return {leaf.path.lstrip("/"): leaf.title for leaf in self._bundle.shelf.leaves()}

    def _claim(self, match: re.Match[str]) -> str:
        try:
            view = self._bundle.view(self._bundle.resolve(match[0]))
        except ClewError:
            return match[0]
        return str(Markup("“{}”").format(_link(f"/claims/{view.claim.id}", view.label or view.claim.text[:80])))

    def _page(self, match: re.Match[str]) -> str:
        path = match[1]
        return str(_link(f"/pages/{path}", self._pages[path] or path)) if path in self._pages else match[0]


def _link(href: str, words: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(quote(href), visible(words))


def _linked(names: re.Pattern[str], html: str, link: Callable[[re.Match[str]], str]) -> str:
    """Links put into the words of a text that is HTML already, never into its tags or other links."""
    pieces = re.split(r"(<a\b.*?</a>|<[^>]*>)", html)
    return "".join(piece if piece.startswith("<") else names.sub(link, piece) for piece in pieces)
