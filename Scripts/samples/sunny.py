"""Dawn over wooded hills: a low sun, mist drifting in the valleys, thin clouds, slow shafts of light."""

import numpy as np

from canvas import F, FPS, HEIGHT, LoopingField, colour, coordinates, enlarge, gradient, over, screen, smoothstep
from landscape import below, skyline, visible_rows, with_trees

SECONDS = 8
QUALITY = 18
SUN = (838.0, 372.0)
RAYS = 4096


def make_hills(rng, x):
    """Far to near: cover, colours, and where mist gathers in front of each."""
    lines = [skyline(rng, 418, 34, 1.5), skyline(rng, 455, 40, 1.6), skyline(rng, 505, 36, 1.8, tilt=-40),
             skyline(rng, 566, 40, 2.0, tilt=56), skyline(rng, 640, 44, 2.2, tilt=-70)]
    trees = [None, None, (520, 13, 3.0), (430, 27, 3.0), (300, 56, 2.0)]
    # Colour at the crest and far below it, the depth of the fade, the thickness of the mist.
    looks = [("c99a96", "f3c79f", 70, 0.55), ("9d8298", "e9b795", 90, 0.65), ("6f6787", "c99a8c", 110, 0.62),
             ("454665", "8d7380", 130, 0.45), ("20263f", "2b2c48", 120, 0.0)]
    hills = []
    for line, wood, (crest, foot, fade, mist) in zip(lines, trees, looks):
        cover, depth = below(with_trees(rng, line, *wood) if wood else line, line)
        share = smoothstep(0, fade, depth)[..., None]
        paint = colour(crest) * (1 - share) + colour(foot) * share
        # The side towards the sun takes its colour.
        warmth = np.exp(-np.abs(x - SUN[0]) / 420)[..., None] * (1 - 0.6 * share)
        paint = paint + (colour("ffb673") - paint) * warmth * F(0.05 + 0.42 * mist)
        valley = cover * smoothstep(8, fade * 0.8, depth) * smoothstep(fade * 2.4, fade * 0.9, depth) * F(mist)
        hills.append((cover, paint.astype(F), valley))
    return hills


def frames():
    rng = np.random.default_rng(20)
    x, y = coordinates()
    distance = np.hypot(x - SUN[0], (y - SUN[1]) * 1.06)

    sky = gradient(y / HEIGHT, [(0, "2f5488"), (0.22, "587cac"), (0.38, "a39db4"), (0.49, "e6ab8c"), (0.58, "f9c07e")])
    halo = np.exp(-distance / 330)[..., None] * colour("ff9a4a") * F(0.62)
    corona = np.exp(-distance / 70)[..., None] * colour("ffe09c") * F(0.85)
    sunlight = screen(halo.copy(), corona)
    disc = smoothstep(36, 24, distance)
    lit = colour("ffe9cf") + (colour("ffc28f") - colour("ffe9cf")) * np.exp(-distance / 300)[..., None]

    hills = make_hills(rng, x)
    rows = visible_rows([cover for cover, _, _ in hills])
    mists = [LoopingField(rng, 90, 160, SECONDS, 3.2, (2.2 + n, 0.15), 0.4, (1.0, 0.32)) for n in range(len(hills))]

    wisps = LoopingField(rng, 180, 320, SECONDS, 3.5, (4.5, 0.4), 0.3, (0.9, 0.2), coarsest=70)
    wisp_height = (smoothstep(0.0, 0.16, y / HEIGHT) * smoothstep(0.56, 0.34, y / HEIGHT) * 0.62)[:420]

    # Shafts: a ring of random light around the sun.
    shafts = LoopingField(rng, 4, 96, SECONDS, 2.6, (0.7, 0.0), 0.5)
    angle = np.arctan2(y - SUN[1], x - SUN[0]) / (2 * np.pi) % 1
    ray = (angle * RAYS).astype(int) % RAYS
    reach = np.exp(-distance / 430) * smoothstep(20, 170, distance) * F(0.34)
    reach *= smoothstep(680, 520, y)
    ray_light = reach[..., None] * colour("ffc27a")

    for n in range(SECONDS * FPS):
        time = n / FPS
        breath = F(1 + 0.05 * np.sin(2 * np.pi * time / SECONDS))

        frame = sky.copy()
        cloud = smoothstep(0.0, 2.6, enlarge(wisps.at(time))[:420]) * wisp_height
        over(frame[:420], lit[:420], cloud)
        over(frame[:450], colour("fff3d2"), disc[:450])
        screen(frame[:470], sunlight[:470] * breath)

        for (cover, paint, valley), seen, field in zip(hills, rows, mists):
            over(frame[seen], paint[seen], cover[seen])
            if valley.any():
                thick = smoothstep(-1.4, 1.9, enlarge(field.at(time))[seen])
                over(frame[seen], colour("ffdcb4"), valley[seen] * thick)

        ring = enlarge(np.tile(shafts.at(time)[:1], (1, 3)), 1, 3 * RAYS)[0, RAYS:2 * RAYS]
        screen(frame, smoothstep(-0.3, 2.0, ring)[ray][..., None] * ray_light)
        screen(frame[150:620], corona[150:620] * F(0.35) * breath)
        yield frame
