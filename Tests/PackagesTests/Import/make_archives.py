"""Makes zip archives byte by byte, good, odd and hostile ones, and says what should become of each.

make_archives.py FOLDER writes FOLDER/NAME.zip and FOLDER/expected.json: a list of
{"name", "code"} for those that are refused and
{"name", "packageId", "found", "installed", "skipped", "tree": {path: hexadecimal CRC-32 of the bytes}} for the others.
"""

import json
import os
import random
import struct
import sys
import zlib

STORED, DEFLATE = 0, 8
UNIX, DOS, MACOS = 3, 0, 19
FILE, FOLDER, LINK, FIFO, SOCKET, DEVICE = 0o100644, 0o040755, 0o120777, 0o010644, 0o140644, 0o060644


def raw_deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


class Entry:
    """One file of an archive; every field of its headers can be made to lie."""

    def __init__(self, name, data=b"", method=DEFLATE, mode=None, host=UNIX, flags=None, **lies):
        raw = name if isinstance(name, bytes) else name.encode()
        folder = raw.endswith(b"/")
        self.name, self.data, self.host = raw, data, host
        self.method = STORED if folder else method
        self.mode = mode if mode is not None else (FOLDER if folder else FILE)
        self.flags = flags if flags is not None else (0x800 if any(b > 127 for b in raw) else 0)
        # What the archive says about the bytes, where that is not the truth.
        self.packed = lies.get("packed", raw_deflate(data) if self.method == DEFLATE else data)
        self.size = lies.get("size", len(data))
        self.packed_size = lies.get("packed_size", len(self.packed))
        self.crc = lies.get("crc", zlib.crc32(data))
        self.said_method = lies.get("said_method", self.method)
        self.local_name = lies.get("local_name", raw)
        self.local = lies.get("local", {})
        self.extra = lies.get("extra", b"")
        self.central_extra = lies.get("central_extra", self.extra)
        # A writer to a stream puts sizes and checksum behind the bytes.
        self.streamed = lies.get("streamed", False)
        self.signed = lies.get("signed", True)
        self.zip64 = lies.get("zip64", None)  # "local", "central" or "both"
        self.offset = lies.get("offset", None)
        if self.streamed:
            self.flags |= 8


def archive(entries, comment=b"", prefix=b"", suffix=b"", count=None, directory_offset=None, zip64_end=False,
            force_zip64_end=False, cut=0, gap=b"", disk=0):
    out = bytearray(prefix)
    central = bytearray()
    for e in entries:
        offset = len(out) if e.offset is None else e.offset
        crc, packed, size = (0, 0, 0) if e.streamed else (e.crc, e.packed_size, e.size)
        crc, packed, size = e.local.get("crc", crc), e.local.get("packed", packed), e.local.get("size", size)
        extra, version = e.extra, 20
        if e.zip64 in ("local", "both"):
            extra += struct.pack("<HHQQ", 1, 16, size, packed)
            packed, size, version = 0xFFFFFFFF, 0xFFFFFFFF, 45
        elif e.zip64 == "marker":
            packed, size = 0xFFFFFFFF, 0xFFFFFFFF
        method = e.local.get("method", e.said_method)
        flags = e.local.get("flags", e.flags)
        if e.offset is None:
            out += struct.pack("<IHHHHHIIIHH", 0x04034B50, version, flags, method, 0x6000, 0x5821, crc & 0xFFFFFFFF,
                               packed, size, len(e.local_name), len(extra))
            out += e.local_name + extra + e.packed
            if e.streamed:
                out += struct.pack("<I", 0x08074B50) if e.signed else b""
                wide = "<IQQ" if e.zip64 in ("local", "both", "marker") else "<III"
                out += struct.pack(wide, e.crc & 0xFFFFFFFF, e.packed_size, e.size)
        packed, size, extra, version = e.packed_size, e.size, e.central_extra, 20
        if e.zip64 in ("central", "both"):
            extra += struct.pack("<HHQQ", 1, 16, size, packed)
            packed, size, version = 0xFFFFFFFF, 0xFFFFFFFF, 45
        central += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, e.host << 8 | 30, version, e.flags, e.said_method, 0x6000,
                               0x5821, e.crc & 0xFFFFFFFF, packed & 0xFFFFFFFF, size & 0xFFFFFFFF, len(e.name),
                               len(extra), 0, 0, 0, (e.mode << 16) & 0xFFFFFFFF, offset)
        central += e.name + extra
    out += gap
    at = len(out) if directory_offset is None else directory_offset
    out += central
    number = len(entries) if count is None else count
    if zip64_end or force_zip64_end:
        place = len(out)
        out += struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, number, number, len(central), at)
        out += struct.pack("<IIQI", 0x07064B50, 0, place, 1)
    if zip64_end:
        out += struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, len(comment))
    else:
        out += struct.pack("<IHHHHIIH", 0x06054B50, disk, disk, number & 0xFFFF, number & 0xFFFF, len(central), at,
                           len(comment))
    out += comment + suffix
    return bytes(out[:len(out) - cut] if cut else out)


