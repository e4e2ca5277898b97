"""The floors of the machine, measured several times in the same run."""

from __future__ import annotations

import json
from typing import Any

from .bench import Bench
from .measure import figure, ratio

SIZES = ("7-8", "6-6-3", "5-5-5")  # tables whose sizes are probed


class Limits:
    """Collects the output of `bench/limits`; call `probe` before, between and after the cases."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.samples: list[dict[str, Any]] = []

    def probe(self) -> None:
        """Measure once. Tables must have been generated."""
        table = next(self.bench.tables.glob("4x4_*tiles9-15_projected_nibble.tpdb"))
        sizes = [str(self.bench.table_bytes[name]) for name in SIZES]
        arguments = ["--threads", str(self.bench.jobs), "--table", str(table), *sizes]
        run = self.bench.launcher.run("bench/limits", arguments)
        self.samples.append(json.loads(run.output))

    def figures(self) -> None:
        """Turn the samples into bench.limits, and the floors of the cases into ratios."""
        limits = self.bench.limits
        for i, name in enumerate(SIZES):
            at = [sample["loads"][i] for sample in self.samples]
            size = f"{at[0]['bytes'] / 1e6:.1f} MB, {name}"
            texts = {
                f"loads, {name}, 1 thread": ("per_second", "1/s", "more"),
                f"loads, {name}, all threads": ("per_second_all", "1/s", "more"),
                f"latency, {name}": ("latency", "s", "less"),
            }
            for text, (key, unit, better) in texts.items():
                limits[text] = figure([one[key] for one in at], unit, better) | {"of": size}
        stream = [sample["stream"] for sample in self.samples]
        for key in ("write", "read"):
            values = [one[f"{key}_per_second"] for one in stream]
            limits[f"stream {key}"] = figure(values, "B/s", "more")
        fresh = [2**30 / one["fresh_per_second"] for one in stream]
        limits["seconds to stream 1 GiB, fresh"] = figure(fresh, "s")
        zstd = [2**30 / sample["zstd"]["bytes_per_second"] for sample in self.samples]
        limits["seconds to inflate 1 GiB by zstd"] = figure(zstd, "s")
        for case in self.bench.cases:
            for name, (key, floor, times) in case["floors"].items():
                case["ratios"][name] = ratio(case["figures"][key], limits[floor], times)
