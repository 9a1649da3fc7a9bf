import PlayerFormats
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import TrackDoctor

struct ManifestCheckupTests {
    private static func representation(_ width: Int, _ media: String) -> DASHThumbnails.Representation {
        .init(
            id: "t\(width)", bandwidth: 9000, sheet: PixelSize(width: 2 * width, height: width), columns: 2, rows: 2,
            media: media, timeline: DASHTimeline(ticks: 4000))
    }

    private static let manifest = DASHThumbnails(representations: [
        representation(160, "$Number$.png"), representation(80, "small-$Number$.png"),
    ])
    private static let text = String(
        decoding: manifest.manifest(duration: Timestamp(milliseconds: 5500)), as: UTF8.self)
    private static let files = [
        "1.png": pngHeader(320, 160), "2.png": pngHeader(320, 160), "small-1.png": pngHeader(160, 80),
        "small-2.png": pngHeader(160, 80),
    ]

    @Test func `a manifest of several sizes is in good health, and its repaired form is a track`() async throws {
        let checkup = try await checkup(Self.text, files: Self.files, duration: Timestamp(milliseconds: 5500))
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount, checkup.examinedSheetCount) == (6, 4, 4))
        #expect(checkup.readers?.hasPrefix("dash.js") == true)
        let repaired = try #require(checkup.repaired)
        #expect(repaired.cues.map(\.start.milliseconds) == [0, 1000, 2000, 3000, 4000, 5000])
        #expect(repaired.cues[4].text == "2.png#xywh=0,0,160,80")
        #expect(repaired.cues[5].end == Timestamp(milliseconds: 5500))
    }

    @Test func `a last sheet that is not padded is found`() async throws {
        let files = Self.files.merging(["2.png": pngHeader(320, 80)]) { $1 }
        #expect(try await checkup(Self.text, files: files).found == ["undeclared-sizes 5"])
        let small = Self.files.merging(["small-2.png": pngHeader(160, 40)]) { $1 }
        #expect(try await checkup(Self.text, files: small).found == ["undeclared-sizes 9"])
    }

    @Test(arguments: [
        (
            "<EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/thumbnail_tile\" value=\"2x2\"/>", "",
            ["tile-property 5"]
        ),
        ("2x2", "2x", ["tile-property 5"]),
        (" width=\"320\"", "", ["sheet-size 5"]),
        ("width=\"320\"", "width=\"321\"", ["uneven-tiles 5", "undeclared-sizes 5"]),
        ("duration=\"4000\"", "", ["sheet-duration 5"]),
        (
            "duration=\"4000\" startNumber=\"1\"/>",
            "startNumber=\"1\"><SegmentTimeline><S t=\"0\"/></SegmentTimeline></SegmentTemplate>",
            ["sheet-duration 5"]
        ),
        ("$Number$.png", "$Time$.png", ["sheet-number 5", "missing-sheets 5"]),
        (" mediaPresentationDuration=\"PT5.500S\"", "", ["manifest-duration"]),
        ("static", "dynamic", ["manifest-kind"]),
        ("<?xml", "<!DOCTYPE MPD><?xml", ["unreadable-manifest 1"]),
        ("</Period>", "</AdaptationSet>", ["unreadable-manifest 14"]),
        ("small-", "gone-", ["missing-sheets 9"]),
    ])
    func `a fault has its rule and its line`(_ part: String, other: String, found: [String]) async throws {
        let text = Self.text.replacing(part, with: other, maxReplacements: 1)
        #expect(try Set(await checkup(text, files: Self.files).found) == Set(found))
    }

    @Test(arguments: ["$Time$.png", "$Number$.png"])
    func `a timeline is right with numbers and with times`(media: String) async throws {
        var sheets = Self.representation(160, media)
        sheets.timeline = DASHTimeline(durations: [2, 2_000, 2_000].map { Timestamp(milliseconds: $0) })
        let names = media == "$Time$.png" ? ["0.png", "2.png", "2002.png"] : ["1.png", "2.png", "3.png"]
        let files = Dictionary(uniqueKeysWithValues: names.map { ($0, pngHeader(320, 160)) })
        let manifest = DASHThumbnails(representations: [sheets]).manifest(duration: Timestamp(milliseconds: 4_001))
        let text = String(decoding: manifest, as: UTF8.self)
        #expect(try await checkup(text, files: files).found == [])
        #expect(try await checkup(text, files: [:]).found == ["missing-sheets 11"])
    }

    @Test func `a manifest without pictures, or shorter than the film, is found`() async throws {
        let empty = "<MPD type=\"static\" mediaPresentationDuration=\"PT5S\"><Period/></MPD>"
        #expect(try await checkup(empty).found == ["no-thumbnails"])
        let duration = Timestamp(milliseconds: 5501)
        #expect(try await checkup(Self.text, files: Self.files, duration: duration).found == ["manifest-duration"])
    }

    @Test(arguments: ["http:", "https:"])
    func `the older scheme of tiles is read`(protocolName: String) async throws {
        let text = Self.text.replacing(
            "http://dashif.org/guidelines/thumbnail_tile", with: "\(protocolName)//dashif.org/thumbnail_tile")
        #expect(try await checkup(text, files: Self.files).found == [])
    }

    @Test func `sheets are counted by Period, also where all lies on one line`() async throws {
        let set = Self.text.replacing("\n", with: "").split(separator: "<Period id=\"0\" start=\"PT0S\">")[1]
            .split(separator: "</Period>")[0]
        let text =
            "<MPD type=\"static\" mediaPresentationDuration=\"PT11S\">"
            + "<Period duration=\"PT5.5S\">\(set)</Period>"
            + "<Period>\(set.replacing("startNumber=\"1\"", with: "startNumber=\"3\""))</Period></MPD>"
        let files = Self.files.merging([
            "3.png": pngHeader(320, 160), "4.png": pngHeader(320, 160), "small-3.png": pngHeader(160, 80),
            "small-4.png": pngHeader(160, 80),
        ]) { $1 }
        let checkup = try await checkup(text, files: files)
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount) == (12, 8))
        let repaired = try #require(checkup.repaired)
        #expect(repaired.cues[6].start == Timestamp(milliseconds: 5500))
        #expect(repaired.cues[11].text == "4.png#xywh=160,0,160,80")
        #expect(repaired.cues[11].end == Timestamp(milliseconds: 11_000))
    }

    @Test func `an address that each tile would repeat is followed only so far`() async throws {
        let long = String(repeating: "a", count: 8_000)
        let text = Self.text.replacing("PT5.500S", with: "PT9000000000S").replacing("small-", with: long)
            .replacing("$Number$.png", with: "\(long)$Number$.png", maxReplacements: 1)
        var options = Checkup.Options()
        options.maximumSheets = 0
        options.maximumAddressBytes = 1 << 20
        let checkup = try await checkup(Array(text.utf8), options: options)
        #expect((120...140).contains(checkup.cueCount) && checkup.sheetCount < 400)
        let longer = text.replacing("$Number$.png", with: "\(long)$Number$.png")
        #expect(try await self.found(longer) == ["unreadable-manifest"])
    }

    private func found(_ text: String) async throws -> [String] {
        var options = Checkup.Options()
        options.maximumSheets = 0
        return try await checkup(Array(text.utf8), options: options).found
    }

    @Test(.thorough) func `a film of centuries is followed only so far`() async throws {
        let text = Self.text.replacing("PT5.500S", with: "PT9000000000S")
        #expect(try await checkup(text, files: Self.files).cueCount == TrackText.maximumPictures)
    }
}