def manifest(package="sky", video="v.mp4", **more):
    theme = {"displayName": "Sky", "background": {"video": video}, "layers": []}
    return json.dumps({"packageId": package, "type": "theme", "theme": theme, **more}).encode()


def package(wrapper="", video="v.mp4", package_id="sky", folders=False, **kind):
    """The files of a theme, as entries."""
    made = []
    if folders:
        made += [Entry(wrapper)] if wrapper else []
        made += [Entry(wrapper + "Theme/"), Entry(wrapper + "Theme/Shaders/")]
    return made + [
        Entry(wrapper + "manifest.json", manifest(package_id, video), **kind),
        Entry(wrapper + "Theme/" + video, bytes(range(256)) * 40, **kind),
        Entry(wrapper + "Theme/Shaders/A.metal", b"// a\n" * 100, **kind),
    ]


CASES = []


def good(name, entries, root="", skipped=(), package_id="sky", decoded=None, **form):
    """An archive that installs; `skipped` are names in it, `decoded` how names read that are not UTF-8."""
    tree, installed = {}, 0
    for e in entries:
        text = (decoded or {}).get(e.name) or e.name.decode("utf-8")
        if text in skipped:
            continue
        installed += 1
        parts = [p for p in text[len(root):].split("/") if p not in ("", ".")]
        if not e.name.endswith(b"/"):
            tree["/".join(parts)] = "%08x" % zlib.crc32(e.data)
    CASES.append((archive(entries, **form), {
        "name": name, "packageId": package_id, "found": len(entries), "installed": installed,
        "skipped": sorted(skipped), "tree": tree}))


def bad(name, code, entries=None, data=None, **form):
    CASES.append((archive(entries, **form) if data is None else data, {"name": name, "code": code}))


