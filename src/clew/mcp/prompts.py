"""Prompts that a person picks in their client: what to do, with the stored notes it is to be done with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clew.bundle import Bundle
from clew.errors import NotFound, UsageError
from clew.mcp import reads


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt."""

    name: str
    title: str
    about: str
    argument: str
    """Name of its one argument."""
    meaning: str
    required: bool
    write: Callable[[Bundle, str], str]
    """The words that go to the model."""


def written(bundle: Bundle, name: str, given: Mapping[str, str]) -> str:
    """The text of a prompt.

    Raises:
        NotFound: no prompt is called that.
        UsageError: its argument is missing or too long.
    """
    prompt = next((one for one in PROMPTS if one.name == name), None)
    if prompt is None:
        raise NotFound(f"no prompt is called {name[:60]!r}; there is: {', '.join(one.name for one in PROMPTS)}")
    value = given.get(prompt.argument, "").strip()
    if prompt.required and not value:
        raise UsageError(f"`{prompt.argument}` is missing")
    if len(value) > 2000:
        raise UsageError(f"`{prompt.argument}` is longer than 2000 characters")
    return prompt.write(bundle, value)


def _catch_up(bundle: Bundle, topic: str) -> str:
    brief = bundle.brief((topic,) if topic else ())
    about = f" about {topic}" if topic else ""
    return (
        f"Catch me up{about}: tell me in a few sentences what was decided, what is open and what changed last, from "
        f"these notes alone. Name the claim id of each point. Look closer with the clew tools where you need to.\n\n"
        f"{brief.prompt()}"
    )


def _decided(bundle: Bundle, topic: str) -> str:
    block = reads.context(bundle, reads.Question(topic)).text(bundle.settings.budget)
    return (
        f"What did we decide about {topic}? Answer from these notes alone: what holds now, since when, what it "
        f"replaced and why. Say what is disputed, and say so if nothing was decided; never guess.\n\n{block}\n"
        f"{_thread(bundle, topic)}"
    )


def _thread(bundle: Bundle, topic: str) -> str:
    """The history of the topic, where it is one."""
    try:
        return reads.history(bundle, reads.Thing(topic)).text(bundle.settings.budget)
    except UsageError:
        return ""


def _record(bundle: Bundle, decision: str) -> str:
    which = f"this decision: {decision}" if decision else "the decision we just made"
    return (
        f"Record {which}\n\nCall the tool `propose` with one claim of kind `decision` for each thing decided. Each "
        "`text` is one sentence that reads alone; each of `quotes` is copied letter by letter from what I said in this "
        "conversation; `words` is the passage it stands in. First look with `context` whether it changes something "
        "decided before, and if so say what. Then tell me the ids; I decide with clew review. If I have decided "
        "nothing yet, say so and record nothing."
    )


PROMPTS = (
    Prompt(
        "catch_me_up",
        "Catch me up",
        "What was decided, what is open, what changed last.",
        "topic",
        "A topic; everything if left out.",
        False,
        _catch_up,
    ),
    Prompt(
        "what_did_we_decide_about",
        "What did we decide about …",
        "What holds now on a topic, since when, and what it replaced.",
        "topic",
        "What it is about.",
        True,
        _decided,
    ),
    Prompt(
        "record_this_decision",
        "Record this decision",
        "Propose what was just decided, with the words it rests on.",
        "decision",
        "The decision, if not the last one made.",
        False,
        _record,
    ),
)
