import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct StoryboardCueTrackTests {
    private func cues(_ drawing: DrawnStoryboard) throws -> [Cue] {
        try CueTrack(parsing: drawing.storyboard().trackDocument()).cues
    }

    @Test func `the document is one cue a tile, each naming its sheet and rectangle`() throws {
        let storyboard = try DrawnStoryboard(times: [3_000, 10_000, 25_500], duration: 30_000).storyboard()
        let names = storyboard.sheets.map(\.name.rawValue)
        #expect(
            String(decoding: storyboard.trackDocument(), as: UTF8.self) == """
                WEBVTT

                00:00:00.000 --> 00:00:10.000
                \(names[0])#xywh=0,0,40,30

                00:00:10.000 --> 00:00:25.500
                \(names[0])#xywh=48,0,40,30

                00:00:25.500 --> 00:00:30.000
                \(names[1])#xywh=0,0,40,30

                """)
    }

    @Test func `the first cue may begin at its screenshot`() throws {
        let cues = try cues(DrawnStoryboard(times: [3_000, 10_000], track: TrackSettings(startsAtZero: false)))
        #expect(cues.map(\.start.milliseconds) == [3_000, 10_000])
    }

    @Test(arguments: [(0, "48,0,40,30"), (1, "49,1,38,28"), (2, "50,2,36,26"), (14, "62,14,12,2"), (16, "62,14,12,2")])
    func `cues leave the gutter out on each side, and something is left`(gutter: Int, rect: String) throws {
        var drawing = DrawnStoryboard(times: [0, 1_000])
        drawing.track.gutter = gutter
        let storyboard = try drawing.storyboard()
        #expect(storyboard.cueTrack().cues[1].text == "\(storyboard.sheets[0].name)#xywh=\(rect)")
        // The record has the tiles themselves, so that sheets and other formats stay as they are.
        #expect(storyboard.tiles[1].rect == PixelRect(x: 48, y: 0, width: 40, height: 30))
        #expect(try Storyboard(parsing: storyboard.record()) == storyboard)
    }

    @Test(
        arguments: [
            ([0, 1_000], nil, 359_999_999), ([0, 1_000], 2_000, 2_000), ([0, 359_999_998], nil, 359_999_999),
            ([0, 359_999_999], nil, 360_000_000), ([0, 400_000_000], nil, 400_000_001),
            ([0, 400_000_000], 400_000_005, 400_000_005),
        ] as [([Int64], Int64?, Int64)])
    func `the last cue ends with the film or stays open`(times: [Int64], duration: Int64?, end: Int64) throws {
        let cues = try cues(DrawnStoryboard(times: times, duration: duration))
        #expect(cues.last?.end.milliseconds == end)
        #expect(cues.last?.start.milliseconds == times.last)
    }

    @Test func `cues follow each other without gaps for any times`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            let times = (0..<40).map { _ in Int64.random(in: 0...60, using: &random) * 500 }.sorted()
            let cues = try cues(DrawnStoryboard(times: times))
            #expect(cues.first?.start == .zero)
            for (cue, next) in zip(cues, cues.dropFirst()) { #expect(cue.end == next.start) }
            for cue in cues { #expect(cue.start < cue.end) }
            #expect(Set(times.filter { $0 > 0 }).isSubset(of: Set(cues.map(\.start.milliseconds)).union([times[0]])))
        }
    }

    @Test func `the first of several screenshots at one time is shown`() throws {
        let cues = try cues(DrawnStoryboard(times: [0, 5_000, 5_000, 5_000, 9_000]))
        #expect(cues.map(\.start.milliseconds) == [0, 5_000, 9_000])
        #expect(cues[1].text.hasSuffix("#xywh=48,0,40,30"), "the second tile, not the fourth")
    }

    @Test(arguments: [2, 3, 5, 7])
    func `a thinned document keeps the first and the last cue over the same sheets`(maximum: Int) throws {
        let times = (0..<31).map { Int64($0) * 10_000 }
        let whole = try cues(DrawnStoryboard(times: times, duration: 400_000))
        let thinned = try cues(
            DrawnStoryboard(times: times, duration: 400_000, track: TrackSettings(maximumCues: maximum)))
        #expect(thinned.count == maximum)
        #expect(thinned.first?.text == whole.first?.text)
        #expect(thinned.last?.text == whole.last?.text)
        #expect(thinned.first?.start == .zero)
        #expect(thinned.last?.end == whole.last?.end)
        for (cue, next) in zip(thinned, thinned.dropFirst()) { #expect(cue.end == next.start) }
        let payloads = whole.map(\.text)
        #expect(thinned.allSatisfy { payloads.contains($0.text) })
    }

    @Test func `a maximum that is not reached changes nothing`() throws {
        let times: [Int64] = [0, 10, 20]
        let whole = try DrawnStoryboard(times: times).storyboard().trackDocument()
        for maximum in [3, 150, Int.max] {
            let drawing = DrawnStoryboard(times: times, track: TrackSettings(maximumCues: maximum))
            #expect(try drawing.storyboard().trackDocument() == whole)
        }
    }

    @Test func `sheet URLs begin with the base`() throws {
        let drawing = DrawnStoryboard(track: TrackSettings(baseURL: "https://cdn.example/a%20b/"))
        let names = try drawing.storyboard().sheets.map(\.name.rawValue)
        let payloads = try cues(drawing).compactMap { CuePayload(parsing: $0.text) }
        #expect(payloads.map(\.url) == [0, 0, 1, 1, 2].map { "https://cdn.example/a%20b/" + names[$0] })
        #expect(payloads.allSatisfy { $0.fragment?.width == 40 })
    }

    @Test func `a storyboard of nothing is a track of nothing`() throws {
        #expect(try DrawnStoryboard(times: []).storyboard().trackDocument() == Array("WEBVTT\n".utf8))
    }
}
