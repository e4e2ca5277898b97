"""The tables and plots of docs/notes/cluster-model.md."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterable, Sequence

from .cluster_generation import MIB, Generation, Model, histogram_guessed
from .cluster_graph import Graph, sample
from .cluster_search import Machine, Search
from .format import count, table
from .plots import COLOURS, HEAD, INK, POWERS

RANKS = (16, 64, 256, 1000, 4000, 10000)
SAMPLED = 4000
PARTITIONS = {"8-8-8": (8, 8, 8), "9-8-7": (9, 8, 7)}


def measured_read() -> dict[str, Any]:
    with open(Path(__file__).resolve().parents[1] / "cluster.json", encoding="utf-8") as file:
        return json.load(file)


def models(measured: dict[str, Any], sampled: int = SAMPLED) -> dict[int, Model]:
    """By the number of tiles: 7, 8 and 9 of 5x5."""
    samples = {tiles: sample(Graph(5, 5, tiles), sampled) for tiles in (7, 8, 9)}
    found: dict[int, Sequence[float]] = {
        7: [1] + measured["generation"]["found"][:-1],
        8: measured["histogram_of_8_tiles"],
    }
    entries = samples[9].cohorts * 362880
    found[9] = histogram_guessed(9, entries, (found[7], found[8]))
    return {tiles: Model(measured, samples[7], samples[tiles], found[tiles]) for tiles in (7, 8, 9)}


# ---- tables


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _bytes(size: float) -> str:
    for unit, one in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= one:
            return f"{size / one:.3g} {unit}"
    return f"{size:.0f} B"


def checks(measured: dict[str, Any], by: dict[int, Model]) -> str:
    """The model against what was measured."""
    of = measured["generation"]
    rows = [
        [
            "tiles 1-8, processor time of one process",
            f"{by[8].cpu_seconds():.0f} s",
            f"{of['cpu_seconds_of_8_tiles']} s, with scratch files",
        ]
    ]
    for ranks, exchanged in of["exchanged"].items():
        rows.append(
            [f"tiles 1-7, sent by {ranks} ranks", _bytes(by[7].exchanged(int(ranks))), _bytes(exchanged["bytes"])]
        )
    rows.append(["tiles 1-8, memory of one of 8 ranks", _bytes(by[8].memory(8)), "3.73 GB, by `--dry-run`"])
    rows.append(["nine tiles, memory of one of 8 ranks", _bytes(by[9].memory(8)), "73.5 GB, by `--dry-run`"])
    return table(["what", "model", "measured"], rows)


def generations(by: dict[int, Model], tiles: Iterable[int], ranks: int) -> list[Generation]:
    return [by[n].run(ranks) for n in tiles]


def generation_table(by: dict[int, Model], tiles: Sequence[int]) -> str:
    rows = []
    for ranks in RANKS:
        all_ = generations(by, tiles, ranks)
        largest = max(all_, key=lambda one: one.level_bytes)
        most = max(all_, key=lambda one: one.memory)
        search = sum(one.search for one in all_)
        idle = sum(one.idle * one.search for one in all_) / search
        rows.append([
            count(ranks), _time(search), _time(sum(one.write for one in all_)), f"{100 * idle:.0f} %",
            _bytes(largest.level_bytes), _bytes(largest.message), _bytes(most.memory), _bytes(most.replicated),
        ])
    head = ["ranks", "search", "writing", "cores wait", "a level sends", "a message", "memory a rank", "of it replicated"]
    return table(head, rows)


MACHINES = {
    "as it is": Machine(),
    "ranks do not adapt": Machine(adapts=False),
    "words of 5 ms": Machine(word=5e-3, served=1e-4),
}


def boards(measured: dict[str, Any]) -> dict[str, float]:
    """Nodes of the last bound."""
    hard = measured["search"]["hard"]
    nodes = hard["published"] * hard["ratio"] * (1 - 1 / hard["growth"])
    return {"113 moves": nodes, "30 times as hard": 30 * nodes}


Row = tuple[int, float, float]  # ranks, seconds, and the share of these in which they search


def searches(measured: dict[str, Any]) -> dict[str, list[Row]]:
    growth = measured["search"]["hard"]["growth"]
    made: dict[str, list[Row]] = {}
    for name, nodes in boards(measured).items():
        for how, machine in MACHINES.items():
            rows = made.setdefault(f"{name}, {how}", [])
            for ranks in RANKS:
                one = Search(measured, ranks, machine).board(nodes, growth)
                rows.append((ranks, one.seconds, one.work / ranks / one.seconds))
    return made


def search_table(made: dict[str, list[Row]]) -> str:
    rows = []
    for i, ranks in enumerate(RANKS):
        rows.append([count(ranks)] + [f"{_time(one[i][1])} ({100 * one[i][2]:.0f} %)" for one in made.values()])
    return table(["ranks", *made], rows)


# ---- plots


def _draw(directory: Path, name: str, title: str, script: str) -> None:
    text = HEAD.format(output=f"{name}.svg", title=title) + script
    done = subprocess.run(["gnuplot", "-"], input=text, text=True, capture_output=True, cwd=directory, check=False)
    if done.returncode:
        raise SystemExit(f"no plot {name}: {done.stderr.strip()}")


def _curves(curves: dict[str, list[tuple[float, ...]]], axes: str) -> str:
    """The second half has the colours of the first, and is dashed: the same cases, otherwise."""
    half = len(curves) // 2
    data = [
        "\n".join([f"$c{i} << END", *(" ".join(f"{x:.6g}" for x in row) for row in rows), "END", ""])
        for i, rows in enumerate(curves.values())
    ]
    plots = [
        f'$c{i} using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "{COLOURS[i % half]}"'
        f'{" dashtype 2" if i >= half else ""} title "{name}"'
        for i, name in enumerate(curves)
    ]
    head = f'set logscale xy\n{POWERS.format(axis="xy")}set xrange [10:15000]\nset xlabel "ranks"\n{axes}'
    return "".join(data) + head + "plot " + ", ".join(plots) + "\n"


def plots_draw(by: dict[int, Model], searched: dict[str, list[Row]], directory: Path) -> None:
    if not shutil.which("gnuplot"):
        raise SystemExit("the program gnuplot is not installed")
    runs = {name: {ranks: generations(by, tiles, ranks) for ranks in RANKS} for name, tiles in PARTITIONS.items()}
    seconds = {
        name: [(ranks, sum(one.search + one.write for one in all_)) for ranks, all_ in of.items()]
        for name, of in runs.items()
    }
    perfect = {
        f"{name}, if nobody waited": [(ranks, sum(by[n].cpu_seconds() for n in tiles) / ranks / 8) for ranks in RANKS]
        for name, tiles in PARTITIONS.items()
    }
    axes = f'set key top right\nset ylabel "seconds" textcolor rgb "{INK}"\n'
    _draw(directory, "cluster_generation", "Generation of all tables of a partition", _curves(seconds | perfect, axes))
    memory = {
        name: [(ranks, max(one.memory for one in all_) / MIB) for ranks, all_ in of.items()]
        for name, of in runs.items()
    }
    memory |= {
        f"{name}, replicated": [(ranks, max(one.replicated for one in all_) / MIB) for ranks, all_ in of.items()]
        for name, of in runs.items()
    }
    axes = f'set key top right\nset ylabel "MiB a rank" textcolor rgb "{INK}"\n'
    _draw(directory, "cluster_memory", "Memory of a rank", _curves(memory, axes))
    search: dict[str, list[tuple[float, ...]]] = {
        name: [(ranks, 100 * part) for ranks, _, part in rows] for name, rows in searched.items()
    }
    axes = 'unset logscale y\nset format y "%g"\nset yrange [0:105]\nset key bottom left\n'
    axes += f'set ylabel "per cent of the time that ranks search" textcolor rgb "{INK}"\n'
    _draw(directory, "cluster_search", "One board, all ranks", _curves(search, axes))


# ---- the page


def sections(measured: dict[str, Any], by: dict[int, Model], searched: dict[str, list[Row]]) -> dict[str, str]:
    made = {"checks": checks(measured, by)}
    for name, tiles in PARTITIONS.items():
        made[name] = generation_table(by, tiles)
    made["search"] = search_table(searched)
    return made


def page_fill(page: str, made: dict[str, str]) -> str:
    """Puts each table behind its mark, which is a comment with its name."""
    for name, text in made.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
        before, mark, rest = page.partition(begin)
        _, ending, after = rest.partition(end)
        if not mark or not ending:
            raise SystemExit(f"the page has no place for the table {name}")
        page = before + begin + "\n" + text + "\n" + end + after
    return page


def main() -> int:
    parser = argparse.ArgumentParser(description="Model of clusters: fills the tables of a page and draws its plots.")
    parser.add_argument("page", type=Path, nargs="?", help="the page; without it the tables are printed")
    parser.add_argument("--plots", type=Path, metavar="DIRECTORY", help="draw the plots here, with gnuplot")
    arguments = parser.parse_args()
    measured = measured_read()
    by = models(measured)
    searched = searches(measured)
    made = sections(measured, by, searched)
    if arguments.page:
        arguments.page.write_text(page_fill(arguments.page.read_text("utf-8"), made), "utf-8")
    else:
        for name, text in made.items():
            print(f"{name}\n\n{text}")
    if arguments.plots:
        plots_draw(by, searched, arguments.plots)
    return 0


if __name__ == "__main__":
    sys.exit(main())
