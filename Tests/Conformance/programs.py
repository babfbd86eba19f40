"""Reads the programs: one GLSL file each (programs/*.frag), or lines of expressions (cases/*.cases)."""
import dataclasses, glob, os, re

SIDE = 48            # a panel of a case is this many pixels wide and high
PRECISION = 2 ** -14  # of floats, where a case says nothing: two steps of what the pictures carry
FLOOR = 1e-3         # below this, errors are absolute


@dataclasses.dataclass
class Check:
    """How one band of a picture is compared."""
    kind: str            # picture (255ths), floats (relative), exact (any difference is 1)
    tolerance: float
    share: float = 0.0   # of the pixels, that may be over the tolerance
    floor: float = FLOOR
    text: str = ""


@dataclasses.dataclass
class Program:
    name: str
    source: str
    size: tuple
    bands: list          # (slice of columns, Check)
    sampler: tuple = ("nearest", "clamp_to_edge")


def load(folder):
    """All programs in order of their names; every name is one Metal identifier."""
    with open(os.path.join(folder, "preamble.glsl")) as file:
        preamble = file.read()
    found = [from_file(path, preamble) for path in glob.glob(os.path.join(folder, "programs", "*.frag"))]
    for path in glob.glob(os.path.join(folder, "cases", "*.cases")):
        found += from_cases(path, preamble)
    names = [program.name for program in found]
    for name in names:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or names.count(name) > 1:
            raise SystemExit("conformance: the name %r is not one, or there twice" % name)
    return sorted(found, key=lambda program: program.name)


def tolerance(kind, text, where):
    """A check from `NUMBER [share PERCENT %] [floor NUMBER] because REASON`; a reason is required."""
    match = re.fullmatch(r"(\S+)(?: share (\S+) %)?(?: floor (\S+))? because (.+)", text)
    if not match:
        raise SystemExit("conformance: %s: cannot read the tolerance %r" % (where, text))
    return Check(kind, float(match[1]), float(match[2] or 0) / 100, float(match[3] or FLOOR))


def from_file(path, preamble):
    """A file may say `//! tolerance: …`, `//! compare: exact|floats`, `//! sampler: FILTER WRAP`, `//! size: WxH`."""
    with open(path) as file:
        body = file.read()
    settings = dict(re.findall(r"^//! (\w+): (.+)$", body, re.M))
    kind = settings.get("compare", "picture")
    check = Check(kind, {"picture": 1.0, "floats": PRECISION, "exact": 0.0}[kind])
    if "tolerance" in settings:
        check = tolerance(kind, settings["tolerance"], path)
    size = tuple(map(int, settings.get("size", "96x64").split("x")))
    name = os.path.splitext(os.path.basename(path))[0]
    sampler = tuple(settings.get("sampler", "nearest clamp_to_edge").split())
    extensions = re.findall(r"^#extension .*\n", body, re.M)   # which have to stand before everything else
    body = re.sub(r"^#extension .*\n", "", body, flags=re.M)
    version, rest = preamble.split("\n", 1)
    return Program(name, "".join([version, "\n", *extensions, rest, body]), size, [(slice(None), check)], sampler)


def from_cases(path, preamble):
    with open(path) as file:
        text = re.sub(r"^#.*\n", "", file.read(), flags=re.M)
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text)]
    return [from_case(block.splitlines(), path, preamble) for block in blocks if block]


def from_case(lines, path, preamble):
    """Panels side by side, one for each component of each expression.

    `NAME`, then lines `x: LOW .. HIGH; SPECIAL, SPECIAL…` (also y: rows; i, j, u, v: integers; `any` for hashed bits),
    `glsl: …` for functions, `TYPE: EXPRESSION; EXPRESSION…` (`exact float:` for all bits), and `tolerance: …` for the
    expressions below it.
    """
    name, inputs, functions, panels, check = lines[0].strip(), [], [], [], None
    for line in lines[1:]:
        key, _, value = line.strip().partition(":")
        value = value.strip()
        if key in ("x", "y", "i", "j", "u", "v"):
            inputs.append(source_of_input(key, value))
        elif key == "glsl":
            functions.append(value)
        elif key == "tolerance":
            check = tolerance("floats", value, "%s: %s" % (path, name))
        else:
            whole, kind = key.startswith("exact "), key.removeprefix("exact ")
            for expression in filter(None, map(str.strip, value.split(";"))):
                for component in components(kind):
                    shown = "(%s)%s" % (expression, component) if component else expression
                    shown = "floatBitsToUint(%s)" % shown if whole else shown
                    exact = Check("exact", 0.0) if whole or kind[0] in "iub" else check or Check("floats", PRECISION)
                    panels.append((shown, dataclasses.replace(exact, text=shown)))
    choices = ["if (panel == %d) colour = show(%s);\n   " % (index, shown) for index, (shown, _) in enumerate(panels)]
    chain = " else ".join(choices)
    source = preamble + "\n" + "\n".join(functions) + """
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int panel = p.x / %d, column = p.x %% %d, row = p.y;
%s
    colour = vec4(0.0);
    %s
}
""" % (SIDE, SIDE, "\n".join(inputs), chain)
    bands = [(slice(index * SIDE, (index + 1) * SIDE), check) for index, (_, check) in enumerate(panels)]
    return Program(name, source, (SIDE * len(panels), SIDE), bands)


def components(kind):
    """The selectors of a type's components."""
    if kind in ("float", "int", "uint", "bool"):
        return [""]
    if match := re.fullmatch(r"[iub]?vec([234])", kind):
        return ["." + axis for axis in "xyzw"[:int(match[1])]]
    if match := re.fullmatch(r"mat([234])(?:x([234]))?", kind):
        columns, rows = int(match[1]), int(match[2] or match[1])
        return ["[%d][%d]" % (column, row) for column in range(columns) for row in range(rows)]
    raise SystemExit("conformance: the type %r is not known" % kind)


def source_of_input(key, value):
    """GLSL that declares the input `key`: special values first, then even steps."""
    kind = {"x": "float", "y": "float", "i": "int", "j": "int", "u": "uint", "v": "uint"}[key]
    at = "column" if key in "xiu" else "row"
    steps, _, rest = value.partition(";")
    special = [number.strip() for number in rest.split(",") if number.strip()]
    names = {"inf": "uintBitsToFloat(0x7f800000u)", "-inf": "uintBitsToFloat(0xff800000u)",
             "nan": "uintBitsToFloat(0x7fc00000u)"}
    special = ["%s(%s)" % (kind, names.get(number, number)) for number in special]
    count = len(special)
    if steps.strip() == "any":
        step = "%s(hash(uint(%s) + %du))" % (kind, at, ord(key))
    else:
        low, high = steps.split("..")
        if kind == "float":
            width = (float(high) - float(low)) / (SIDE - 1 - count)
            step = "%r + %r * float(%s - %d)" % (float(low), width, at, count)
        else:
            width = max((int(high) - int(low)) // (SIDE - 1 - count), 1)
            step = "%s(%d) + %s(%d * (%s - %d))" % (kind, int(low), kind, width, at, count)
    if not special:
        return "    %s %s = %s;" % (kind, key, step)
    table = "const %s %ss[%d] = %s[](%s);" % (kind, key, count, kind, ", ".join(special))
    return "    %s\n    %s %s = %s < %d ? %ss[min(%s, %d)] : %s;" % (
        table, kind, key, at, count, key, at, count - 1, step)
