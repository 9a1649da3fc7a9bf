import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TestSupport
import Tiers

/// A year of a home library in one test: it grows, films are renamed and removed, the disk moves, and everything goes again.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct HomeTrialTests {
    /// The films of the quick tier are a tenth.
    private static let count = Tier.isThorough ? 40 : 4
    private static let added = Tier.isThorough ? 10 : 2
    private static let renamed = Tier.isThorough ? 3 : 1
    private static let removed = Tier.isThorough ? 2 : 1
    private static let changes = Tier.isThorough ? 10 : 3

    /// Whether this process may mount a file system that no other process sees.
    private static let canMount =
        geteuid() == 0
        && (try? FinishedProgram("/usr/bin/unshare", ["--mount", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]))?.status
            == 0

    private let home: HomeLibrary
    private var folder: TemporaryFolder { home.folder }
    private let bytes: [[UInt8]]

    init() throws {
        home = try HomeLibrary("jellyfin,emby")
        bytes = try [Film.partlyBlack, .closed].map { try Array(Data(contentsOf: URL(filePath: $0.path()))) }
    }

    private func name(_ number: Int) -> String { "films \(number % 3)/Film \(number).mp4" }

    private func put(_ numbers: Range<Int>) throws {
        for number in numbers { try home.films.put(bytes[number % bytes.count], as: name(number)) }
    }

    /// Publishes, and checks how many films were composed and how many tiles of them were decoded.
    private func publish(_ step: String, composed: Int, ofNew new: Int, in media: String = "films") throws {
        try check(step, composed: composed, ofNew: new) {
            let run = try home.run(["publish", home.servers, media])
            #expect(run.status == 0 && run.errors.isEmpty, "\(step): \(run)")
            return run.output
        }
        try checkFiles(step, in: media)
    }

    /// Checks the output of a run, and prints its time.
    private func check(_ step: String, composed: Int, ofNew new: Int, _ run: () throws -> String) throws {
        let (start, starts) = (ContinuousClock.now, try home.films.starts().count)
        let output = try run()
        let read = try home.films.starts().count - starts
        print("\(step): \(ContinuousClock.now - start), \(composed) composed, mosaic-frames started \(read) times")
        let lines = output.split(separator: "\n").filter { $0.hasPrefix("composed   ") && $0.contains(".mp4") }
        #expect(lines.count == composed, "\(step): \(output)")
        #expect(lines.count { !$0.contains("reused") } == new, "\(step): \(output)")
    }

    /// Copies the films to another file system, renames their folder, and publishes the copies.
    ///
    /// - Parameter count: The number of films.
    private func publishOnOtherFileSystem(_ media: String, to other: String, count: Int) throws {
        let script = """
            mkdir mount; mount -t tmpfs none mount; cp -a \(media)/. mount; mv \(media) \(other)
            "$MOSAIC" publish \(home.servers) mount; "$MOSAIC" publish \(home.servers) mount
            """
        let environment = home.environment.merging(["MOSAIC": BuiltTool.path ?? ""]) { $1 }
        // Tiles are copied, because the record names the films' files.
        try check("on another file system, twice", composed: count, ofNew: 0) {
            let run = try FinishedProgram(
                "/usr/bin/unshare", ["--mount", "/bin/sh", "-euc", script], in: folder.path, environment: environment,
                joinsErrors: true)
            #expect(run.status == 0 && run.text.components(separatedBy: " 0 written, ").count == 3, "\(run)")
            return run.text
        }
    }

    @Test(.enabled(if: canMount, "mounting needs root and unshare"))
    func `films that are copied to another file system, and then back, are not composed again`() throws {
        try put(0..<2)
        try publish("published", composed: 2, ofNew: 2)
        try publishOnOtherFileSystem("films", to: "disk", count: 2)
        try publish("moved back", composed: 2, ofNew: 0, in: "disk")
        #expect(try home.storyboards().count == 2)
    }

    /// Checks that each film has its files, and that there are no others.
    private func checkFiles(_ step: String, in media: String = "films") throws {
        let names = Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path(media)))
        var expected: Set<String> = []
        for film in names where film.hasSuffix(".mp4") {
            let parts = film.dropLast(4).split(separator: "/")
            let (place, base) = (parts[0], parts[1])
            let sheets = "\(place)/\(base).trickplay"
            let files = ["/320 - 10x10", "/320 - 10x10/0.jpg", "/.mosaic.json"].map { sheets + $0 }
            expected.formUnion([
                String(place), film, sheets, "\(place)/\(base)-320-1.bif", "\(place)/.\(base).mosaic.json",
            ])
            expected.formUnion(files)
        }
        #expect(names == expected, "\(step): \(names.symmetricDifference(expected).sorted())")
    }

    @Test
    func `a library is published, grows, is moved, watched and unpublished, and nothing is composed twice`() throws {
        try put(0..<Self.count)
        try publish("published", composed: Self.count, ofNew: Self.count)
        try publish("published again", composed: 0, ofNew: 0)
        try put(Self.count..<Self.count + Self.added)
        try publish("grown", composed: Self.added, ofNew: Self.added)
        for number in 0..<Self.renamed {
            try home.rename(name(number), to: "films \(number % 3)/Renamed \(number).mp4")
        }
        try publish("renamed", composed: Self.renamed, ofNew: 0)
        for number in Self.renamed..<Self.renamed + Self.removed { try folder.remove("films/" + name(number)) }
        try publish("removed", composed: 0, ofNew: 0)
        let rest = Self.count + Self.added - Self.removed
        #expect(try home.storyboards().count == rest)
        if Self.canMount {
            try publishOnOtherFileSystem("films", to: "disk", count: rest)
            try publish("moved back", composed: rest, ofNew: 0, in: "disk")
        } else {
            try FileManager.default.moveItem(atPath: folder.path("films"), toPath: folder.path("disk"))
            try publish("moved", composed: 0, ofNew: 0, in: "disk")
        }
        try publish("moved, again", composed: 0, ofNew: 0, in: "disk")
        #expect(try home.storyboards().count == rest)
        try watch()
        let start = ContinuousClock.now
        let run = try home.run(["unpublish", home.servers, "disk"])
        print("unpublished: \(ContinuousClock.now - start)")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("disk"))
        #expect(left.allSatisfy { $0.hasSuffix(".mp4") || !$0.contains("/") }, "\(left)")
        #expect(left.count { $0.hasSuffix(".mp4") } == rest + Self.changes)
    }

    private func watch() throws {
        let (start, starts) = (ContinuousClock.now, try home.films.starts().count)
        let watch = try BuiltTool(
            ["watch", "disk", "--rest", "0.3"], in: folder, output: "out", errors: "log", environment: home.environment)
        for number in 0..<Self.changes {
            try folder.write(bytes[0], to: "disk/films 1/Watched \(number).mp4", modified: 1_600_000_000)
            let deadline = ContinuousClock.now + .seconds(120)
            while !folder.holds("disk/films 1/.Watched \(number).mosaic.json")
                || !folder.holds("disk/films 1/Watched \(number).trickplay/.mosaic.json")
            {
                let lines = try home.films.tree.lines(of: "log")
                try #require(ContinuousClock.now < deadline, "\(lines)")
                usleep(20_000)
            }
        }
        watch.send(SIGTERM)
        #expect(watch.wait() == 0)
        #expect(try home.films.tree.lines(of: "out").count == Self.changes)
        let read = try home.films.starts().count - starts
        print("watched: \(ContinuousClock.now - start), mosaic-frames started \(read) times")
        try checkFiles("watched", in: "disk")
    }
}
