import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

struct DASHInsertingTests {
    static let manifest = """
        <?xml version="1.0"?>
        <!-- a film -->
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"   mediaPresentationDuration='PT60S'>
        \t<Period>
        \t\t<AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1"/></AdaptationSet>
        \t\t<Subset contains="1"/>
        \t</Period>
        </MPD>
        """

    @Test(arguments: ["\n", "\r\n"])
    func `an AdaptationSet follows the last one, and all else stays`(_ lineEnd: String) throws {
        let before = Self.manifest.replacing("\n", with: lineEnd)
        let result = try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: Array(before.utf8))
        let text = String(decoding: result, as: UTF8.self)
        let added = lineEnd + DASHThumbnailsTests.two.lines().map { "\t\t\($0)" }.joined(separator: lineEnd)
        let parts = before.split(separator: "</AdaptationSet>")
        #expect(text == parts[0] + "</AdaptationSet>" + added + parts[1])
        #expect(try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: result) == result)
        #expect(try DASHThumbnails.list(parsing: result) == [DASHThumbnailsTests.two])
    }

    @Test(arguments: [
        (#" maxSegmentDuration="PT6S""#, #" maxSegmentDuration="PT80.000S""#),
        (
            " a='maxSegmentDuration=\"PT1S\"'\n maxSegmentDuration = 'PT1M19.9S'  b='1'",
            " a='maxSegmentDuration=\"PT1S\"'\n maxSegmentDuration = 'PT80.000S'  b='1'"
        ),
        (#" maxSegmentDuration="PT1M20S""#, #" maxSegmentDuration="PT1M20S""#),
        (#" maxSegmentDuration="P1Y""#, #" maxSegmentDuration="P1Y""#), ("", ""),
    ])
    func `a manifest's maximum segment duration is raised to that of a sheet`(before: String, after: String) throws {
        let place = " mediaPresentationDuration"
        func manifest(_ attribute: String) -> [UInt8] {
            Array(Self.manifest.replacing(place, with: attribute + place).utf8)
        }
        let result = try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: manifest(before))
        let plain = try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: Array(Self.manifest.utf8))
        let text = String(decoding: result, as: UTF8.self)
        #expect(text == String(decoding: plain, as: UTF8.self).replacing(place, with: after + place))
        #expect(try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: result) == result)
    }

    @Test func `a set with one of its ids is replaced`() throws {
        let first = try DASHThumbnails.inserting(DASHThumbnailsTests.two, into: Array(Self.manifest.utf8))
        let second = try DASHThumbnails.inserting(DASHThumbnailsTests.one, into: first)
        #expect(second == (try DASHThumbnails.inserting(DASHThumbnailsTests.one, into: Array(Self.manifest.utf8))))
    }

    @Test func `the prefix of the manifest is taken`() throws {
        let text = "<d:MPD xmlns:d='x'><d:Period><d:AdaptationSet/></d:Period></d:MPD>"
        let result = try DASHThumbnails.inserting(DASHThumbnailsTests.one, into: Array(text.utf8))
        #expect(String(decoding: result, as: UTF8.self).contains("<d:AdaptationSet/>\n<d:AdaptationSet contentType"))
        #expect(try DASHThumbnails.list(parsing: result) == [DASHThumbnailsTests.one])
    }

    @Test(arguments: [
        ("type=\"static\"", "type=\"dynamic\""), ("<Period>", "<Period/><Period>"),
        ("<Period>", "<Period xlink:href=\"p.xml\">"), ("<Period>", "<Period><BaseURL>x/</BaseURL>"),
        ("id=\"v\"", "id=\"thumbnails-160\""), ("MPD", "SmoothStreamingMedia"),
        ("<AdaptationSet mimeType=\"video/mp4\"><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet>", ""),
    ])
    func `a manifest without a place is refused`(_ part: String, other: String) {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try DASHThumbnails.inserting(
                DASHThumbnailsTests.two, into: Array(Self.manifest.replacing(part, with: other).utf8))
        }
        #expect(error?.code == .refused)
    }

    @Test func `absolute addresses are taken below a base URL`() throws {
        let text = Self.manifest.replacing("<Period>", with: "<Period><BaseURL>x/</BaseURL>")
        let media = "https://cdn.example/$Number$.jpg"
        let thumbnails = DASHThumbnails(representations: [DASHThumbnailsTests.representation(320, media: media)])
        let result = try DASHThumbnails.inserting(thumbnails, into: Array(text.utf8))
        #expect(try DASHThumbnails.list(parsing: result) == [thumbnails])
    }

    @Test func `inserting into damaged manifests is idempotent`() {
        Damages.each(of: Array(Self.manifest.utf8), count: 3000, seed: 11) { damaged in
            guard let once = try? DASHThumbnails.inserting(DASHThumbnailsTests.two, into: damaged) else { return false }
            #expect((try? DASHThumbnails.inserting(DASHThumbnailsTests.two, into: once)) == once)
            return true
        }
    }
}
