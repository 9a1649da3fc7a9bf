import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// `mosaic publish` and `mosaic unpublish`.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct PublishCommandTests {
    private let home: HomeLibrary
    private var folder: TemporaryFolder { home.folder }

    init() throws {
        home = try HomeLibrary()
        try home.films.put(as: "a.mp4")
        try home.films.put(.closed, as: "shows/b S01E02.mp4")
    }

    @Test func `films are published from a library in the state folder, and a second run opens none`() throws {
        let run = try home.publish()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains("composed   a.mp4  (20 tiles)"), "\(run)")
        #expect(run.output.contains("servers    2 written, 0 unchanged"), "\(run)")
        #expect(folder.holds("films/a-256-1.bif") && folder.holds("films/shows/b S01E02-256-1.bif"))
        #expect(folder.holds("state/mosaic/.mosaic-catalog.sqlite"))
        #expect(try home.films.starts().count == 2)
        for _ in 1...2 {
            let again = try home.publish()
            #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
            #expect(again.output.hasPrefix("composed   0\nunchanged  2\n"), "\(again)")
            #expect(again.output.contains("servers    0 written, 2 unchanged"), "\(again)")
        }
        #expect(try home.films.starts().count == 2)
        #expect(try home.run(["list"]).output.contains("b S01E02"), "The library needs no name.")
    }

    @Test func `a file that is missing or changed is noticed although its film is unchanged`() throws {
        #expect(try home.publish().status == 0)
        #expect(try home.publish().status == 0)
        try folder.remove("films/a-256-1.bif")
        try folder.write([1], to: "films/shows/b S01E02-256-1.bif")
        let run = try home.publish()
        #expect(run.output.contains("written    a.mp4\n") && run.output.contains("1 foreign kept"), "\(run)")
        #expect(folder.holds("films/a-256-1.bif"))
        try FileManager.default.removeItem(atPath: folder.path("state/mosaic/\(home.storyboards()[0])"))
        #expect(try home.publish().output.contains("composed   a.mp4"))
        #expect(try home.films.starts().count == 3)
    }

    @Test func `tiles of a renamed film are moved, and its old files go`() throws {
        #expect(try home.publish().status == 0)
        let ids = try home.storyboards()
        try home.rename("a.mp4", to: "shows/c.mp4")
        let run = try home.publish()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("composed   shows/c.mp4  (20 tiles, 20 reused)"), "\(run)")
        #expect(try home.storyboards() == ids)
        #expect(
            try home.files() == [
                "shows/b S01E02.mp4", "shows/b S01E02-256-1.bif", "shows/.b S01E02.mosaic.json", "shows/c.mp4",
                "shows/c-256-1.bif", "shows/.c.mosaic.json",
            ])
        #expect(try home.run(["list"]).output.contains(" c"))
    }

    @Test func `on another disk, with a restored library, nothing is decoded`() throws {
        #expect(try home.publish().status == 0)
        let copies = try FinishedProgram(
            "/bin/sh", ["-euc", "cp -a films new; cp -a state/mosaic library; rm -r films"], in: folder.path)
        #expect(copies.status == 0)
        #expect(try home.run(["repair", "--library", "library"]).status == 0)
        let before = try folder.contents(of: "new")
        let run = try home.run(["publish", "emby", "new", "--library", "library"])
        #expect(run.status == 0 && run.output.contains("a.mp4  (20 tiles, 20 reused)"), "\(run)")
        #expect(run.output.contains("servers    0 written, 2 unchanged"), "\(run)")
        #expect(try folder.contents(of: "new") == before)
        #expect(try home.run(["publish", "emby", "new", "--library", "library"]).output.hasPrefix("composed   0\n"))
        #expect(try home.films.starts().count == 4)
    }

    @Test func `a copy of a film that is still there is another film`() throws {
        #expect(try home.publish().status == 0)
        try folder.makeFolder("films/copies")
        try home.films.put(as: "copies/a.mp4")
        let run = try home.run(["publish", "emby", "films/copies"])
        #expect(run.status == 0 && run.output.contains("composed   a.mp4  (20 tiles)"), "\(run)")
        #expect(try home.storyboards().count == 3)
    }

    @Test func `the storyboard and the files of a removed film go, but not those of all films`() throws {
        #expect(try home.publish().status == 0)
        try folder.remove("films/a.mp4")
        let run = try home.publish()
        #expect(run.status == 0 && run.output.contains("removed    \(folder.path("films/a.mp4"))\n"), "\(run)")
        #expect(try home.storyboards().count == 1)
        #expect(try home.files().count == 3, "film, thumbnails and list")
        try FileManager.default.moveItem(atPath: folder.path("films"), toPath: folder.path("disk"))
        try folder.makeFolder("films")
        #expect(try home.publish().status == 66)
        #expect(try home.storyboards().count == 1)
    }

    @Test func `a film that was just written waits until it rests`() throws {
        let bytes = try folder.read("films/a.mp4")
        try folder.write(bytes, to: "films/new.mp4")
        let run = try home.publish()
        let order = run.output.split(separator: "\n").filter { $0.hasPrefix("composed   ") && $0.contains(".mp4") }
        #expect(order.count == 3 && order.last?.contains("new.mp4") == true, "\(run)")
    }

    @Test func `two runs at a time compose each film once, and neither fails`() throws {
        for number in 1...6 { try home.films.put(as: "film \(number).mp4") }
        let tools = try (1...2).map { number in
            try BuiltTool(
                ["publish", "jellyfin,emby", "films"], in: folder, output: "out\(number)", errors: "log\(number)",
                environment: home.environment)
        }
        for (number, tool) in tools.enumerated() {
            let status = tool.wait()
            let lines = try home.films.tree.lines(of: "out\(number + 1)")
            #expect(status == 0, "\(lines)")
        }
        let again = try home.run(["publish", "jellyfin,emby", "films"])
        #expect(again.output.contains("unchanged  8\n") && again.output.contains("0 written, 16 unchanged"), "\(again)")
        #expect(try folder.names(in: "films").filter { $0.hasPrefix(".mosaic-") }.isEmpty)
    }

    @Test func `unpublishing removes the written files, for the servers of the run`() throws {
        try folder.makeFolder("plex/Media/localhost")
        let servers = "emby,plex=\(folder.path("plex"))"
        let before = try home.files()
        #expect(try home.run(["publish", servers, "films"]).status == 0)
        try folder.write([1], to: "films/other.bif")
        let preview = try home.run(["unpublish", "emby,plex", "films", "--dry-run"])
        #expect(preview.output.split(separator: "\n").count == 4, "\(preview)")
        let run = try home.run(["unpublish", "emby,plex", "films"])
        #expect(run.status == 0 && run.output.hasPrefix(preview.output), "\(run)")
        #expect(run.output.hasSuffix("The library \(folder.path("state/mosaic")) stays; the films are unchanged.\n"))
        #expect(try home.files() == before.union(["other.bif"]))
        let bundles = try FileManager.default.subpathsOfDirectory(atPath: folder.path("plex/Media/localhost"))
        #expect(bundles.allSatisfy { !$0.hasSuffix(".bif") && !$0.hasSuffix(".json") }, "\(bundles)")
        #expect(try home.run(["watch", "films"]).errors.contains("was never published"))
        #expect(try home.run(["publish", servers, "films"]).output.contains("composed   0\n"))
    }

    @Test func `files in Plex's folder go with the last film of their bytes`() throws {
        try folder.makeFolder("plex/Media/localhost")
        let plex = "plex=\(folder.path("plex"))"
        func thumbnails() throws -> Int {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("plex")).count { $0.hasSuffix(".bif") }
        }
        try home.films.put(as: "copies/a.mp4")
        #expect(try home.run(["publish", plex, "films"]).status == 0)
        #expect(try thumbnails() == 2)
        try home.rename("shows/b S01E02.mp4", to: "shows/c.mp4")
        try folder.remove("films/a.mp4")
        let run = try home.run(["publish", plex, "films"])
        #expect(run.status == 0 && run.output.contains("0 written"), "\(run)")
        #expect(try thumbnails() == 2)
        try folder.remove("films/copies/a.mp4")
        #expect(try home.run(["publish", plex, "films"]).status == 0)
        #expect(try thumbnails() == 1)
        try home.films.put(as: "d.mp4")
        #expect(try home.run(["publish", plex, "films"]).status == 0)
        #expect(try thumbnails() == 2)
        try folder.remove("films/shows/c.mp4")
        #expect(try home.run(["unpublish", "plex", "films"]).status == 0)
        #expect(try thumbnails() == 0)
    }

    @Test func `the sample of an estimate leaves nothing in the library`() throws {
        #expect(try home.publish().status == 0)
        for number in 1...6 { try home.films.put(as: "film \(number).mp4") }
        let before = try folder.contents(of: "state/mosaic").filter { !$0.key.contains("sqlite") }
        let estimate = try home.publish("--estimate", "--json", "--jobs", "2")
        #expect(estimate.status == 0, "\(estimate)")
        let basis = try JSONReport(estimate.output)["basis"] as? [String: Int]
        #expect(basis?["films_opened"] == 6 && basis?["films_measured"] == 3 && basis?["frames"] == 60, "\(estimate)")
        #expect(try folder.contents(of: "state/mosaic").filter { !$0.key.contains("sqlite") } == before)
        #expect(try home.publish().output.contains("estimate   6 films"))
    }

    @Test func `a dry run and an estimate write nothing`() throws {
        let before = try home.files()
        let dry = try home.publish("--dry-run")
        #expect(dry.status == 0 && dry.output.contains("compose    a.mp4\n"), "\(dry)")
        let estimate = try home.publish("--estimate")
        #expect(estimate.status == 0 && estimate.output.hasPrefix("films      2  ("), "\(estimate)")
        #expect(try home.files() == before)
        #expect(!folder.holds("state"))
    }

    @Test(arguments: [
        ["kodi", "films"], ["jellyfin"], ["emby", "s3://films/"], ["emby", "films", "--dry-run", "--estimate"],
        ["emby", "films", "--jellyfin", "server"],
    ])
    func `a command line that names no server, no folder or too much is refused`(arguments: [String]) throws {
        let run = try home.run(["publish"] + arguments)
        #expect(run.status == 64, "\(run)")
        #expect(!folder.holds("state"))
    }
}
