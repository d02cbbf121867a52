"""The conformance kit: a sound player passes, and each broken twin is caught by the law that it breaks."""

from __future__ import annotations

import math
import pathlib
import pickle
import random
import sys
import time

import pytest
from own_players import Ascent, OffByOneUlp, Raises, RegretMatching, python

import referee
from referee.testing import LAWS, BrokenLaw, SkippedLaw, check_law, check_player, law, tests_of

BOUND = "law_regret_is_at_most_the_bound"
MEMBERS = "law_plays_are_members"


class Hedge(referee.LambdaPlayer):
    """Plays as one of ours: a sound player for twins to spoil."""

    plays_as = "deviation-hedge"
    takes_step = True
    scale = True
    permutation = 2.0**-40

    def __init__(self, settings: referee.Settings) -> None:
        super().__init__(settings)
        self.inner = self.made(settings)

    def made(self, settings: referee.Settings) -> referee.Player:
        s = settings
        return referee.player(
            self.plays_as, constraints=s.constraints, horizon=s.horizon, bound=s.bound, bound2=s.bound2, step=s.step
        )

    def play(self) -> list[float]:
        return self.inner.play()

    def observe(self, payoff: list[float]) -> None:
        self.inner.observe(payoff)

    def bound(self) -> float | None:
        return self.inner.bound

    def runtime_bound(self) -> float | None:
        return self.inner.runtime_bound


class NeverLearns(Hedge):
    def observe(self, payoff: list[float]) -> None:
        self.inner.observe([0.0] * len(payoff))

    def runtime_bound(self) -> float | None:
        return None


class SignFlipped(Hedge):
    def observe(self, payoff: list[float]) -> None:
        self.inner.observe([-u for u in payoff])


class HalfABound(Hedge):
    def bound(self) -> float | None:
        whole = self.inner.bound
        return None if whole is None else whole / 4


class NanBound(Hedge):
    def bound(self) -> float | None:
        return math.nan


class HalfARunTimeBound(Hedge):
    def runtime_bound(self) -> float | None:
        whole = self.inner.runtime_bound
        return None if whole is None else whole / 4


class DeafToTheStep(Hedge):
    def bound(self) -> float | None:
        own = referee.Settings(**{**vars(self.settings), "step": None})
        return self.made(own).bound


class AbsoluteUnits(Hedge):
    def observe(self, payoff: list[float]) -> None:
        self.inner.observe([min(max(u, -0.5), 0.5) for u in payoff])


class LooksAtOneConstraint(Hedge):
    def observe(self, payoff: list[float]) -> None:
        self.inner.observe([0.0] * (len(payoff) - 1) + [payoff[-1]])


class Moody(Hedge):
    def play(self) -> list[float]:
        played = self.inner.play()
        return [1.0] + [0.0] * (len(played) - 1) if random.random() < 0.2 else played


class NanAfterThree(Hedge):
    rounds = 0

    def play(self) -> list[float]:
        self.rounds += 1
        played = self.inner.play()
        return [math.nan] * len(played) if self.rounds > 3 else played


class Negative(Hedge):
    rounds = 0

    def play(self) -> list[float]:
        self.rounds += 1
        played = self.inner.play()
        return [*played[:-1], -1e-9] if self.rounds == 5 else played


class OutOfTheBall(Ascent):
    def play(self) -> list[float]:
        return [math.nextafter(2.0, 3.0)] + [0.0] * (len(self.multipliers) - 1) if self.multipliers else []


TWINS = [
    (NanAfterThree, "law_plays_are_finite"),
    (NanAfterThree, MEMBERS),
    (NanAfterThree, "law_tampered_certificates_are_rejected"),
    (NanAfterThree, "law_shrunk_support_is_small"),
    (OffByOneUlp, MEMBERS),
    (Negative, MEMBERS),
    (Negative, "law_certificate_is_accepted"),
    (OutOfTheBall, MEMBERS),
    (Moody, "law_replays"),
    (NeverLearns, BOUND),
    (SignFlipped, BOUND),
    (HalfABound, BOUND),
    (NanBound, BOUND),
    (HalfARunTimeBound, "law_regret_is_at_most_the_run_time_bound"),
    (DeafToTheStep, "law_given_steps_keep_their_bounds"),
    (AbsoluteUnits, "law_scale_equivariance"),
    (LooksAtOneConstraint, "law_permutation_equivariance"),
]


@pytest.mark.parametrize(("twin", "name"), TWINS)
def test_a_broken_twin_is_caught_by_name(twin: type[referee.LambdaPlayer], name: str) -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_law(twin, name)
    assert caught.value.laws == [name]
    assert f"breaks `{name}` ({law(name)}): " in str(caught.value)
    with pytest.raises(BrokenLaw) as caught:
        check_player(twin)
    assert name in caught.value.laws
    assert len(str(caught.value).splitlines()) == len(caught.value.laws)


def test_every_law_is_broken_by_a_twin() -> None:
    assert {name for _, name in TWINS} == set(LAWS)


@pytest.mark.parametrize("player", [RegretMatching, Hedge, Ascent, "deviation-hedge", "gradient", "nu-pi"])
def test_sound_players_pass(player: type[referee.LambdaPlayer] | str) -> None:
    findings = check_player(player)
    assert tuple(name for name, _, _ in findings) == LAWS
    assert {outcome for _, outcome, _ in findings} <= {"holds", "skipped"}