def good_cases():
    good("plain", package())
    good("stored", package(method=STORED))
    good("folders", package(folders=True))
    good("wrapped", package("sky-main/"), root="sky-main/")
    good("wrapped-folders", package("sky-main/", folders=True), root="sky-main/")
    good("wrapped-readme", package("sky-main/") + [Entry("README.md", b"read"), Entry(".gitignore", b"x")],
         root="sky-main/", skipped=("README.md", ".gitignore"))
    good("wrapped-hidden-folder", package("sky/") + [Entry(".github/x.yml", b"x")], root="sky/",
         skipped=(".github/x.yml",))
    finder = []
    for e in package("sky/", folders=True):
        finder.append(e)
        if not e.name.endswith(b"/"):
            folder, _, base = e.name.decode().rpartition("/")
            finder.append(Entry("__MACOSX/" + folder + "/._" + base, b"\0\5\x16\7"))
    finder += [Entry("sky/.DS_Store", b"Bud1")]
    good("finder", finder, root="sky/", skipped=[e.name.decode() for e in finder
                                                  if b"__MACOSX" in e.name or b".DS_Store" in e.name])
    good("finder-streamed", [Entry(e.name, e.data, streamed=not e.name.endswith(b"/")) for e in package("sky/", folders=True)],
         root="sky/")
    good("leftover-manifest-first", [Entry("__MACOSX/._manifest.json", b"{"), Entry("._manifest.json", b"{")] + package(),
         skipped=("__MACOSX/._manifest.json", "._manifest.json"))
    good("leftovers-twice", package() + [Entry("__MACOSX/._a", b"1"), Entry("__MACOSX/._a", b"2")],
         skipped=("__MACOSX/._a", "__MACOSX/._a"))
    good("leftover-odd-method", package() + [Entry("__MACOSX/._a", b"1", method=STORED, said_method=14)],
         skipped=("__MACOSX/._a",))
    good("companion", package() + [Entry("Theme/._v.mp4", b"x")], skipped=("Theme/._v.mp4",))
    good("streamed", [Entry(e.name, e.data, streamed=True) for e in package()])
    good("streamed-unsigned", [Entry(e.name, e.data, streamed=True, signed=False) for e in package()])
    good("streamed-stored", [Entry(e.name, e.data, method=STORED, streamed=True) for e in package()])
    good("streamed-with-sizes", [Entry(e.name, e.data, flags=8) for e in package()])
    for kind in ("local", "central", "both"):
        good("zip64-extra-" + kind, [Entry(e.name, e.data, zip64=kind) for e in package()])
    good("zip64-streamed", [Entry(e.name, e.data, zip64="local", streamed=True) for e in package()])
    good("zip64-marker-streamed", [Entry(e.name, e.data, zip64="marker", streamed=True) for e in package()])
    good("zip64-end-unneeded", package(), force_zip64_end=True)
    good("comment", package(), comment=b"made by hand")
    good("comment-like-end", package(), comment=b"PK\5\6" + bytes(30))
    good("long-comment", package(), comment=b"c" * 65535)
    good("gap", package(), gap=bytes(100))
    good("dos", package(host=DOS, mode=0))
    good("macos-host", package(host=MACOS))
    good("dos-link-bits", package() + [Entry("note", b"x", host=DOS, mode=LINK)])
    good("no-mode", package(mode=0))
    good("executable", package(mode=0o104777))
    good("unreadable-mode", package(mode=0o100000))
    good("dot-parts", [Entry("./" + e.name.decode(), e.data) for e in package()])
    good("doubled-slashes", [Entry(e.name.decode().replace("/", "//"), e.data) for e in package()])
    good("own-folder", [Entry("./")] + package(), skipped=("./",))
    good("utf8-flag", package(video="schön ☂.mp4"))
    good("utf8-without-flag", package(video="schön.mp4", flags=0))
    good("flags-differ", [Entry(e.name, e.data, local={"flags": 0}) for e in package(video="schön.mp4")])
    good("decomposed", package(video="scho\u0308n.mp4"))
    old = package(video="stra\u00dfe.mp4", flags=0)
    old[1].name = old[1].local_name = b"Theme/stra\xe1e.mp4"
    good("cp437", old, decoded={b"Theme/stra\xe1e.mp4": "Theme/straße.mp4"})
    field = package(video="☂.mp4", flags=0)
    plain = b"Theme/?.mp4"
    unicode_name = "Theme/☂.mp4".encode()
    extra = struct.pack("<HHBI", 0x7075, 5 + len(unicode_name), 1, zlib.crc32(plain)) + unicode_name
    field[1] = Entry(plain, field[1].data, extra=extra)
    good("unicode-field", field, decoded={plain: "Theme/☂.mp4"})
    good("bom", [Entry("manifest.json", b"\xef\xbb\xbf" + manifest())] + package()[1:])
    good("unknown-keys", [Entry("manifest.json", manifest(extra=1)), Entry("notes.json", b"{}")] + package()[1:])
    good("empty-file", package() + [Entry("Theme/empty", b"", method=STORED), Entry("Theme/empty2", b"")])
    good("deep", package() + [Entry("d/" * 31 + "f", b"x")])
    good("most-entries", package() + [Entry("n/%d" % i, b"", method=STORED) for i in range(4093)])
    good("zeros", package() + [Entry("Theme/zeros", bytes(8 << 20))])
    good("longest-name", package() + [Entry("n" * 255, b"x")])
    good("id-of-64", package(package_id="a" * 64), package_id="a" * 64)
    good("id-with-marks", package(package_id="A.b_c-1"), package_id="A.b_c-1")
    good("out-of-order", list(reversed(package())))
    track = json.dumps({"packageId": "tunes", "type": "playlist", "playlist": {"tracks": ["a.mp3", "gone.mp3"]}})
    good("playlist", [Entry("manifest.json", track.encode()), Entry("Playlist/a.mp3", b"mp3")], package_id="tunes")


