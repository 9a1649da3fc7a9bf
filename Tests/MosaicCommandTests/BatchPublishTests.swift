import FilmFixtures
import Foundation
import MosaicFixtures
import Testing

/// `mosaic batch --publish`, with films that a real `mosaic-frames` reads.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct BatchPublishTests {
    private let films: FilmTree

    init() throws {
        films = try FilmTree(reading: FramesTool.path)
        try films.folder.makeFolder("plex/Media/localhost")
        try films.put(as: "a.mp4")
        try films.put(.closed, as: "shows/b S01E02.mp4")
    }

    private var plex: String { "plex=\(films.folder.path("plex"))" }

    /// The files of Plex's bundles.
    private func bundles() throws -> [String] {
        let root = films.folder.path("plex/Media/localhost")
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".bif") }
    }

    @Test func `films get files for each server after their storyboards, and folders of screenshots none`() throws {
        try films.tree.draw("story")
        let run = try films.run("--publish", "jellyfin,emby,\(plex)", "--report", films.folder.path("report"))
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("servers    6 written, 0 unchanged, 0 of others kept, 0 failed"), "\(run)")
        #expect(try films.folder.names(in: "films/a.trickplay/40 - 10x10") == ["0.jpg"])
        #expect(films.folder.holds("films/shows/b S01E02.trickplay/40 - 10x10/0.jpg"))
        #expect(films.folder.holds("films/a-40-1.bif"), "The storyboard has a tile a second.")
        #expect(try films.folder.names(in: "films/story").count == 2)
        #expect(try bundles().count == 2)
        let results = try films.tree.results(in: "report")
        let published = try #require(results[films.id("a")]?["published"] as? [[String: Any]])
        #expect(published.map { $0["server"] as? String } == ["jellyfin", "emby", "plex"])
        #expect(published.map { $0["interval_ms"] as? Int } == [10_000, 1_000, 1_000])
        #expect(results["story"].map { $0["published"] == nil } == true)
    }

    @Test func `resuming reads no film, and writes what is missing`() throws {
        #expect(try films.run().status == 0)
        #expect(try films.starts().count == 2)
        let first = try JSONReport(films.run("--resume", "--publish", "emby", "--json").output)
        #expect(first.number("unchanged") == 2)
        #expect((first["published"] as? [String: Any])?["written"] as? Int == 2, "\(first.object)")
        try films.folder.remove("films/a-40-1.bif")
        let again = try JSONReport(films.run("--resume", "--publish", "emby", "--json").output)
        let counts = again["published"] as? [String: Any]
        #expect(counts?["written"] as? Int == 1 && counts?["unchanged"] as? Int == 1, "\(again.object)")
        #expect(try films.starts().count == 2)
        #expect(films.folder.holds("films/a-40-1.bif"))
    }

    @Test func `another interval and grid replace what was written`() throws {
        let servers = ["--publish", "jellyfin,emby"]
        #expect(try films.run("--publish", "jellyfin,emby").status == 0)
        let options = servers + ["--publish-interval", "2", "--publish-grid", "3x3", "--resume"]
        let run = try films.mosaic(["batch", "films", "-o", "library", "--width", "40"] + options)
        #expect(run.status == 0, "\(run)")
        #expect(try films.folder.names(in: "films/a.trickplay") == [".mosaic.json", "40 - 3x3"])
        #expect(try films.folder.names(in: "films/a.trickplay/40 - 3x3") == ["0.jpg", "1.jpg"])
        #expect(
            try films.folder.names(in: "films").filter { $0.hasPrefix("a") } == ["a-40-2.bif", "a.mp4", "a.trickplay"])
    }

    @Test func `a dry run composes and writes nothing`() throws {
        let unknown = try films.run("--publish", "jellyfin", "--dry-run")
        #expect(unknown.status == 2 && unknown.output.contains("There is no storyboard of it yet."), "\(unknown)")
        #expect(try films.run().status == 0)
        let run = try films.run("--publish", "jellyfin", "--dry-run")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("write      \(films.folder.path("films/a.trickplay/40 - 10x10"))"), "\(run)")
        #expect(try films.folder.names(in: "films") == ["a.mp4", "shows"])
        #expect(try films.starts().count == 2)
    }

    @Test func `a film whose folder cannot be written is told, and the rest goes on`() throws {
        try films.folder.write([1], to: "films/a.trickplay")
        let run = try films.run("--publish", "jellyfin")
        #expect(run.status == 2, "\(run)")
        #expect(run.output.contains("composed   2"), "\(run)")
        #expect(
            run.output.contains("a.mp4: jellyfin: \(films.folder.path("films/a.trickplay")): a.trickplay: "), "\(run)")
        #expect(films.folder.holds("films/shows/b S01E02.trickplay/40 - 10x10/0.jpg"))
    }

    @Test(arguments: [
        ["--publish", "kodi"], ["--publish", "plex,plex"], ["--dry-run"], ["--publish-interval", "5"],
        ["--publish", "emby", "--publish-interval", "0.5"], ["--publish", "emby", "--prune"],
        ["--publish", "emby", "--estimate"],
    ])
    func `options that do not go together are refused before anything is read`(options: [String]) throws {
        let run = try films.mosaic(["batch", "films", "-o", "library"] + options)
        #expect(run.status == 64, "\(run)")
        #expect(!films.folder.holds("library"))
    }
}
