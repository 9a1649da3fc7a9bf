import ScrubFixtures
import TestSupport
import Testing
import WebVTT

@testable import ScrubPreview

struct ConformanceTests {
    @Test func `every shared case comes through the loader as expected`() async throws {
        let cases = try ConformanceTrack.all()
        #expect(cases.count >= 300)
        let files = try Dictionary(
            uniqueKeysWithValues: cases.enumerated().map { ("/\($0).vtt", LoopbackAnswer(try $1.bytes())) })
        let server = try ServedFiles(files)
        let options = ThumbnailTrack.Options.forTests {
            $0.reading = .strict
            $0.maximumThumbnails = nil
        }
        for (number, item) in cases.enumerated() {
            let track = ThumbnailTrack(options: options)
            let failure = await failure { try await track.load(from: server.url("/\(number).vtt")) }
            guard item.expected.valid else {
                #expect(failure != nil, "\(item.name)")
                continue
            }
            // A cue without a payload shows nothing; all others do, in time order.
            let shown = item.expected.cues.filter { CuePayload(parsing: $0.text) != nil }
                .enumerated().sorted { ($0.element.start_ms, $0.offset) < ($1.element.start_ms, $1.offset) }
                .map { [$0.element.start_ms, $0.element.end_ms] }
            let skipped = track.report?.skipped ?? []
            let tiles = (0..<track.count).compactMap { track.tile(numbered: $0) }
                .map { [$0.start.milliseconds, $0.end.milliseconds] }
            let unresolved = skipped.count - (item.expected.cues.count - shown.count)
            #expect(failure == nil, "\(item.name)")
            #expect(track.report?.cueCount == item.expected.cues.count, "\(item.name)")
            #expect(tiles == shown || unresolved > 0, "\(item.name)")
            #expect(tiles.count == shown.count - unresolved, "\(item.name)")
        }
    }
}
