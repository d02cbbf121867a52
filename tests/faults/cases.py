"""The commands that write, each as two calls: what the first wrote is there when the second is broken."""

import gzip
import pathlib
import random
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Case:
    """A command. `call(0)` writes the old set and `call(1)` the new one; `results` is where they go."""

    fresh = False  # whether there is no old set
    seconds, steps, before, after = 0.0, 1, {}, {}

    def __init__(self, name, call, results, documents=(), inputs=(), setup=()):
        self.name, self._call, self.results = name, call, results
        self._documents, self._inputs, self._setup = documents, inputs, setup

    def call(self, variant):
        return self._call(str(variant))

    def inputs(self, program, folder):
        """Puts what the calls read into a folder."""
        for make in self._inputs:
            make(folder)
        for call in self._setup:
            subprocess.run([program, *call], cwd=folder, capture_output=True, check=True)

    def is_result(self, name):
        return any(name == result or name.startswith(result + "/") for result in self.results)

    def differs(self, name):
        """Whether a file's bytes are not promised."""
        return False

    def documents(self, folder):
        """What `check` is asked about, of what is there."""
        return [name for name in self._documents if (folder / name).exists()]


class League(Case):
    """It starts from nothing, and goes on where it stopped; what was timed differs."""

    fresh = True

    def is_result(self, name):
        return super().is_result(name) and not ("/cells/" in name or name.endswith("sweep.json"))

    def differs(self, name):
        return name.endswith(("times.csv", "epsilon-seconds.svg"))


def traces(folder):
    """Two runs of the Lagrangian game, plain and compressed."""
    for variant in range(2):
        draw = random.Random(variant)
        numbers = lambda least, count: [draw.randint(least, 8) / 8 for _ in range(count)]
        rows = [numbers(-8, 3) + numbers(0, 2) for _ in range(300)]
        text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n"
        text += "".join(",".join(map(str, row)) + "\n" for row in rows)
        (folder / f"t{variant}.csv").write_text(text)
        (folder / f"t{variant}.csv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def grid(folder):
    (folder / "grid.toml").write_text('[solve]\nproblems = ["triangle"]\nrounds = "2^5..2^7"\nseeds = 4\nkeep = "files"\n')


def loans(folder):
    shutil.copy(ROOT / "examples" / "loans.csv", folder / "loans.csv")


def fit(variant, output):
    return ["fit", "loans.csv", "--label", "repaid", "--positive", "yes", "--constraint", "fpr() <= 0.2",
            "--rounds", "60", "--snapshots", "6", "--seed", variant, "--output", output]


def solve(variant, *more):
    return ["solve", "triangle", "--rounds", "200", "--seed", variant, "--lambda-player",
            ("gradient", "exponentiated-gradient")[int(variant)], "--output", "out", *more]


def all(data):
    """All of them; `experiment` where the published data are."""
    out = dict(results=["out"], documents=["out"])
    cases = [
        Case("solve", lambda v: solve(v), **out),
        Case("solve --stream", lambda v: solve(v, "--stream", "--every", "10"), **out),
        Case("solve --refine", lambda v: solve(v, "--refine"), **out),
        Case("certify", lambda v: ["certify", f"t{v}.csv", "--game", "proxy-lagrangian", "--output", "c.json"],
             ["c.json", "c-trace.csv"], ["c.json"], [traces]),
        Case("shrink", lambda v: ["shrink", f"t{v}.csv", "--every", "2", "--output", "s.json"],
             ["s.json", "s.candidates.csv"], ["s.json"], [traces]),
        Case("equilibrium",
             lambda v: ["equilibrium", f"t{v}.csv.gz", "--game", "proxy-lagrangian", "--output", "e.json"],
             ["e.json", "e.candidates.csv"], ["e.json"], [traces]),
        Case("fit", lambda v: fit(v, "out"), inputs=[loans], **out),
        Case("predict", lambda v: ["predict", "m/models.json", "loans.csv", "--seed", v, "--output", "p.csv"],
             ["p.csv"], inputs=[loans], setup=[fit("0", "m")]),
        League("rates", lambda v: ["rates", "--players", "matrix,deviation-rm-plus", "--sequences", "trap",
                                   "--problems", "none", "--rounds", "2^6..2^9", "--output", "out"], ["out"]),
        League("sweep", lambda v: ["sweep", "grid.toml", "--output", "out"], ["out"], inputs=[grid]),
        Case("verify", lambda v: ["verify", "--family", "triangle", "--statement", "lemma-3", "--seed", v,
                                  "--instances", "1", "--output", "out"], **out),
        Case("report", lambda v: ["report", f"c{v}.json", "--output", "page.html"], ["page.html"], inputs=[traces],
             setup=[["certify", f"t{v}.csv", "--output", f"c{v}.json"] for v in range(2)]),
    ]
    if data:
        cases.append(Case("experiment", lambda v: ["experiment", "german", "--data", data, "--seeds", "1", "--rounds",
                                                   ("40", "50")[int(v)], "--output", "out"], **out))
    return cases
