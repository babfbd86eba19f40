"""A city at night through a wet window: lights out of focus, drops that hang, drops that run down.

Light adds up linearly and is brought to the screen at the end, so highlights glow instead of clipping.
"""

import numpy as np

from canvas import F, FPS, HEIGHT, WIDTH, blur, colour, coordinates, smoothstep

SECONDS = 8
QUALITY = 20
LAMPS = ["ffb056", "ffc98a", "ff8f3c", "fff0d8", "ff5a3c", "ff4766", "5ad1d8", "6fa8ff", "b48bff"]
LAMP_SHARES = np.array([0.24, 0.2, 0.14, 0.12, 0.08, 0.06, 0.07, 0.06, 0.03])


def whole_turns(rng, most):
    """A number of cycles that fits the loop."""
    return int(rng.integers(1, most + 1))


class Lights:
    """Discs of confusion: each lamp once as the clear glass shows it and once as the misted glass does."""

    def __init__(self, rng):
        self.lamps = []
        for _ in range(120):
            near = rng.random() ** 2.2
            radius = 9 + 34 * near
            row = 330 + 150 * rng.standard_normal() * (0.45 + 0.55 * near) + 90 * near
            power = (0.1 + 0.5 * rng.random() ** 2) * (1.15 - 0.75 * near)
            self.add(rng, rng.random() * WIDTH, row, radius, power)
        # Street lamps and windows: small ones in rows that lead away.
        for side in (-1, 1):
            for n in range(16):
                away = 0.72 ** n
                self.add(rng, 700 + side * (24 + 620 * away), 455 + (-230 if side < 0 else 120) * away,
                         7 + 26 * away, 0.5 * (0.35 + 0.65 * away), tint=LAMPS[0 if side < 0 else 1])
        # Cars: they come up, cross a part of the view, and are gone before the loop ends.
        for n in range(9):
            coming = n % 2 == 0
            x, y, radius = 500 + 460 * rng.random(), 500 + 70 * rng.random(), 15 + 13 * rng.random()
            travel = (-150 if coming else 120) * (0.6 + rng.random())
            self.add(rng, x, y, radius, 0.6, tint="fff3dc" if coming else "ff3a2c", travel=travel)

    def add(self, rng, x, y, radius, power, tint=None, travel=0.0):
        light = colour(tint or rng.choice(LAMPS, p=LAMP_SHARES)) ** F(2.2) * F(power)
        reach = int(radius * 2.1) + 4
        j, i = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
        away = np.hypot(i, j)
        # A lens leaves a slightly brighter rim.
        disc = smoothstep(radius + 1.2, radius - 1.2, away) * (0.72 + 0.28 * smoothstep(0.5, 0.98, away / radius))
        misted = blur(disc.astype(F), radius * 0.33 + 3)
        self.lamps.append({
            "x": x, "y": y, "reach": reach, "clear": disc[..., None] * light, "misted": misted[..., None] * light,
            "travel": travel, "phase": rng.random(), "turns": whole_turns(rng, 3), "depth": 0.35 * rng.random() ** 2})

    def at(self, time):
        clear = np.zeros((HEIGHT, WIDTH, 3), F)
        misted = np.zeros((HEIGHT, WIDTH, 3), F)
        for lamp in self.lamps:
            turn = (time / SECONDS + lamp["phase"]) % 1
            if lamp["travel"]:
                power = np.sin(np.pi * turn) ** 2
                x = lamp["x"] + lamp["travel"] * (turn - 0.5)
            else:
                power = 1 - lamp["depth"] * (0.5 + 0.5 * np.sin(2 * np.pi * turn * lamp["turns"]))
                x = lamp["x"]
            for plane, kind in ((clear, "clear"), (misted, "misted")):
                self.stamp(plane, lamp[kind], x, lamp["y"], lamp["reach"], F(power))
        return clear, misted

    @staticmethod
    def stamp(plane, sprite, x, y, reach, power):
        """Adds a sprite at a place between pixels (across only), cut at the borders."""
        left, top = int(np.floor(x)) - reach, int(y) - reach
        part = F(x - np.floor(x))
        for shift, share in ((0, 1 - part), (1, part)):
            if share == 0:
                continue
            x0, x1 = max(left + shift, 0), min(left + shift + 2 * reach + 1, WIDTH)
            y0, y1 = max(top, 0), min(top + 2 * reach + 1, HEIGHT)
            if x0 < x1 and y0 < y1:
                cut = sprite[y0 - top:y1 - top, x0 - left - shift:x1 - left - shift]
                plane[y0:y1, x0:x1] += cut * (power * share)


