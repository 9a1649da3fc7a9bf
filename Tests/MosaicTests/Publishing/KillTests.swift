import Foundation
import MosaicFixtures
import Seeded
import Testing
import Tiers

/// Runs the tool into a published folder and kills it at random moments.
// The tool lies beside the test bundle wherever the whole package was built; without it the test is skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct KillTests {
    private let folder = TemporaryFolder()

    /// The same chapters with other pictures in each edition; one tile on a sheet, so that there is much to publish.
    private func arguments(edition: Int, _ widths: String) -> [String] {
        [
            "compose", folder.path("shots-\(edition)"), "--output", folder.path("out"), "--id", "film", "--width",
            widths,
            "--grid", "1x1", "--keep-old", "0", "--preview",
        ]
    }

    /// Each width has a separate folder, in which players see a whole storyboard at any moment, too.
    @Test(.thorough, arguments: [["32"], ["32", "48", "16"]])
    func `a kill at any moment leaves a whole publication of each width`(widths: [String]) throws {
        let folders = ["out"] + widths.dropFirst().map { "out/\($0)" }
        let widths = widths.joined(separator: ",")
        for edition in 0..<2 {
            try folder.makeFolder("shots-\(edition)")
            for number in 1...30 {
                let picture = DrawnScreenshot(number: number + 100 * edition)
                try folder.write(picture.encoded, to: "shots-\(edition)/ch\(number)_\(number)s.jpg")
            }
        }
        let start = ContinuousClock.now
        #expect(try BuiltTool(arguments(edition: 0, widths)).wait() == 0)
        let whole = (ContinuousClock.now - start) / .microseconds(1)
        let published = try folders.map { try folder.names(in: $0) }
        var random = SeededGenerator(seed: 8)
        var killed = 0
        for round in 1...25 {
            let run = try BuiltTool(arguments(edition: round % 2, widths))
            usleep(UInt32(Double.random(in: 0...whole, using: &random)))
            run.kill()
            if run.wait() == nil { killed += 1 }
            for part in folders {
                #expect(FolderWitness.firstFault(in: folder.path(part)) == nil, "\(part) in round \(round)")
            }
        }
        #expect(killed > 0, "some runs were still at work")
        #expect(try BuiltTool(arguments(edition: 0, widths)).wait() == 0)
        for part in folders { #expect(FolderWitness.firstFault(in: folder.path(part)) == nil) }
        let left = try folders.map { try folder.names(in: $0) }
        #expect(left == published, "nothing of the killed runs is left")
    }
}
