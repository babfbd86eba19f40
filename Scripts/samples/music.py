"""Two short pieces from sine waves and noise: pads, bells, a soft beat, a room around them.

Both are written so that low, middle and high bands of a spectrum all have something to do.
"""

import functools
import subprocess

import numpy as np

RATE = 44100
NAMES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}

TRACKS = {
    "track1": {
        "title": "First Light", "artist": "Ambient Samples", "seed": 3, "tempo": 80, "bars": 11, "tail": 3.0,
        "chords": ["D3 A3 C#4 E4 F#4", "B2 F#3 A3 C#4 D4", "G2 D3 F#3 A3 B3", "A2 E3 G3 B3 D4"],
        "scale": "D5 E5 F#5 A5 B5 D6 E6 F#6", "steps": [0, 3, 4, 6, 2, 5, 3, 7],
        "kicks": [0, 2.5], "shaker": 0.55, "rain": 0.0, "bell": 0.12, "echo": 0.75,
    },
    "track2": {
        "title": "Rain on Glass", "artist": "Ambient Samples", "seed": 8, "tempo": 64, "bars": 7, "tail": 3.75,
        "chords": ["A2 E3 G3 B3 C4", "F2 C3 E3 A3 G4", "C3 G3 B3 D4 E4", "E2 B2 D3 G3 B3"],
        "scale": "A4 C5 D5 E5 G5 A5 B5 C6", "steps": [5, 2, 4, 0, 7, 3, 6, 4],
        "kicks": [0, 1.75], "shaker": 0.35, "rain": 0.07, "bell": 0.13, "echo": 1.5,
    },
}


def hertz(name):
    """`F#4` as a frequency, A4 being 440."""
    semitone = NAMES[name[0]] + name.count("#") - name.count("b") + 12 * (int(name[-1]) + 1)
    return 440 * 2 ** ((semitone - 69) / 12)


def fast(length):
    """The next power of two: transforms of it are quick."""
    return 1 << (length - 1).bit_length()


def band(signal, low, high):
    """Noise or a tone between two frequencies, with soft edges."""
    size = fast(len(signal))
    f = np.maximum(np.fft.rfftfreq(size, 1 / RATE), 1)
    gain = 1 / (1 + (f / high) ** 6) / (1 + (low / f) ** 6)
    return np.fft.irfft(np.fft.rfft(signal, size) * gain, size)[:len(signal)]


class Mix:
    """A stereo tape of fixed length."""

    def __init__(self, seconds):
        self.tape = np.zeros((2, int(round(seconds * RATE))))

    def add(self, sound, at, gain=1.0, pan=0.0):
        start = int(round(at * RATE))
        end = min(start + len(sound), self.tape.shape[1])
        if 0 <= start < end:
            for side, share in enumerate((np.cos((pan + 1) * np.pi / 4), np.sin((pan + 1) * np.pi / 4))):
                self.tape[side, start:end] += sound[:end - start] * gain * share