def lens(x, y, centre_x, centre_y, radius_x, radius_y, magnify):
    """What a drop shows at each pixel: where it looks (upside down), its cover, and its shading."""
    qx, qy = (x - centre_x) / radius_x, (y - centre_y) / radius_y
    q = np.hypot(qx, qy)
    bend = magnify * (0.55 + 0.45 * q * q)
    look_x = centre_x - qx * radius_x * bend
    look_y = centre_y - qy * radius_y * bend - 40
    cover = np.clip((1 - q) * np.minimum(radius_x, radius_y) + 0.5, 0, 1)
    # Dark above, a lit edge below; a glint near the top left.
    shade = (1 - 0.6 * smoothstep(0.55, 1.0, q)) * (0.8 + 0.35 * qy)
    glint = np.exp(-((qx + 0.35) ** 2 + (qy + 0.42) ** 2) * 14) * 0.1
    rim = smoothstep(0.6, 0.95, q) * smoothstep(0.1, 0.9, qy) * 0.07
    return look_x, look_y, cover, shade, glint + rim


class View:
    """The clear view made smaller: drops show much of it in little space."""

    STEP = 4

    def __init__(self, clear):
        rows, columns = HEIGHT // self.STEP, WIDTH // self.STEP
        self.plane = clear.reshape(rows, self.STEP, columns, self.STEP, 3).mean(axis=(1, 3))

    def look(self, x, y):
        rows, columns = self.plane.shape[:2]
        u = np.clip(x / self.STEP - 0.5, 0, columns - 1.001)
        v = np.clip(y / self.STEP - 0.5, 0, rows - 1.001)
        j, i = u.astype(int), v.astype(int)
        s, t = (u - j)[..., None].astype(F), (v - i)[..., None].astype(F)
        top = self.plane[i, j] + (self.plane[i, j + 1] - self.plane[i, j]) * s
        bottom = self.plane[i + 1, j] + (self.plane[i + 1, j + 1] - self.plane[i + 1, j]) * s
        return top + (bottom - top) * t


class Runner:
    """A drop that runs down the glass in fits and starts, wipes a path, and leaves beads on it."""

    ABOVE, BELOW = -60.0, HEIGHT + 160.0

    def __init__(self, rng, x):
        self.x = x
        self.radius = 7.5 + 4.5 * rng.random()
        self.phase = rng.random()
        self.fits = [(n, 0.5 / n * (rng.random() - 0.5), rng.random() * 6.28) for n in (2, 3, 5)]
        self.bends = [(n, rng.normal(0, 5 / n), rng.random() * 6.28) for n in (1, 2, 5)]
        turn = np.linspace(0, 1, 2001)
        self.turn_at = np.interp(np.arange(HEIGHT) + 0.5, self.height(turn), turn)
        self.path = self.place(np.arange(HEIGHT) + 0.5)
        self.beads = [(y, 1.2 + 2.6 * rng.random() ** 2, rng.normal(0, 1.5)) for y in rng.random(26) * HEIGHT]

    def height(self, turn):
        wobble = sum(a * (np.sin(6.2832 * n * turn + p) - np.sin(p)) / 6.2832 for n, a, p in self.fits)
        return self.ABOVE + (self.BELOW - self.ABOVE) * (turn + wobble)

    def place(self, y):
        return self.x + sum(a * np.sin(6.2832 * n * y / HEIGHT + p) for n, a, p in self.bends)

    def age(self, turn, y=None):
        """Seconds since the drop passed each row (or one row)."""
        passed = self.turn_at if y is None else self.turn_at[int(y)]
        return ((turn - passed) % 1) * SECONDS


def hanging_drops(rng, runners):
    """Drops that stay: all their pixels in one list, nearest drop last."""
    x, y = coordinates()
    taken = np.zeros((HEIGHT, WIDTH), bool)
    for runner in runners:
        taken |= np.abs(x - runner.path[:, None]) < runner.radius + 3
    parts = []
    for count, least, most in ((70, 7, 13), (260, 3.5, 7), (1500, 1.2, 3.2)):
        for _ in range(count):
            radius = least + (most - least) * rng.random() ** 2
            cx, cy, tall = rng.random() * WIDTH, rng.random() * HEIGHT, 1 + 0.25 * rng.random()
            reach = int(radius * tall) + 3
            x0, x1 = max(int(cx) - reach, 0), min(int(cx) + reach, WIDTH)
            y0, y1 = max(int(cy) - reach, 0), min(int(cy) + reach, HEIGHT)
            if x0 >= x1 or y0 >= y1 or taken[y0:y1, x0:x1].any():
                continue
            px, py = x[y0:y1, x0:x1], y[y0:y1, x0:x1]
            # No drop is quite round.
            lean = px + 0.18 * radius * np.sin((py - cy) / radius * 1.4 + rng.random() * 6)
            look_x, look_y, cover, shade, glint = lens(lean, py, cx, cy, radius, radius * tall, 10)
            inside = cover > 0
            taken[y0:y1, x0:x1] |= inside
            parts.append([a[inside] for a in (px, py, look_x, look_y, cover, shade, glint)])
    px, py, *rest = (np.concatenate(column).astype(F) for column in zip(*parts))
    return py.astype(int), px.astype(int), rest


