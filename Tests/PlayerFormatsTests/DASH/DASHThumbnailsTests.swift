import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

struct DASHThumbnailsTests {
    static func representation(_ width: Int, media: String) -> DASHThumbnails.Representation {
        .init(
            id: "thumbnails-\(width)", bandwidth: 9000, sheet: PixelSize(width: width * 5, height: width * 9 / 16 * 4),
            columns: 5, rows: 4, media: media, timeline: DASHTimeline(ticks: 80_000))
    }

    static let one = DASHThumbnails(representations: [representation(320, media: "dash/r1/$Number$.jpg?a=1&b=2")])
    static let two = DASHThumbnails(representations: [
        representation(320, media: "dash/r1/$Number$.jpg"), representation(160, media: "160/dash/r1/$Number$.jpg"),
    ])

    @Test func `a manifest of one size has its template in the AdaptationSet`() {
        #expect(
            String(decoding: Self.one.manifest(duration: .milliseconds(150_500)), as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" \
                type="static" mediaPresentationDuration="PT150.500S" minBufferTime="PT80.000S">
                  <Period id="0" start="PT0S">
                    <AdaptationSet contentType="image" mimeType="image/jpeg">
                      <SegmentTemplate media="dash/r1/$Number$.jpg?a=1&amp;b=2" timescale="1000" duration="80000" \
                startNumber="1"/>
                      <Representation id="thumbnails-320" bandwidth="9000" width="1600" height="720">
                        <EssentialProperty schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="5x4"/>
                      </Representation>
                    </AdaptationSet>
                  </Period>
                </MPD>

                """)
    }

    @Test func `many Representations inherit from one AdaptationSet and keep separate lines`() throws {
        let own = "<Representation id=\"r\" bandwidth=\"1\"/>\n"
        let text = """
            <MPD><BaseURL>a/</BaseURL><Period>
            <AdaptationSet mimeType="image/jpeg" width="40" height="20"><Other/>
            <SupplementalProperty schemeIdUri="\(DASHThumbnails.tileScheme)" value="2x2"/>
            <SegmentTemplate media="$Number$.jpg" duration="4"/>

            """ + String(repeating: own, count: 1000) + "</AdaptationSet></Period></MPD>"
        let images = try DASHManifest(parsing: Array(text.utf8)).images
        #expect(images.map(\.line) == Array(5..<1005))
        #expect(
            images.allSatisfy {
                $0.media == "a/$Number$.jpg" && $0.layout == "2x2" && $0.sheet == PixelSize(width: 40, height: 20)
                    && $0.ticks == 4 && !$0.hasTimeline
            })
        let long = text.replacing("$Number$.jpg", with: String(repeating: "a", count: 8_193))
        #expect {
            try DASHManifest(parsing: Array(long.utf8))
        } throws: {
            ($0 as? ThumbnailFormatError)?.code == .limitExceeded
        }
    }

    @Test func `a written manifest is read back`() throws {
        for thumbnails in [Self.one, Self.two] {
            let manifest = thumbnails.manifest(duration: .milliseconds(150_500))
            #expect(try DASHThumbnails.list(parsing: manifest) == [thumbnails])
            #expect(try DASHManifest(parsing: manifest).duration == .milliseconds(150_500))
        }
    }

    @Test func `a tile starts by its place on the sheets`() {
        let representation = Self.one.representations[0]
        #expect(representation.start(ofTile: 0) == .zero)
        #expect(representation.start(ofTile: 33) == .milliseconds(132_000))
        #expect(representation.tile == PixelSize(width: 320, height: 180))
        #expect(representation.sheetCount(duration: .milliseconds(160_000)) == 2)
        #expect(representation.sheetCount(duration: .milliseconds(160_001)) == 3)
        #expect(representation.url(ofSheet: 1) == "dash/r1/2.jpg?a=1&b=2")
    }

    @Test func `a foreign manifest gives all inherited values`() throws {
        let text = """
            <?xml version='1.0'?><!-- <Period> --><m:MPD xmlns:m="urn:mpeg:dash:schema:mpd:2011" type="static"
              mediaPresentationDuration="P0DT1H2M3.5S"><m:BaseURL>https://a.example/films/x.mpd</m:BaseURL>
            <m:Period><m:BaseURL> 1/ </m:BaseURL>
            <m:AdaptationSet mimeType="video/mp4"><m:Representation id="v" bandwidth="1"/></m:AdaptationSet>
            <m:AdaptationSet mimeType="image/jpeg" width="1024" height="1152">
              <m:EssentialProperty schemeIdUri="http://dashif.org/thumbnail_other" value="9x9"/>
              <m:EssentialProperty schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="10x20"/>
              <m:SegmentTemplate media="$RepresentationID$/t$$_$Number%05d$.jpg" timescale="90000" duration="9000000"/>
              <m:Representation id="thumbs&#x5F;1" bandwidth="12288"><m:SegmentTemplate startNumber="0"/></m:Representation>
            </m:AdaptationSet></m:Period></m:MPD>
            """
        let sets = try DASHThumbnails.list(parsing: Array(text.utf8))
        let representation = try #require(sets.first?.representations.first)
        #expect(sets.count == 1)
        #expect(representation.id == "thumbs_1")
        #expect(representation.url(ofSheet: 12) == "https://a.example/films/1/thumbs_1/t$_00012.jpg")
        #expect((representation.columns, representation.rows) == (10, 20))
        #expect(representation.segmentDuration == .milliseconds(100_000))
        #expect(representation.start(ofTile: 3) == .milliseconds(1500))
        #expect(try DASHManifest(parsing: Array(text.utf8)).duration == .milliseconds(3_723_500))
    }

    @Test(
        arguments: [
            ("type=\"static\"", "type=\"dynamic\"", .unsupported),
            ("<Period id=\"0\"", "<Period/><Period id=\"0\"", .unsupported),
            (" value=\"5x4\"", "", .unsupported), ("5x4", "0x4", .malformed), ("5x4", "9999x1", .malformed),
            ("width=\"1600\" ", "", .unsupported), ("width=\"1600\"", "width=\"4\"", .malformed),
            ("duration=\"80000\"", "", .unsupported), ("duration=\"80000\"", "duration=\"0\"", .malformed),
            ("<?xml", "<!DOCTYPE MPD><?xml", .unsupported), ("</MPD>", "", .malformed),
            ("</Period>", "</Perioo>", .malformed),
            ("&amp;", "&huge;", .malformed), ("<MPD", "<MPX", .malformed),
        ] as [(String, String, ThumbnailFormatError.Code)])
    func `an unreadable manifest is refused by code`(_ part: String, other: String, code: ThumbnailFormatError.Code) {
        let manifest = String(decoding: Self.one.manifest(duration: .milliseconds(1000)), as: UTF8.self)
        let error = #expect(throws: ThumbnailFormatError.self) {
            try DASHThumbnails.list(parsing: Array(manifest.replacing(part, with: other, maxReplacements: 1).utf8))
        }
        #expect(error?.code == code)
    }

    @Test func `a damaged manifest is read or refused`() {
        Damages.each(of: Self.two.manifest(duration: .milliseconds(150_500)), count: 3000, seed: 10) { damaged in
            guard let sets = try? DASHThumbnails.list(parsing: damaged) else { return false }
            // What was read can be asked everything.
            for representation in sets.flatMap(\.representations) {
                _ = (representation.start(ofTile: 1 << 40), representation.sheetCount(duration: .latest))
                _ = (representation.url(ofSheet: 1 << 40), representation.tile, representation.segmentDuration)
            }
            return true
        }
    }
}