def times(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def swell(t, attack, hold, release):
    """Rises, stays, falls; smooth at every corner."""
    rise = np.clip(t / attack, 0, 1)
    fall = np.clip((attack + hold + release - t) / release, 0, 1)
    return (0.5 - 0.5 * np.cos(np.pi * rise)) * (0.5 - 0.5 * np.cos(np.pi * fall))


def pad(rng, pitch, hold):
    """Three slightly detuned voices whose overtones open and close once."""
    t = times(hold + 2.2)
    sound = np.zeros_like(t)
    opening = 0.4 + 0.6 * np.sin(np.pi * np.clip(t / t[-1], 0, 1))
    level = np.ones_like(t)
    for n in range(1, 9):
        if n * pitch < 5000:
            for cents in (-6, 0, 7):
                f = n * pitch * 2 ** (cents / 1200)
                sound += level / n ** 1.5 * np.sin(2 * np.pi * (f * t + rng.random()))
        level *= opening
    return sound * swell(t, 0.9, hold - 0.9, 2.2) / 5


@functools.cache
def bell(pitch, length=2.4):
    """A struck tone: near-harmonic partials, the higher the shorter."""
    t = times(length)
    sound = np.zeros_like(t)
    for ratio, level, decay in ((1, 1, 1.1), (2.003, 0.45, 0.7), (3.01, 0.25, 0.4), (5.43, 0.3, 0.2), (8.9, 0.2, 0.1)):
        if pitch * ratio < 17000:
            sound += level * np.exp(-t / decay) * np.sin(2 * np.pi * pitch * ratio * t)
    return sound * np.clip(t / 0.004, 0, 1) * np.clip((length - t) / 0.3, 0, 1)


def kick():
    t = times(0.5)
    sweep = 46 * t + 52 * 0.05 * (1 - np.exp(-t / 0.05))
    return np.sin(2 * np.pi * sweep) * np.exp(-t / 0.14) * np.clip(t / 0.003, 0, 1) * np.clip((0.5 - t) / 0.1, 0, 1)


def shaker(rng, length):
    t = times(0.22)
    noise = band(rng.standard_normal(len(t)), 4500, 15500)
    return noise * np.clip(t / 0.012, 0, 1) * np.exp(-t / length) * np.clip((0.22 - t) / 0.05, 0, 1)


def bass(pitch, hold):
    t = times(hold)
    tone = np.sin(2 * np.pi * pitch * t) + 0.35 * np.sin(4 * np.pi * pitch * t) + 0.12 * np.sin(6 * np.pi * pitch * t)
    return tone * swell(t, 0.06, hold * 0.35, hold * 0.6)


def rain(rng, seconds):
    """A hiss that comes and goes, and single drops on the glass."""
    length = int(seconds * RATE)
    hiss = band(rng.standard_normal(length), 1200, 9000)
    t = np.arange(length) / RATE
    hiss *= (0.6 + 0.4 * np.sin(2 * np.pi * t / 7.3)) * swell(t, 1.5, seconds - 4.5, 3.0)
    for _ in range(int(seconds * 9)):
        drop = times(0.05)
        pitch = 1500 * 4 ** rng.random()
        sound = np.sin(2 * np.pi * pitch * drop * (1 + 3 * drop)) * np.exp(-drop / 0.008) * rng.random() ** 2 * 2.5
        start = rng.integers(0, length - len(drop))
        hiss[start:start + len(drop)] += sound * (t[start] < seconds - 3)
    return hiss


def room(rng, tape, seconds=2.6, wet=0.32):
    """Adds the tape's echo in a soft-walled room, the two sides apart."""
    t = times(seconds)
    size = fast(tape.shape[1] + len(t))
    out = tape.copy()
    for side in (0, 1):
        answer = band(rng.standard_normal(len(t)), 180, 5200) * np.exp(-t / 0.55) * np.clip(t / 0.02, 0, 1)
        answer /= np.sqrt((answer ** 2).sum())
        echo = np.fft.irfft(np.fft.rfft(tape[side], size) * np.fft.rfft(answer, size), size)
        out[side] += wet * echo[:tape.shape[1]]
    return out


def compose(piece):
    rng = np.random.default_rng(piece["seed"])
    beat = 60 / piece["tempo"]
    bar = 4 * beat
    seconds = piece["bars"] * bar + piece["tail"]
    mix, drums = Mix(seconds), Mix(seconds)
    scale = piece["scale"].split()

    for n in range(piece["bars"]):
        start = n * bar
        last = n == piece["bars"] - 1
        notes = piece["chords"][0 if last else n % len(piece["chords"])].split()
        for index, note in enumerate(notes):
            mix.add(pad(rng, hertz(note), bar), max(start - 0.25, 0), 0.075, pan=0.5 * (index / 2 - 1))
        low = hertz(notes[0])
        low = low / 2 if low > 110 else low
        mix.add(bass(low, bar * 0.62), start, 0.1)
        if not last:
            mix.add(bass(low, bar * 0.3), start + 2.5 * beat, 0.07)

        # Bells: eighths that skip a step now and then, each with a fading echo on the other side.
        for step in range(1 if last else 8):
            if step and rng.random() < 0.22:
                continue
            note = hertz(scale[(piece["steps"][step] + 2 * (n % 3)) % len(scale)])
            loud = piece["bell"] * (0.55 + 0.45 * rng.random()) * (1.1 if step % 4 == 0 else 0.8)
            side = 0.7 * np.sin(1.7 * (8 * n + step))
            at = start + step * beat / 2 + rng.normal(0, 0.006) * (step > 0)
            for echo in range(4):
                mix.add(bell(note), at + echo * piece["echo"] * beat, loud * 0.42 ** echo, side * (-1) ** echo)

        if not last:
            for place in piece["kicks"]:
                drums.add(kick(), start + place * beat, 0.32)
            for step in range(16):
                accent = (0.5, 0.3, 1.0, 0.45)[step % 4]
                drums.add(shaker(rng, 0.03 + 0.035 * (accent == 1.0)), start + step * beat / 4 + rng.normal(0, 0.004),
                          piece["shaker"] * accent * (0.8 + 0.4 * rng.random()), pan=0.25)

    if piece["rain"]:
        mix.add(rain(rng, seconds), 0, piece["rain"])
    tape = room(rng, mix.tape) + room(rng, drums.tape, wet=0.1)
    # Nothing is louder than the medium; peaks bend instead of breaking.
    tape = np.tanh(1.1 * tape / np.percentile(np.abs(tape), 99.9))
    t = np.arange(tape.shape[1]) / RATE
    return tape * np.clip(t / 0.02, 0, 1) * np.clip((seconds - t) / 2.0, 0, 1) ** 1.5 * 0.7


def write(name, path):
    piece = TRACKS[name]
    samples = np.rint(compose(piece).T * 32767).astype("<i2").tobytes()
    tags = {"title": piece["title"], "artist": piece["artist"], "album": "Sample Playlist", "track": name[-1]}
    command = ["ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "2", "-i", "-",
               "-c:a", "libmp3lame", "-b:a", "128k", "-fflags", "+bitexact", "-id3v2_version", "3"]
    for key, value in tags.items():
        command += ["-metadata", f"{key}={value}"]
    if subprocess.run([*command, str(path)], input=samples).returncode != 0:
        raise SystemExit(f"make-samples: ffmpeg could not write {path}")
