#!/usr/bin/python3
"""Draws the pictures of docs/figures.md anew: each kind by qc, left, and by matplotlib with its defaults, right.

    docs/figures/make.py [build/bin/qc]

Needs Debian's python3-matplotlib and librsvg2-2. One PNG file a kind, beside this file; the numbers are the same.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.image
import matplotlib.pyplot as plt
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
x = np.linspace(0, 10, 200)
k = np.arange(60)
points = np.array([(math.sin(7 * i) * i, math.cos(5 * i) * 3 + i / 10) for i in range(60)])
normal = np.array([sum(math.sin(i * p) for p in (12.9898, 78.233, 37.719, 4.581)) for i in range(2000)])
bump = np.array([[math.exp(-((m - 20) ** 2 + (n - 35) ** 2) / 200) * 3 - math.exp(-((m - 32) ** 2 + (n - 15) ** 2) / 90)
                  for n in range(64)] for m in range(48)])
groups = np.array([[3, 2, 1], [7, 5, 4], [2, 6, 3], [5, 4, 4]])


def line(ax):
    ax.plot(x, np.sin(x))
    ax.set(title="a sine", xlabel="t", ylabel="value")


def legend(ax):
    ax.plot(x, np.exp(-x / 5), label="decay")
    ax.plot(x, np.exp(-x / 5) * np.cos(3 * x), "--", label="oscillation")
    ax.plot(x, -np.exp(-x / 5), ":", label="lower bound")
    ax.legend()
    ax.grid(True)


def scatter(ax):
    ax.scatter(points[:, 0], points[:, 1])


def bars(ax):
    ax.bar(range(5), [3, 7, 2, 5, 4])


def grouped(ax):
    for j, name in enumerate(["one", "two", "three"]):
        ax.bar(np.arange(4) + (j - 1) * 0.8 / 3, groups[:, j], 0.8 / 3, label=name)
    ax.legend()


def histogram(ax):
    ax.hist(normal, 25)


def logarithmic(ax):
    ax.loglog(10 ** (k / 10 - 2), 1 / (1 + 10 ** (k / 5 - 4)))
    ax.grid(True)
    ax.set(xlabel="frequency", ylabel="gain")


def colours(ax):
    plt.colorbar(ax.imshow(bump))
    ax.set_title("two bumps")


def grey(ax):
    ax.imshow(bump, cmap="gray", vmin=0, vmax=3)
    ax.plot([35, 15], [20, 32], "r-o")


def panels(ax):
    fig = ax.figure
    ax.remove()
    axes = fig.subplots(2, 2)
    axes[0, 0].plot(x, np.sin(x))
    axes[0, 0].set_title("first")
    axes[0, 1].bar(range(3), [1, 2, 3])
    axes[1, 0].imshow(bump)
    axes[1, 1].scatter([1, 2, 3], [1e7, 2e7, 3e7])


def offsets(ax):
    ax.plot(1e6 + k / 600, 12345678 + np.sin(k / 10) / 4)


def errors(ax):
    ax.errorbar(range(8), [1, 3, 2, 5, 4, 6, 5, 7], [0.5, 0.3, 0.8, 0.4, 0.5, 0.9, 0.3, 0.6])
    ax.step(np.arange(8), [2, 2, 4, 4, 3, 3, 1, 1], where="post")


# By name: what qc runs; x, k, points and the like are there. The last value is the figure.
KINDS = {
    "line": (line, 'f = plot(x, sin(x)); title("a sine"); xlabel("t"); ylabel("value")'),
    "legend": (legend, 'hold("on"); plot(x, exp(-x/5)); plot(x, exp(-x/5).*cos(3*x), "--"); '
                       'f = plot(x, -exp(-x/5), ":"); legend("decay", "oscillation", "lower bound"); grid("on")'),
    "scatter": (scatter, "f = scatter(points[:,0], points[:,1])"),
    "bars": (bars, "f = bar([3, 7, 2, 5, 4])"),
    "grouped": (grouped, 'f = bar(groups); legend("one", "two", "three")'),
    "histogram": (histogram, "f = hist(normal, 25)"),
    "logarithmic": (logarithmic, 'f = loglog(10.^(k/10-2), 1./(1+10.^(k/5-4))); grid("on"); xlabel("frequency"); '
                                 'ylabel("gain")'),
    "colours": (colours, 'f = imagesc(bump); colorbar(); colormap("viridis"); title("two bumps")'),
    "grey": (grey, 'f = imshow(bump, [0, 3]); hold("on"); plot([35, 15], [20, 32], "r-o")'),
    "panels": (panels, 'f = subplot(2, 2, 1); plot(x, sin(x)); title("first"); subplot(2, 2, 2); bar([1, 2, 3]); '
                       'subplot(2, 2, 3); imagesc(bump); colormap("viridis"); subplot(2, 2, 4); '
                       'scatter([1, 2, 3], [1e7, 2e7, 3e7])'),
    "offsets": (offsets, "f = plot(1e6 + k/600, 12345678 + sin(k/10)/4)"),
    "errors": (errors, 'f = errorbar(0..7, [1, 3, 2, 5, 4, 6, 5, 7], [0.5, 0.3, 0.8, 0.4, 0.5, 0.9, 0.3, 0.6]); '
                       'hold("on"); stairs([2, 2, 4, 4, 3, 3, 1, 1])'),
}


def by_qc(tool, folder):
    """Runs all kinds as one program; a picture a kind lies in the folder then."""
    text = ""
    for name, array in (("points", points), ("normal", normal), ("bump", bump), ("groups", groups), ("k", k), ("x", x)):
        np.save(f"{folder}/{name}.npy", np.asarray(array, dtype=np.float64))
        text += f'{name} = load("{folder}/{name}.npy")\n'
    for name, (_, program) in KINDS.items():
        text += f'figure();\n{program};\nhold("off");\nf.save("{folder}/{name}.png");\n'
    subprocess.run([tool, "--precision=double", "-"], input=text, text=True, check=True, stderr=subprocess.DEVNULL,
                   env={**os.environ, "QC_OUTPUT": "none"})


def main():
    tool = sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / "build/bin/qc"
    with tempfile.TemporaryDirectory() as folder:
        by_qc(tool, folder)
        for name, (draw, _) in KINDS.items():
            fig, ax = plt.subplots()
            draw(ax)
            fig.savefig(f"{folder}/other.png")
            plt.close(fig)
            left, right = (matplotlib.image.imread(f"{folder}/{file}.png")[:480, :640, :3] for file in (name, "other"))
            both = np.concatenate([left, np.full((480, 8, 3), 0.7, left.dtype), right], axis=1)
            small(both, HERE / f"{name}.png")


def small(picture, path):
    from PIL import Image

    image = Image.fromarray((picture * 255).round().astype(np.uint8))
    image.resize((image.width * 5 // 8, image.height * 5 // 8), Image.LANCZOS).save(path, optimize=True)


if __name__ == "__main__":
    main()
