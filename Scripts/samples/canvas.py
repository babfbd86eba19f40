"""What the painters share: size, curves, looping noise, enlarging, dithering, and the pipe into ffmpeg."""

import subprocess

import numpy as np

WIDTH, HEIGHT, FPS = 1280, 720, 30
F = np.float32


def smoothstep(low, high, x):
    """The Hermite step from 0 at `low` to 1 at `high`; the edges may be reversed."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def colour(text):
    """`rrggbb` as three floats in 0…1."""
    return np.array([int(text[i:i + 2], 16) / 255 for i in (0, 2, 4)], F)


def gradient(x, stops):
    """Colours (…, 3) along x from a list of (position, rrggbb), eased between the stops."""
    places = np.array([place for place, _ in stops], F)
    colours = np.stack([colour(text) for _, text in stops])
    index = np.clip(np.searchsorted(places, x, side="right") - 1, 0, len(stops) - 2)
    share = np.clip((x - places[index]) / (places[index + 1] - places[index]), 0, 1)[..., None]
    return (colours[index] + (colours[index + 1] - colours[index]) * share).astype(F)


def over(below, above, alpha):
    """`above` laid over `below`, in place; alpha is (height, width) or a number."""
    if np.ndim(alpha) == 2:
        alpha = alpha[..., None]
    change = above - below
    change *= alpha
    below += change
    return below


def screen(below, light):
    """Adds light (0…1) to a picture in 0…1 without clipping, in place."""
    room = 1 - below
    room *= light
    below += room
    return below


def coordinates(height=HEIGHT, width=WIDTH):
    """Pixel centres: x to the right, y downwards, each as a plane."""
    y, x = np.mgrid[0:height, 0:width].astype(F)
    return x + F(0.5), y + F(0.5)


class LoopingField:
    """A smooth random plane that drifts and returns to its first state after `seconds`.

    The plane is a sum of waves with a power-law spectrum. Each wave turns through a whole number of
    cycles in one loop, the nearest to what the wanted drift asks for, so the loop has no seam at all:
    not a cross-fade, no pause. `drift` is in cells a second; `wander` lets waves change their pace.
    The plane also wraps at its edges. Values have mean 0 and deviation 1.
    """

    def __init__(self, rng, height, width, seconds, slope=3.0, drift=(0.0, 0.0), wander=0.0, stretch=(1.0, 1.0),
                 coarsest=None):
        ky = np.fft.fftfreq(height)[:, None]
        kx = np.fft.rfftfreq(width)[None, :]
        k = np.hypot(kx * stretch[0], ky * stretch[1])
        k[0, 0] = 1
        amplitude = k ** (-slope / 2)
        if coarsest is not None:
            amplitude *= 1 - np.exp(-(k * coarsest) ** 2)
        amplitude[0, 0] = 0
        self.spectrum = np.fft.rfft2(rng.standard_normal((height, width))) * amplitude
        pace = rng.normal(0, 1, k.shape) * wander
        pace[:, 0] = 0
        self.turns = np.round((kx * drift[0] + ky * drift[1]) * seconds + pace)
        self.shape = (height, width)
        self.seconds = seconds
        self.scale = 1 / np.fft.irfft2(self.spectrum, self.shape).std()

    def at(self, time):
        phase = np.exp(-2j * np.pi * self.turns * (time / self.seconds))
        return (np.fft.irfft2(self.spectrum * phase, self.shape) * self.scale).astype(F)


def _cubic(size, cells):
    """The matrix that enlarges `cells` samples to `size`, by Catmull-Rom splines; the ends are held."""
    matrix = np.zeros((size, cells), F)
    place = (np.arange(size) + 0.5) * cells / size - 0.5
    first = np.floor(place).astype(int)
    t = place - first
    weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
    for offset, weight in zip((-1, 0, 1, 2), weights):
        np.add.at(matrix, (np.arange(size), np.clip(first + offset, 0, cells - 1)), weight / 2)
    return matrix


_enlargers = {}


def enlarge(plane, height=HEIGHT, width=WIDTH):
    """A small plane at full size, smoothly."""
    key = plane.shape + (height, width)
    if key not in _enlargers:
        _enlargers[key] = _cubic(height, plane.shape[0]), _cubic(width, plane.shape[1]).T.copy()
    down, across = _enlargers[key]
    return (down @ plane) @ across


def blur(plane, radius):
    """A Gaussian blur of a plane, its edges held; the radius is the deviation in pixels."""
    reach = int(3 * radius) + 1
    for axis in (0, 1):
        size = plane.shape[axis]
        padded = np.pad(plane, [(reach, reach) if a == axis else (0, 0) for a in range(plane.ndim)], mode="edge")
        f = np.fft.rfftfreq(padded.shape[axis])
        shape = [-1 if a == axis else 1 for a in range(plane.ndim)]
        kernel = np.exp(-2 * (np.pi * f * radius) ** 2).reshape(shape)
        soft = np.fft.irfft(np.fft.rfft(padded, axis=axis) * kernel, padded.shape[axis], axis=axis)
        plane = np.take(soft, range(reach, reach + size), axis=axis)
    return plane.astype(F)


def _blue_noise(size=128, rounds=24):
    """A tile of thresholds in -0.5…0.5 whose energy lies in the high frequencies, where the eye is dull."""
    tile = np.random.default_rng(5).random((size, size))
    k = np.hypot(np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size)[None, :])
    high = 1 - np.exp(-(k / 0.28) ** 2)
    for _ in range(rounds):
        tile = np.fft.irfft2(np.fft.rfft2(tile - tile.mean()) * high, (size, size))
        tile = tile.ravel().argsort().argsort().reshape(size, size) / (size * size)
    return (tile + 0.5 / (size * size) - 0.5).astype(F)


class Clip:
    """Takes frames (height, width, 3 in 0…1) and makes an H.264 MP4 of them.

    The conversion to BT.709 4:2:0 is done here and not by ffmpeg, so that rounding can be dithered: a
    slow gradient in eight bits shows bands otherwise. The pattern stands still, so it costs few bits.
    """

    def __init__(self, path, crf, grain=0.6, keyframes=120, size=(WIDTH, HEIGHT), fps=FPS):
        self.path = path
        width, height = size
        noise = _blue_noise()
        self.noise = np.tile(noise, (height // 128 + 1, width // 128 + 1))[:height, :width] * F(grain)
        tags = ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
        self.process = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}",
             "-r", str(fps), *tags, "-i", "-", "-an", "-c:v", "libx264", "-preset", "slow", "-profile:v", "high",
             "-crf", str(crf), "-threads", "2", "-x264-params",
             # Inner frames nearly as good as key frames: the loop's seam must not show as a change of sharpness.
             f"keyint={keyframes}:ipratio=1.1:pbratio=1.1:aq-mode=3:aq-strength=0.8:psy=0:deblock=-1,-1:"
             "cpu-independent=1",
             "-pix_fmt", "yuv420p", *tags, "-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart",
             str(path)], stdin=subprocess.PIPE)

    def add(self, frame):
        frame = np.clip(frame, 0, 1)
        r, g, b = frame[..., 0], frame[..., 1], frame[..., 2]
        y = r * F(0.2126) + g * F(0.7152) + b * F(0.0722)
        cb = self._halve((b - y) * F(224 / 1.8556)) + 128
        cr = self._halve((r - y) * F(224 / 1.5748)) + 128
        coarse = self.noise[:frame.shape[0] // 2, :frame.shape[1] // 2]
        planes = [y * 219 + 16 + self.noise, cb + coarse, cr - coarse]
        for plane in planes:
            self.process.stdin.write(np.clip(np.rint(plane), 0, 255).astype(np.uint8).tobytes())

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise SystemExit(f"make-samples: ffmpeg could not write {self.path}")

    @staticmethod
    def _halve(plane):
        """Chroma sited at the left of each pair: 1-2-1 across, the mean of two rows."""
        rows = (plane[0::2] + plane[1::2]) * F(0.5)
        left = np.concatenate([rows[:, :1], rows[:, 1:-1:2]], axis=1)
        return (left + 2 * rows[:, 0::2] + rows[:, 1::2]) * F(0.25)
