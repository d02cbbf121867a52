"""Games that are played, certified and shrunk in one call."""

from __future__ import annotations

import math
import pathlib
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_players import LATE, Ascent, OffByOneUlp, Raises, RegretMatching, python

import referee
from referee._toml import dumps


def test_a_game_comes_with_its_proof_and_its_points() -> None:
    solved = referee.solve("triangle", rounds=200)
    assert solved.algorithm == "oracle-lagrangian"
    assert solved.players == ("gradient", "oracle")
    assert solved.radius is not None and solved.radius > 0
    assert (solved.run.rounds, solved.run.constraints) == (200, ["lower", "right", "left"])
    assert solved.certificate.holds
    assert str(solved.certificate.check()).endswith("certificate.json: accepted")
    solution = solved.solution
    assert solution is not None
    assert sum(weight for _, weight in solution.support) == 1
    columns = solved.run.columns
    at = [[columns["theta_1"][t], columns["theta_2"][t]] for t, _ in solution.support]
    assert solved.points == at
    assert str(solution.check()).endswith("solution.json: accepted")
    assert next(iter(solved.compared)) == "all rounds, as played"
    assert repr(solved) == solved.summary.rstrip()
    assert "oracle-lagrangian on triangle: 200 rounds, seed 0" in solved._repr_html_()
    assert solved.met is None


def test_the_same_seed_gives_the_same_run() -> None:
    def play(seed: int) -> dict[str, Any]:
        return referee.solve("qp-box", rounds=60, seed=seed, algorithm="stochastic-lagrangian").run.columns

    assert play(1) == play(1)


def test_what_is_saved_is_what_the_program_writes(tmp_path: pathlib.Path) -> None:
    solved = referee.solve("triangle", rounds=100, refine=True)
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    written = solved.save(mine)
    assert [path.name for path in written][:3] == ["trace.csv", "certificate.json", "solution.json"]
    call = ("solve", "triangle", "--rounds", "100", "--refine", "--quiet", "--output", str(theirs))
    assert python("-m", "referee", *call).returncode == 0
    for path in written:
        assert path.read_bytes() == (theirs / path.name).read_bytes(), path.name
    assert sorted(path.name for path in mine.iterdir()) == sorted(path.name for path in theirs.iterdir())
    # The trace is there, so a certificate beside it names that one.
    assert solved.certificate.save(mine / "again.json") == [mine / "again.json"]


