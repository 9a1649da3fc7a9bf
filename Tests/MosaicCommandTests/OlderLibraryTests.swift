import Foundation
import MosaicFixtures
import Testing

/// What commit 3ff18b4 wrote, in the hands of today's tools.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: InstalledTool.tar.path != nil, "tar is not installed"))
struct OlderLibraryTests {
    private let older: OlderLibrary

    init() throws { older = try OlderLibrary() }

    private var workplace: Workplace { older.workplace }
    private var folder: TemporaryFolder { older.folder }

    // MARK: Reading

    @Test func `its storyboards and jobs are listed`() throws {
        #expect(try older.listed() == OlderLibrary.published)
        #expect(
            try older.states() == [
                "film": "completed", "first": "completed", "second": "completed", "broken": "completed",
                "failed": "failed", "cancelled": "cancelled", "waiting": "processing", "uploads": "processing",
                "killed": "pending", "pending": "pending",
            ])
        #expect(try workplace.inLibrary("show", "film").status == 0)
    }

    @Test func `its tiles are looked up and cut out`() throws {
        let found = try workplace.run("lookup", "library/film/thumbnails.vtt", "45", "--json")
        #expect(try JSONReport(found.output).number("index") == 3)
        #expect(try workplace.run("tile", "library/film/thumbnails.vtt", "45", "-o", "tile.jpg").status == 0)
        #expect(try folder.read("tile.jpg").starts(with: [0xFF, 0xD8]))
        #expect(try workplace.run("lookup", "out/thumbnails.vtt", "45").status == 0)
    }

    @Test func `a catalog of a newer version is refused with a sentence`() throws {
        try older.makeNewer()
        for arguments in [
            ["list"], ["submit", "sources/film", "--id", "film"], ["repair"], ["remove", "film", "--yes"],
        ] {
            let run = try workplace.run([arguments[0], "--data", "library"] + arguments.dropFirst())
            #expect(run.status == 65, "\(arguments)")
            #expect(run.errors.contains("A newer version of Mosaic has changed it"), "\(run.errors)")
        }
        #expect(folder.holds("library/film/thumbnails.vtt"))
        let served = try workplace.run("serve", "--data", "library", "--port", "0")
        #expect(served.status == 65 && served.errors.contains("A newer version of Mosaic"), "\(served.errors)")
    }

    // MARK: Writing

    @Test func `a storyboard grows by one decoded tile, and its superseded sheet goes`() throws {
        try older.relocateSources()
        try older.draw(6, into: "film")
        #expect(try workplace.inLibrary("cancel", "pending").status == 0)
        #expect(try workplace.inLibrary("retry", "film").status == 0)
        let worked = try workplace.inLibrary("worker", "--once")
        #expect(worked.status == 0)
        #expect(worked.errors.contains(" film: published 6 tiles, 1 decoded, 5 reused"), "\(worked.errors)")
        #expect(!folder.holds("library/\(OlderLibrary.superseded)"))
    }

    @Test func `jobs that were under way are done, also one whose worker was killed`() throws {
        try older.relocateSources()
        try older.draw(3, into: "pending")
        #expect(try workplace.inLibrary("worker", "--once").status == 0)
        let done = ["film", "first", "second", "broken", "waiting", "uploads", "killed", "pending"]
        let states = try older.states()
        for id in done { #expect(states[id] == "completed", "\(id)") }
        #expect(states["failed"] == "failed" && states["cancelled"] == "cancelled")
        #expect(try folder.names(in: "library/killed").allSatisfy { !$0.hasPrefix(".mosaic-pending-") })
        #expect(try older.listed() == (OlderLibrary.published + ["killed", "pending"]).sorted())
    }

    @Test func `a batch decodes nothing but what is new`() throws {
        try older.relocateSources()
        try older.draw(3, into: "batch/first")
        let run = try workplace.run(
            "batch", "sources/batch", "-o", "library", "--width", "32", "--grid", "2x2", "--json")
        #expect(run.status == 0, "\(run.errors)")
        let summary = try JSONReport(run.output)
        #expect(summary.number("failed") == 0)
        // All that can be decoded and is not the new one.
        #expect(summary.number("reused_tiles") == 6)
        #expect(try WrittenTrack(workplace, "library/first/thumbnails.vtt").cues.count == 3)
    }

    @Test func `what has no source any more is pruned, and nothing else`() throws {
        try older.relocateSources()
        for name in try folder.names(in: "sources/batch/second") { try folder.remove("sources/batch/second/\(name)") }
        let pruned = try workplace.run("batch", "sources/batch", "-o", "library", "--prune", "--yes")
        #expect(pruned.status == 0, "\(pruned.errors)")
        #expect(!folder.holds("library/second/thumbnails.vtt"))
        #expect(try older.listed() == OlderLibrary.published.filter { $0 != "second" })
    }

    @Test func `it is repaired with and without its catalog`() throws {
        for loses in [false, true] {
            if loses {
                for name in try folder.names(in: "library") where name.hasPrefix(".mosaic-catalog") {
                    try folder.remove("library/\(name)")
                }
            }
            let report = try JSONReport(workplace.inLibrary("repair", "--json").output)
            #expect(report.number("storyboards") == OlderLibrary.published.count)
            #expect(report.objects("faults").isEmpty)
            // It counts the placeholders, which its catalog does not know of.
            #expect(report.number("written") == OlderLibrary.published.count)
            #expect(try older.listed() == OlderLibrary.published)
        }
    }

    @Test func `a single storyboard is composed again, and its superseded sheet goes`() throws {
        try older.draw(5, into: "single")
        let before = try workplace.sheets()
        let run = try workplace.run("compose", "sources/single", "-o", "out", "--preview", "--json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try WrittenTrack(workplace).cues.count == 5)
        let after = try workplace.sheets()
        #expect(before.count == 2 && after.count == 2 && Set(before).intersection(after).count == 1)
    }

    // MARK: Serving

    /// A server that removes what has been superseded or removed for a day, or keeps it for a century.
    private func serve(keepsOld: Bool) async throws -> (ServeProcess, ServeClient) {
        let server = try await ServeProcess(
            ["--data", folder.path("library"), "--keep-old", keepsOld ? "36500d" : "86400"], in: folder)
        return (server, ServeClient(port: server.port))
    }

    @Test func `its tracks, sheets and tiles are served`() async throws {
        let (server, client) = try await serve(keepsOld: true)
        for id in OlderLibrary.published {
            let track = try client.get("/storyboards/\(id)/thumbnails.vtt")
            #expect(track.status == 200)
            for sheet in Set(track.text.matches(of: /sheet-\d+\.\w+\.jpg/).map(\.output)) {
                #expect(try client.get("/storyboards/\(id)/\(sheet)").status == 200)
            }
            #expect(try client.get("/storyboards/\(id)/tile.jpg?t=15").body.starts(with: [0xFF, 0xD8]))
        }
        #expect(try client.get("/storyboards/removed/thumbnails.vtt").status == 404)
        #expect(server.stop() == 0)
    }

    @Test func `what was superseded or removed can be had within its time`() async throws {
        let (server, client) = try await serve(keepsOld: true)
        for path in [OlderLibrary.superseded, OlderLibrary.removed] {
            #expect(try client.get("/storyboards/\(path)").status == 200)
        }
        for path in ["uploads/ch2_20s.jpg", "removed/ch1_10s.jpg"] {
            #expect(try client.get("/chapter-screenshots/\(path)").status == 200)
        }
        #expect(server.stop() == 0)
    }

    @Test func `what was superseded or removed is gone after its time`() async throws {
        let (server, client) = try await serve(keepsOld: false)
        try workplace.wait { try client.get("/storyboards/\(OlderLibrary.removed)").status == 404 }
        for path in ["uploads/ch2_20s.jpg", "removed/ch1_10s.jpg"] {
            try workplace.wait { try client.get("/chapter-screenshots/\(path)").status == 404 }
        }
        #expect(try client.get("/chapter-screenshots/uploads/ch2_25s.jpg").status == 200)
        #expect(try client.get("/storyboards/uploads/thumbnails.vtt").status == 200)
        #expect(server.stop() == 0)
    }

    @Test func `a further upload makes its storyboard grow`() async throws {
        try older.relocateSources()
        let (server, client) = try await serve(keepsOld: false)
        #expect(try client.upload("ch4_40s.jpg", of: "uploads", ServedLibrary.picture(4)).status == 201)
        try workplace.wait { try WrittenTrack(workplace, "library/uploads/thumbnails.vtt").cues.count == 3 }
        #expect(server.stop() == 0)
    }
}
