"""The league and the verification, with players of one's own among ours."""

from __future__ import annotations

import builtins
import pathlib
import sys
from typing import Any

import pytest
from own_players import LATE, Ascent, OffByOneUlp, Raises, RegretMatching

import referee
from referee._toml import dumps

SMALL: dict[str, Any] = {"sequences": ["trap", "rademacher"], "problems": "none", "rounds": [64, 128], "seeds": 2}


class Boasts(RegretMatching):
    """Promises more than it keeps."""

    def bound(self) -> float | None:
        return 1e-9


def test_a_league_has_tables_and_pictures() -> None:
    pandas = pytest.importorskip("pandas")
    league = referee.rates([RegretMatching, "matrix"], **{**SMALL, "problems": ["bilinear"], "rounds": "2^6..2^8"})
    runs = league.runs
    assert isinstance(runs, pandas.DataFrame)
    assert set(runs["player"]) == {"regret-matching", "matrix"}
    assert set(runs["arena"]) == {"sequence", "game"}
    assert set(runs["rounds"]) == {64, 128, 256}
    assert len(runs) == 2 * 3 * (1 + 2 + 1)  # one trap, two seeds of coins, one game
    own = runs[runs["player"] == "regret-matching"]
    assert (own["deviation.hi"] <= own["bound"]).all()
    assert runs["runtime_bound"].dtype == float
    assert {"slope", "low", "high", "what"} <= set(league.slopes.columns)
    assert (league.times["nanoseconds_a_step"] > 0).all()
    assert {"regret", "ratio"} <= set(league.charts)
    assert league.charts["regret"].text.startswith("<svg")
    assert "regret-matching" in league.charts["regret"]._repr_svg_()
    assert league.wrong == []
    assert list(league.standings["place"]) == ["sequences, m = 3"] * 2 + ["games"] * 2
    assert repr(league).splitlines()[-1] == "no regret is certainly above a bound."
    html = league._repr_html_()
    assert html.count("<svg") == len(league.charts)


