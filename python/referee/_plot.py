"""Pictures of a run: matplotlib's if it is installed, and always SVG."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._referee import RefereeError

if TYPE_CHECKING:
    from ._run import Run

#: More rounds than twice this are thinned to the smallest and the largest value of this many stretches.
_BUCKETS = 1000
#: More lines than this cannot be told apart.
_LINES = 8


class Svg:
    """A picture: shown in a notebook, saved as a file, or taken as text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file (``*.svg``)."""
        path = pathlib.Path(path)
        if path.suffix.lower() != ".svg":
            raise RefereeError(f"{path}: pictures are SVG, so name a file that ends in .svg")
        path.write_text(self.text, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Svg of {len(self.text)} characters: .save(path) writes it>"


def figure(run: Run) -> Any:
    """The objective, the constraints and the multipliers by rounds, drawn by matplotlib; `None` without it."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return None
    columns = run.columns
    worst = sorted(run.constraints, key=lambda name: -sum(columns[name]))[:_LINES]
    multipliers = [name for name in columns if name.startswith("lambda_") and name not in run.constraints][:_LINES]
    drawing, axes = plt.subplots(3, 1, sharex=True, figsize=(8, 8), layout="constrained")
    parts = [("objective", ["objective"]), ("constraints", worst), ("multipliers", multipliers)]
    for axis, (title, names) in zip(axes, parts, strict=True):
        for name in names:
            # A name that begins with an underscore would be left out of the legend.
            axis.plot(*_thinned(columns[name]), label=name.lstrip("_") or "_", linewidth=1)
        axis.set_ylabel(title)
        if title != "objective" and names:
            axis.legend(loc="upper right", fontsize="small")
    axes[1].axhline(0, color="gray", linewidth=0.8)
    axes[2].set_xlabel("round")
    for round_number in run.checkpoints:
        axes[1].axvline(round_number, color="gray", linewidth=0.4, linestyle=":")
    plt.close(drawing)  # a notebook shows what is returned, and would show it twice
    return drawing


def _thinned(values: Sequence[float]) -> tuple[list[int], list[float]]:
    """Rounds and values: few enough to be drawn, and chosen so that no spike is lost."""
    if len(values) <= 2 * _BUCKETS:
        return list(range(len(values))), list(values)
    kept: list[int] = []
    for bucket in range(_BUCKETS):
        stretch = range(bucket * len(values) // _BUCKETS, (bucket + 1) * len(values) // _BUCKETS)
        ends = {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
        kept.extend(sorted(ends))
    return kept, [values[t] for t in kept]