def bad_names():
    def named(name, code, entry_name, **lies):
        bad(name, code, package() + [Entry(entry_name, b"x", **lies)])

    named("parent", "zip.unsafe-name", "../x.txt")
    named("parent-inside", "zip.unsafe-name", "a/../../x")
    named("parent-harmless", "zip.unsafe-name", "Theme/../x")
    named("parent-last", "zip.unsafe-name", "Theme/..")
    named("parent-in-leftover", "zip.unsafe-name", "__MACOSX/../../x")
    named("absolute", "zip.unsafe-name", "/etc/x")
    named("absolute-parent", "zip.unsafe-name", "/../x.txt")
    named("backslash", "zip.unsafe-name", "Theme\\x.txt")
    named("backslash-parent", "zip.unsafe-name", "..\\..\\x")
    named("nul", "zip.unsafe-name", b"Theme/a\0b")
    named("nul-at-end", "zip.unsafe-name", b"Theme/a\0")
    named("empty-name", "zip.unsafe-name", b"")
    named("dot-name", "zip.unsafe-name", ".")
    named("long-part", "zip.long-name", "n" * 256)
    named("long-path", "zip.long-name", "/".join(["n" * 200] * 6))
    named("too-deep", "zip.long-name", "d/" * 32 + "f")
    named("link", "zip.link", "Theme/link", mode=LINK)
    named("link-macos", "zip.link", "Theme/link", mode=LINK, host=MACOS)
    named("leftover-link", "zip.link", "__MACOSX/._l", mode=LINK)
    bad("through-link", "zip.link", package() + [Entry("l", b"/tmp", mode=LINK), Entry("l/x", b"x")])
    named("fifo", "zip.special-file", "Theme/pipe", mode=FIFO)
    named("socket", "zip.special-file", "Theme/socket", mode=SOCKET)
    named("device", "zip.special-file", "Theme/device", mode=DEVICE)
    named("file-called-folder", "zip.special-file", "Theme/f", mode=FOLDER)
    bad("folder-with-bytes", "zip.special-file", package() + [Entry("Theme/f/", b"xxx")])
    named("twice", "zip.duplicate-name", "manifest.json")
    bad("folder-twice", "zip.duplicate-name", package() + [Entry("a/"), Entry("a/")])
    named("twice-by-dots", "zip.duplicate-name", "./manifest.json")
    named("case", "zip.colliding-name", "Theme/V.mp4")
    named("case-of-folder", "zip.colliding-name", "theme/other")
    bad("case-unicode", "zip.colliding-name", package() + [Entry("Ä", b""), Entry("ä", b"")])
    bad("case-sharp-s", "zip.colliding-name", package() + [Entry("straße", b""), Entry("STRASSE", b"")])
    bad("composition", "zip.colliding-name", package() + [Entry("\u00e4", b""), Entry("a\u0308", b"")])
    named("file-as-folder", "zip.file-is-folder", "manifest.json/x")
    named("folder-as-file", "zip.file-is-folder", "Theme")
    named("unicode-field-parent", "zip.unsafe-name", b"ok.txt", extra=struct.pack(
        "<HHBI", 0x7075, 5 + 4, 1, zlib.crc32(b"ok.txt")) + b"../x")


def bad_content():
    def first(**lies):
        entries = package()
        kind = dict(method=DEFLATE)
        kind.update(lies)
        entries[1] = Entry("Theme/v.mp4", kind.pop("data", bytes(5000)), **kind)
        return entries

    bad("crc", "zip.checksum", first(crc=1))
    bad("crc-stored", "zip.checksum", first(crc=1, method=STORED))
    bad("says-less", "zip.size-mismatch", first(data=bytes(50_000_000), size=10))
    bad("says-more", "zip.size-mismatch", first(size=5001))
    bad("stored-says-less", "zip.size-mismatch", first(method=STORED, size=10))
    bad("bad-deflate", "zip.damaged", first(packed=b"\xff" * 40))
    noise = random.Random(1).randbytes(2000)
    bad("cut-deflate", "zip.checksum", first(data=noise, packed=raw_deflate(noise)[:900]))
    bad("encrypted", "zip.encrypted", first(flags=1))
    bad("encrypted-strong", "zip.encrypted", first(flags=0x41))
    bad("encrypted-aes", "zip.encrypted", first(said_method=99, flags=1))
    bad("bzip2", "zip.method", first(said_method=12))
    bad("lzma", "zip.method", first(said_method=14))
    bad("too-many", "zip.too-many-entries", package() + [Entry("n/%d" % i, method=STORED) for i in range(4094)])
    bad("too-many-leftovers", "zip.too-many-entries",
        package() + [Entry("__MACOSX/._%d" % i, method=STORED) for i in range(5000)])
    bad("too-large", "zip.too-large", first(size=1_500_000_001))
    bad("too-large-together", "zip.too-large", package() + [
        Entry("a%d" % i, bytes(100), size=400_000_000) for i in range(4)])
    bad("too-large-zip64", "zip.too-large", first(size=1 << 62, zip64="both"))
    bad("larger-than-numbers", "zip.damaged", first(size=(1 << 64) - 2, zip64="both"))


