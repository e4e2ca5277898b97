"""Plots of a run, drawn by gnuplot as SVG."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Iterable

from .boards import exact_depths

Results = dict[str, Any]

# The ground is transparent, so lines and letters have a grey that can be read on white and on black;
# the colours are apart from each other for colour-blind eyes, too (Okabe and Ito).
INK = "#7d8590"
HEAD = f"""set terminal svg size 760,460 font "sans,13"
set output "{{output}}"
set title "{{title}}" textcolor rgb "{INK}"
set border 3 linecolor rgb "{INK}"
set tics nomirror textcolor rgb "{INK}"
set xlabel textcolor rgb "{INK}"
set ylabel textcolor rgb "{INK}"
set grid back linecolor rgb "{INK}" dashtype 3
set key top left textcolor rgb "{INK}"
"""
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")

# Powers of ten on logarithmic axes.
POWERS = 'set format {axis} "10^{{%L}}"\n'

# A run on a busy machine shows nothing about threads.
LOADED = 0.5


def _data(name: str, rows: Iterable[Iterable[Any]]) -> str:
    lines = [" ".join(str(cell) for cell in row) for row in rows]
    return "\n".join([f"${name} << END", *lines, "END", ""])


def _ranges(data: str, colour: str) -> str:
    """The range of each point, of columns 3 and 4. Not error bars: these erase a white circle around
    the point, which a dark ground shows."""
    return f'{data} using 1:3:(0):($4-$3) with vectors heads size graph 0.006,90 lc rgb "{colour}" notitle'


def _partition_means(results: Results) -> dict[tuple[str, str], float]:
    """Mean nodes of the plain search by (partition, blank), over the same random boards."""
    means = results["series"]["partitions"]["means"]
    return {(one["partition"], one["blank"]): one["nodes"] for one in means}


def nodes_by_partition(results: Results, _data_directory: Path) -> str:
    """Bars: the nodes that a better partition and the blank's region save."""
    means = _partition_means(results)
    names = list(dict.fromkeys(partition for partition, _ in means))
    rows = [(f'"{n}"', means[n, "projected"], means[n, "aware"]) for n in names]
    boards = results["series"]["partitions"]["boards"]
    return _data("means", rows) + f"""set style data histogram
set style fill solid
set boxwidth 0.9
set logscale y
{POWERS.format(axis="y")}set key top right
set yrange [1000:*]
set ylabel "mean generated nodes of {boards} random boards"
plot $means using 2:xtic(1) title "projected" linecolor "{COLOURS[1]}", \\
     "" using 3 title "blank-aware" linecolor "{COLOURS[0]}"
"""


def time_by_distance(results: Results, _data_directory: Path) -> str:
    """At each distance, the median of the boards and their range."""
    points: dict[str, list[tuple[float, ...]]] = {}
    for one in results["series"]["times"]:
        times = (1000 * one[key] for key in ("median", "min", "max"))
        points.setdefault(one["of"], []).append((one["length"], *times))
    text = "".join(_data(name.split()[0], rows) for name, rows in points.items())
    plots = []
    for name, colour in zip(points, COLOURS):
        data = f"${name.split()[0]}"
        plots.append(_ranges(data, colour))
        plots.append(f'{data} using 1:2 with points pt 7 ps 0.5 lc rgb "{colour}" title "{name}"')
    return text + f"""set logscale y
{POWERS.format(axis="y")}set xrange [20:82]
set xlabel "distance (moves of an optimal solution)"
set ylabel "milliseconds, one thread, 7-8 blank-aware"
plot {", ".join(plots)}
"""


def _scalings(results: Results) -> dict[str, dict[int, dict[str, float]]]:
    """Wall seconds by threads, of every case that was run with several numbers of threads."""
    walls: dict[str, dict[int, dict[str, float]]] = {}
    for case in results["cases"]:
        jobs = case["what"].get("jobs")
        if jobs:
            name = case["name"].rpartition(",")[0]
            walls.setdefault(name, {})[jobs] = case["figures"]["wall"]
    return {name: by for name, by in walls.items() if 1 in by and len(by) > 1 and by[1]["median"] > 0.5}


