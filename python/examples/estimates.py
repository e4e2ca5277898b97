# How much do heuristics miss of the optimal length? Each cell runs by itself, in an editor that knows
# `# %%` or as a notebook; as a program it writes estimates.svg. Needs numpy; draws with matplotlib
# if it is installed, otherwise by hand.
#
#     PYTHONPATH=python python3 python/examples/estimates.py

# %% Random boards of the 15-puzzle: an array of a row of 16 numbers for each
import os

import numpy as np
import tilepdb
from tilepdb import arrays

boards = arrays.scramble(int(os.environ.get("BOARDS", "200")), seed=1)
print(boards[0].reshape(4, 4))

# %% Their optimal lengths, and what three heuristics estimate
estimates = {}
with tilepdb.Solver.generate("6-6-3") as solver:
    lengths = arrays.lengths(solver, boards)
    estimates["pattern databases"] = arrays.estimates(solver, boards)
for name in ("linear-conflict", "manhattan"):
    with tilepdb.Solver(heuristic=name) as solver:
        estimates[name] = arrays.estimates(solver, boards)
print(f"{len(boards)} boards, {lengths.mean():.2f} moves on average")

# %% What the estimates miss: never less than nothing, and an even number of moves
missing = {name: lengths - values for name, values in estimates.items()}
for name, values in missing.items():
    assert (values >= 0).all() and (values % 2 == 0).all()
    print(f"{name:18} {values.mean():5.2f} moves missing, at most {values.max()}")

# %% As counts: how many boards miss how many moves
most = max(values.max() for values in missing.values())
misses = np.arange(0, most + 1, 2)
counts = {name: np.bincount(values, minlength=most + 1)[::2] for name, values in missing.items()}


# %% The plot
def svg_write(path):
    width, height, margin = 640, 400, 40
    highest = max(values.max() for values in counts.values())
    x = margin + misses / max(1, most) * (width - 2 * margin)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    lines.append('<rect width="100%" height="100%" fill="white"/><g font-family="sans-serif" font-size="12">')
    for across, miss in zip(x, misses):
        lines.append(f'<text x="{across:.1f}" y="{height - 20}" text-anchor="middle">{miss}</text>')
    for row, (name, values) in enumerate(counts.items()):
        colour = ("#0072b2", "#d55e00", "#009e73")[row]
        y = height - margin - values / highest * (height - 2 * margin)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{width - 200}" y="{margin + 16 * row}" fill="{colour}">{name}</text>')
    lines.append(f'<text x="{width / 2}" y="{height - 4}" text-anchor="middle">moves missing</text></g></svg>')
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


try:
    import matplotlib

    if __name__ == "__main__" and "get_ipython" not in globals():
        matplotlib.use("Agg")  # a program needs no window
    from matplotlib import pyplot
except ImportError:
    svg_write("estimates.svg")
else:
    figure, axes = pyplot.subplots()
    for name, values in counts.items():
        axes.plot(misses, values, marker="o", label=name)
    axes.set(xlabel="moves missing", ylabel="boards")
    axes.legend()
    figure.savefig("estimates.svg")
print("estimates.svg")
