"""The regression guard: counts to the last node, ratios within a factor, never a time."""

from __future__ import annotations

from typing import Any

# A ratio may become worse by this factor: shared machines drift, and a regression that matters
# (a kernel no longer chosen) costs more.
SLACK = 2.0
# Shorter processes are dominated by their start.
SHORTEST = 0.5


def _shared(case: dict[str, Any]) -> bool:
    """Cases that every machine has: by one thread or by all."""
    name = case["name"]
    return not name.endswith(" threads") or name.endswith("all threads")


def expected_of(results: dict[str, Any]) -> dict[str, Any]:
    """What later runs are held against."""
    cases = {
        case["name"]: {
            "counts": case["counts"],
            "ratios": {
                name: {"median": round(ratio["median"], 3), "better": ratio["better"]}
                for name, ratio in case["ratios"].items()
                if case["figures"]["cpu"]["median"] > SHORTEST
                and ratio["by_cpu"]
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


def _worse(found: float, stored: dict[str, Any]) -> bool:
    if stored["better"] == "more":
        return found < stored["median"] / SLACK
    return found > stored["median"] * SLACK


def expected_check(expected: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """Sentences on what is not as expected; none if all is well."""
    for key in ("schema", "version", "mode"):
        if expected[key] != results[key]:
            return [f"{key} is {results[key]}, expected is {expected[key]}"]
    measured = {case["name"]: case for case in results["cases"]}
    same_kernels = expected["variants"] == results["machine"]["variants"]
    wrong = []
    for name, stored in expected["cases"].items():
        case = measured.get(name)
        if case is None:
            wrong.append(f"{name} was not measured")
            continue
        for count, value in stored["counts"].items():
            if case["counts"].get(count) != value:
                wrong.append(f"{name}: {count} is {case['counts'].get(count)}, expected {value}")
        for ratio, value in stored["ratios"].items() if same_kernels else ():
            found = case["ratios"][ratio]["median"]
            if _worse(found, value):
                wrong.append(f"{name}: {ratio} is {found:.3f}, stored is {value['median']}")
    return wrong