def thread_scaling(results: Results, _data_directory: Path) -> str:
    """Speed of n threads relative to the median of one, with its spread; of a quiet machine only."""
    scalings = _scalings(results)
    if results["load"]["before"][0] > LOADED or not scalings:
        return ""
    most = max((jobs for by in scalings.values() for jobs in by), default=2)
    text, plots = "", []
    for i, (name, by) in enumerate(scalings.items()):
        one = by[1]["median"]
        rows = [(jobs, *(one / wall[key] for key in ("median", "max", "min"))) for jobs, wall in sorted(by.items())]
        text += _data(f"s{i}", rows)
        colour = COLOURS[i % len(COLOURS)]
        plots.append(_ranges(f"$s{i}", colour))
        plots.append(f'$s{i} using 1:2 with linespoints pt 7 lw 2 lc rgb "{colour}" title "{name}"')
    return text + f"""set xlabel "threads"
set ylabel "times as fast as one thread"
set xrange [0.9:{most + 0.1}]
set yrange [0:{most * 1.3}]
set xtics 1
plot x with lines dashtype 2 lc rgb "{INK}" title "ideal", {", ".join(plots)}
"""


def size_by_nodes(results: Results, _data_directory: Path) -> str:
    """Plots the benefit of memory: bytes of a table against the nodes of a search with the table."""
    means = _partition_means(results)
    rows = []
    for (partition, blank), mean in means.items():
        case = next(
            one
            for one in results["cases"]
            if one["group"] == "generation"
            and one["what"]["partition"] == partition
            and one["what"]["blank"] == blank
        )
        megabytes = case["counts"]["table_bytes"] / 1e6
        rows.append((megabytes, mean, f'"{partition} {blank}"'))
    return _data("sizes", rows) + f"""set logscale xy
{POWERS.format(axis="xy")}unset key
set xrange [0.1:3000]
set xlabel "megabytes of table, not compressed"
set ylabel "mean generated nodes a board (plain search)"
plot $sizes using 1:2 with points pt 7 ps 0.8 lc rgb "{COLOURS[0]}", \\
     $sizes using 1:2:3 with labels left offset 0.8,0.3 textcolor rgb "{INK}"
"""


def depth_histogram(results: Results, data_directory: Path) -> str:
    """The distances of the random boards against those of all boards."""
    lengths = {one["length"]: one["boards"] for one in results["series"]["times"] if one["of"] == "random"}
    total, exact = sum(lengths.values()), exact_depths(data_directory)
    share = [(depth, 100 * n / total) for depth, n in lengths.items()]
    expected = [(depth, 100 * n / sum(exact)) for depth, n in enumerate(exact)]
    return _data("share", share) + _data("exact", expected) + f"""set xlabel "distance"
set ylabel "per cent of the boards"
set xrange [20:80]
set style fill solid 0.6
set boxwidth 0.9
plot $share with boxes lc rgb "{COLOURS[1]}" title "{total} random boards", \\
     $exact with lines lw 2 lc rgb "{COLOURS[0]}" title "all 10,461,394,944,000 boards"
"""


PLOTS: dict[str, tuple[str, Callable[[Results, Path], str]]] = {
    "nodes_by_partition": ("A better partition, fewer nodes", nodes_by_partition),
    "time_by_distance": ("Time against distance", time_by_distance),
    "thread_scaling": ("Threads", thread_scaling),
    "size_by_nodes": ("What memory buys", size_by_nodes),
    "depth_histogram": ("Distances of the random boards", depth_histogram),
}


def plots_write(results: Results, data_directory: Path, output: Path) -> list[str]:
    """Draw the plots that the run has data for into `output`; returns their names, none without gnuplot."""
    if not shutil.which("gnuplot"):
        print("no plots: the program gnuplot is not installed", file=sys.stderr)
        return []
    drawn = []
    for name, (title, script) in PLOTS.items():
        drawing = script(results, data_directory)
        if not drawing:
            continue
        text = HEAD.format(output=f"{name}.svg", title=title) + drawing
        done = subprocess.run(
            ["gnuplot", "-"], input=text, text=True, capture_output=True, cwd=output, check=False
        )
        if done.returncode == 0:
            drawn.append(name)
        else:
            print(f"no plot {name}: {done.stderr.strip()}", file=sys.stderr)
    return drawn
