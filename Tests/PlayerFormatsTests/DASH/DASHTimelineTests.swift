import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

struct DASHTimelineTests {
    /// Sheets of 4 x 2 tiles with the times of a timeline.
    static func thumbnails(_ timeline: DASHTimeline, columns: Int = 4, rows: Int = 2) -> DASHThumbnails {
        DASHThumbnails(representations: [
            .init(
                id: "t", bandwidth: 9000, sheet: PixelSize(width: 64 * columns, height: 36 * rows), columns: columns,
                rows: rows, media: "$Number$.jpg", startNumber: 0, timeline: timeline)
        ])
    }

    private static func milliseconds(_ durations: [Int64]) -> DASHTimeline {
        DASHTimeline(durations: durations.map { .milliseconds($0) })
    }

    /// The timeline that a manifest with these S elements has.
    private func read(_ segments: String, offset: String = "") throws -> DASHThumbnails.Representation? {
        let text = """
            <MPD mediaPresentationDuration="PT100S"><Period><AdaptationSet mimeType="image/jpeg" width="64" height="36">
            <EssentialProperty schemeIdUri="\(DASHThumbnails.tileScheme)" value="1x1"/>
            <SegmentTemplate media="$Time$.jpg" timescale="10"\(offset)><SegmentTimeline>\(segments)</SegmentTimeline>
            </SegmentTemplate><Representation id="t" bandwidth="1"/></AdaptationSet></Period></MPD>
            """
        return try DASHThumbnails.list(parsing: Array(text.utf8)).first?.representations.first
    }

    private func starts(_ representation: DASHThumbnails.Representation, until end: Int64 = 100_000) -> [Int64] {
        (0..<representation.sheetCount(duration: .milliseconds(end))).map {
            representation.start(ofTile: $0).milliseconds
        }
    }

    @Test func `equal durations are one S element, others have one each`() throws {
        let whole = String(
            decoding: Self.thumbnails(Self.milliseconds([80_000, 80_000])).manifest(
                duration: .milliseconds(90_000)), as: UTF8.self)
        #expect(whole.contains(#"<S t="0" d="80000" r="1"/>"#) && !whole.contains("duration=\"80000\""))
        let manifest = Self.thumbnails(Self.milliseconds([400, 400, 1, 700]), columns: 1, rows: 1).manifest(
            duration: .milliseconds(1_501))
        #expect(
            String(decoding: manifest, as: UTF8.self).contains(
                """
                      <SegmentTemplate media="$Number$.jpg" timescale="1000" startNumber="0">
                        <SegmentTimeline>
                          <S t="0" d="400" r="1"/>
                          <S t="800" d="1"/>
                          <S t="801" d="700"/>
                        </SegmentTimeline>
                      </SegmentTemplate>
                """))
    }

    @Test func `written timelines are read again`() throws {
        for durations: [Int64] in [[5], [80_000, 80_000, 80_000], [400, 400, 1, 700, 700, 400]] {
            for grid in [1, 3] {
                let thumbnails = Self.thumbnails(Self.milliseconds(durations), columns: grid, rows: grid)
                let manifest = thumbnails.manifest(duration: .milliseconds(9))
                #expect(try DASHThumbnails.list(parsing: manifest) == [thumbnails])
            }
        }
    }

    @Test func `tiles share the time of their own sheet`() {
        let representation = Self.thumbnails(Self.milliseconds([800, 80])).representations[0]
        #expect(
            (0..<16).map { representation.start(ofTile: $0).milliseconds }.elementsEqual(
                [0, 100, 200, 300, 400, 500, 600, 700, 800, 810, 820, 830, 840, 850, 860, 870]))
        #expect(representation.sheetCount(duration: .milliseconds(800)) == 1)
        #expect(representation.sheetCount(duration: .milliseconds(801)) == 2)
        #expect(representation.sheetCount(duration: .milliseconds(9_000)) == 2)
        #expect(representation.segmentDuration == .milliseconds(800))
    }

    @Test func `a start that is not stated is the end of the segment before`() throws {
        let representation = try #require(try read(#"<S d="20"/><S d="30" r="1"/><S t="90" d="5"/>"#))
        #expect(starts(representation) == [0, 2_000, 5_000, 9_000])
        #expect(representation.url(ofSheet: 2) == "50.jpg")
    }

    @Test func `segments are repeated to the next one, or to the film's end`() throws {
        let representation = try #require(try read(#"<S t="0" d="20" r="-1"/><S t="50" d="200" r="-1"/>"#))
        #expect(starts(representation) == [0, 2_000, 4_000, 5_000, 25_000, 45_000, 65_000, 85_000])
    }

    @Test func `times begin at the presentation time offset`() throws {
        let representation = try #require(
            try read(#"<S t="700" d="20" r="2"/>"#, offset: #" presentationTimeOffset="700""#))
        #expect(starts(representation) == [0, 2_000, 4_000] && representation.url(ofSheet: 1) == "720.jpg")
    }

    @Test(arguments: [
        "", "<S/>", #"<S d="0"/>"#, #"<S d="-4"/>"#, #"<S d="9007199254740993"/>"#, #"<S t="9007199254740993" d="1"/>"#,
        #"<S d="5" r="x"/>"#, #"<S d="5" r="2147483647"/>"#, #"<S d="9007199254740992" r="2147483646"/>"#,
        #"<S t="9" d="5" r="-1"/><S t="9" d="5"/>"#, #"<S d="5" r="-1"/><S d="5"/>"#,
    ])
    func `a timeline without times is refused`(segments: String) {
        #expect { try read(segments) } throws: { ($0 as? ThumbnailFormatError)?.code == .malformed }
    }
}
