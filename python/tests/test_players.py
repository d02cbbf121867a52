"""Our players as objects, exact points, and what a class of one's own declares."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_players import LATE, Ascent, RegretMatching

import referee
from referee._players import declared
from referee._referee import lambda_players

OURS = [(name, game) for name, game, _, _ in lambda_players()]
WEIGHTS = st.lists(st.floats(0, allow_infinity=False, allow_nan=False), min_size=1, max_size=20)
FINITE = st.floats(allow_infinity=False, allow_nan=False)


def exact_sum(row: list[float]) -> Fraction:
    return sum(map(Fraction, row), Fraction(0))


def make(name: str, game: str, **settings: Any) -> referee.Player:
    radius = {} if game == "proxy" else {"radius": 2.0}
    return referee.player(name, **{"constraints": 2, "horizon": 8, "bound": 1.0, **radius, **settings})


@given(WEIGHTS.filter(any))
def test_to_simplex_sums_to_exactly_one(weights: list[float]) -> None:
    point = referee.to_simplex(weights)
    assert exact_sum(point) == 1
    assert all(x >= 0 for x in point)
    assert referee.to_simplex(point) == point
    total = exact_sum(weights)
    assert all(
        abs(Fraction(x) - w / total) < Fraction(80, 2**52) for x, w in zip(point, map(Fraction, weights), strict=True)
    )


@given(st.lists(FINITE.filter(lambda x: abs(x) < 1e140), min_size=1, max_size=12), st.floats(0, 1e140))
def test_to_ball_is_inside_and_moves_no_member(multipliers: list[float], radius: float) -> None:
    point = referee.to_ball(multipliers, radius)
    assert exact_sum(point) <= Fraction(radius)
    assert all(x >= 0 for x in point)
    assert referee.to_ball(point, radius) == point


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: referee.to_simplex([0.0, 0.0]), "all weights are zero, so they cannot be scaled to sum to 1"),
        (lambda: referee.to_simplex([1.0, -1.0]), "weight 1 is -1, but weights must be finite and not negative"),
        (lambda: referee.to_simplex([1.0, math.nan]), "weight 1 is NaN, but weights must be finite and not negative"),
        (lambda: referee.to_simplex([]), "a point of the simplex needs between 1 and 16777216 weights"),
        (lambda: referee.to_simplex(["a"]), "a weight is 'a', which is not a double"),
        (lambda: referee.to_ball([math.inf], 1.0), "multiplier 0 is inf, but it must be finite"),
        (lambda: referee.to_ball([1.0], -1.0), "-1"),
    ],
)
def test_what_has_no_exact_point_is_refused(call: Any, sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        call()
    assert sentence in str(caught.value)


def test_points_may_be_of_any_kind() -> None:
    numpy = pytest.importorskip("numpy")
    assert referee.to_simplex(numpy.array([1, 1, 2], dtype="float32")) == [0.25, 0.25, 0.5]
    assert referee.to_simplex((1, True, 2.0)) == [0.25, 0.25, 0.5]
    assert referee.to_ball(numpy.array([-1.0, 3.0]), 2) == [0.0, 2.0]
    assert referee.to_ball([], 2) == []


@pytest.mark.parametrize(("name", "game"), OURS)
@hypothesis.settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_plays_are_exact_members_also_after_the_horizon(name: str, game: str, data: st.DataObject) -> None:
    m = data.draw(st.integers(0, 3), "constraints")
    bound, radius = data.draw(st.floats(1e-6, 1e6), "bound"), data.draw(st.floats(0.1, 100), "radius")
    given_radius = {} if game == "proxy" else {"radius": radius}
    player = make(name, game, constraints=m, horizon=data.draw(st.integers(1, 6)), bound=bound, **given_radius)
    for _ in range(10):
        lambdas = player.play()
        assert all(x >= 0 for x in lambdas)
        if game == "proxy":
            assert len(lambdas) == m + 1
            assert exact_sum(lambdas) == 1
        else:
            assert len(lambdas) == m
            assert exact_sum(lambdas) <= Fraction(radius)
        player.observe(data.draw(st.lists(st.floats(-bound, bound), min_size=m, max_size=m), "payoff"))
    assert player.bound is None
    assert player.rounds == 10


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=30))
def test_the_bounds_of_a_player_hold_exactly(payoffs: list[tuple[float, float]]) -> None:
    rounds = len(payoffs)
    player = referee.player("deviation-hedge", constraints=2, horizon=rounds, bound=1.0)
    earned, kept, moved = Fraction(0), Fraction(0), [Fraction(0), Fraction(0)]
    for payoff in payoffs:
        played = [Fraction(x) for x in player.play()]
        worth = [Fraction(g) for g in payoff]
        earned += sum(x * g for x, g in zip(played[1:], worth, strict=True))
        moved = [total + played[0] * g for total, g in zip(moved, worth, strict=True)]
        player.observe(payoff)
    regret = max(kept - earned, *(total - earned for total in moved)) / rounds
    assert player.bound is not None
    assert player.runtime_bound is not None
    assert regret <= Fraction(player.runtime_bound)
    assert regret <= Fraction(player.bound)


def test_a_player_in_a_loop_plays_as_it_does_in_a_game() -> None:
    run = referee.solve(LATE, rounds=50, lambda_player="deviation-rm-plus").run
    columns = run.columns
    player = referee.player("deviation-rm-plus", constraints=1, horizon=50, bound=1.0)
    for t in range(50):
        assert player.play() == [columns["lambda_0"][t], columns["lambda_1"][t]]
        player.observe([columns["rate"][t]])


def test_payoffs_may_be_of_any_kind() -> None:
    numpy, torch = pytest.importorskip("numpy"), pytest.importorskip("torch")
    kinds = [[0.25, -0.5], (0.25, -0.5), numpy.array([0.25, -0.5]), torch.tensor([0.25, -0.5]), [0, 0.25, -0.5]]
    plays = []
    for payoff in kinds:
        player = make("matrix", "proxy")
        player.play()
        player.observe(payoff)
        plays.append(player.play())
    assert all(play == plays[0] for play in plays)
    single = make("gradient", "lagrangian", constraints=1)
    single.play()
    single.observe(torch.tensor(0.5, requires_grad=True))
    assert single.play()[0] > 0


def observed(payoff: Any, **settings: Any) -> None:
    player = make("matrix", "proxy", **settings)
    player.play()
    player.observe(payoff)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: make("magic", "proxy"), "there is no lambda-player `magic`: choose among gradient, "),
        (lambda: make("matrix", "lagrangian"), "`radius` has no meaning in the proxy game: leave it out"),
        (lambda: make("gradient", "proxy"), "need the radius of the multipliers: give `radius`"),
        (lambda: make("matrix", "proxy", horizon=0), "`horizon` is 0, but it must be a whole number from 1 on"),
        (
            lambda: make("matrix", "proxy", constraints=1.5),
            "`constraints` is 1.5, but it must be a whole number from 0",
        ),
        (lambda: make("matrix", "proxy", bound=math.nan), "the bound of the payoffs is NaN"),
        (lambda: make("matrix", "proxy", bound="1"), "`bound` is '1', which is not a double"),
        (lambda: make("matrix", "proxy", range=-1.0), "the range of the payoffs is -"),
        (lambda: make("matrix", "proxy", step=0.0), "the step is 0, but it must be a positive number"),
        (lambda: make("deviation-rm-plus", "proxy", step=1.0), "adapts itself, so it takes no step"),
        (
            lambda: make("matrix", "proxy").observe([0, 0]),
            "has not played in this round: call play() before observe(g)",
        ),
        (lambda: observed([0.1]), "`matrix` was made with constraints=2, but observes 1 numbers"),
        (lambda: observed([0.1] * 4), "`matrix` was made with constraints=2, but observes 4 numbers"),
        (lambda: observed([0.5, 0.1, 0.1]), "the payoff of the objective is 0.5, but it is 0 by definition"),
        (lambda: observed([0.1, math.nan]), "round 0: constraint 2 is NaN: a payoff is a finite number"),
        (lambda: observed([math.inf, 0.1]), "round 0: constraint 1 is inf: a payoff is a finite number"),
        (lambda: observed([-1.5, 0.1]), "round 0: constraint 1 is -1.5, beyond bound=1: make the player with a larger"),
        (lambda: observed([0.5, -0.5], range=0.9), "lie between -0.5 and 0.5, wider than range=0.9: make the player"),
        (lambda: observed([0.5, 0.5], bound2=0.7), "the norm of the constraints is above bound2=0.7: make the player"),
        (lambda: observed(["a", 0.1]), "the payoff is 'a', which is not a double"),
    ],
)
def test_misuse_is_one_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        call()
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_round_is_played_once_and_a_refused_payoff_changes_nothing() -> None:
    one, two = make("matrix", "proxy"), make("matrix", "proxy")
    for player in (one, two):
        player.play()
    with pytest.raises(referee.RefereeError, match=r"was not told what that was worth: call observe\(g\) before play"):
        one.play()
    with pytest.raises(referee.RefereeError):
        one.observe([7.0, 0.0])
    for player in (one, two):
        player.observe([1.0, -0.25])
    assert one.play() == two.play()


def test_a_range_of_rounded_numbers_is_kept() -> None:
    # 0.9 and -0.1 are doubles whose exact difference is just above 1.
    player = make("deviation-hedge", "proxy", range=1.0)
    for payoff in ([0.9, -0.1], [-0.1, 0.9]):
        player.play()
        player.observe(payoff)
    assert player.settings.range == 1.0
    whole = make("deviation-hedge", "proxy").bound
    assert player.bound is not None and whole is not None
    assert player.bound < 0.51 * whole


def test_players_say_what_they_are() -> None:
    player = make("gradient", "lagrangian", radius=3.0)
    assert (player.name, player.game, player.regret, player.rounds) == ("gradient", "lagrangian", "external", 0)
    assert player.runtime_bound is None
    settings = player.settings
    assert (settings.constraints, settings.horizon, settings.bound, settings.radius) == (2, 8, 1.0, 3.0)
    assert Fraction(settings.bound2) ** 2 >= 2 > Fraction(math.nextafter(math.nextafter(settings.bound2, 0), 0)) ** 2
    assert settings.step is None
    assert repr(player) == "<Player gradient: 2 constraints, 0 of 8 rounds>"
    table = referee.players("proxy")
    assert "matrix" in list(table["name"])
    assert set(table["game"]) == {"proxy"}
    assert len(referee.players()) == len(OURS) == len(table) + len(referee.players("lagrangian"))


def test_a_class_declares_what_it_does_not_say() -> None:
    said = declared(RegretMatching)
    assert (said.name, said.game, said.regret) == ("regret-matching", "proxy", "deviation")
    assert said.about == "Plays each deviation in proportion to how much it is regretted."
    assert (said.takes_step, said.scale, said.permutation) == (False, True, 2.0**-40)
    assert (declared(Ascent).regret, declared(Ascent).name) == ("external", "ascent")

    class XMLPlayer2(referee.LambdaPlayer):
        regret = "swap"

    assert (declared(XMLPlayer2).name, declared(XMLPlayer2).regret) == ("xml-player2", "swap")


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ({"game": "chess"}, '`game` of Mine is \'chess\': write "lagrangian" or "proxy"'),
        ({"regret": "deep"}, "`regret` of Mine is 'deep': in the proxy game write"),
        (
            {"game": "lagrangian", "regret": "swap"},
            "`regret` of Mine is 'swap': in the lagrangian game write \"external\"",
        ),
        ({"name": 7}, "`name` of Mine is 7, but it must be a text"),
        ({"permutation": -1.0}, "`permutation` of Mine is -1.0: give a distance, or None"),
        ({"name": "Mine!"}, "`Mine!` cannot be the name of a lambda-player"),
        ({"name": "matrix"}, "there is a lambda-player `matrix` already: choose another name"),
    ],
)
def test_a_class_that_cannot_be_a_player_is_refused(attributes: dict[str, Any], sentence: str) -> None:
    mine = type("Mine", (RegretMatching,), attributes)
    with pytest.raises(referee.RefereeError) as caught:
        referee.solve(LATE, lambda_player=mine)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("wrong", [int, 3, RegretMatching(referee.Settings(1, 1, 1.0, 1.0, 2.0))])
def test_what_is_no_class_of_players_is_refused(wrong: Any) -> None:
    with pytest.raises(referee.RefereeError, match=r"give a class that derives from referee.LambdaPlayer"):
        referee.testing.check_player(wrong)


def test_the_base_class_asks_for_a_play() -> None:
    with pytest.raises(NotImplementedError, match=r"Empty has no play\(\)"):
        referee.solve(LATE, rounds=4, lambda_player=type("Empty", (referee.LambdaPlayer,), {}))
