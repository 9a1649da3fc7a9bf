import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ExportSourceTests {
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

    @Test func `tiles have the times of the track`() throws {
        let tracks = [
            TrackSettings(), TrackSettings(startsAtZero: false), TrackSettings(maximumCues: 3),
            TrackSettings(maximumCues: 2, startsAtZero: false),
        ]
        for track in tracks {
            let drawing = DrawnStoryboard(times: [4_000, 4_000, 9_000, 9_500, 61_500], duration: 70_000, track: track)
            let storyboard = try drawing.storyboard()
            let shown = try ShownTiles(of: storyboard)
            let cues = storyboard.cueTrack().cues
            #expect(shown.spans.map(\.start) == cues.map(\.start) && shown.spans.map(\.end) == cues.map(\.end))
            for (span, cue) in zip(shown.spans, cues) {
                let tile = storyboard.tiles[span.tile]
                let name = storyboard.sheets[tile.sheet].name.rawValue
                #expect(cue.text == "\(name)#xywh=\(tile.rect.x),\(tile.rect.y),40,30")
            }
            #expect(shown.isEndKnown && shown.end == Timestamp(milliseconds: 70_000))
        }
    }

    @Test func `an unknown end is as far away as the longest tile lasts`() throws {
        let shown = try ShownTiles(of: DrawnStoryboard(times: [0, 30_000, 40_000]).storyboard())
        #expect(!shown.isEndKnown && shown.end == Timestamp(milliseconds: 70_000))
        #expect(try ShownTiles(of: DrawnStoryboard(times: [5_000]).storyboard()).end == Timestamp(milliseconds: 10_000))
    }

    @Test func `a stated length after the last tile counts for a storyboard without a recorded one`() throws {
        func shown(recorded: Int64?, stated: Int64) throws -> ShownTiles {
            let drawing = DrawnStoryboard(times: [0, 30_000, 40_000], duration: recorded)
            return try ShownTiles(of: drawing.storyboard(), duration: Timestamp(milliseconds: stated))
        }
        let known = try shown(recorded: nil, stated: 41_234)
        #expect(known.isEndKnown && known.end == Timestamp(milliseconds: 41_234))
        let other = try shown(recorded: nil, stated: 40_000)
        #expect(!other.isEndKnown && other.end == Timestamp(milliseconds: 70_000))
        #expect(try shown(recorded: 50_000, stated: 41_234).end == Timestamp(milliseconds: 50_000))
    }

    @Test func `a late first tile can be shown from 0`() throws {
        let drawing = DrawnStoryboard(times: [4_000, 9_000], track: TrackSettings(startsAtZero: false))
        let shown = try ShownTiles(of: drawing.storyboard())
        #expect(shown.spans[0].start == Timestamp(milliseconds: 4_000) && shown.fromZero[0].start == .zero)
        #expect(shown.fromZero[0].end == shown.spans[0].end)
    }
}
