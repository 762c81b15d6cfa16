"""The chat models of a person as a bundle uses them: made when first asked, with its cache and its record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from clew.core.service import Service
from clew.errors import ModelFailed, UsageError
from clew.llm.client import Client, Rules
from clew.llm.meter import Limits, Meter, Outlet
from clew.llm.provider import charges
from clew.llm.registry import Known, Registry
from clew.llm.replies import Replies
from clew.llm.usage import Usage
from clew.ports import Request
from clew.prompts import reply

TRIAL = Request(
    "You are asked whether you work. Reply with a JSON object whose key `ok` is true.",
    "Do you work?",
    "trial/1",
    {
        "type": "object",
        "properties": {"ok": {"type": "boolean"}},
        "required": ["ok"],
        "additionalProperties": False,
    },
    longest=400,
)
USES = ("extract", "judge", "resolve", "answer", "decompose")
"""What a chat model can be set for: `models.extract` and so on."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where things of a person lie, and how they are written."""

    folder: Path
    bundle: str
    """Id of the bundle: replies are kept apart by it, and purge reaches them."""
    write: Callable[[Path, bytes], object]
    clock: Callable[[], str]


class Models:
    """Every chat model by name, and what each is used for."""

    def __init__(self, registry: Registry, rules: Rules, home: Home, uses: Mapping[str, str] | None = None) -> None:
        self.rules, self.uses = rules, dict(uses or {})
        self.usage = Usage(home.folder / "usage.jsonl", home.bundle, home.clock)
        self.replies = Replies(home.folder / "replies" / (home.bundle or "unnamed"), home.write)
        self.registry = registry
        self.embeds: Outlet | None = None
        """What left for the embedding model, where it is a service."""
        self._made: list[Client] = []

    def client(self, name: str, limits: Limits | None = None, tries: int | None = None) -> Client:
        """A model with a meter of its own; `tries` for callers that would rather do without than wait.

        Raises:
            UsageError: the name is none.
            ModelFailed: it cannot be asked; the message names all that stands in its way.
        """
        provider = self.registry.provider(name, self.rules.local_only)
        patience = replace(self.rules.patience, tries=tries or self.rules.patience.tries)
        meter = Meter(limits or Limits(), self.usage.tell)
        made = Client(provider, replace(self.rules, patience=patience), meter, self.replies)
        self._made.append(made)
        return made

    def idle(self, name: str) -> Client:
        """A model to be looked at and not asked; what stands in its way is its `obstacle`.

        Raises:
            UsageError: the name is none.
        """
        return Client(self.registry.idle(name, self.rules.local_only), self.rules, Meter(), self.replies)

    def outlet(self, name: str, service: Service, most: float | None) -> Outlet:
        """The count of what leaves for an embedding model, with the budget of the run."""
        paid = charges(service.kind, service.url)

        def cost(tokens: int) -> float | None:
            known = self.rules.prices.cost(name, tokens, 0)
            return 0.0 if known is None and paid is False else known

        self.embeds = Outlet(name, service.url, Meter(Limits(usd=most), self.usage.tell), cost, paid)
        return self.embeds

    def named(self, use: str, given: str | None) -> str:
        """The model that is asked for, or the one that is set for a use."""
        name = given or self.uses.get(use, "")
        if not name:
            raise UsageError(
                f"no model is set for this: name one with --model SERVICE:MODEL, or set `models.{use}` in your own "
                "configuration; clew model list shows what there is"
            )
        return name

    def test(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Each model with what is wrong with it, or nothing: one small reply is asked for, past the cache."""
        tried = []
        for name in names:
            try:
                provider = self.registry.provider(name, self.rules.local_only)
                once = replace(self.rules, patience=replace(self.rules.patience, tries=1))
                client = Client(provider, once, Meter(tell=self.usage.tell))
                self._made.append(client)
                client.ask(TRIAL, lambda text: reply.value(text, "ok"))
                tried.append((name, ""))
            except (ModelFailed, UsageError) as error:
                tried.append((name, str(error)))
        return tuple(tried)

    def list(self, reach: bool = False) -> tuple[Known, ...]:
        """Every service with its address and masked key, and with `reach` whether it could be asked now."""
        return self.registry.list(reach, self.rules.local_only)

    def close(self) -> None:
        """Let go of every model."""
        while self._made:
            self._made.pop().close()
