"""Four short films for the player, each of another shape: water, cloud, birds and fireflies, in a few flat colours.

Each is a generator of frames and loops without a seam: whatever moves makes a whole number of turns.
"""

import numpy as np

from canvas import F, LoopingField, blur, colour, coordinates, enlarge, gradient, over, screen, smoothstep

FPS = 24
TAU = 2 * np.pi


class Film:
    def __init__(self, size, seconds, quality, paint, grain=0.5):
        self.size, self.seconds, self.quality, self.paint, self.grain = size, seconds, quality, paint, grain

    def frames(self):
        return self.paint(*self.size, self.seconds)


def times(seconds):
    return [n / FPS for n in range(round(seconds * FPS))]


def pond(width, height, seconds):
    """The last light on a pond: a low sun, far reeds, and its broken reflection."""
    rng = np.random.default_rng(21)
    x, y = coordinates(height, width)
    horizon = 0.46 * height
    sun = (0.63 * width, 0.36 * height)
    away = np.hypot(x - sun[0], (y - sun[1]) * 1.05) / height

    sky = gradient(y / height, [(0, "24406b"), (0.2, "5b6f9a"), (0.36, "c79aa0"), (0.46, "f4bd8a")])
    screen(sky, (np.exp(-(away / 0.34) ** 2)[..., None] * colour("ff9a54") * 0.6).astype(F))
    over(sky, colour("fff0c8"), smoothstep(0.058, 0.05, away))

    # Two far shores and a fringe of reeds along the nearer one.
    ridge = horizon - height * (0.035 + 0.022 * np.sin(x / width * 5.1 + 0.6) + 0.014 * np.sin(x / width * 11.3 + 2))
    over(sky, gradient(y / height, [(0.3, "8d7f99"), (0.46, "c49a94")]), smoothstep(-0.7, 0.7, y - ridge))
    near = horizon - height * (0.012 + 0.05 * smoothstep(0.42 * width, 0.1 * width, x) * (0.7 + 0.3 * np.sin(x / 47)))
    over(sky, colour("4a4763"), smoothstep(-0.7, 0.7, y - near))

    # The water mirrors the sky about the horizon, pulled and broken by waves that shrink into the distance.
    rows = np.arange(int(horizon), height)
    depth = ((rows + 0.5 - horizon) / (height - horizon)).astype(F)
    distance = 1 / (depth + 0.09)
    swell = LoopingField(rng, 192, 256, seconds, 2.6, (1.5, 6.0), 0.4, (1.6, 0.8), coarsest=26)
    u = (x[rows] / width - 0.5) * (distance[:, None] * 22 + 34) + 128
    v = (34 * np.log(distance) + 6 * distance)[:, None] + np.zeros_like(u)
    i, j = np.floor(v).astype(int), np.floor(u).astype(int)
    s, t = v - i, u - j

    def look(plane):
        i0, i1, j0, j1 = i % 192, (i + 1) % 192, j % 256, (j + 1) % 256
        top = plane[i0, j0] + (plane[i0, j1] - plane[i0, j0]) * t
        return top + (plane[i1, j0] + (plane[i1, j1] - plane[i1, j0]) * t - top) * s

    # What small waves between the rows do to sharp edges.
    mirrored = sky.copy()
    mirrored[:int(horizon)] = blur(sky[:int(horizon)], 3.0)
    columns = np.arange(width)[None, :] + np.zeros((len(rows), 1), int)
    tint = gradient(depth, [(0, "b98d8f"), (0.35, "5d5c7f"), (1, "1c2a4a")])[:, None, :]
    for time in times(seconds):
        wave = look(swell.at(time))
        tall = (wave * (0.004 + 0.075 * depth[:, None] ** 0.8) * height).astype(F)
        mirror = np.clip(2 * horizon - rows[:, None] - 1 + tall, 0, horizon - 1)
        first = np.floor(mirror).astype(int)
        part = (mirror - first)[..., None].astype(F)
        second = np.minimum(first + 1, int(horizon) - 1)
        water = mirrored[first, columns] * (1 - part) + mirrored[second, columns] * part
        over(water, tint + np.zeros_like(water), (0.3 + 0.42 * depth[:, None] + np.zeros_like(wave)).astype(F))
        # The path of the sun: facets that lean the right way, wider towards the viewer.
        lean = np.abs(x[rows] - sun[0]) / (width * (0.035 + 0.12 * depth[:, None]))
        glint = smoothstep(0.1, 1.5, wave) * np.exp(-lean**2)
        screen(water, (glint[..., None] * colour("ffc88c") * 0.85).astype(F))
        frame = sky.copy()
        frame[rows] = water
        yield frame


