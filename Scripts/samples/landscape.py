"""Hills: skylines as masks with soft edges, some with trees."""

import numpy as np

from canvas import F, HEIGHT, WIDTH, blur

FINE = 4  # skyline samples a pixel


def skyline(rng, base, height, roughness=1.9, cycles=40, tilt=0.0, peaked=False):
    """The y of a ridge, `FINE` samples a pixel: `base` and waves of `height` pixels, falling by `tilt` across.

    Plain waves give rolling hills, peaked ones give mountains.
    """
    x = np.arange(WIDTH * FINE) / (WIDTH * FINE)
    line = np.zeros(WIDTH * FINE)
    for n in range(1, cycles + 1):
        turn = np.pi * (n * x * 0.83 + rng.random())
        wave = 1 - 2 * np.abs(np.sin(turn)) if peaked else np.sin(2 * turn)
        line += n ** -roughness * wave
    line /= np.abs(line).max()
    return base - height * line + tilt * (x - 0.5)


def with_trees(rng, line, count, tallest, clumps=3.0):
    """The same skyline with conifers on it, standing in clumps."""
    x = (np.arange(WIDTH * FINE) + 0.5) / FINE
    density = np.sin(np.linspace(0, 2 * np.pi * clumps, 512) + rng.random() * 6)
    density = np.clip(density + 0.5 + 0.5 * rng.standard_normal(512), 0.02, None)
    places = rng.choice(512, count, p=density / density.sum()) / 512 * WIDTH + rng.random(count) * WIDTH / 512
    top = line.copy()
    for place in places:
        height = tallest * (0.35 + 0.65 * rng.random())
        half = height * (0.14 + 0.05 * rng.random())
        near = np.abs(x - place) < half
        away = np.abs(x[near] - place) / half
        # Branches: the outline steps in and out on the way up.
        outline = 1 - away
        outline += 0.07 * np.sin(away * 30 + rng.random() * 6) * np.sqrt(away)
        foot = line[np.clip(int(place * FINE), 0, len(line) - 1)] + 3
        top[near] = np.minimum(top[near], foot - height * outline)
    return top


def below(line, ground=None):
    """How much of each pixel lies under a skyline, and how far below the ground it is.

    The ground leaves out trees and is smoothed, or every notch would draw a streak down the slope.
    """
    y = (np.arange(HEIGHT) + 0.5)[:, None]
    cover = np.clip(y - line[None, :] + 0.5, 0, 1).reshape(HEIGHT, WIDTH, FINE).mean(axis=2)
    height = (line if ground is None else ground).reshape(WIDTH, FINE).mean(axis=1)
    return cover.astype(F), (y - blur(height[None, :], 24)).astype(F)


def visible_rows(covers):
    """For each of the planes, far to near, the slice of rows in which nearer ones leave something of it to see."""
    rows = []
    hidden = np.zeros((HEIGHT, WIDTH), bool)
    for cover in reversed(covers):
        seen = np.flatnonzero(((cover > 0) & ~hidden).any(axis=1))
        rows.append(slice(seen[0], seen[-1] + 1))
        hidden |= cover >= 1
    return rows[::-1]