def test_a_file_a_name_and_a_dict_are_the_same_problem(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text(dumps(LATE), encoding="utf-8")
    runs = [referee.solve(problem, rounds=40).run.columns for problem in (path, str(path), LATE)]
    assert runs[0] == runs[1] == runs[2]
    assert list(runs[0])[:3] == ["objective", "rate", "proxy:rate"]


def test_a_player_of_one_s_own_plays() -> None:
    solved = referee.solve(LATE, rounds=300, lambda_player=RegretMatching)
    assert solved.players[0] == "regret-matching"
    assert solved.certificate.check()
    ascent = referee.solve("triangle", rounds=50, lambda_player=Ascent, radius=3.0)
    assert (ascent.players[0], ascent.radius) == ("ascent", 3.0)
    # The player is told what the game is.
    seen: list[referee.Settings] = []

    class Curious(RegretMatching):
        takes_step = True

        def __init__(self, settings: referee.Settings) -> None:
            seen.append(settings)
            super().__init__(settings)

    referee.solve(LATE, rounds=7, lambda_player=Curious, lambda_step=0.5)
    assert (seen[-1].constraints, seen[-1].horizon, seen[-1].radius, seen[-1].step) == (1, 7, None, 0.5)
    assert seen[-1].bound <= seen[-1].bound2 <= seen[-1].range


def test_arrays_may_be_played() -> None:
    numpy = pytest.importorskip("numpy")

    class Arrays(RegretMatching):
        def play(self) -> Any:
            return numpy.array(super().play())

    plain = referee.solve(LATE, rounds=30, lambda_player=RegretMatching).run.columns
    assert referee.solve(LATE, rounds=30, lambda_player=Arrays).run.columns == plain


def test_a_player_that_raises_ends_the_game_with_its_exception() -> None:
    with pytest.raises(ZeroDivisionError, match="out of luck"):
        referee.solve(LATE, lambda_player=Raises)


class TooMuch(Ascent):
    def play(self) -> list[float]:
        return [1.0] * self.settings.constraints


class NanSecond(RegretMatching):
    def play(self) -> list[float]:
        return [1.0, math.nan]


@pytest.mark.parametrize(
    ("problem", "player", "sentence"),
    [
        (
            LATE,
            OffByOneUlp,
            "the lambda-player `off-by-one-ulp`, round 0: it plays [1.0, 2.220446049250313e-16], but their sum is "
            "above 1 by 2.22e-16: return referee.to_simplex(weights)",
        ),
        (
            "triangle",
            TooMuch,
            "the lambda-player `too-much`, round 0: it plays [1.0, 1.0, 1.0], but their sum is above the radius 2 by "
            "1.00e0: return referee.to_ball(multipliers, settings.radius)",
        ),
        (
            LATE,
            NanSecond,
            "the lambda-player `nan-second`, round 0: it plays [1.0, NaN], but number 1 is NaN, which is not finite: "
            "return referee.to_simplex(weights)",
        ),
    ],
)
def test_a_play_off_the_set_ends_the_game(problem: Any, player: type[referee.LambdaPlayer], sentence: str) -> None:
    game = {"algorithm": "oracle-lagrangian", "radius": 2} if player is TooMuch else {}
    with pytest.raises(referee.RefereeError) as caught:
        referee.solve(problem, lambda_player=player, **game)
    assert str(caught.value) == sentence


def test_a_target_is_pursued() -> None:
    solved = referee.solve("qp-half", until=0.05)
    assert solved.met is True
    assert solved.certificate.measured["suboptimality"][1] <= 0.05
    assert "the target is met, after" in solved.summary
    solved = referee.solve("qp-half", until={"suboptimality": 1e-9}, budget=100)
    assert solved.met is False
    assert "give a larger budget" in solved.summary
    assert referee.solve("qp-half", until=0.05, budget="60s").met is True


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"problem": "magic"}, "there is no problem family `magic`"),
        ({"problem": 7}, "the problem is 7: give a file"),
        ({"algorithm": "guess"}, "guess"),
        ({"rounds": 0}, "`rounds` is 0, but it must be a whole number from 1 on"),
        ({"rounds": 2.5}, "`rounds` is 2.5, but it must be a whole number from 1 on"),
        ({"seed": -1}, "`seed` is -1, but it must be a whole number from 0 on"),
        ({"radius": -1.0}, "`radius` is -1.0, but it must be a number that is not negative"),
        ({"radius": 1.0, "problem": LATE}, "a radius has no meaning in the proxy game"),
        ({"lambda_player": "magic"}, "there is no lambda-player `magic` for the lagrangian game"),
        ({"lambda_player": 7}, "7 is not a player: give a class that derives from referee.LambdaPlayer"),
        ({"theta_player": "magic"}, "there is no theta-player `magic`"),
        ({"lambda_step": 0.0}, "`lambda_step` is 0, but a step is a positive number"),
        ({"theta_step": 0.1}, "`theta_step` has no meaning for an oracle"),
        ({"refine": -1.0}, "`refine` is -1.0, but it must be a number that is not negative"),
        ({"until": math.nan}, "`until` is nan, but it must be a number that is not negative"),
        ({"until": {"speed": 1.0}}, "`until` names 'speed': it may name infeasibility and suboptimality"),
        ({"until": {}}, "`until` names nothing"),
        ({"budget": 10}, "`budget` is read for `until` only"),
        ({"until": 0.1, "budget": "soon"}, "`budget` is 'soon': give a number of rounds, or of seconds"),
    ],
)
def test_a_wrong_call_is_one_sentence(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.solve(**{"problem": "triangle", **keywords})
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    TEXTS | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_toml_reads_back_as_it_was(content: dict[str, Any]) -> None:
    tomllib = pytest.importorskip("tomllib")
    again = tomllib.loads(dumps(content))
    assert again == content
    assert repr(again) == repr(content)  # -0.0 == 0.0, and 1 == 1.0 == True


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"minimize": None}, "`minimize` of the problem is None: a problem holds texts, numbers"),
        ({"facts": {"optimum": Fraction(1, 3)}}, "`facts.optimum` of the problem is Fraction(1, 3)"),
        ({7: "x"}, "the problem has the name 7, but names are texts"),
        ({"facts": {7: 1.0}}, "the problem has the name 7 in `facts`, but names are texts"),
        ({"facts": {"optimum": 2**64}}, "which is too large: write it as a float"),
        ({"minimize": "\ud800"}, "which is not Unicode"),
    ],
)
def test_what_no_file_holds_is_refused(content: dict[Any, Any], sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.solve(content)
    assert sentence in str(caught.value)


def test_numbers_of_numpy_may_be_in_a_problem() -> None:
    numpy = pytest.importorskip("numpy")
    assert dumps({"x": numpy.float64(0.1), "y": numpy.arange(2), "z": (numpy.int64(3), True)}) == (
        '"x" = 0.1\n"y" = [0, 1]\n"z" = [3, true]\n'
    )


def test_a_player_brings_its_game() -> None:
    # The problem has no proxies, so that without a player it is the Lagrangian game.
    assert referee.solve("triangle", rounds=20).run.game == "lagrangian"
    solved = referee.solve("triangle", rounds=20, lambda_player=RegretMatching)
    assert (solved.algorithm, solved.players[0]) == ("oracle-proxy-lagrangian", "regret-matching")
    assert referee.solve("triangle", rounds=20, lambda_player="matrix").algorithm == "oracle-proxy-lagrangian"
    assert referee.solve(LATE, rounds=20, lambda_player="gradient").algorithm == "oracle-lagrangian"