def valley(width, height, seconds):
    """Morning cloud drawing over a valley."""
    rng = np.random.default_rng(8)
    x, y = coordinates(height, width)
    sky = gradient(y / height, [(0, "3f78b8"), (0.4, "7fb0d8"), (0.72, "cfdfe2"), (1, "f6e7cf")])
    glow = np.exp(-(((x - 0.2 * width) / (0.5 * width)) ** 2 + ((y - 0.82 * height) / (0.28 * height)) ** 2))
    screen(sky, (glow[..., None] * colour("ffe0a8") * 0.5).astype(F))
    far = LoopingField(rng, 96, 128, seconds, 3.6, (1.5, 0), 0.25, (1.9, 0.75), coarsest=60)
    near = LoopingField(rng, 96, 128, seconds, 3.5, (3.2, 0), 0.35, (1.5, 0.8), coarsest=60)
    high = smoothstep(0.9, 0.35, y / height)
    hills = []
    for base, swing, phase, top, foot in ((0.8, 0.045, 0.4, "8fa9b8", "c3cdc8"), (0.87, 0.04, 2.2, "5f8290", "95aea8"),
                                          (0.94, 0.035, 4.4, "2f5560", "4d7473")):
        line = height * (base + swing * np.sin(x / width * 4.2 + phase) + 0.4 * swing * np.sin(x / width * 9.7 + phase * 2))
        share = smoothstep(0, 0.16 * height, y - line)[..., None]
        hills.append((smoothstep(-0.7, 0.7, y - line), (colour(top) * (1 - share) + colour(foot) * share).astype(F)))
    for time in times(seconds):
        frame = sky.copy()
        for field, low, strength, light in ((far, 0.25, 0.55, 0.5), (near, 0.35, 0.92, 1.0)):
            plane = field.at(time)
            # Lit from below left: the side that rises towards the light is bright.
            slope = plane - np.roll(np.roll(plane, 3, axis=1), -3, axis=0)
            cover = smoothstep(low, low + 1.3, enlarge(plane, height, width)) * high * F(strength)
            lit = smoothstep(-1.1, 1.1, enlarge(slope, height, width))[..., None] * F(light)
            over(frame, (colour("9fb4cb") * (1 - lit) + colour("fff6e6") * lit).astype(F), cover)
        for cover, paint in hills:
            over(frame, paint, cover)
        yield frame


