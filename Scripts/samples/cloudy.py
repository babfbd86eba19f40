"""Dusk over a mountain lake: a deck of cloud drawing across, ranges in haze, the last light at the horizon."""

import numpy as np

from canvas import F, FPS, HEIGHT, WIDTH, LoopingField, colour, coordinates, enlarge, gradient, over, screen, smoothstep
from landscape import below, skyline, visible_rows, with_trees

SECONDS = 10
QUALITY = 22
HORIZON = 520
DECK = (512, 512)


def make_ranges(rng):
    """Far to near: cover, colours, and where haze lies on each."""
    lines = [skyline(rng, 452, 78, 1.3, 70, peaked=True), skyline(rng, 498, 66, 1.4, 70, tilt=-60, peaked=True),
             skyline(rng, 566, 52, 1.6, 60, tilt=60, peaked=True), skyline(rng, 668, 30, 2.0, 40, tilt=-60)]
    looks = [("757a9c", "a592a6", 95, 0.5), ("565d82", "8a809c", 110, 0.5), ("383f60", "5f5f80", 120, 0.42),
             ("171b30", "1c2036", 110, 0.0)]
    ranges = []
    for index, (line, (crest, foot, fade, haze)) in enumerate(zip(lines, looks)):
        cover, depth = below(with_trees(rng, line, 360, 44, 2.5) if index == 3 else line, line)
        share = smoothstep(0, fade, depth)[..., None]
        paint = colour(crest) * (1 - share) + colour(foot) * share
        ranges.append((cover, paint.astype(F), cover * smoothstep(10, fade, depth) * F(haze)))
    return ranges


class CloudDeck:
    """A flat layer of cloud seen from below: a looping field looked up in perspective, lit from the horizon."""

    def __init__(self, rng):
        self.field = LoopingField(rng, *DECK, SECONDS, 3.3, (9.0, 3.0), 0.4, coarsest=110)
        rows, columns = HORIZON // 2, WIDTH // 2
        y, x = np.mgrid[0:rows, 0:columns].astype(F)
        self.depth = 1 / (1.08 - (y + 0.5) / rows)
        u = (x + 0.5 - columns * 0.58) / columns * self.depth * 170 + 256
        v = self.depth * 78
        self.i, self.j = np.floor(v).astype(int), np.floor(u).astype(int)
        self.s, self.t = v - self.i, u - self.j

    def lookup(self, plane):
        i, j = self.i % DECK[0], self.j % DECK[1]
        k, m = (i + 1) % DECK[0], (j + 1) % DECK[1]
        top = plane[i, j] + (plane[i, m] - plane[i, j]) * self.t
        bottom = plane[k, j] + (plane[k, m] - plane[k, j]) * self.t
        return top + (bottom - top) * self.s

    def at(self, time):
        """Thickness and light, both at full size."""
        plane = self.field.at(time)
        # The far side of a bulge faces the light at the horizon; thick cloud lets less of it through.
        slope = plane - np.roll(plane, -9, axis=0)
        lit = smoothstep(-1.3, 1.3, 1.5 * slope - 0.35 * np.clip(plane, -0.5, 2) + 0.25)
        thick = smoothstep(-1.1, 1.1, plane)
        return enlarge(self.lookup(thick), HORIZON), enlarge(self.lookup(lit), HORIZON)


def frames():
    rng = np.random.default_rng(11)
    x, y = coordinates()
    sky = gradient(y / HEIGHT, [(0, "27375c"), (0.25, "4a5f8c"), (0.45, "8d8db2"), (0.58, "d9a8b0"), (0.68, "f4c3a6")])
    west = np.exp(-(((x - 760) / 420) ** 2 + ((y - 500) / 150) ** 2))[..., None] * colour("ffb48a") * F(0.55)
    screen(sky, west.astype(F))

    deck = CloudDeck(rng)
    up = (y / HORIZON)[:HORIZON]
    shade = gradient(up, [(0, "1d2742"), (0.5, "3d4769"), (0.85, "8a7f9c"), (1, "c79ca4")])
    bright = gradient(up, [(0, "66789c"), (0.45, "a9a3bd"), (0.75, "f0b9b0"), (1, "f7c8ac")])
    fade = smoothstep(1.02, 0.86, up) * F(0.94)

    ranges = make_ranges(rng)
    rows = visible_rows([cover for cover, _, _ in ranges])
    hazes = [LoopingField(rng, 90, 160, SECONDS, 3.2, (1.6 + n, 0.1), 0.4, (1.0, 0.3)) for n in range(len(ranges))]

    for n in range(SECONDS * FPS):
        time = n / FPS
        frame = sky.copy()
        thick, lit = deck.at(time)
        over(frame[:HORIZON], shade + (bright - shade) * lit[..., None], np.clip(thick, 0, 1) * fade)
        for (cover, paint, foot), seen, field in zip(ranges, rows, hazes):
            over(frame[seen], paint[seen], cover[seen])
            if foot.any():
                over(frame[seen], colour("c3a9b4"), foot[seen] * smoothstep(-1.5, 2.0, enlarge(field.at(time))[seen]))
        yield frame
