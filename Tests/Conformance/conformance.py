#!/usr/bin/env python3
"""The same SPIR-V on Mesa's lavapipe and, as spirv-cross writes it in Metal, on ambient; see Docs/Conformance.md.

Run through Scripts/conformance, which installs what this needs.
"""
import argparse, concurrent.futures, os, re, struct, subprocess, sys, tempfile

import numpy
from PIL import Image

import lavapipe
from programs import load

HERE = os.path.dirname(os.path.abspath(__file__))
TIME, PARAMS, SENSITIVITY = 1.25, (0.6, 0.4, 3.0, -2.0), 1.5


def levels():
    """64 audio levels that are exact in binary32 and in decimal."""
    return numpy.array([[(index * 37 % 64) / 64.0 for index in range(64)]], "f4")


def picture():
    """23 × 17 texels: a ramp in red, a checkerboard in green, noise in blue, and alpha down to a half."""
    y, x = numpy.mgrid[0:17, 0:23]
    noise = (x * 7919 + y * 104729) * 2654435761 >> 11 & 255
    return numpy.stack([x * 11, (x + y) % 2 * 200 + 30, noise, 255 - x * y % 128], 2).astype("u1")


def tile():
    """16 × 8 texels, opaque and smooth."""
    y, x = numpy.mgrid[0:8, 0:16]
    red = 127.5 + 127 * numpy.sin(2 * numpy.pi * (x + 0.5) / 16)
    green = 127.5 + 127 * numpy.cos(2 * numpy.pi * (y + 0.5) / 8)
    return numpy.stack([red, green, (x * 16 + y * 31) % 256, 255 + 0 * x], 2).astype("u1")


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if "error" in line.lower()]
        raise RuntimeError("%s: %s" % (os.path.basename(arguments[0]), lines[0] if lines else done.stderr.strip()))
    return done.stdout


def adapted(metal, entry, sampler):
    """The host binds no samplers, so the sampler that spirv-cross takes as an argument is declared in the entry point.

    This is the only change to what spirv-cross writes. For the host's default sampler nothing is changed.
    """
    if sampler == ("nearest", "clamp_to_edge"):
        return metal
    head = re.search(r"^fragment \w+ %s\(.*\)\n\{\n" % entry, metal, re.M)
    names = re.findall(r", sampler (\w+) \[\[sampler\(\d+\)\]\]", head.group(0))
    line = re.sub(r", sampler \w+ \[\[sampler\(\d+\)\]\]", "", head.group(0))
    for name in names:
        line += "    constexpr sampler %s(filter::%s, address::%s);\n" % (name, *sampler)
    return metal[:head.start()] + line + metal[head.end():]


class Side:
    """What both sides are made from: folders, the program to test and its inputs."""

    def __init__(self, folder, ambient, backend):
        self.folder, self.ambient, self.backend = folder, ambient, backend
        self.pictures = {}
        for name, pixels in (("picture", picture()), ("tile", tile())):
            path = os.path.join(folder, name + ".png")
            Image.fromarray(pixels, "RGBA").save(path)
            self.pictures[name] = path
        self.levels = os.path.join(folder, "levels.txt")
        with open(self.levels, "w") as out:
            out.write(",".join(repr(float(value)) for value in levels()[0]))

    def compile(self, program):
        """GLSL → SPIR-V → Metal; the path of the SPIR-V."""
        stem = os.path.join(self.folder, program.name)
        with open(stem + ".frag", "w") as out:
            out.write(program.source)
        run(["glslangValidator", "-V", stem + ".frag", "-o", stem + ".spv"])
        entry = "fragment_" + program.name
        metal = run(["spirv-cross", "--msl", "--msl-version", "20300", "--msl-decoration-binding",
                     "--rename-entry-point", "main", entry, "frag", stem + ".spv"])
        with open(stem + ".metal", "w") as out:
            out.write(adapted(metal, entry, program.sampler))
        return stem + ".spv"

    def draw(self, program):
        """Premultiplied RGBA by ambient, rows from the top."""
        stem = os.path.join(self.folder, program.name)
        run([self.ambient, "shader", "render", stem + ".metal", "-o", stem + ".bgra", "-y", "--alpha", "--quiet",
             "--size", "%dx%d" % program.size, "--time", str(TIME), "--params", ",".join(map(str, PARAMS)),
             "--sensitivity", str(SENSITIVITY), "--levels", self.levels, "--texture", self.pictures["picture"],
             "--texture", self.pictures["tile"], "--threads", "1", "--backend", self.backend])
        width, height = program.size
        return numpy.fromfile(stem + ".bgra", "u1").reshape(height, width, 4)[:, :, [2, 1, 0, 3]]


def floats(pixels):
    """The numbers of a picture that `show(float)` drew: the upper 24 bits of each."""
    red, green, blue = (pixels[..., channel].astype("u4") for channel in range(3))
    codes = red << 24 | green << 16 | blue << 8
    return codes.view("f4").astype("f8")


