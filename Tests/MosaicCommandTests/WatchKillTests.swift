import Foundation
import MosaicFixtures
import Seeded
import Testing
import Tiers

/// Kills `mosaic watch` at random moments.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct WatchKillTests {
    private static let rounds = 6

    private let workplace = Workplace()

    init() throws {
        try workplace.folder.makeFolder("shots")
    }

    private func start() throws -> BuiltTool {
        try BuiltTool(
            ["watch", "shots", "-o", "out", "--width", "32", "--grid", "1x1", "--keep-old", "0", "--rest", "0.05"],
            in: workplace.folder, output: "watch.out", errors: "watch.log")
    }

    private func put(_ picture: Int, as chapter: Int) throws {
        // As a careful writer does it, so that nobody reads half a file.
        try workplace.folder.write(DrawnScreenshot(number: picture).encoded, to: "shots/.new")
        _ = rename(
            workplace.folder.path("shots/.new"), workplace.folder.path("shots/ch\(chapter)_\(10 * chapter)s.jpg"))
    }

    @Test(.thorough) func `a kill at any moment leaves a whole storyboard, and a restart goes on`() throws {
        var random = SeededGenerator(seed: 12)
        var killed = 0
        var pictures: [Int: [Int]] = [:]
        for round in 1...Self.rounds {
            let watch = try start()
            // One more chapter, and another picture for an earlier one.
            let changed = Int.random(in: 1...round, using: &random)
            for (chapter, picture) in [(round, round), (changed, changed + 50 * round)] {
                usleep(UInt32.random(in: 0...150_000, using: &random))
                try put(picture, as: chapter)
                pictures[chapter, default: []].append(picture)
            }
            usleep(UInt32.random(in: 0...400_000, using: &random))
            watch.kill()
            if watch.wait() == nil { killed += 1 }
            guard workplace.folder.holds("out/thumbnails.vtt") else { continue }
            let fault = FolderWitness.firstFault(in: workplace.folder.path("out")) { chapter in
                (pictures[chapter] ?? []).map { DrawnScreenshot(number: $0) }
            }
            #expect(fault == nil, "round \(round)")
        }
        #expect(killed > 0)
        let watch = try start()
        let latest = pictures.compactMapValues(\.last)
        // All of it may have been published by a run that was killed after that.
        try workplace.wait { !(try workplace.folder.read("watch.out").isEmpty) }
        try workplace.wait {
            (try? WrittenTrack(workplace).cues.count) == latest.count
                && FolderWitness.firstFault(in: workplace.folder.path("out")) { chapter in
                    latest[chapter].map { [DrawnScreenshot(number: $0)] } ?? []
                } == nil
        }
        watch.send(SIGINT)
        #expect(watch.wait() == 0)
        #expect(try workplace.folder.names(in: "out").count == latest.count + 3, "nothing of the killed runs is left")
    }
}