def bad_forms():
    wrong = package(video="stra\u00dfe.mp4")
    wrong[1].name = wrong[1].local_name = b"Theme/stra\xe1e.mp4"
    bad("no-utf8-though-said", "zip.damaged", wrong)
    whole = archive(package())
    bad("empty", "zip.not-an-archive", data=b"")
    bad("text", "zip.not-an-archive", data=b"this is no archive\n" * 50)
    bad("gzip", "zip.not-an-archive", data=b"\x1f\x8b\x08" + bytes(100))
    bad("cut", "zip.damaged", data=whole[:-30])
    bad("cut-in-half", "zip.damaged", data=whole[:len(whole) // 2])
    bad("trailing", "zip.damaged", package(), suffix=b"more")
    bad("no-entries", "import.manifest-missing", [])
    bad("prefixed", "zip.damaged", data=b"#!/bin/sh\n" * 10 + whole)
    bad("zip64", "zip.zip64", package(), zip64_end=True)
    bad("zip64-many", "zip.zip64", [Entry("n/%d" % i, method=STORED) for i in range(66_000)], zip64_end=True)
    bad("count-too-low", "zip.damaged", package(), count=2)
    bad("count-too-high", "zip.damaged", package(), count=4)
    bad("directory-elsewhere", "zip.damaged", package(), directory_offset=3)
    bad("directory-outside", "zip.damaged", package(), directory_offset=1 << 30)
    bad("split", "zip.damaged", package(), disk=1)
    entries = package()
    entries[1].local_name = b"Theme/w.mp4"
    bad("other-local-name", "zip.damaged", entries)
    entries = package()
    entries[1].local = {"size": 5}
    bad("other-local-size", "zip.damaged", entries)
    entries = package()
    entries[1].local = {"method": STORED}
    bad("other-local-method", "zip.damaged", entries)
    bad("shared-bytes", "zip.damaged", package() + [Entry("manifest.json", manifest(), offset=0)])
    bad("offset-outside", "zip.damaged", package() + [Entry("x", b"x", offset=1 << 28)])


def bad_packages():
    bad("no-manifest", "import.manifest-missing", package()[1:])
    bad("manifest-in-capitals", "import.manifest-missing", [Entry("Manifest.JSON", manifest())] + package()[1:])
    bad("manifest-too-deep", "import.manifest-missing", package("a/b/"))
    bad("two-packages", "import.manifest-missing", package("a/") + package("b/", package_id="b"))
    bad("beside-a-folder", "import.manifest-missing", package("sky/") + [Entry("docs/x", b"x")])
    bad("in-hidden-folder", "import.manifest-missing", package(".sky/"))
    bad("only-leftovers", "import.manifest-missing", [Entry("__MACOSX/._manifest.json", b"")])
    bad("no-video", "import.does-not-load", [package()[0], package()[2]])
    bad("bad-json", "import.does-not-load", [Entry("manifest.json", b"{ \"packageId\": ")] + package()[1:])
    bad("utf16", "import.does-not-load", [Entry("manifest.json", manifest().decode().encode("utf-16"))] + package()[1:])
    bad("video-in-other-case", "import.does-not-load",
        [package()[0], Entry("Theme/V.MP4", b"x"), package()[2]])
    bad("large-manifest", "import.does-not-load", [Entry("manifest.json", manifest() + b" " * (2 << 20))] + package()[1:])
    for name, package_id in [("id-dot", ".hidden"), ("id-parent", ".."), ("id-slash", "a/b"), ("id-long", "a" * 65),
                             ("id-blank", "a b"), ("id-letter", "schön"), ("id-newline", "a\n"), ("id-hyphen", "-a")]:
        bad(name, "import.unsafe-id", package(package_id=package_id))
    bad("id-missing", "import.does-not-load", [Entry("manifest.json", b"{\"type\": \"theme\"}")] + package()[1:])
    track = json.dumps({"packageId": "tunes", "type": "playlist", "playlist": {"tracks": ["gone.mp3"]}})
    bad("no-tracks", "import.does-not-load", [Entry("manifest.json", track.encode())])


def main():
    folder = sys.argv[1]
    for make in (good_cases, bad_names, bad_content, bad_forms, bad_packages):
        make()
    names = [case["name"] for _, case in CASES]
    assert len(names) == len(set(names)), "two archives have one name"
    for data, case in CASES:
        with open(os.path.join(folder, case["name"] + ".zip"), "wb") as file:
            file.write(data)
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        json.dump([case for _, case in CASES], file)


if __name__ == "__main__":
    main()
