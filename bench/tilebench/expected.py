"""The regression guard: counts to the last node, ratios within a factor, never a time."""

from __future__ import annotations

from typing import Any

from .machine import is_forced
from .measure import Figure

# A ratio may become worse by this factor: shared machines drift, and a serious regression
# (a kernel no longer chosen) costs more.
SLACK = 2.0
# Shorter processes are dominated by their start.
SHORTEST = 0.5


def _shared(case: dict[str, Any]) -> bool:
    """Returns whether every machine has the case: it uses one thread or all."""
    name = case["name"]
    return not name.endswith(" threads") or name.endswith("all threads")


def _held(case: dict[str, Any]) -> dict[str, Figure]:
    """The ratios to compare: for searches, to the loads of one thread in CPU time; for everything
    else, CPU time to that of its floor, which the machine's memory, as other programs leave it,
    affects as well."""
    if case["group"] == "search":
        return case["ratios"] if "cpu_rate" in case["figures"] else {}
    return {name: ratio for name, ratio in case["ratios"].items() if name.startswith("CPU / ")}


def _long(case: dict[str, Any]) -> bool:
    return "cpu" in case["figures"] and case["figures"]["cpu"]["median"] > SHORTEST


def expected_of(results: dict[str, Any]) -> dict[str, Any]:
    """Returns the figures with which later runs are compared."""
    cases = {
        case["name"]: {
            "counts": case["counts"],
            "ratios": {
                name: {"median": round(ratio["median"], 3), "better": ratio["better"]}
                for name, ratio in _held(case).items()
                if _long(case)
            },
        }
        for case in results["cases"]
        if _shared(case)
    }
    return {
        "schema": results["schema"],
        "version": results["version"],
        "mode": results["mode"],
        "variants": results["machine"]["variants"],
        "cases": cases,
    }


def counts_check(expected: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """Sentences on cases that are missing and counts that differ; none if all is well."""
    for key in ("schema", "version", "mode"):
        if expected[key] != results[key]:
            return [f"{key} is {results[key]}, expected {expected[key]}"]
    measured = {case["name"]: case for case in results["cases"]}
    wrong = []
    for name, stored in expected["cases"].items():
        if name not in measured:
            wrong.append(f"{name} was not measured")
            continue
        found = measured[name]["counts"]
        for count, value in stored["counts"].items():
            if found.get(count) != value:
                wrong.append(f"{name}: {count} is {found.get(count)}, expected {value}")
    return wrong


def _worse(found: Figure, stored: dict[str, Any]) -> bool:
    """Returns whether even the best repetition exceeds the slack."""
    if stored["better"] == "more":
        return found["max"] < stored["median"] / SLACK
    return found["min"] > stored["median"] * SLACK


def ratios_check(expected: dict[str, Any], results: dict[str, Any]) -> dict[tuple[str, str], str]:
    """By case and ratio: a sentence on each that is worse than the slack allows.

    Nothing is compared if the instruction sets differ from the stored ones, or one was forced.
    """
    if expected["variants"] != results["machine"]["variants"] or is_forced(results):
        return {}
    wrong = {}
    measured = {case["name"]: case for case in results["cases"]}
    for name, stored in expected["cases"].items():
        held = _held(measured[name])
        for ratio, value in stored["ratios"].items():
            if _worse(held[ratio], value):
                wrong[name, ratio] = (
                    f"{name}: {ratio} is {held[ratio]['median']:.3f}, stored {value['median']}"
                )
    return wrong
