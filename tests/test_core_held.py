"""What a function gave is held until somebody lets go."""

from clew.core.held import held, let_go


def test_what_is_held_is_worked_out_once_until_it_is_let_go() -> None:
    asked: list[int] = []

    @held(8)
    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [6, 6] == [doubled(3), doubled(3)]
    let_go()

    assert (6, [3, 3]) == (doubled(3), asked)
