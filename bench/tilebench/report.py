"""The report of a run, in Markdown."""

from __future__ import annotations

from typing import Any

from .format import count, number, spread, table

TITLES = {
    "generation": "Generation",
    "opening": "Opening: the whole process",
    "search": "Search",
    "verification": "Verification",
}


def origin(results: dict[str, Any]) -> str:
    """Date, machine and commit in one line."""
    machine, build = results["machine"], results["build"]
    commit = build["commit"][:12] + (" with changes" if build["dirty"] else "")
    return (
        f"{results['date'][:10]}, {machine['cpu']}, {machine['cores']} cores, "
        f"{number(machine['memory_bytes'], 'B')}, commit {commit}"
    )


def _head(results: dict[str, Any]) -> str:
    machine, build = results["machine"], results["build"]
    rows = [
        ("date", results["date"]),
        ("run", f"{results['mode']}, {results['repeats']} repetitions, {results['seconds']} s"),
        ("processor", f"{machine['cpu']}, {machine['cores']} cores"),
        ("processor flags", ", ".join(machine["variants"]) or "none of those that matter"),
        ("caches", ", ".join(f"{name} {size}" for name, size in machine["caches"].items())),
        ("memory", number(machine["memory_bytes"], "B")),
        ("kernel", f"{machine['kernel']}, huge pages {machine['huge_pages']}"),
        ("compiler", f"{build['compiler']}, {build['build_type']}: {build['flags']}"),
        ("commit", build["commit"] + (", with changes" if build["dirty"] else "")),
        ("load average", f"{results['load']['before']} before, {results['load']['after']} after"),
    ]
    text = "# Benchmarks\n\n" + table(("what", "is"), rows)
    text += "\nFigures are medians, with the minimum and maximum of the repetitions. Counts are exact.\n"
    return text + "".join(f"\n> {sentence}\n" for sentence in results["caveats"])


def _limits(results: dict[str, Any]) -> str:
    rows = []
    for name, figure in results["limits"].items():
        rows.append((name, figure.get("of", ""), spread(figure)))
    return "\n## Limits of this machine, in this run\n\n" + table(("limit", "memory", "measured"), rows)


def _ratios(case: dict[str, Any]) -> str:
    return "; ".join(f"{number(r['median'])} ({name})" for name, r in case["ratios"].items())


def _processes(results: dict[str, Any], group: str) -> str:
    rows = []
    for case in results["cases"]:
        if case["group"] == group:
            figures = case["figures"]
            size = number(figures["file_bytes"]["median"], "B") if "file_bytes" in figures else ""
            rows.append(
                (
                    case["name"],
                    spread(figures["wall"]),
                    spread(figures["cpu"]),
                    number(figures["memory"]["median"], "B"),
                    size,
                    _ratios(case),
                )
            )
    head = ("case", "wall", "CPU", "peak memory", "files", "ratio to the floor")
    return f"\n## {TITLES[group]}\n\n" + table(head, rows)


def _search(results: dict[str, Any]) -> str:
    rows = []
    for case in results["cases"]:
        if case["group"] == "search":
            counts, figures = case["counts"], case["figures"]
            rows.append(
                (
                    case["name"],
                    count(counts["moves"]),
                    count(counts["generated"]),
                    spread(figures["wall"]),
                    number(figures["memory"]["median"], "B"),
                    spread(figures["rate"]),
                    _ratios(case),
                )
            )
    head = ("case", "moves", "generated", "wall", "peak memory", "nodes", "ratio to the floor")
    text = f"\n## {TITLES['search']}\n\n" + table(head, rows)
    for case in results["cases"]:
        if "published" in case["counts"]:
            same = "the same" if case["counts"]["as_published"] else "NOT the same"
            text += (
                f"\n{case['name']}: {count(case['counts']['generated'])} nodes; Korf's table of 1985 "
                f"sums to {count(case['counts']['published'])}: {same}.\n"
            )
    return text


def _estimates(results: dict[str, Any]) -> str:
    rows = []
    for case in results["cases"]:
        if case["group"] == "estimate":
            counts = case["counts"]
            mean = f"{counts['root_h'] / counts['boards']:.3f}"
            rows.append((case["what"]["heuristic"], counts["boards"], mean))
    return "\n## Estimates of random boards\n\n" + table(("heuristic", "boards", "mean h"), rows)


def literature_table(results: dict[str, Any]) -> str:
    """Published means next to the measured ones."""
    rows = []
    for row in results["literature"]:
        boards = f" ({row['measured_boards']} boards)" if row["measured_boards"] else ""
        rows.append(
            (
                row["heuristic"],
                count(row["published_nodes"]),
                row["published_h"] or "",
                ", ".join(row["sources"]),
                row["ours"],
                count(row["measured_nodes"]) + boards if boards else "see below",
                f"{row['measured_h']:.2f}" if row["measured_h"] else "",
            )
        )
    head = ("published", "nodes", "mean h", "source", "here", "nodes here", "mean h here")
    return table(head, rows)


def _literature(results: dict[str, Any]) -> str:
    text = (
        "\n## Comparison with the literature\n\n"
        "The published figures are means over other random boards, from **other machines and other\n"
        "programs**; only nodes and h can be compared. The shapes called 5-5-5 and 6-6-3 differ between\n"
        "papers; means of nodes over few boards vary by a large factor. Here: seeded random boards, with\n"
        "reflection, the plain tree unless marked as reduced; h over 1000 boards. Dual look-ups are another\n"
        "heuristic, not implemented here: the blank-aware tables are shown beside them for their nodes.\n\n"
    )
    text += literature_table(results)
    text += (
        "\nManhattan distance takes too long for a sample of random boards; the counts of Korf's boards\n"
        "under Search are compared with his table to the node instead.\n"
    )
    return text + "".join(f"\n- {key}: {words}" for key, words in results["sources"].items()) + "\n"


def report_text(results: dict[str, Any], drawn: list[str]) -> str:
    """The whole report; `drawn` names the plots that were drawn."""
    text = _head(results) + _limits(results)
    text += _processes(results, "generation") + _processes(results, "opening")
    text += _search(results) + _estimates(results) + _literature(results) + _processes(results, "verification")
    text += "\n## Plots\n\n"
    if not drawn:
        return text + "None: the program gnuplot is not installed.\n"
    return text + "".join(f"![{name}]({name}.svg)\n" for name in drawn)
