import Foundation
import ScrubFixtures
import ScrubPreview
import Testing
import WebVTT

@testable import ChapterThumbnails

struct ChapterSheetTests {
    /// When the chapters of the seed's story begin, in seconds.
    private static let times = [4, 397, 721, 1_161, 1_320, 1_503, 1_689, 1_904, 2_076, 2_248, 2_431, 2_668]

    /// A storyboard of one sheet with 4 columns, as `mosaic compose` writes it: the first tile begins at 0.
    private func served(_ chapters: [Int]) throws -> ServedFiles {
        var text = "WEBVTT\n"
        for (number, chapter) in chapters.enumerated() {
            let start = number == 0 ? 0 : Self.times[chapter - 1]
            let end = number + 1 < chapters.count ? Self.times[chapters[number + 1] - 1] : 5_000
            let (x, y) = (number % 4 * 64, number / 4 * 48)
            text += "\n\(Self.text(start)) --> \(Self.text(end))\nsheet-0.jpg#xywh=\(x),\(y),64,48\n"
        }
        return try ServedFiles([
            "/thumbnails.vtt": LoopbackAnswer(text, headers: ["Content-Type": "text/vtt"]),
            "/sheet-0.jpg": LoopbackAnswer(try DrawnSheet.sheet(seeds: 0..<chapters.count, columns: 4)),
        ])
    }

    private static func text(_ seconds: Int) -> String { "\(Timestamp(milliseconds: Int64(seconds) * 1_000))" }

    @Test func `twelve chapters are twelve pictures of one sheet`() async throws {
        let files = try served(Array(1...12))
        let sheet = try await ChapterSheet.load(files.url("/thumbnails.vtt"), times: Self.times.map(Double.init))
        for chapter in 0..<12 {
            #expect(try await sheet.picture(of: chapter)?.bytes == DrawnSheet.picture(seed: chapter))
        }
        #expect(files.server.requests.count == 2)
        #expect(try await sheet.picture(of: 12) == nil)
    }

    @Test func `a chapter without a screenshot has a placeholder, and the others their own pictures`() async throws {
        let files = try served([2, 3, 5])
        let times = Self.times.prefix(5).enumerated().map { [0, 3].contains($0) ? nil : Double($1) }
        let sheet = try await ChapterSheet.load(files.url("/thumbnails.vtt"), times: times)
        #expect(sheet.tiles.map { $0?.index } == [nil, 0, 1, nil, 2])
        #expect(try await sheet.picture(of: 0) == nil)
        #expect(try await sheet.picture(of: 4)?.bytes == DrawnSheet.picture(seed: 2))
    }

    @Test func `a track that is behind shows no chapter under another one's picture`() async throws {
        let files = try served([1, 3])
        let sheet = try await ChapterSheet.load(
            files.url("/thumbnails.vtt"), times: Self.times.prefix(4).map(Double.init))
        #expect(sheet.tiles.map { $0?.index } == [nil, nil, 1, nil])
    }

    @Test func `a story that was never composed has no sheet`() async throws {
        let files = try ServedFiles([:])
        let url = try files.url("/thumbnails.vtt")
        await #expect(throws: (any Error).self) { try await ChapterSheet.load(url, times: [1]) }
    }
}
