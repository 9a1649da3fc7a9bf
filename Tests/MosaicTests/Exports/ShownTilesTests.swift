import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ShownTilesTests {
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