def geese(width, height, seconds):
    """Wild geese crossing hills at dusk, in the wide shape of the cinema: black above and below belongs to the file."""
    rng = np.random.default_rng(4)
    bar = 64
    inner = height - 2 * bar
    x, y = coordinates(inner, width)
    sky = gradient(y / inner, [(0, "1f2b52"), (0.35, "5a4f7e"), (0.62, "c4707a"), (0.8, "f5a86c"), (1, "ffd28e")])
    warm = np.exp(-(((x - 0.28 * width) / (0.36 * width)) ** 2 + ((y - 0.86 * inner) / (0.3 * inner)) ** 2))
    screen(sky, (warm[..., None] * colour("ffb066") * 0.45).astype(F))
    streaks = LoopingField(rng, 72, 160, seconds, 3.2, (1.2, 0), 0.2, (3.2, 0.6), coarsest=60)
    ranges = []
    for base, swing, phase, top, foot in ((0.78, 0.05, 0.2, "a0647c", "d98a78"), (0.85, 0.045, 1.7, "6a456b", "a5667a"),
                                          (0.93, 0.045, 3.6, "2c2140", "4a3052")):
        line = inner * (base + swing * np.sin(x / width * 6 + phase) + 0.45 * swing * np.sin(x / width * 14 + 3 * phase))
        share = smoothstep(0, 0.2 * inner, y - line)[..., None]
        ranges.append((smoothstep(-0.7, 0.7, y - line), (colour(top) * (1 - share) + colour(foot) * share).astype(F)))
    # A skein: one leads, the others follow in two lines. They enter after the loop begins and have left before it ends.
    birds = [(0, 0)] + [(n * 30 + rng.uniform(-3, 3), n * 13 + rng.uniform(-2, 2)) for n in range(1, 6)]
    birds += [(n * 31 + rng.uniform(-3, 3), -n * 11 + rng.uniform(-2, 2)) for n in range(1, 5)]
    beats = [(round(2.1 * seconds) + int(rng.integers(-1, 2)), rng.uniform(0, TAU)) for _ in birds]
    long = 220
    for time in times(seconds):
        frame = sky.copy()
        plane = enlarge(streaks.at(time), inner, width)
        fade = smoothstep(0.95, 0.4, y / inner) * smoothstep(-0.05, 0.2, y / inner)
        over(frame, colour("f0a088") + np.zeros_like(frame), smoothstep(0.3, 2.2, plane) * fade * F(0.42))
        lead = -30 + (width + long + 60) * time / seconds
        rise = 0.36 * inner - 18 * np.sin(TAU * time / seconds)
        for (back, aside), (turns, phase) in zip(birds, beats):
            bob = 2.0 * np.sin(TAU * turns * time / seconds + phase + 1)
            bird(frame, lead - back, rise + aside + bob, 11.5, np.sin(TAU * turns * time / seconds + phase))
        for cover, paint in ranges:
            over(frame, paint, cover)
        yield np.pad(frame, [(bar, bar), (0, 0), (0, 0)])


def bird(frame, px, py, size, beat):
    """A small dark goose seen from the side: body, neck, and two wings at an angle that `beat` (-1…1) gives."""
    reach = int(size * 2.2)
    left, right = max(0, int(px) - reach), min(frame.shape[1], int(px) + reach + 1)
    top, bottom = max(0, int(py) - reach), min(frame.shape[0], int(py) + reach + 1)
    if left >= right or top >= bottom:
        return
    y, x = np.mgrid[top:bottom, left:right].astype(F)
    x, y = (x + 0.5 - px) / size, (y + 0.5 - py) / size
    soft = 0.9 / size

    def line(x0, y0, x1, y1, wide0, wide1):
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        gap = np.hypot(x - x0 - t * dx, y - y0 - t * dy) - (wide0 + (wide1 - wide0) * t)
        return smoothstep(soft / 2, -soft / 2, gap)

    shapes = [line(-0.75, 0.02, 0.45, 0, 0.07, 0.15), line(0.4, 0, 1.15, -0.1, 0.11, 0.055)]
    for far in (0, 1):
        lift = (-0.95 * beat - 0.1) * (0.8 if far else 1)
        tip = (-0.35 + 0.25 * far - 0.15 * abs(beat), lift * 1.1)
        elbow = (0.12 + 0.12 * far, lift * 0.62)
        shapes += [line(0.1 + 0.1 * far, 0, *elbow, 0.15, 0.1), line(*elbow, *tip, 0.1, 0.02)]
    cover = np.max(shapes, axis=0)
    over(frame[top:bottom, left:right], colour("1d1830") + np.zeros(cover.shape + (3,), F), cover * F(0.94))