def test_without_pandas_there_is_a_light_table(monkeypatch: pytest.MonkeyPatch) -> None:
    league = referee.rates([RegretMatching], **SMALL)
    own_import = builtins.__import__

    def without_pandas(name: str, *rest: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return own_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    runs = league.runs
    assert isinstance(runs, referee.Table)
    assert set(runs["rounds"]) == {64, 128}
    assert all(isinstance(regret, float) for regret in runs["deviation.hi"])
    assert runs["runtime_bound"] == [None] * len(runs)


def test_whoever_breaks_its_bound_is_named() -> None:
    league = referee.rates(Boasts, **SMALL)
    assert league.wrong
    assert all("boasts on " in why and "above the a-priori bound 0.000000001" in why for why in league.wrong)
    assert "violated: boasts on " in repr(league)
    verified = referee.verify(Boasts, family="triangle", statement="theorem-2")
    assert verified.holds  # the statement holds whatever a player promises
    verified = referee.verify(Boasts, family="triangle")
    assert not verified.holds
    assert any("boasts" in why for why in verified.wrong)
    assert "violated: " in repr(verified)


def test_players_of_the_other_game_are_in_the_league_too() -> None:
    league = referee.rates([Ascent, "gradient"], **{**SMALL, "problems": ["bilinear"]})
    assert set(league.runs["player"]) == {"ascent", "gradient"}
    assert set(league.runs["left_out"]) == {""}


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (Raises, ZeroDivisionError, "out of luck"),
        (
            OffByOneUlp,
            referee.RefereeError,
            r"the lambda-player `off-by-one-ulp`, round 0: .* return referee.to_simplex",
        ),
    ],
)
def test_a_player_that_fails_is_one_exception(player: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        referee.rates([player, "matrix"], **{**SMALL, "constraints": 2})
    with pytest.raises(kind, match=words):
        referee.verify([player], family="bilinear")
    with pytest.raises(kind, match=words):
        call = ["rates", "--players", "all", "--sequences", "trap", "--problems", "none", "--rounds", "64"]
        referee.main([*call, "--constraints", "2", "--quiet"], players=[player])


def test_a_league_goes_to_a_folder_and_is_taken_up_again(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "league"
    first = referee.rates(["matrix"], **SMALL, output=folder)
    names = {path.name for path in folder.iterdir()}
    assert {"league.csv", "slopes.csv", "times.csv", "sweep.json", "cells", "regret.svg"} <= names
    again = referee.rates(["matrix"], **SMALL, output=folder)
    assert list(again.times["seconds"]) == list(first.times["seconds"])  # nothing was played
    both = referee.rates(["matrix", "matrix-best"], **SMALL, output=folder)
    own = both.times[both.times["player"] == "matrix"]
    assert list(own["seconds"]) == list(first.times["seconds"])  # only the other player played
    assert set(both.runs["player"]) == {"matrix", "matrix-best"}


def test_a_player_whose_code_may_have_changed_is_not_taken_up_in_silence(tmp_path: pathlib.Path) -> None:
    referee.rates([RegretMatching], **SMALL, output=tmp_path / "mine")
    with pytest.raises(referee.RefereeError, match=r"the code of a player may have changed since: .* resume=True"):
        referee.rates([RegretMatching], **SMALL, output=tmp_path / "mine")
    assert referee.rates([RegretMatching], **SMALL, output=tmp_path / "mine", resume=True).wrong == []


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"players": []}, "`players`: name at least one"),
        ({"players": ["magic"]}, "`players`: there is no player `magic`; referee.players() lists all"),
        ({"sequences": ["magic"]}, "`sequences`: there is no sequence `magic`"),
        ({"problems": ["magic"], "sequences": None}, "there is no problem family `magic`"),
        ({"sequences": "none"}, "`sequences` and `problems` leave nothing to play"),
        ({"rounds": "many"}, "`rounds`: "),
        ({"rounds": [0]}, "`rounds` is 0, but it must be a whole number from 1 on"),
        ({"constraints": 0}, "`constraints` is 0, but it must be a whole number from 1 on"),
        ({"seeds": 2000}, "`seeds`: 2000 is not from 1 to 1000"),
        ({"threads": 0}, "`threads` is 0, but it must be a whole number from 1 on"),
        ({"players": [RegretMatching, type("RegretMatching", (Ascent,), {})]}, "there is a lambda-player"),
    ],
)
def test_a_wrong_call_is_one_sentence(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.rates(**{"players": ["matrix"], **SMALL, **keywords})
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_verification_has_tables(tmp_path: pathlib.Path) -> None:
    verified = referee.verify([RegretMatching, "matrix"], family="bilinear", threads=2)
    assert verified.holds
    assert verified.wrong == verified.undecided == []
    statements = verified.statements
    assert "theorem-2" in list(statements["statement"])
    assert sum(statements["violated"]) == sum(statements["refuted"]) == 0
    players = verified.players
    assert {"regret-matching", "matrix"} <= set(players["player"])
    assert repr(verified).splitlines()[-1] == "nothing is wrong."
    assert "<td>theorem-2</td>" in verified._repr_html_()
    path = tmp_path / "late.toml"
    path.write_text(dumps(LATE), encoding="utf-8")
    assert referee.verify(RegretMatching, problem=path, statement="theorem-2").holds


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"family": "magic"}, "`family`: there is no problem family `magic`: choose one of"),
        ({"statement": "theorem-99"}, "`statement`: there is no statement `theorem-99`"),
        ({"family": "bilinear", "problem": "bilinear"}, "`problem` and `family` exclude each other: leave one out"),
        ({"players": [3]}, "3 is not a player: give a class that derives from referee.LambdaPlayer"),
    ],
)
def test_a_wrong_verification_is_one_sentence(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.verify(**keywords)
    assert sentence in str(caught.value)


def test_an_exception_keeps_its_note_through_threads() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        referee.rates([Raises], **SMALL, threads=2)
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["This happened in observe() of the lambda-player `raises`, in round 3."]