def test_findings_can_be_read() -> None:
    findings = check_player(RegretMatching)
    reasons = {skipped.law: skipped.reason for skipped in findings.skipped}
    assert reasons == {
        "law_regret_is_at_most_the_run_time_bound": "it has no bound of the run",
        "law_given_steps_keep_their_bounds": "the player does not declare it",
    }
    assert repr(findings).splitlines()[-1] == "regret-matching: 9 laws hold, 2 were skipped"
    assert "<td>law_replays</td><td>holds</td>" in findings._repr_html_()
    assert findings[0] == ("law_plays_are_finite", "holds", "")
    assert len(findings[:2]) == 2
    assert check_player(Hedge).skipped == []


def test_a_law_that_holds_or_cannot_be_asked() -> None:
    assert check_law(RegretMatching, "law_replays") is None
    skipped = check_law(Ascent, BOUND)
    assert skipped == SkippedLaw(BOUND, "no theorem covers it: it declares no bound")
    assert str(skipped) == f"{BOUND} was skipped: no theorem covers it: it declares no bound"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: law("law_of_the_jungle"), "there is no law 'law_of_the_jungle'"),
        (lambda: check_law(Hedge, "law_of_the_jungle"), "there is no law 'law_of_the_jungle'"),
        (lambda: check_player("magic"), "there is no lambda-player `magic`"),
    ],
)
def test_what_is_not_there_is_refused(call: object, sentence: str) -> None:
    with pytest.raises(referee.RefereeError, match=sentence):
        call()  # type: ignore[operator]


def test_an_exception_of_the_player_is_what_comes_out() -> None:
    with pytest.raises(ZeroDivisionError, match="out of luck") as caught:
        check_player(Raises)
    if sys.version_info >= (3, 11):
        note = "This happened in observe() of the lambda-player `raises`, in round 3."
        assert caught.value.__notes__ == [note]


class InitFails(RegretMatching):
    def __init__(self, settings: referee.Settings) -> None:
        raise KeyError("radius")


class BoundFails(RegretMatching):
    def bound(self) -> float | None:
        raise OSError("no such file")


@pytest.mark.parametrize(("player", "kind"), [(InitFails, KeyError), (BoundFails, OSError)])
def test_so_it_is_in_other_methods(player: type[referee.LambdaPlayer], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        check_player(player)


def plays(value: object) -> type[referee.LambdaPlayer]:
    return type("Odd", (RegretMatching,), {"play": lambda self: value})


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([1.0] * 9, "the lambda-player `odd`, round 0: it plays 9 numbers, but give 1: first that of the objective"),
        ("text", "the lambda-player `odd`, round 0: the play is 'text', which is not a double"),
        (None, "the lambda-player `odd`, round 0: the play is None, which is not a double"),
        ([[1.0]], "the lambda-player `odd`, round 0: the play is [1.0], which is not a double"),
    ],
)
def test_plays_that_are_no_row_of_numbers(value: object, sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        check_player(plays(value))
    assert sentence in str(caught.value)


def test_a_bound_that_is_no_number() -> None:
    odd = type("Odd", (RegretMatching,), {"bound": lambda self: "small"})
    with pytest.raises(referee.RefereeError, match=r"bound\(\) of the lambda-player `odd` is 'small', which is not a"):
        check_player(odd)


test_regret_matching = tests_of(RegretMatching)


def test_pytest_names_the_law(tmp_path: pathlib.Path) -> None:
    (tmp_path / "test_mine.py").write_text(
        "import referee.testing\nfrom own_players import OffByOneUlp\n"
        "test_mine = referee.testing.tests_of(OffByOneUlp)\n",
        encoding="utf-8",
    )
    ran = python("-m", "pytest", "-q", "-rfs", "-p", "no:cacheprovider", folder=tmp_path)
    assert f"FAILED test_mine.py::test_mine[{MEMBERS}]" in ran.stdout
    assert "the player does not declare it" in ran.stdout
    assert ran.returncode == 1


class Slow(RegretMatching):
    def play(self) -> list[float]:
        time.sleep(0.01)
        return super().play()


SLOWLY = {"algorithm": "oracle-proxy-lagrangian", "lambda_player": Slow}


@pytest.mark.parametrize("call", ["testing.check_player(test_kit.Slow)", "solve('bilinear', **test_kit.SLOWLY)"])
def test_ctrl_c_ends_the_work_within_a_moment(call: str) -> None:
    # Python ends at once after that, while a thread may still be in the player's code.
    code = (
        "import os, signal, threading, time, test_kit, referee\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background is born deaf to it
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "start = time.monotonic()\n"
        f"try:\n    referee.{call}\n"
        "except KeyboardInterrupt:\n    print(time.monotonic() - start < 2)\n"
    )
    ran = python("-c", code)
    assert (ran.stdout, ran.returncode) == ("True\n", 0), ran.stderr


def test_a_broken_law_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(BrokenLaw("mine breaks it", ["law_replays"])))
    assert (str(error), error.laws) == ("mine breaks it", ["law_replays"])


def test_a_bound_that_changes_its_mind_is_caught() -> None:
    class Flip(referee.LambdaPlayer):
        asked = 0

        def play(self) -> list[float]:
            return referee.to_simplex([1.0] * (self.settings.constraints + 1))

        def bound(self) -> float:
            self.asked += 1
            return self.settings.range if self.asked == 1 else 0.0

    with pytest.raises(BrokenLaw) as broken:
        check_law(Flip, "law_regret_is_at_most_the_bound")
    assert "when it is asked again" in str(broken.value)
