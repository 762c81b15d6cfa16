"""The pile: a mapping that holds more than memory should."""

import tempfile

import pytest

from clew.core import compact
from clew.errors import StorageFailed
from clew.index.pile import Pile, Row
from clew.model import Claim, Event, Maker, Span, Speaker, Standing, Triple

CLAIM = Claim(
    id="c1",
    kind="decision",
    text="Das Dach wird grün.",
    label="Dach grün",
    topic="dach",
    speaker=Speaker("person", "user", True),
    evidence=(Span("s", 1, 0, 19, "Das Dach wird grün."), Span("t", 2, 3, 4, "x", "folded", "negated")),
    by=Maker("rules/1"),
    about=("Dach",),
    triple=Triple("Dach", "Farbe", "grün"),
    derived_from=("c0",),
    reasons=("negated",),
)


def numbers(at_hand: int = 2) -> Pile[str, Standing]:
    return Pile(compact.pack, compact.unpacker(Standing), at_hand)


@pytest.mark.parametrize(
    "value",
    [
        CLAIM,
        Standing("c1", "superseded", predecessors=("c0",), restated_by=("c2", "c3"), pinned=True),
        Event("run", "r", "2026-01-01T00:00:00Z", "clew", "import", {"counts": {"claims": 2}, "rejected": [["a"]]}),
    ],
)
def test_a_value_comes_back_from_its_bytes_as_it_was(value):
    assert compact.unpacker(type(value))(compact.pack(value)) == value


def test_values_put_away_come_back_equal_and_in_the_order_of_coming():
    pile = numbers()
    many = {f"c{i}": Standing(f"c{i}", head=f"h{i}") for i in range(20)}

    pile.update(many)

    assert list(pile.items()) == list(many.items())
    assert pile["c0"] == many["c0"]


def test_a_value_given_again_takes_the_place_of_the_one_put_away():
    pile = numbers()
    pile.update({f"c{i}": Standing(f"c{i}") for i in range(20)})

    pile["c0"] = Standing("c0", "superseded")
    pile.update({f"d{i}": Standing(f"d{i}") for i in range(20)})

    assert pile["c0"].link == "superseded"
    assert next(iter(pile)) == "c0"


def test_what_was_removed_is_gone_from_the_file_too():
    pile = numbers()
    pile.update({f"c{i}": Standing(f"c{i}") for i in range(20)})

    del pile["c0"]

    assert "c0" not in pile
    assert len(pile) == 19
    with pytest.raises(KeyError):
        pile["c0"]


def test_without_room_for_a_file_everything_stays_in_memory(monkeypatch):
    def full(*args, **settings):
        raise OSError("disk full")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    pile = numbers()
    pile.update({f"c{i}": Standing(f"c{i}") for i in range(20)})

    assert [pile[f"c{i}"].claim for i in range(20)] == [f"c{i}" for i in range(20)]


def test_a_file_that_fails_is_named():
    pile = numbers()
    pile.update({f"c{i}": Standing(f"c{i}") for i in range(20)})
    pile._drawer._file.truncate(0)

    with pytest.raises(StorageFailed, match="has lost a value"):
        pile["c0"]

    pile._drawer.close()
    with pytest.raises(StorageFailed, match="cannot be read"):
        pile["c0"]


def test_a_row_keeps_values_by_their_numbers() -> None:
    row: Row[str] = Row(str.encode, bytes.decode, 2)
    for at in range(9):
        row[at] = f"value {at}"
    row[3] = "another"

    assert (list(row), len(row), 9 in row, -1 in row) == (list(range(9)), 9, False, False)
    assert [row[at] for at in (0, 3, 8)] == ["value 0", "another", "value 8"]
    with pytest.raises(KeyError):
        row[9]
    with pytest.raises(KeyError):
        del row[3]


def test_a_value_that_grows_or_shrinks_takes_no_bytes_of_its_neighbours() -> None:
    row: Row[str] = Row(str.encode, bytes.decode, 2)
    for turn in range(5):
        for at in range(12):
            row[at] = f"{at}" * (1 + (at * 7 + turn * 5) % 11)

    assert list(row.values()) == [f"{at}" * (1 + (at * 7 + 20) % 11) for at in range(12)]


def test_a_pile_that_is_light_for_a_while_fetches_more_and_loses_nothing():
    fetched: list[bytes] = []

    def unpack(data: bytes) -> Standing:
        fetched.append(data)
        return compact.unpacker(Standing)(data)

    pile: Pile[str, Standing] = Pile(compact.pack, unpack, 40)
    many = {f"c{i}": Standing(f"c{i}", head=f"h{i}") for i in range(40)}
    pile.update(many)

    assert dict(pile) == many
    assert not fetched
    with pile.light(8):
        assert dict(pile) == many
        assert len(fetched) >= 30
    fetched.clear()
    assert dict(pile) == dict(pile) == many
    assert len(fetched) <= 40
