"""What tokens cost: a dated table of list prices, over it the person's own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens, in and out, by `provider:model`."""

    own: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The person's own figures; they win."""

    def of(self, name: str) -> tuple[float, float] | None:
        """Price of a model: its own row, or that of the longest name it continues with a date or version."""
        for known in (self.own, table()[1]):
            fits = [row for row in known if name == row or name.startswith((f"{row}-2", f"{row}-latest", f"{row}@"))]
            if fits:
                return known[max(fits, key=len)]
        return None

    def cost(self, name: str, tokens_in: int, tokens_out: int) -> float | None:
        """Dollars for so many tokens; None where no price is known."""
        price = self.of(name)
        return None if price is None else (tokens_in * price[0] + tokens_out * price[1]) / 1e6


@cache
def table() -> tuple[str, Mapping[str, tuple[float, float]]]:
    """Month of the shipped table, and its rows."""
    held = json.loads((files("clew.llm") / "prices.json").read_text("utf-8"))
    return held["as_of"], {name: (row[0], row[1]) for name, row in held["usd_per_million_tokens"].items()}
