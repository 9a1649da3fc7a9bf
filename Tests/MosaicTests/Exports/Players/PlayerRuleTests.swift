import PlayerFormats
import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Thumbnails that players show of each export, by the rules in their sources.
struct PlayerRuleTests {
    /// A film, its length, and the tallies of rules that do not show the right tile 200 times.
    struct Film: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let drawing: TiledStoryboard
        /// Milliseconds.
        let length: Int64
        let others: [String: PlayerTally]
    }

    /// From 0.8 to 61 s.
    private static let starts: [Int64] = [0, 4_170, 9_000, 9_801, 61_050, 62_500, 80_002, 99_999, 121_000]
    /// Past the guessed end; look-ups after it show nothing.
    private static let cut = PlayerTally(right: 138, nothing: 62)

    static let films = [
        Film(
            testDescription: "a tile each 10 s, and a last sheet that is not full",
            drawing: TiledStoryboard(times: (0..<14).map { $0 * 10_000 }, duration: 136_500), length: 136_500,
            // It rounds the end down, too.
            others: ["videojs-vtt-thumbnails thumbnails.vtt": PlayerTally(right: 198, nothing: 2)]),
        Film(
            testDescription: "irregular times", drawing: TiledStoryboard(times: starts, duration: 140_321),
            length: 140_321,
            others: [
                "videojs-vtt-thumbnails thumbnails.vtt": PlayerTally(right: 193, early: 5, nothing: 2, largest: 536),
                "hls.js iframes-master.m3u8": PlayerTally(right: 199, early: 1, largest: 222),
                "BIF by index thumbnails.bif": PlayerTally(right: 35, early: 165, largest: 120_795),
                "jellyfin-web jellyfin.json": PlayerTally(right: 195, late: 5, largest: 850),
            ]),
        Film(
            testDescription: "a film of unknown length, longer than any guess",
            drawing: TiledStoryboard(times: starts), length: 240_000,
            others: [
                "videojs-vtt-thumbnails thumbnails.vtt": PlayerTally(right: 196, early: 4, largest: 461),
                "Shaka hls.m3u8": cut, "Shaka iframes-master.m3u8": cut, "Shaka thumbnails.mpd": cut,
                "dash.js thumbnails.mpd": cut, "media3 thumbnails.mpd": cut,
                "BIF by index thumbnails.bif": PlayerTally(right: 110, early: 90, largest: 120_649),
                "jellyfin-web jellyfin.json": PlayerTally(right: 137, late: 2, nothing: 61, largest: 283),
            ]),
    ]

    @Test(arguments: films)
    func `players show the right tile 200 times, but for limits of their own`(film: Film) async throws {
        let shown = try await ShownFilm(film.drawing)
        for rule in PlayerRule.all {
            let tally = try await shown.tally(rule, length: film.length)
            let expected = film.others["\(rule.player) \(rule.document)"] ?? PlayerTally(right: 200)
            #expect(tally == expected, "\(rule.player), \(rule.document)")
        }
    }

    /// Faults that the rules find: else they would prove nothing.
    @Test func `a shortened last sheet, and one longer than a manifest allows, are found`() async throws {
        let film = Self.films[0]
        var shown = try await ShownFilm(film.drawing)
        let manifest = String(decoding: try #require(shown.contents["thumbnails.mpd"]), as: UTF8.self)
        let timeline = try Regex(#"startNumber="0">\s*<SegmentTimeline>[^$]*</SegmentTemplate>"#)
        let constant = manifest.replacing(timeline, with: #"startNumber="0" duration="60000"/>"#)
        #expect(constant != manifest)
        func tally(_ text: String, _ player: String) async throws -> PlayerTally {
            shown.contents["thumbnails.mpd"] = Array(text.utf8)
            let rule = try #require(PlayerRule.manifests.first { $0.player == player })
            return try await shown.tally(rule, length: film.length)
        }
        #expect(try await tally(constant, "dash.js").right == 200)
        #expect(try await tally(constant, "media3").right < 200)
        let film6 = manifest.replacing("<MPD ", with: #"<MPD maxSegmentDuration="PT6S" "#)
        #expect(try await tally(film6, "dash.js").right < 100)
        let set = try #require(DASHThumbnails.list(parsing: Array(manifest.utf8)).first)
        let inserted = try DASHThumbnails.inserting(set, into: Array(film6.utf8))
        #expect(try await tally(String(decoding: inserted, as: UTF8.self), "dash.js").right == 200)
    }
}

/// A storyboard with its track and all of its exports.
private struct ShownFilm {
    let starts: [Int64]
    var contents: [String: [UInt8]]
    private var tiles: [[UInt8]] = []

    init(_ drawing: TiledStoryboard) async throws {
        starts = drawing.times
        let source = try await drawing.source()
        let member = source.storyboards.members[0]
        contents = ["thumbnails.vtt": member.storyboard.trackDocument()]
        for export in Export.all where ![.chapters, .contactSheet].contains(export) {
            for file in try await export.files(of: source) { contents[file.path] = try await file.bytes(from: source) }
        }
        for number in member.storyboard.tiles.indices {
            tiles.append(try await source.sheets.tile(number, of: member).encoded())
        }
    }

    /// Looks thumbnails up at 200 random times of a film.
    func tally(_ rule: PlayerRule, length: Int64) async throws -> PlayerTally {
        let lookup = try rule.open({ try #require(contents[$0], "\($0)") }, Double(length) / 1_000)
        var pictures: [PlayerPicture: [UInt8]] = [:]
        var random = SeededGenerator(seed: 40)
        var tally = PlayerTally()
        for _ in 0..<200 {
            let time = Int64.random(in: 0..<length, using: &random)
            // Between two milliseconds, where no rounding decides.
            guard let shown = lookup((Double(time) + 0.5) / 1_000), let file = contents[shown.url] else {
                tally.nothing += 1
                continue
            }
            let bytes = try pictures[shown] ?? shown.bytes(in: file)
            pictures[shown] = bytes
            let expected = starts.lastIndex { $0 <= time } ?? 0
            switch tiles.firstIndex(of: bytes) {
            case expected: tally.right += 1
            case let tile? where tile < expected:
                tally.late += 1
                tally.largest = max(tally.largest, time - starts[tile + 1])
            case let tile?:
                tally.early += 1
                tally.largest = max(tally.largest, starts[tile] - time)
            case nil: tally.nothing += 1
            }
        }
        return tally
    }
}

extension PlayerPicture {
    /// The picture as a separate JPEG.
    fileprivate func bytes(in file: [UInt8]) throws -> [UInt8] {
        if let range { return Array(file[range]) }
        guard let rect else { return file }
        let grid = try RestartGrid(parsing: file)
        let whole = PixelRect(x: 0, y: 0, width: grid.size.width, height: grid.size.height)
        return rect == whole ? file : try grid.extract(rect)
    }
}
