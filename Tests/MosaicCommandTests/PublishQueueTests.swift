import FilmFixtures
import Foundation
import MosaicFixtures
import Testing

/// The jobs of `mosaic publish`: films that wait, fail, are cancelled and restarted.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct PublishQueueTests {
    private let home: HomeLibrary
    private let gate: TemporaryFolder
    private var folder: TemporaryFolder { home.folder }

    init() throws {
        gate = TemporaryFolder()
        // No film is opened while `closed` is there, and each fails while `broken` is.
        let frames = try gate.writeProgram(
            """
            #!/bin/sh
            while [ -e '\(gate.path("closed"))' ]; do sleep 0.05; done
            [ ! -e '\(gate.path("broken"))' ] || exit 3
            exec '\(FramesTool.path ?? "")' "$@"

            """, to: "frames")
        home = try HomeLibrary(reading: frames)
        for number in 1...3 { try home.films.put(as: "\(number).mp4") }
    }

    private func start(_ arguments: String...) throws -> BuiltTool {
        try BuiltTool(arguments, in: folder, output: "run.out", errors: "run.log", environment: home.environment)
    }

    private func jobs() throws -> JSONReport? {
        let run = try home.run(["jobs", "--json"])
        return run.status == 0 ? try JSONReport(run.output) : nil
    }

    private func count(_ states: String...) throws -> Int {
        let counts = try jobs()?["counts"] as? [String: Int] ?? [:]
        return states.reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    private func wait(until isSo: () throws -> Bool) throws { try home.wait(for: "run", until: isSo) }

    @Test func `films wait as jobs from the beginning of a run, and one that is cancelled is left to the next`() throws
    {
        try gate.write([], to: "closed")
        let run = try start("publish", "emby", "films", "--jobs", "1")
        try wait { try count("pending", "processing") == 3 }
        let waiting = try #require(jobs()?["jobs"] as? [[String: Any]]).compactMap { $0["storyboard"] as? String }
        let last = try #require(waiting.first { $0.hasPrefix("3") })
        #expect(try home.run(["cancel", last]).status == 0)
        try gate.remove("closed")
        #expect(run.wait() == 0)
        #expect(try count("completed") == 2 && count("cancelled") == 1)
        #expect(folder.holds("films/1-256-1.bif") && !folder.holds("films/3-256-1.bif"))
        #expect(try home.publish().status == 0)
        #expect(try count("completed") == 3 && folder.holds("films/3-256-1.bif"))
    }

    @Test func `the job of a failed film waits for the next run, which no worker does for it, and goes with the film`()
        throws
    {
        try gate.write([], to: "broken")
        #expect(try home.publish().status == 2)
        #expect(try count("failed") == 3)
        try folder.remove("films/3.mp4")
        try gate.remove("broken")
        #expect(try home.run(["retry", "--failed"]).status == 0)
        #expect(try home.run(["worker", "--once", "--library", "state/mosaic"]).status == 0)
        #expect(try count("pending") == 3 && home.storyboards().isEmpty)
        #expect(try home.publish().status == 0)
        #expect(try count("completed") == 2 && count("pending", "failed") == 0)
        #expect(folder.holds("films/1-256-1.bif"))
    }

    @Test func `a restarted job of a film that is up to date is done by the next run, and has no due time`() throws {
        #expect(try home.publish().status == 0)
        #expect(try home.run(["retry"] + home.storyboards()).status == 0)
        #expect(try home.run(["worker", "--once", "--library", "state/mosaic"]).status == 0)
        let waiting = try #require(jobs()?["jobs"] as? [[String: Any]])
        #expect(waiting.count == 3 && waiting.allSatisfy { $0["state"] as? String == "pending" && $0["due"] == nil })
        #expect(try home.publish().status == 0)
        #expect(try count("completed") == 3)
    }

    @Test func `a restarted job of a watched film writes the thumbnails for media servers, too`() throws {
        try gate.write([], to: "broken")
        #expect(try home.publish().status == 2)
        let starts = try home.films.starts().count
        let watch = try start("watch", "films", "--rest", "0.3")
        try wait { try home.films.starts().count >= starts + 3 && count("failed") == 3 }
        try gate.remove("broken")
        #expect(try home.run(["retry", "--failed"]).status == 0)
        try wait { (1...3).allSatisfy { folder.holds("films/\($0)-256-1.bif") } }
        watch.send(SIGTERM)
        #expect(watch.wait() == 0)
    }
}
