"""Which claims come near a newcomer, whether the order was kept, let go or never made."""

from clew.belief.near import Near
from clew.model import Claim, Maker, Span, Speaker


def claim(ident: str, text: str, topic: str, day: int) -> Claim:
    span = Span("s", day, 0, len(text), text)
    at = f"2026-03-{day:02}T09:00:00Z"
    return Claim(ident, "fact", text, text, topic, Speaker("person", "user"), (span,), Maker("rules/1"), at)


CLAIMS = {
    one.id: one
    for one in (
        claim("a", "The tent costs 200 euros.", "tent", 1),
        claim("b", "The tent is green.", "tent", 2),
        claim("c", "The boat costs 900 euros.", "boat", 3),
        claim("d", "The tent costs 250 euros.", "tent", 4),
    )
}


def known(*names: str) -> Near:
    near = Near(CLAIMS)
    for name in names:
        near.meet(name)
    return near


def test_what_shares_most_comes_first() -> None:
    assert known("a", "b", "c").nearest(CLAIMS["d"])[0] == "a"


def test_an_order_that_was_let_go_is_made_again_with_what_came_meanwhile() -> None:
    near, other = known("a", "b"), known("a", "b", "c")
    assert near.nearest(CLAIMS["d"])
    near.rest()
    near.meet("c")
    near.meet("a")  # known before: it counts once

    assert near.nearest(CLAIMS["d"]) == other.nearest(CLAIMS["d"])
    assert [near.rarity(word) for word in ("tent", "boat")] == [other.rarity(word) for word in ("tent", "boat")]
