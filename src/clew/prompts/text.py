"""The prompt texts of this folder, each with the digest that is recorded with whatever it made."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NAMES = ("extract", "pair", "same", "answer", "parts", "summary", "relabel", "recategorise", "relations", "policy")
"""Every prompt there is."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions for a model, with name and version."""

    name: str
    """Name and version, the first line of the file."""
    text: str

    @property
    def id(self) -> str:
        """Name, version and digest: changes with every letter of the text."""
        digest = hashlib.sha256(f"{self.name}\n{self.text}".encode()).hexdigest()
        return f"{self.name}:{digest[:12]}"


@cache
def prompt(name: str) -> Prompt:
    """The prompt of a name."""
    head, _, text = (files("clew.prompts") / f"{name}.md").read_text("utf-8").partition("\n")
    return Prompt(head.strip(), text.strip() + "\n")


def skill() -> str:
    """The file that teaches a coding agent to work with a bundle."""
    return (files("clew.prompts") / "skill.md").read_text("utf-8")
