import Foundation
import Mosaic
import Testing
import WebVTT

/// The README's library example, compiled and run.
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    @Test func `the library example in the README composes the sample and finds a tile`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mosaic-readme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let example = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        // Here the example is the same but for its paths and indentation.
        let lines = example.split(separator: "\n").filter { !$0.hasPrefix("import ") }.map { line in
            line.replacing("folder: \"samples/xlumX1Wtzrg\"", with: "folder: samples")
                .replacing("path: \"out\"", with: "path: out")
        }
        #expect(lines.count >= 7)
        for line in lines { #expect(source.contains(line), "not compiled here: \(line)") }

        let samples = Self.root.appending(path: "samples/xlumX1Wtzrg").path
        let out = folder.appending(path: "out").path
        let cue = try await Self.example(samples: samples, out: out)
        #expect(cue?.start == .zero)
        #expect(cue?.end == Timestamp(seconds: 397))
    }

    // swift-format-ignore
    private static func example(samples: String, out: String) async throws -> Cue? {
let id = StoryboardID(naming: "xlumX1Wtzrg")
let listing = try ScreenshotSource(folder: samples).listing()
let folder = try StoryboardFolder(path: out, for: id)
let composition = try await StoryboardComposer().compose(CompositionRequest(id: id, listing: listing), into: folder)

let track = composition.storyboard.cueTrack()               // module WebVTT
let index = TimeIndex(track)                                // sorted times, binary search, no allocation
let cue = index.lookup(seconds: 83.5, policy: .hold).map { track.cues[$0] }
        return cue
    }
}
