import Diagnostics
import Packages
import Testing

struct FilmsTests {
    /// A package in the folder `p` with the files `a.mp4` and `b.mp4`, whose `films` are the given JSON.
    private static func fixture(_ films: String) throws -> PackageFixture {
        let fixture = try PackageFixture()
        try fixture.write("p/manifest.json", #"{"packageId": "birds", "type": "films", "films": \#(films)}"#)
        try fixture.write("p/Films/a.mp4", "video")
        try fixture.write("p/Films/b.mp4", "video")
        return fixture
    }

    private static func films(_ result: LoadResult) -> [FilmsPackage.Film] {
        if case .films(let package)? = result.package { package.films } else { [] }
    }

    @Test("a sound package of films loads without a word")
    func sound() throws {
        let fixture = try Self.fixture(
            """
            [{"id": "owl", "title": "Barred Owl", "video": "a.mp4", "posterTime": 2.25,
              "facts": [{"text": "It hoots.", "at": 12.5, "duration": 6}, {"text": "It flies."}]},
             {"id": "jay", "title": "Jay", "video": "b.mp4"}]
            """)
        let result = fixture.load()
        #expect(result.diagnostics.isEmpty)
        #expect(result.package?.id == "birds.films" && result.package?.packageId == "birds")
        let films = Self.films(result)
        #expect(films.map(\.id) == ["birds.owl.film", "birds.jay.film"])
        #expect(films.map(\.title) == ["Barred Owl", "Jay"])
        #expect(films.map(\.posterTime) == [2.25, 1.5])
        #expect(films.first?.video.hasSuffix("/p/Films/a.mp4") == true)
        #expect(films.first?.posterTimePlace?.path.description == "films[0].posterTime")
        #expect(films.first?.facts.map(\.text) == ["It hoots.", "It flies."])
        #expect(films.first?.facts.map(\.at) == [12.5, nil])
        #expect(films.first?.facts.map(\.duration) == [6, nil])
        #expect(films.first?.facts.last?.place.path.description == "films[0].facts[1]")
        #expect(films.last?.facts.isEmpty == true)
    }

    @Test(
        "what skips a film",
        arguments: [
            ("7", "manifest.film-not-object", "films[0]"),
            (#"{"title": "T", "video": "a.mp4"}"#, "manifest.film-id", "$"),
            (#"{"id": "", "title": "T", "video": "a.mp4"}"#, "manifest.film-id", "films[0].id"),
            (#"{"id": 3, "title": "T", "video": "a.mp4"}"#, "manifest.film-id", "films[0].id"),
            (#"{"id": "x", "title": "T"}"#, "manifest.video-name", "$"),
            (#"{"id": "x", "title": "T", "video": ""}"#, "manifest.video-name", "films[0].video"),
            (#"{"id": "x", "title": "T", "video": []}"#, "manifest.video-name", "films[0].video"),
            (#"{"id": "x", "title": "T", "video": "gone.mp4"}"#, "manifest.video-missing", "films[0].video"),
            (#"{"id": "x", "title": "T", "video": "../a.mp4"}"#, "manifest.video-outside", "films[0].video"),
            (#"{"id": "x", "title": "T", "video": "a/../../b"}"#, "manifest.video-outside", "films[0].video"),
            (#"{"id": "x", "title": "T", "video": "."}"#, "manifest.video-not-a-file", "films[0].video"),
        ])
    func skipped(film: String, code: String, path: String) throws {
        let result = try Self.fixture(#"[\#(film), {"id": "ok", "title": "OK", "video": "b.mp4"}]"#).load()
        #expect(result.codes == [code])
        #expect(result.errors == [code])
        #expect(Self.films(result).map(\.id) == ["birds.ok.film"])
        let diagnostic = result.diagnostics.first
        #expect(diagnostic?.hint?.isEmpty == false && diagnostic?.span != nil)
        if path != "$" { #expect(diagnostic?.path == path) }
        let alone = try Self.fixture("[\(film)]").load()
        #expect(alone.package == nil)
        #expect(alone.codes == [code, "manifest.no-film-left"])
    }

    @Test(
        "a list that is none drops the package",
        arguments: [
            #"{"packageId": "p", "type": "films"}"#, #"{"packageId": "p", "type": "films", "films": {}}"#,
            #"{"packageId": "p", "type": "films", "films": []}"#,
            #"{"packageId": "p", "type": "films", "films": null}"#,
        ])
    func noList(manifest: String) throws {
        let fixture = try PackageFixture()
        try fixture.write("p/manifest.json", manifest)
        let result = fixture.load()
        #expect(result.package == nil && result.errors == ["manifest.films"])
    }

    @Test("of two films with one id the first is kept")
    func duplicate() throws {
        let result = try Self.fixture(
            #"""
            [{"id": "x", "title": "A", "video": "a.mp4"}, {"id": "x", "title": "B", "video": "b.mp4"}]
            """#
        ).load()
        #expect(result.errors == ["manifest.film-duplicate-id"])
        #expect(result.diagnostics.first?.path == "films[1].id")
        #expect(result.diagnostics.first?.message.contains("films[0]") == true)
        #expect(Self.films(result).map(\.title) == ["A"])
    }

    @Test(
        "what is replaced or ignored, and what stays",
        arguments: [
            (#""title": 5"#, ["manifest.film-title"], Severity.warning, "x"),
            (#""title": "  ""#, ["manifest.film-title"], .warning, "x"),
            (#""titel": "T""#, ["manifest.unknown-key", "manifest.film-title"], .warning, "x"),
            (#""title": "T", "posterTime": "2""#, ["manifest.poster-time"], .warning, "T"),
            (#""title": "T", "posterTime": -0.1"#, ["manifest.poster-time"], .warning, "T"),
            (#""title": "T", "posterTime": 1e300"#, [], .note, "T"),
            (#""title": "T", "facts": {}"#, ["manifest.facts"], .warning, "T"),
            (#""title": "T", "facts": ["It flies."]"#, ["manifest.fact"], .warning, "T"),
            (#""title": "T", "facts": [{"at": 3}]"#, ["manifest.fact"], .warning, "T"),
            (#""title": "T", "facts": [{"text": " \n"}]"#, ["manifest.fact"], .warning, "T"),
            (#""title": "T", "layers": []"#, ["manifest.unknown-key"], .warning, "T"),
        ])
    func replaced(keys: String, codes: [String], worst: Severity, title: String) throws {
        let result = try Self.fixture(#"[{"id": "x", "video": "a.mp4", \#(keys)}]"#).load()
        #expect(result.codes == codes)
        #expect((result.diagnostics.map(\.severity).max() ?? .note) == worst)
        let film = Self.films(result).first
        #expect(film?.title == title && film?.facts.isEmpty == true)
        #expect((film?.posterTime ?? 0) == (keys.contains("1e300") ? FactDescription.latestTime : 1.5))
    }

    @Test("a missing title is a note, an awkward id too, a long title as well")
    func notes() throws {
        let untitled = try Self.fixture(#"[{"id": "x", "video": "a.mp4"}]"#).load()
        #expect(untitled.codes == ["manifest.film-title"] && untitled.diagnostics.first?.severity == .note)
        let awkward = try Self.fixture(#"[{"id": "ä b", "title": "T", "video": "a.mp4"}]"#).load()
        #expect(awkward.codes == ["manifest.film-id-unsafe"] && awkward.diagnostics.first?.severity == .note)
        #expect(Self.films(awkward).first?.id == "birds.ä b.film")
        let title = String(repeating: "long ", count: 400)
        let long = try Self.fixture(#"[{"id": "x", "title": "\#(title)", "video": "a.mp4"}]"#).load()
        #expect(long.codes == ["manifest.film-title-long"] && long.diagnostics.first?.severity == .note)
        #expect(Self.films(long).first?.title == title)
    }

    @Test("times of facts that are none take the default, in films and in themes")
    func facts() throws {
        let facts = """
            [{"text": "a", "at": -1}, {"text": "b", "at": "3"}, {"text": "c", "duration": 0},
             {"text": "d", "duration": null}, {"text": "e", "at": 0, "duration": 1e-9, "when": 3},
             {"text": "\(String(repeating: "é", count: 5000))"}]
            """
        let codes = [
            "manifest.fact-at", "manifest.fact-at", "manifest.fact-duration", "manifest.fact-duration",
            "manifest.unknown-key", "manifest.fact-long",
        ]
        let films = try Self.fixture(#"[{"id": "x", "title": "T", "video": "a.mp4", "facts": \#(facts)}]"#).load()
        let theme = try PackageFixture.theme(
            """
            {"packageId": "p", "type": "theme",
             "theme": {"displayName": "P", "background": {"video": "v.mp4"}, "facts": \(facts)}}
            """)
        let themed = theme.load()
        for (result, read, root) in [
            (films, Self.films(films).first?.facts ?? [], "films[0]"), (themed, theme.theme()?.facts ?? [], "theme"),
        ] {
            #expect(result.codes == codes)
            #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
            #expect(result.diagnostics.first?.path == root + ".facts[0].at")
            #expect(read.map(\.at) == [nil, nil, nil, nil, 0, nil])
            #expect(read.map(\.duration) == [nil, nil, nil, nil, FactDescription.shortestDuration, nil])
            #expect(read.last?.text.count == 5000)
        }
    }

    @Test("the library has all films in order, and each id once")
    func library() throws {
        let fixture = try PackageFixture()
        func add(_ folder: String, _ packageId: String, _ ids: [String]) throws {
            let films = ids.map { #"{"id": "\#($0)", "title": "\#($0)", "video": "v.mp4"}"# }.joined(separator: ", ")
            try fixture.write(
                "Packages/\(folder)/manifest.json",
                #"{"packageId": "\#(packageId)", "type": "films", "films": [\#(films)]}"#)
            try fixture.write("Packages/\(folder)/Films/v.mp4", "video")
        }
        try add("1", "a", ["b.c", "z"])
        try add("2", "a.b", ["c", "d"])
        try add("3", "a", ["y"])
        try add("4", "a.b.c", ["film"])
        let library = PackageLibrary(root: fixture.root)
        #expect(library.films.map(\.id) == ["a.b.c.film", "a.z.film", "a.b.d.film", "a.b.c.film.film"])
        #expect(library.filmPackages.map(\.packageId) == ["a", "a.b", "a.b.c"])
        #expect(library.film(id: "a.b.d.film")?.title == "d")
        #expect(library.film(id: "a.b.d") == nil)
        #expect(library.diagnostics.map(\.code) == ["package.duplicate-film", "package.duplicate-id"])
        #expect(library.diagnostics.allSatisfy { $0.severity == .error && $0.hint?.isEmpty == false })
        #expect(library.themes.isEmpty && library.activeTheme == nil)
    }
}
