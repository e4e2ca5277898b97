"""Numbers and tables for people, in Markdown."""

from __future__ import annotations

from typing import Any, Sequence

from .measure import Figure

_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))


def number(value: float, unit: str = "") -> str:
    """Returns three digits and a unit: 0.00234 s is 2.34 ms, 1.2e7 1/s is 12.0 million/s."""
    if value == 0:
        return f"0 {unit}".strip()
    if unit == "1/s":
        return f"{value / 1e6:.3g} million/s"
    if unit == "":
        return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
    if unit == "s" and value >= 1:
        return f"{value:.3g} s" if value < 100 else f"{value:.0f} s"
    size, prefix = next((one for one in _UNITS if abs(value) >= one[0]), _UNITS[-1])
    digits = f"{value / size:.3g}" if value / size < 100 else f"{value / size:.0f}"
    return f"{digits} {prefix}{unit}"


def spread(figure: Figure | None) -> str:
    """The median, and the minimum and maximum if they differ."""
    if figure is None:
        return ""
    unit = figure["unit"]
    median = number(figure["median"], unit)
    low, high = number(figure["min"], unit), number(figure["max"], unit)
    return median if low == high else f"{median} ({low} to {high})"


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def count(value: float | int | None) -> str:
    """Returns a count with separated thousands; a mean is rounded."""
    return "" if value is None else f"{round(value):,}"
