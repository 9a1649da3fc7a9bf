import Foundation
import MosaicFixtures
import MosaicSystem
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// The fate of thumbnails beside a film when a Jellyfin server scans its library, by the server's version.
private struct JellyfinRule {
    enum Version: CaseIterable { case v10_10, v10_11, v12 }
    enum Fate { case imported, ignored, deleted }

    let version: Version
    var widths = [320]
    /// Samples of a coded picture of the film from left to right.
    var filmWidth = 640
    var extractsImages = true

    /// The fate of each folder below a film's `.trickplay`.
    func fates(in trickplay: String) throws -> [String: Fate] {
        let names = try FileManager.default.contentsOfDirectory(atPath: trickplay).filter { name in
            FileStatus(path: trickplay + "/" + name)?.isFolder == true
        }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try fate(of: $0, in: trickplay)) })
    }

    private func fate(of name: String, in trickplay: String) throws -> Fate {
        // 10.11 deletes all of them while extraction is off.
        if version == .v10_11, !extractsImages { return .deleted }
        // Even, and that of the film itself if it is narrower.
        let taken = widths.map { 2 * (min($0, filmWidth) / 2) }
        guard let match = name.wholeMatch(of: /(\d+) - (\d+)x(\d+)/), let width = Int(match.1),
            let columns = Int(match.2), let rows = Int(match.3),
            version == .v12 || taken.contains(width)
        else { return version == .v10_11 ? .deleted : .ignored }
        // The client steps by the width in the name and by the height of the sheet over its rows.
        let first = try FileReader.read("\(trickplay)/\(name)/0.jpg", name: "0.jpg", limit: 1 << 24)
        let size = try ImageHeader(parsing: first).size
        return size.width == width * columns && size.height % rows == 0 ? .imported : .ignored
    }
}

struct JellyfinRuleTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    init() throws {
        try folder.makeFolder("media")
        try folder.write(Array("a film".utf8), to: "media/a.mkv")
    }

    private func compose(width: Int, further: [Int] = [], height: Int = 384) async throws {
        try folder.makeFolder("shots")
        for number in 1...3 {
            let picture = DrawnScreenshot(number: number, size: PixelSize(width: 640, height: height))
            try folder.write(picture.encoded, to: "shots/ch\(number)_\(number)00s.jpg")
        }
        var settings = CompositionSettings()
        settings.geometry.width = width
        settings.furtherWidths = further
        let listing = try ScreenshotFolder(path: folder.path("shots")).chapters()
        _ = try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: id, listing: listing, duration: Timestamp(milliseconds: 395_000)),
            into: StoryboardFolder(path: folder.path("library/film"), for: id))
    }

    private func publish(widths: [Int]? = nil, filmWidth: Int = 640) async throws -> ServerPublication {
        var settings = MediaServerSettings([MediaServer.Target(.jellyfin)])
        if let widths { settings.jellyfinWidths = widths }
        let publisher = MediaServerPublisher(settings) { _ in FilmFacts(codedWidth: filmWidth, length: nil) }
        let results = await publisher.publish(
            id, of: folder.path("media/a.mkv"), in: FolderStore(path: folder.path("library")))
        return try #require(results.first)
    }

    @Test func `every version imports the folders that are written for its settings`() async throws {
        try await compose(width: 320, further: [160, 480])
        for widths in [[320], [320, 480]] {
            #expect(try await publish(widths: widths).outcome == .written)
            for version in JellyfinRule.Version.allCases {
                let fates = try JellyfinRule(version: version, widths: widths).fates(
                    in: folder.path("media/a.trickplay"))
                #expect(
                    fates == Dictionary(uniqueKeysWithValues: widths.map { ("\($0) - 10x10", .imported) }), "\(version)"
                )
            }
        }
    }

    @Test func `a film that is narrower than the settings has its own even width`() async throws {
        var settings = CompositionSettings()
        settings.geometry.width = 320
        settings.furtherWidths = [480]
        var servers = MediaServerSettings([MediaServer.Target(.jellyfin)])
        servers.jellyfinWidths = [320, 480]
        MediaServerPublisher(servers).fit(&settings, toFilmOf: 241)
        #expect(settings.geometry.width == 240 && settings.furtherWidths == [])
        try await compose(width: 240)
        #expect(try await publish(widths: [320, 480]).outcome == .failed, "The film is wide enough for 320.")
        let narrow = try await publish(widths: [320, 480], filmWidth: 241)
        #expect(narrow.changes.map(\.name) == ["240 - 10x10"], "\(narrow)")
        for version in JellyfinRule.Version.allCases {
            var rule = JellyfinRule(version: version, filmWidth: 241)
            #expect(try rule.fates(in: folder.path("media/a.trickplay")) == ["240 - 10x10": .imported], "\(version)")
            rule.filmWidth = 640
            let fate = try rule.fates(in: folder.path("media/a.trickplay"))["240 - 10x10"]
            #expect(fate == (version == .v12 ? .imported : version == .v10_11 ? .deleted : .ignored))
        }
    }

    @Test func `tiles of partial blocks lie side by side at their own size`() async throws {
        // 320x180 in cells of 320x192.
        try await compose(width: 320, height: 360)
        let result = try await publish()
        #expect(result.outcome == .written && result.recodedTiles == 3, "\(result)")
        let sheet = try #require(SheetPixels(jpeg: folder.read("media/a.trickplay/320 - 10x10/0.jpg")))
        #expect(sheet.size == PixelSize(width: 3_200, height: 1_800))
        for step in 0..<40 {
            // As jellyfin-web does: by the width in the name, and by the height of the sheet over its rows.
            let rect = PixelRect(x: step % 10 * 320, y: step / 10 * (sheet.size.height / 10), width: 320, height: 180)
            let number = step < 20 ? 1 : step < 30 ? 2 : 3
            #expect(sheet.difference(from: DrawnScreenshot(number: number), at: rect) < 12, "step \(step)")
        }
        #expect(try await publish().outcome == .unchanged)
    }

    @Test func `a width that a version ignores or deletes is refused, and nothing is written`() async throws {
        try await compose(width: 256)
        let refused = try await publish()
        #expect(refused.outcome == .failed && refused.reason?.contains("320") == true, "\(refused)")
        #expect(try folder.names(in: "media") == ["a.mkv"])
        // The folder that would have been written.
        #expect(try await publish(widths: [256]).outcome == .written)
        let fates = try JellyfinRule.Version.allCases.map {
            try JellyfinRule(version: $0).fates(in: folder.path("media/a.trickplay"))["256 - 10x10"]
        }
        #expect(fates == [.ignored, .deleted, .imported])
        let off = JellyfinRule(version: .v10_11, widths: [256], extractsImages: false)
        #expect(try off.fates(in: folder.path("media/a.trickplay"))["256 - 10x10"] == .deleted)
    }
}
