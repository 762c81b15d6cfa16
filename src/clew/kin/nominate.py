"""Which names are worth a judgement: those that share a form always, then the k nearest of each, without a cut-off."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from clew.kin import table
from clew.kin.forms import Name
from clew.kin.judge import Thing
from clew.text import words

NEAREST = 10
"""Names that are nominated beside those that share a form."""
CROWD = 200
"""A gram that more names hold says little and is passed over."""


def blocks(name: Name, aliases: Sequence[Name] = ()) -> Iterator[str]:
    """Keys under which names always meet: the name, its letters, acronym, initials, sound, short forms, aliases."""
    for one in (name, *aliases):
        yield f"k:{one.key}"
        yield f"k:{one.joined}"
        yield f"s:{one.sound}"
        yield from (f"k:{short}" for short in one.shorts)
        if one.numeronym:
            yield f"k:{one.numeronym}"
        yield from (f"o:{others[one.key]}" for others in (table.PLACES, table.PRODUCTS) if one.key in others)
        yield from (f"w:{word}" for word in (*one.words, " ".join(one.bare)))
        yield from (f"g:{full}" for word in one.words[:1] for full in table.NICKNAMES.get(word, ()))


def pairs(things: Sequence[Thing], k: int = NEAREST) -> Iterator[tuple[int, int]]:
    """Places of the pairs to judge, each once, in order."""
    # for each thing the later ones it is met with: of many names that share words there are millions
    found: dict[int, array[int]] = defaultdict(lambda: array("L"))
    met: dict[str, list[int]] = defaultdict(list)
    for i, thing in enumerate(things):
        from_aliases = [Thing(alias).name for alias in thing.aliases]
        keys = dict.fromkeys(blocks(thing.name, from_aliases))
        for j in {j for key in keys for j in met[key][-CROWD:]}:
            found[j].append(i)
        for key in keys:
            met[key].append(i)
    met.clear()
    for i, j in chain(_tails(things), _near(things, k)):
        found[i].append(j)
    for i in sorted(found):
        yield from ((i, j) for j in sorted(set(found.pop(i))))


def _near(things: Sequence[Thing], k: int) -> Iterator[tuple[int, int]]:
    """Each thing with the k nearest to it."""
    if k < 1:
        return
    grams = [_grams(thing) for thing in things]
    where: dict[str, list[int]] = defaultdict(list)
    for i, held in enumerate(grams):
        for gram in held:
            where[gram].append(i)
    for i, held in enumerate(grams):
        near: dict[int, float] = defaultdict(float)
        for gram, weight in held.items():
            others = where[gram]
            if len(others) <= CROWD:
                for j in others:
                    near[j] += weight / len(others)
        near.pop(i, None)
        best = sorted(near, key=lambda j: (-near[j] / (len(held) + len(grams[j])), j))[:k]
        yield from ((min(i, j), max(i, j)) for j in best)


def _tails(things: Sequence[Thing]) -> Iterator[tuple[int, int]]:
    """Single words that are the end of other single words, as compounds are cut short."""
    single = {thing.name.key: i for i, thing in enumerate(things) if len(thing.name.words) == 1}
    for word, i in single.items():
        for cut in range(3, len(word) - 3):
            j = single.get(word[cut:])
            if j is not None:
                yield min(i, j), max(i, j)


def _grams(thing: Thing) -> dict[str, float]:
    """Three-letter pieces of the name, and the words around it at a lower weight."""
    padded = f" {thing.name.key} "
    out = {padded[i : i + 3]: 1.0 for i in range(len(padded) - 2)}
    out.update({f"~{words.stem(word)}": 0.5 for word in words.content(thing.about)[:40]})
    return out