def fireflies(width, height, seconds):
    """Fireflies over a meadow at night, upright."""
    rng = np.random.default_rng(33)
    x, y = coordinates(height, width)
    night = gradient(y / height, [(0, "0d1c3a"), (0.45, "1d4254"), (0.66, "3a6a62"), (0.8, "1e4640"), (1, "0a1f22")])
    moon = np.hypot(x - 0.7 * width, y - 0.17 * height) / width
    screen(night, (np.exp(-(moon / 0.3) ** 2)[..., None] * colour("7fa6c0") * 0.35).astype(F))
    over(night, colour("f1efd8"), smoothstep(0.078, 0.072, moon))
    trees = height * (0.6 + 0.02 * np.sin(x / width * 7) + 0.012 * np.sin(x / width * 19 + 1) + 0.05 * np.cos(x / width * 3.6))
    paint = gradient(y / height, [(0.55, "173840"), (0.7, "2c5a54")])
    over(night, paint, smoothstep(-1.0, 1.0, y - trees) * smoothstep(0.74, 0.62, y / height))
    mist = LoopingField(rng, 96, 54, seconds, 3.4, (0.9, 0), 0.3, (2.2, 0.7), coarsest=70)

    blades = []
    for n in range(70):
        near = n / 70
        blades.append((rng.uniform(-0.05, 1.05) * width, height * rng.uniform(0.1, 0.2 + 0.2 * near), rng.uniform(-50, 50),
                       4 + 5 * near, rng.uniform(0, TAU), near))
    flies = []
    for n in range(26):
        size = rng.uniform(0.6, 1.5)
        flies.append((rng.uniform(0.08, 0.92) * width, rng.uniform(0.42, 0.9) * height, rng.uniform(12, 46), rng.uniform(8, 30),
                      rng.integers(1, 3), rng.uniform(0, TAU), rng.integers(1, 4), rng.uniform(0, TAU), size))
    for time in times(seconds):
        turn = TAU * time / seconds
        frame = night.copy()
        veil = smoothstep(-0.4, 2.4, enlarge(mist.at(time), height, width)) * np.exp(-(((y / height) - 0.7) / 0.09) ** 2)
        over(frame, colour("8fb8ac") + np.zeros_like(frame), (veil * 0.5).astype(F))
        for bx, tall, lean, wide, phase, near in blades:
            sway = lean + 14 * np.sin(turn + phase) + 4 * np.sin(2 * turn + phase * 2)
            tip = height - tall
            left, right = int(max(0, bx - 80)), int(min(width, bx + 80))
            if left >= right:
                continue
            part = (slice(int(tip), height), slice(left, right))
            share = (height - y[part]) / tall
            gap = np.abs(x[part] - bx - sway * share**2) - wide * (1 - np.clip(share, 0, 1)) / 2
            shade = colour("16383a") * (1 - near) + colour("05120f") * near
            over(frame[part], shade + np.zeros(gap.shape + (3,), F), smoothstep(0.8, -0.8, gap) * (share < 1))
        for fx, fy, wx, wy, turns, phase, blinks, blink, size in flies:
            px = fx + wx * np.sin(turns * turn + phase)
            py = fy + wy * np.sin((turns + 1) * turn + 2 * phase)
            glow = max(0.0, np.sin(blinks * turn + blink)) ** 1.6
            if glow < 0.01:
                continue
            reach = int(42 * size)
            part = (slice(max(0, int(py) - reach), min(height, int(py) + reach)),
                    slice(max(0, int(px) - reach), min(width, int(px) + reach)))
            away = np.hypot(x[part] - px, y[part] - py) / size
            halo = (0.5 * np.exp(-(away / 13) ** 2) + 0.95 * np.exp(-(away / 3.2) ** 2)) * glow
            screen(frame[part], np.clip(halo[..., None] * colour("f6e58a"), 0, 1).astype(F))
        yield frame


FILMS = {
    "pond": Film((960, 540), 10, 29, pond),
    "valley": Film((720, 540), 12, 27, valley),
    "geese": Film((960, 540), 12, 26, geese),
    "fireflies": Film((540, 960), 8, 27, fireflies),
}
