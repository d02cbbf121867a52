"""Runs: recorded, read, saved, certified, shrunk; and nothing is lost by bad input."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee import Recorder, RefereeError, Run


def recorded(rounds: int = 40) -> Recorder:
    """Two inequalities and an equality, with checkpoints."""
    recorder = Recorder(constraints=["gap", "rate", "parity"], equality=["parity"])
    for t in range(rounds):
        values = [0.25 - t / 64, 0.125 * (-1) ** t, 0.5 * (-1) ** t / (t + 1)]
        recorder.record(1 / (t + 1), values, [t / 128, 0.25, -0.5 * (-1) ** t])
        if t % 10 == 9:
            recorder.checkpoint(f"step-{t}.pt")
    return recorder


SAID: dict[str, Any] = {
    "radius": 3,
    "ranges": {"objective": 0, "gap": -1, "rate": (-1, 1), "parity": (-1, 1)},
}


def referee_program(*arguments: str, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)


def test_python_and_the_program_say_the_same_bit_for_bit(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    certificate = run.certify(**SAID)
    # The program reads what people have: a table with an equality of either sign.
    columns = run.columns
    lines = ["loss,gap,rate,parity,mu_1,mu_2,nu"]
    for t in range(run.rounds):
        nu = columns["lambda_3"][t] - columns["lambda_4"][t]
        row = [columns[name][t] for name in ("objective", "gap", "rate", "parity", "lambda_1", "lambda_2")] + [nu]
        lines.append(",".join(map(repr, row)))
    (tmp_path / "log.csv").write_text("\n".join(lines) + "\n")
    names = "objective=loss,constraint_1=gap,constraint_2=rate,constraint_3=parity"
    names += ",lambda_1=mu_1,lambda_2=mu_2,lambda_3=nu"
    ranges = [x for said in ("loss=0", "gap=-1", "rate=-1..1", "parity=-1..1") for x in ("--range", said)]
    call = ["certify", "log.csv", "--columns", names, "--equality", "parity", "--radius", "3", *ranges]
    done = referee_program(*call, "--output", "theirs.json", folder=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    certificate.save(tmp_path / "ours.json")
    ours, theirs = (json.loads((tmp_path / name).read_text()) for name in ("ours.json", "theirs.json"))
    assert ours["trace"].pop("file") == "ours-trace.csv"
    assert theirs["trace"].pop("file") == "theirs-trace.csv"
    assert ours == theirs
    assert (tmp_path / "ours-trace.csv").read_bytes() == (tmp_path / "theirs-trace.csv").read_bytes()
    assert {name: list(ends) for name, ends in certificate.measured.items()} == ours["measured"]


def test_files_are_accepted_by_the_programs(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    assert run.save(tmp_path / "run.csv") == [tmp_path / "run.csv", tmp_path / "run.checkpoints.csv"]
    # The trace is there already, so that the certificate names it.
    certificate = run.certify(**SAID)
    assert certificate.save(tmp_path / "certificate.json") == [tmp_path / "certificate.json"]
    run.shrink().save(tmp_path / "solution.json")
    run.shrink(all_rounds=True).save(tmp_path / "all.json")
    assert not (tmp_path / "all.candidates.csv").exists()
    for name in ("certificate.json", "solution.json", "all.json"):
        done = referee_program("check", name, folder=tmp_path)
        assert done.returncode in (0, 3), done.stderr
    done = referee_program("certify", "run.csv", "--checkpoints", "run.checkpoints.csv", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "step-" in done.stdout


def test_a_changed_trace_is_not_taken_for_the_saved_one(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    run.save(tmp_path / "run.csv")
    (tmp_path / "run.csv").write_text("objective\n1\n")
    written = run.certify().save(tmp_path / "certificate.json")
    assert written == [tmp_path / "certificate-trace.csv", tmp_path / "certificate.json"]


def test_checks_are_of_the_checker() -> None:
    run = recorded().run()
    assert "accepted" in str(run.certify(**SAID).check()).splitlines()[-1]
    assert "accepted" in str(run.shrink().check()).splitlines()[-1]


def test_claims_and_singles_are_tables() -> None:
    certificate = recorded().run().certify(**SAID)
    claims = certificate.claims
    assert claims["name"][0] == "lower_bound_possible"
    assert set(claims["grade"]) <= {"proved", "declared"}
    assert all(lo <= hi for lo, hi in certificate.measured.values())
    assert list(certificate.singles["which"]) == ["last", "best", "worst", "checkpoint"]
    assert certificate.ship is not None
    assert "step-" in certificate.ship
    assert "<table>" in certificate._repr_html_()


def test_what_is_violated_does_not_hold() -> None:
    run = recorded().run()
    assert run.certify().holds
    refuted = run.certify(lower_bound=100)
    assert not refuted.holds
    assert refuted.sentences[0].startswith("VIOLATED")
    assert not run.certify(ranges={"objective": 0.5}).holds


def test_sentences_name_keywords_and_not_flags() -> None:
    run = recorded().run()
    single = Run.from_arrays([0.5], [[0.25]], [[1.0]])
    certificates = [run.certify(), run.certify(ranges={"objective": 0}), single.certify(margin=1, lower_bound=-9)]
    certificates += [single.certify(objective_range=1), single.certify(problem="qp-half")]
    for certificate in certificates:
        assert "--" not in repr(certificate)
    assert "give `ranges`" in repr(run.certify())
    assert "give `radius`" in repr(run.certify())


def test_estimates_are_called_so() -> None:
    recorder = Recorder(constraints=["gap"], estimates=True)
    recorder.record(0.5, [0.0], [0.0])
    assert "estimates" in recorder.run().certify().sentences[0]


def test_the_mixture_is_exact() -> None:
    files = {0: "a.pt", 1: "b.pt"}
    run = Run.from_arrays([0.0, 1.0], [[1.0], [-0.5]], [[0.0], [1.0]], names=["gap"], checkpoints=files)
    mixture = run.shrink()
    assert mixture.checkpoints == [("a.pt", Fraction(1, 3)), ("b.pt", Fraction(2, 3))]
    assert mixture.support == [(0, Fraction(1, 3)), (1, Fraction(2, 3))]
    assert mixture.objective == Fraction(2, 3)
    assert mixture.constraints == {"gap": 0}
    assert run.shrink(epsilon=Fraction(1, 4)).constraints == {"gap": Fraction(1, 4)}
    with pytest.raises(RefereeError, match="epsilon"):
        run.shrink(epsilon=-1)
    infeasible = Run.from_arrays([0.0], [[1.0]], [[0.0]]).shrink(epsilon=0.5)
    assert not infeasible.feasible
    assert infeasible.objective is None
    assert "at most 0.5 on average: none keeps less than 1." in repr(infeasible)
    infeasible.check()


def test_the_proxy_game_takes_weights_of_the_objective_or_not() -> None:
    recorder = Recorder(constraints=["gap"], equality=[], game="proxy")
    recorder.record(0.5, [0.25], [0.5], proxies=[0.5])
    recorder.record(0.5, [0.25], [0.75, 0.25], proxies=[0.5])
    run = recorder.run()
    assert list(run.columns["lambda_0"]) == [1.0, 0.75]
    assert list(run.columns["proxy:gap"]) == [0.5, 0.5]
    assert "swap_regret" in run.certify().measured
    assert run.certify(ranges={"objective": 0, "proxy:gap": -1}).holds


def test_equalities_may_be_named_in_either_list() -> None:
    for recorder in (Recorder(["a"], equality=["h"]), Recorder(["a", "h"], equality=["h"])):
        recorder.record(0, [0.5, -0.5], [1, -2])
        assert recorder.run()._inner.equality == ["h"]
        assert list(recorder.run().columns["lambda_3"]) == [2.0]


def test_a_run_is_read_back(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    run.save(tmp_path / "run.csv")
    again = Run.read(tmp_path / "run.csv", checkpoints=tmp_path / "run.checkpoints.csv")
    assert list(again.columns.values()) == list(run.columns.values())
    assert again.checkpoints == run.checkpoints
    (tmp_path / "log.csv").write_text(",step,loss,gap,surrogate,mu\n0,0,0.5,0.25,0.5,1\n1,10,0.25,0,0.25,0.5\n")
    columns = {"objective": "loss", "constraint_1": "gap", "proxy_1": "surrogate", "lambda_1": "mu"}
    foreign = Run.read(tmp_path / "log.csv", columns=columns, ignore=["step"], game="proxy")
    assert foreign.game == "proxy"
    assert foreign.constraints == ["gap"]
    assert list(foreign.columns["lambda_0"]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda r: r.record(float("nan"), [0] * 3, [0] * 3), "round 40: `objective` is NaN"),
        (lambda r: r.record(0, [0, float("inf"), 0], [0] * 3), "round 40: `rate` is inf"),
        (lambda r: r.record(0, [0] * 2, [0] * 3), "2 constraints were given, and the run has 3: `gap`, `rate` and"),
        (lambda r: r.record(0, [0] * 3, [0] * 4), "4 multipliers were given, and the run has 3"),
        (lambda r: r.record(0, [0] * 3, [-1, 0, 0]), "the multiplier of `gap` is -1, but that of an inequality"),
        (lambda r: r.record(0, [0] * 3, [0] * 3, proxies=[0] * 3), "the Lagrangian game has no proxies"),
        (lambda r: r.record(0, [0] * 3, [0] * 3, theta=[1.0]), "1 coordinates of theta were given, and the run has 0"),
        (lambda r: r.record("1", [0] * 3, [0] * 3), "round 40: the objective is '1', which is not a double"),
        (lambda r: r.record(0, ["a", "b", "c"], [0] * 3), "round 40: the constraints is 'a'"),
        (lambda r: r.checkpoint(""), "the checkpoint of round 39 has no path"),
    ],
)
def test_what_is_refused_loses_nothing(call: Any, words: str) -> None:
    recorder = recorded()
    before = recorder.run().columns
    with pytest.raises(RefereeError) as refused:
        call(recorder)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert recorder.run().columns == before
    recorder.record(0, [0] * 3, [0] * 3)
    assert len(recorder) == 41


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Recorder(constraints="gap"), "give a list of names, such as ['gap']"),
        (lambda: Recorder(constraints=["a", "a"]), "two functions are called `a`"),
        (lambda: Recorder(constraints=[""]), "constraint 1 has an empty name"),
        (lambda: Recorder(constraints=["a"], game="chess"), 'there is no game "chess"'),
        (lambda: Recorder(constraints=["a"]).run(), "nothing was recorded"),
        (lambda: Recorder(constraints=["a"]).checkpoint("a.pt"), "there is no round"),
        (lambda: Run.from_arrays([], [], []), "at least one round"),
        (lambda: Run.from_arrays([1, 2], [[0]], [[0]]), "constraints has 1 rows, and the objective has 2"),
        (lambda: Run.from_arrays([1], [[0, 0]], [[0]]), "multipliers has 1 columns, and constraints has 2"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], names=["a", "b"]), "there are 2 names and 1 constraints"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], equality=["h"]), "`h` is not a constraint"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], checkpoints={1: "a"}), "there is a checkpoint of round 1"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(norm=0.5), "norm"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(average="tail"), "is not an average"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(radius=float("nan")), "`radius` is nan"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(ranges={"nope": 0}), "there is no such function"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(ranges={"objective": (1, 0)}), "above its upper end"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(problem="no-such"), "no problem family `no-such`"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(problem=3), "the problem is 3"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).save("no/such/folder.csv"), "its folder does not exist"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify().save("no/such/c.json"), "its folder does not exist"),
        (lambda: Run.read("no-such.csv"), "no-such.csv"),
    ],
)
def test_bad_calls_are_one_sentence(call: Any, words: str) -> None:
    with pytest.raises(RefereeError) as refused:
        call()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_problem_may_be_a_dict() -> None:
    problem = {
        "name": "line",
        "minimize": "x",
        "variables": {"x": [-1, 1]},
        "constraint": [{"name": "low", "expression": "-x"}],
    }
    run = Run.from_arrays([0.5, 0.0], [[-0.5], [0.0]], [[0.0], [1.0]], theta=[[0.5], [0.0]], names=["low"])
    certificate = run.certify(problem=problem, radius=2)
    assert certificate.holds
    assert set(certificate.claims["grade"]) == {"proved"}
    certificate.check()
    with pytest.raises(RefereeError, match="variables"):
        run.certify(problem={"minimize": "x"})


values = st.floats(-100, 100)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(values, values, values, st.floats(0, 10), st.floats(-10, 10)), min_size=1, max_size=12))
def test_certificates_of_random_runs_are_accepted(rows: list[tuple[float, ...]]) -> None:
    recorder = Recorder(constraints=["g", "h"], equality=["h"])
    for objective, g, h, mu, nu in rows:
        recorder.record(objective, [g, h], [mu, nu])
    run = recorder.run()
    certificate = run.certify(radius=30, ranges={"objective": -100, "g": -100, "h": (-100, 100)})
    certificate.check()
    run.shrink().check()
    mean = [sum(Fraction(row[i]) for row in rows) / len(rows) for i in range(3)]
    violation = max(Fraction(0), mean[1], abs(mean[2]))
    lo, hi = certificate.measured["infeasibility"]
    assert Fraction(lo) <= violation <= Fraction(hi)
    lo, hi = certificate.measured["objective"]
    assert Fraction(lo) <= mean[0] <= Fraction(hi)


def test_without_pandas_tables_are_light(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    claims = recorded().run().certify(**SAID).claims
    assert isinstance(claims, referee.Table)
    assert claims["name"][0] == claims[0]["name"] == "lower_bound_possible"
    assert "<th" in claims._repr_html_()
    assert "lower_bound_possible" in repr(claims)


def test_names_may_come_from_an_iterator() -> None:
    for names in (["h"], (name for name in ["h"]), map(str, ["h"])):
        recorder = Recorder(["a"], equality=names)
        recorder.record(0.5, [-1.0, -1.0], [0.0, 0.0])
        assert recorder.run().certify().measured["infeasibility"] == (1.0, 1.0)


def test_a_file_that_is_written_again_belongs_to_the_later_round() -> None:
    recorder = Recorder(["gap"])
    recorder.record(0.5, [-0.1], [0.0])
    recorder.checkpoint("best.pt")
    recorder.record(0.9, [0.4], [0.0])
    recorder.checkpoint("best.pt")
    run = recorder.run()
    assert run.checkpoints == {1: "best.pt"}
    assert "violates none by more than 0.4" in str(run.certify().ship)
    assert Run.from_arrays([0, 0], [0, 0], [0, 0], checkpoints={1: "a", 0: "a"}).checkpoints == {1: "a"}


def test_a_trace_is_not_lost_to_a_document(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    run.save(tmp_path / "run.csv")
    before = (tmp_path / "run.csv").read_bytes()
    with pytest.raises(RefereeError, match=r"ends in \.json"):
        run.certify().save(tmp_path / "run.csv")
    with pytest.raises(RefereeError, match=r"ends in \.json"):
        run.shrink().save(tmp_path / "run.csv")
    with pytest.raises(RefereeError, match=r"ends in \.html"):
        run.report(tmp_path / "run.csv")
    with pytest.raises(RefereeError, match=r"ends in \.csv"):
        run.save(tmp_path / "certificate.json")
    assert (tmp_path / "run.csv").read_bytes() == before


def test_a_page_has_the_verdict_the_claims_the_charts_the_choice_and_the_checker(tmp_path: pathlib.Path) -> None:
    run = recorded().run()
    page = run.report(tmp_path / "run.html", ranges={"objective": 0}).read_text()
    headings = ["What was asked", "Claims", "Charts", "Which model to take", "Who has checked it"]
    places = [page.index(f">{heading}</h2>") for heading in headings]
    assert places == sorted(places)
    assert page.index("Certified: the mixture of the") < places[0]
    assert ": accepted" in page[places[-1] :]


def test_what_no_mixture_keeps_is_rounded_down() -> None:
    run = Run.from_arrays([0.0, 0.0], [0.12345678965, 1.1], [0.0, 0.0])
    said = repr(run.shrink(epsilon=0.1234567896))
    assert "at most 0.123456789 (exactly" in said or "at most 0.123456789 on" in said, said


def test_the_other_game_has_other_columns(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text("objective,constraint_1,proxy_1,lambda_0,lambda_1\n1,-0.4,0.2,1,0.5\n1,-0.4,0.3,1,0.5\n")
    assert list(Run.read(path, game="lagrangian").columns) == ["objective", "constraint_1", "lambda_1"]
    path.write_text(path.read_text().replace("0.2,1,", "0.2,0.5,"))
    with pytest.raises(RefereeError, match="`lambda_0` is not always 1"):
        Run.read(path, game="lagrangian")


def test_names_are_kept_letter_by_letter_and_never_taken_for_keywords() -> None:
    names = ["range", "a--b", "--radius", "lower-bound", 'q"r', "a\\b", "<b>"]
    m = len(names)
    run = Run.from_arrays([0.0], [[1.0] * m], [[0.0] * m], names=names)
    assert run.constraints == names
    assert list(run.columns)[1 : m + 1] == names
    for name in names[:4]:
        said = run.certify(ranges={"objective": 0, name: -1, **{other: -1 for other in names}}).sentences
        assert said
        refuted = run.certify(ranges={"objective": 0, name: 2}).sentences[0]
        assert refuted.startswith(f"VIOLATED: `{name}` in round 0")


@pytest.mark.parametrize("name", ["lambda_1", "theta_2", "proxy:a", "objective", "-h"])
def test_names_of_other_columns_are_refused(name: str) -> None:
    with pytest.raises(RefereeError, match="`"):
        Recorder(["h", name], equality=["h"])
    Recorder(["lambda_gap", "theta"])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Recorder(3), "constraints is 3: give a list of names"),
        (lambda: Recorder(["\ud800"]), "which is not a name"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], checkpoints={1.7: "a"}), "whole number"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], checkpoints={-1: "a"}), "whole number"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], checkpoints=["a"]), "give a dict"),
        (lambda: Run.from_arrays([1], [[0]], [[0]], checkpoints={0: b"a"}), "is of bytes"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(average=5), "`average` is 5"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(ranges=[("objective", 0)]), "give a dict"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).certify(problem={"a": {"b": SELF}}), "holds itself"),
        (lambda: Run.from_arrays([1], [[0]], [[0]]).save(b"x"), "is of bytes"),
        (lambda: Run(), "runs come from"),
        (lambda: referee.Certificate(), "certificates come from"),
        (lambda: recorded().record(0, {0: 0.1}, [0]), "a dict has no order"),
        (lambda: recorded().record(0, {0.1, 0.2}, [0]), "a set has no order"),
        (lambda: referee.player("additive-matrix", constraints=10**9, horizon=1, bound=1.0), "at most 8192"),
        (lambda: referee.player("matrix", constraints=1, horizon=2**70, bound=1.0), "whole number"),
        (lambda: referee.to_ball([1.0], "x"), "`radius` is 'x'"),
    ],
)
def test_what_a_hasty_user_does_is_one_sentence(call: Any, words: str) -> None:
    with pytest.raises(RefereeError) as refused:
        call()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


SELF: dict[str, Any] = {}
SELF["self"] = SELF


def test_lower_ends_and_norms_in_other_words() -> None:
    run = Run.from_arrays([1.0], [[0.5]], [[0.25]])
    assert run.certify(ranges={"objective": (0, None)}).measured == run.certify(ranges={"objective": 0}).measured
    assert run.certify(norm="inf", radius=1).measured == run.certify(norm=float("inf"), radius=1).measured


def test_estimates_are_said_of_everything() -> None:
    run = Run.from_arrays([1.0], [[0.5]], [[0.25]], estimates=True)
    assert "estimates" in repr(run)
    assert repr(run.shrink()).count("estimates of minibatches") == 1
