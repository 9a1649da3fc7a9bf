import Testing
import WebVTT

@testable import Mosaic

struct GatheredPicturesTests {
    private static let drawing = TiledStoryboard(times: (0..<6).map { $0 * 1_000 })

    private func gathered(largest: Int?) async throws -> GatheredPictures {
        let source = try await Self.drawing.source()
        let options = ExportOptions(largestFile: largest)
        let limited = ExportSource(source.storyboards, source.sheets, options)
        return GatheredPictures(of: source.storyboards.members[0], in: limited)
    }

    @Test func `pictures are in order, and a repeated tile takes the memory of one`() async throws {
        var gathered = try await gathered(largest: nil)
        for (second, tile) in [0, 0, 3, 0].enumerated() {
            try await gathered.append(tile, at: Timestamp(milliseconds: Int64(second) * 1_000))
        }
        let pictures = gathered.pictures
        #expect(pictures.map(\.time.milliseconds) == [0, 1_000, 2_000, 3_000])
        #expect(pictures[0].bytes == pictures[3].bytes && pictures[0].bytes != pictures[2].bytes)
        let places = pictures.map { $0.bytes.withUnsafeBufferPointer(\.baseAddress) }
        #expect(places[0] == places[1])
    }

    @Test func `more bytes than a file may have are refused, repeated ones too`() async throws {
        var one = try await gathered(largest: nil)
        try await one.append(2, at: .zero)
        let bytes = one.pictures[0].bytes.count
        var gathered = try await gathered(largest: 3 * bytes)
        for _ in 0..<3 { try await gathered.append(2, at: .zero) }
        let error = await #expect(throws: MosaicError.self) { try await gathered.append(2, at: .zero) }
        #expect(error?.code == .limitExceeded && gathered.pictures.count == 3)
    }

    @Test(arguments: ["bif", "hls-iframe", "contact-sheet"])
    func `files with all tiles keep to the limit`(name: String) async throws {
        let export = try #require(Export(named: name))
        let source = try await Self.drawing.source()
        let limited = ExportSource(source.storyboards, source.sheets, ExportOptions(largestFile: 100))
        let error = await #expect(throws: MosaicError.self) {
            for file in try await export.files(of: limited) { _ = try await file.bytes(from: limited) }
        }
        #expect(error?.code == .limitExceeded)
    }
}