def paint_drop(frame, view, cx, cy, rx, ry, magnify, strength=1.0):
    """Lays one moving drop over the frame."""
    reach_x, reach_y = int(rx) + 3, int(ry) + 3
    x0, x1 = max(int(cx) - reach_x, 0), min(int(cx) + reach_x + 1, WIDTH)
    y0, y1 = max(int(cy) - reach_y, 0), min(int(cy) + reach_y + 1, HEIGHT)
    if x0 >= x1 or y0 >= y1:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(F) + F(0.5)
    # Heavier below: the outline narrows towards the top.
    up = np.clip((cy - y) / ry, 0, 1)
    look_x, look_y, cover, shade, glint = lens(x, y, cx, cy, rx * (1 - 0.3 * up), ry, magnify)
    seen = view.look(look_x, look_y) * shade[..., None] * F(1.9) + glint[..., None] * F(0.6)
    patch = frame[y0:y1, x0:x1]
    patch += (seen - patch) * (cover * strength)[..., None]


def frames():
    rng = np.random.default_rng(7)
    x, y = coordinates()
    height = (y / HEIGHT)[..., None]
    dusk = colour("0e1a30") ** F(2.2) * (1 - height) + colour("141220") ** F(2.2) * height
    dusk = dusk + np.exp(-((y - 420) / 130) ** 2)[..., None] * colour("6e4a38") ** F(2.2) * F(0.3)

    lights = Lights(rng)
    runners = [Runner(rng, place) for place in (96, 232, 330, 468, 590, 742, 861, 985, 1104, 1212)]
    rows, columns, (look_x, look_y, cover, shade, glint) = hanging_drops(rng, runners)
    cover, glint = cover[:, None], glint[:, None] * F(0.6)
    shade = shade[:, None] * F(1.9)

    # Mist on the glass: a little uneven, thinner below.
    grain = blur(rng.standard_normal((HEIGHT, WIDTH)).astype(F), 1.2)
    patches = blur(rng.standard_normal((HEIGHT, WIDTH)).astype(F), 60)
    mist = 0.78 + 0.1 * patches / patches.std() + 0.035 * grain / grain.std() - 0.12 * height[..., 0]
    mist = np.clip(mist, 0, 1).astype(F)
    haze = colour("3f5f86") ** F(2.2) * F(0.075)

    for n in range(SECONDS * FPS):
        time = n / FPS
        clear, misted = lights.at(time)
        clear += dusk
        misted += dusk + haze
        view = View(clear)

        fog = mist.copy()
        for runner in runners:
            turn = (time / SECONDS + runner.phase) % 1
            left = int(runner.path.min() - runner.radius) - 2
            right = int(runner.path.max() + runner.radius) + 3
            across = np.abs(np.arange(left, right) + 0.5 - runner.path[:, None]) / runner.radius
            wiped = smoothstep(0.95, 0.55, across) * np.exp(-runner.age(turn) / 1.9)[:, None]
            fog[:, left:right] *= (1 - 0.92 * wiped).astype(F)
        frame = clear + (misted - clear) * fog[..., None]

        under = frame[rows, columns]
        frame[rows, columns] = under + (view.look(look_x, look_y) * shade + glint - under) * cover
        for runner in runners:
            turn = (time / SECONDS + runner.phase) % 1
            for bead_y, radius, aside in runner.beads:
                age = runner.age(turn, bead_y)
                size = radius * min(age * 6, 1) * (1 - age / SECONDS) ** 0.5
                if age > 0.12 and size > 0.5:
                    paint_drop(frame, view, runner.place(bead_y) + aside, bead_y, size, size * 1.15, 10)
            at = float(runner.height(turn))
            paint_drop(frame, view, runner.place(at), at, runner.radius, runner.radius * 1.45, 9)

        yield (1 - np.exp(F(-2.9) * np.maximum(frame, 0))) ** F(1 / 2.2)
