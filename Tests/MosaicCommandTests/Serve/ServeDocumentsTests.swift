import MosaicFixtures
import Testing
import Tiers

/// The JSON of the command line beside that of the server, over one library.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeDocumentsTests {
    private let served: ServedLibrary

    init() throws {
        served = try ServedLibrary()
        // A job with an error, and one that waits.
        try served.folder.makeFolder("broken")
        try served.folder.write([1, 2, 3], to: "broken/ch1_10s.jpg", modified: 1_700_000_000)
        let runs = [
            ["submit", "broken", "--settle", "0"], ["worker", "--once"], ["submit", "shots", "--expect", "20"],
        ]
        for run in runs {
            let outcome = try served.workplace.run([run[0], "--library", "library"] + run.dropFirst())
            try #require(outcome.status == (run[0] == "worker" ? 2 : 0), "\(outcome.errors)")
        }
    }

    private func printed(_ arguments: String...) throws -> JSONValue {
        let run = try served.workplace.run(arguments + ["--library", "library", "--json"])
        try #require(run.status == 0, "\(arguments): \(run.errors)")
        return try JSONValue(run.bytes)
    }

    private func answered(_ server: ServeProcess, _ path: String) throws -> JSONValue {
        let answer = try ServeClient(port: server.port).get(path)
        try #require(answer.status == 200, "\(path): \(answer)")
        return try JSONValue(answer.body)
    }

    /// Checks that two documents have the same keys, but for some, and the same values under those of both.
    private func expectSame(
        _ first: JSONValue?, _ second: JSONValue?, onlyLeft: Set<String> = [], onlyRight: Set<String> = [],
        besides others: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let left = try #require(first, sourceLocation: sourceLocation)
        let right = try #require(second, sourceLocation: sourceLocation)
        #expect(left.keys.subtracting(right.keys) == onlyLeft, sourceLocation: sourceLocation)
        #expect(right.keys.subtracting(left.keys) == onlyRight, sourceLocation: sourceLocation)
        for key in left.keys.intersection(right.keys).subtracting(others) {
            #expect(left[key] == right[key], "\(key)", sourceLocation: sourceLocation)
        }
    }

    @Test func `jobs have the same keys and values`() async throws {
        let server = try await served.serve("--jobs", "0")
        let (page, other) = (try printed("jobs"), try answered(server, "/jobs"))
        try expectSame(page, other, besides: ["jobs"])
        let jobs = try #require(page["jobs"]?.elements)
        let others = try #require(other["jobs"]?.elements)
        #expect(jobs.compactMap { $0["state"]?.text } == ["pending", "failed", "completed"] && others.count == 3)
        for (job, other) in zip(jobs, others) {
            // Users of the machine see paths and what comes next, clients of the server URLs.
            let isFinal = job["state"] != .text("pending")
            try expectSame(job, other, onlyLeft: isFinal ? ["source"] : ["source", "due_at"], onlyRight: ["links"])
            let number = Int(try #require(job["id"]?.number))
            try expectSame(answered(server, "/jobs/\(number)"), other, onlyLeft: ["version"])
            let shown = try printed("show", try #require(job["storyboard"]?.text))
            try expectSame(shown["job"], job)
            #expect(shown["status"] == job["state"])
        }
        // The same request again is the same job.
        try expectSame(printed("submit", "shots", "--expect", "20"), jobs.first, onlyLeft: ["version"])
        #expect(server.stop() == 0)
    }

    @Test func `storyboards have the same keys and values, in a list and by themselves`() async throws {
        let server = try await served.serve("--jobs", "0")
        let (page, other) = (try printed("list"), try answered(server, "/storyboards"))
        try expectSame(page, other, besides: ["storyboards"])
        let entry = try #require(page["storyboards"]?.elements.first)
        let otherEntry = try #require(other["storyboards"]?.elements.first)
        // One names paths, the other one URLs.
        try expectSame(entry, otherEntry, besides: ["links"])
        #expect(entry["links"]?.keys == ["track", "record"])
        let formats = ["vidstack", "hls", "hls-iframe", "dash", "bif", "jellyfin", "chapters", "contact-sheet"]
        #expect(otherEntry["links"]?.keys == Set(["track", "record", "preview"] + formats))

        let shown = try printed("show", "film")
        try expectSame(shown, entry, onlyLeft: ["version", "geometry", "sheets", "job"])
        let record = try answered(server, "/storyboards/film/mosaic.json")
        for key in ["id", "duration_ms", "geometry", "sheets"] {
            #expect(shown[key] != nil && shown[key] == record[key], "\(key)")
        }
        // Records and documents count their versions apart.
        #expect(shown["version"] == .number(1) && record["version"] == .number(2))
        #expect(record["tiles"]?.elements.count == shown["tiles"]?.number.map { Int($0) })
        #expect(server.stop() == 0)
    }

    @Test func `compose and batch report a storyboard under the keys of its entry`() throws {
        let shown = try printed("show", "film")
        let sheets = ["--width", "160", "--grid", "2x3"]
        let compose = ["compose", "shots", "-o", "out", "--id", "film", "--duration", "130", "--json"]
        let composed = try JSONValue(served.workplace.run(compose + sheets).bytes)
        try expectSame(
            composed, shown,
            onlyLeft: ["damaged", "skipped", "decoded", "notes", "reused_tiles", "with_icc_profile"],
            onlyRight: ["status", "created_at", "updated_at", "job"], besides: ["links"])

        let tool = try PipedTool(["batch", "-", "-o", "other"] + sheets, in: served.folder)
        try tool.write(#"{"id": "film", "source": "shots", "duration_ms": 130000}"# + "\n")
        let lines = try tool.finish().lines
        let result = try JSONValue(Array(try #require(lines.first).utf8))
        #expect(result["result"] == .text("composed") && result["sheets"]?.number == 2)
        for key in ["version", "id", "tiles", "placeholders", "bytes"] {
            #expect(result[key] != nil && result[key] == shown[key], "\(key)")
        }
    }

    @Test(arguments: Tier.sample(["0", "15", "83.5", "00:02:00", "129.999"], 2))
    func `a look-up has the same keys and values`(time: String) async throws {
        let server = try await served.serve("--jobs", "0")
        let track = served.folder.path("library/film/thumbnails.vtt")
        for policy in ["hold", "nearest", "next"] {
            let found = try JSONValue(
                served.workplace.run("lookup", track, time, "--policy", policy, "--json").bytes)
            let answer = try answered(server, "/storyboards/film/tile?t=\(time)&policy=\(policy)")
            // A track tells neither chapters nor URLs of single tiles; a sheet's URL begins where it is read.
            try expectSame(found, answer, onlyRight: ["chapter", "tile"], besides: ["sheet"])
            let sheet = try #require(found["sheet"]?.text)
            #expect(answer["sheet"]?.text == "/storyboards/film/\(sheet)")
        }
        #expect(server.stop() == 0)
    }

    @Test func `the end of a film of unknown length is null`() async throws {
        let submitted = try served.workplace.inLibrary("submit", "shots", "--id", "open", "--settle", "0")
        try #require(submitted.status == 0)
        // The job that waits for more screenshots would keep a worker.
        try #require(try served.workplace.inLibrary("cancel", "shots").status == 0)
        try #require(try served.workplace.inLibrary("worker", "--once").status == 0)
        let server = try await served.serve()
        let track = served.folder.path("library/open/thumbnails.vtt")
        let found = try JSONValue(served.workplace.run("lookup", track, "500", "--json").bytes)
        #expect(found["end_ms"] == .null)
        #expect(try answered(server, "/storyboards/open/tile?t=500")["end_ms"] == .null)
        #expect(server.stop() == 0)
    }
}