def errors(kind, floor, ours, theirs):
    """How far two pictures differ, per pixel: in 255ths, 0 or 1, or relative to the larger magnitude or `floor`."""
    if kind == "picture":
        return numpy.abs(ours.astype(int) - theirs.astype(int)).max(axis=2).astype("f8")
    if kind == "exact":
        return (ours != theirs).any(axis=2).astype("f8")
    a, b = floats(ours), floats(theirs)
    tiny = 2.0 ** -126
    a, b = numpy.where(abs(a) < tiny, 0, a), numpy.where(abs(b) < tiny, 0, b)
    with numpy.errstate(invalid="ignore"):
        error = abs(a - b) / numpy.maximum(numpy.maximum(abs(a), abs(b)), floor)
    error = numpy.where((a == b) | (numpy.isnan(a) & numpy.isnan(b)), 0.0, error)
    return numpy.where(numpy.isnan(error), numpy.inf, error)


def judge(program, ours, theirs):
    """(largest, mean, share over the tolerance, passed) of one program; of several bands, the worst shares."""
    worst, means, over, passed = 0.0, [], 0.0, True
    for columns, check in program.bands:
        error = errors(check.kind, check.floor, ours[:, columns], theirs[:, columns])
        share = float((error > check.tolerance).mean())
        worst, over = max(worst, float(error.max())), max(over, share)
        means.append(float(numpy.minimum(error, 255).mean()))
        passed = passed and share <= check.share
    return worst, sum(means) / len(means), over, passed


def explain(program, ours, theirs, most=8):
    """Where the pictures differ, for a person: the first few pixels of every band that has too many."""
    for index, (columns, check) in enumerate(program.bands):
        a, b = ours[:, columns], theirs[:, columns]
        error = errors(check.kind, check.floor, a, b)
        if (error > check.tolerance).mean() <= check.share:
            continue
        print("    %s" % (check.text or "picture"))
        for y, x in numpy.argwhere(error > check.tolerance)[:most]:
            left, right = a[y, x], b[y, x]
            if check.kind == "floats":
                left, right = floats(left), floats(right)
            print("      at (%d, %d): %s here, %s there" % (x, y, left, right))


def premultiplied(pixels):
    scaled = pixels[..., :3].astype(int) * pixels[..., 3:4]
    return numpy.concatenate([(scaled + 127) // 255, pixels[..., 3:4]], 2).astype("u1")


def keep(folder, program, ours, theirs):
    """Ours, theirs, and ten times the difference, from left to right."""
    gap = numpy.full((ours.shape[0], 4, 3), 128, "u1")
    difference = numpy.minimum(numpy.abs(ours[..., :3].astype(int) - theirs[..., :3].astype(int)) * 10, 255)
    whole = numpy.concatenate([ours[..., :3], gap, theirs[..., :3], gap, difference.astype("u1")], 1)
    Image.fromarray(whole, "RGB").save(os.path.join(folder, program.name + ".png"))


def main():
    parser = argparse.ArgumentParser(prog="Scripts/conformance", description=__doc__)
    parser.add_argument("--ambient", required=True, help="the program to test")
    parser.add_argument("--only", action="append", metavar="NAME", help="one program, or all that begin with NAME")
    parser.add_argument("--keep", metavar="DIR", help="keep GLSL, SPIR-V, Metal and pictures: ours, theirs, difference")
    parser.add_argument("--backend", default="jit", help="jit (which no program may fall back from) or interpreter")
    parser.add_argument("--list", action="store_true", help="say what there is and stop")
    arguments = parser.parse_args()
    programs = load(HERE)
    if arguments.only:
        programs = [program for program in programs if any(
            program.name == name or program.name.startswith(name) for name in arguments.only)]
    if not programs:
        sys.exit("conformance: no such program")
    if arguments.list:
        print("\n".join(program.name for program in programs))
        return
    with tempfile.TemporaryDirectory() as scratch:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
        compare(programs, Side(arguments.keep or scratch, arguments.ambient, arguments.backend), arguments.keep)


def compare(programs, side, kept):
    triangle = os.path.join(side.folder, "triangle.spv")
    run(["glslangValidator", "-V", os.path.join(HERE, "triangle.vert"), "-o", triangle])
    with open(triangle, "rb") as code:
        device = lavapipe.Lavapipe(code.read())
    for name, path in side.pictures.items():
        with Image.open(path) as image:
            device.texture(name, "rgba8", numpy.asarray(image.convert("RGBA")))
    device.texture("levels", "r32f", levels())
    print("%s; largest and mean difference, share of pixels over the program's tolerance" % device.name)

    def ours(program):
        path = side.compile(program)
        return path, side.draw(program)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, job in [(program, pool.submit(ours, program)) for program in programs]:
            try:
                path, here = job.result()
            except RuntimeError as problem:
                failed += 1
                print("%-26s fail: %s" % (program.name, problem), flush=True)
                continue
            with open(path, "rb") as code:
                uniforms = struct.pack("f4x2f4ff12x", TIME, *program.size, *PARAMS, SENSITIVITY)
                there = premultiplied(device.draw(code.read(), *program.size, uniforms,
                                                  {2: "levels", 4: "picture", 5: "tile"}, program.sampler))
            worst, mean, over, passed = judge(program, here, there)
            failed += not passed
            print("%-26s max %-9.3g mean %-9.3g over %6.2f %%  %s" % (
                program.name, worst, mean, 100 * over, "pass" if passed else "fail"), flush=True)
            if not passed:
                explain(program, here, there)
            if kept:
                keep(kept, program, here, there)
    print("%d passed, %d failed" % (len(programs) - failed, failed))
    sys.exit(1 if failed else 0)


main()
