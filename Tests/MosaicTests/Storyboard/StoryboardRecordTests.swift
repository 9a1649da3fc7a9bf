import Foundation
import MosaicFixtures
import Seeded
import Testing
import WebVTT

@testable import Mosaic

struct StoryboardRecordTests {
    private func text(_ storyboard: Storyboard) throws -> String {
        String(decoding: storyboard.record(), as: UTF8.self)
    }

    @Test(
        arguments: [
            DrawnStoryboard(), DrawnStoryboard(duration: 70_000, title: "A \"film\"/\\ 日本\n"),
            DrawnStoryboard(times: [5]), DrawnStoryboard(times: []),
            DrawnStoryboard(
                track: TrackSettings(baseURL: "https://cdn.example/a/", maximumCues: 2, startsAtZero: false)),
            DrawnStoryboard(times: [0, 1 << 53]),
        ])
    func `a record is read back as the same storyboard`(drawing: DrawnStoryboard) throws {
        let storyboard = try drawing.storyboard()
        let record = storyboard.record()
        let read = try Storyboard(parsing: record)
        #expect(read == storyboard)
        #expect(read.record() == record, "and gives the same bytes again")
    }

    @Test func `further widths are read back, and not written if there are none`() throws {
        var storyboard = try DrawnStoryboard().storyboard()
        #expect(try !text(storyboard).contains("widths"))
        storyboard.widths = [160, 480]
        #expect(try text(storyboard).contains("\"widths\": [160, 480],"))
        #expect(try Storyboard(parsing: storyboard.record()) == storyboard)
        let outline = try #require(Storyboard.outline(of: storyboard.record()))
        #expect(outline.widths == [160, 480] && outline.sheets == storyboard.sheets)
    }

    @Test(arguments: [[480, 160], [160, 160], [0], [65_501], Array(1...8)])
    func `widths that no folder can have, that repeat or that are too many are malformed`(widths: [Int]) throws {
        var storyboard = try DrawnStoryboard().storyboard()
        storyboard.widths = widths
        #expect { try Storyboard(parsing: storyboard.record()) } throws: {
            ($0 as? MosaicError)?.code == .malformed && ($0 as? MosaicError)?.reason.contains("widths") == true
        }
    }

    @Test func `unknown values are null, not left out`() throws {
        let record = try text(DrawnStoryboard().storyboard())
        #expect(record.contains("\"duration_ms\": null"))
        #expect(record.contains("\"end_ms\": null"))
        #expect(try text(DrawnStoryboard(duration: 70_000).storyboard()).contains("\"duration_ms\": 70000"))
    }

    @Test func `the record ends in a line feed and leaves slashes alone`() throws {
        let storyboard = try DrawnStoryboard(track: TrackSettings(baseURL: "https://cdn.example/a/")).storyboard()
        let record = try text(storyboard)
        #expect(record.hasSuffix("}\n"))
        #expect(record.contains("\"https://cdn.example/a/\""))
    }

    @Test func `all keys are lower case with underscores, all times are integers of milliseconds`() throws {
        let storyboard = try DrawnStoryboard(duration: 70_000).storyboard()
        let object = try JSONSerialization.jsonObject(with: Data(storyboard.record()))
        var keys: Set<String> = []
        func walk(_ value: Any) {
            for (key, value) in value as? [String: Any] ?? [:] {
                keys.insert(key)
                if key.hasSuffix("_ms") { #expect(value is NSNull || (value as? NSNumber)?.int64Value != nil) }
                walk(value)
            }
            (value as? [Any] ?? []).forEach(walk)
        }
        walk(object)
        #expect(keys.isSuperset(of: ["version", "duration_ms", "time_ms", "start_ms", "end_ms", "starts_at_zero"]))
        for key in keys { #expect(key.wholeMatch(of: /[a-z0-9]+(_[a-z0-9]+)*/) != nil, "\(key)") }
    }

    @Test func `a prefix of a record is malformed and never traps`() throws {
        let record = try DrawnStoryboard(times: [0, 1_000, 2_000]).storyboard().record()
        for length in 0..<record.count - 2 {
            let error = failure { try Storyboard(parsing: Array(record[..<length])) }
            #expect(error?.code == .malformed, "\(length) bytes")
            #expect(error?.subject == "mosaic.json")
        }
    }

    @Test func `bytes that changed at random are read or refused, never trapped on`() throws {
        let record = try DrawnStoryboard().storyboard().record()
        var random = SeededGenerator(seed: 6)
        for _ in 0..<2_000 {
            var damaged = record
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let read = try Storyboard(parsing: damaged)
                _ = read.trackDocument()
            } catch let error as MosaicError {
                #expect(error.code == .malformed)
            }
        }
    }

    @Test(arguments: ["", "{", "[]", "null", "7", "\u{FEFF}", "\0", "not json"])
    func `a record that is not an object is malformed`(record: String) {
        #expect(failure { try Storyboard(parsing: Array(record.utf8)) }?.code == .malformed)
    }

    @Test func `an abyss of brackets is malformed`() {
        let record = "{\"tiles\":" + String(repeating: "[", count: 100_000)
        #expect(failure { try Storyboard(parsing: Array(record.utf8)) }?.code == .malformed)
    }

    /// Path of keys and positions, the value put there (`nil` removes it), and the subject in the error.
    private static let lies: [(path: [any Sendable], value: (any Sendable)?, named: String)] = [
        (["version"], 3, "version"), (["version"], 0, "version"),
        (["tiles", 3, "source", "version"], 7, "source.version"),
        (["version"], "1", "version"), (["version"], nil, "version"),
        (["id"], "../x", "id"), (["id"], "", "id"), (["id"], nil, "id"), (["title"], 7, "title"),
        (["duration_ms"], -1, "duration_ms"), (["duration_ms"], 1.5, "duration_ms"),
        (["duration_ms"], 9_007_199_254_740_993, "duration_ms"), (["encoding", "format"], "gif", "encoding.format"),
        (["encoding", "quality"], "80", "encoding.quality"), (["encoding", "quality"], 101, "encoding.quality"),
        (["track", "maximum_cues"], 0, "track.maximum_cues"), (["sheets", 0, "bytes"], -1, "sheets.0.bytes"),
        (["sheets", 0, "bytes"], Int.max, "sheets.0.bytes"), (["encoding", "chroma"], nil, "chroma"),
        (["geometry", "tile", "width"], 0, "geometry.tile"),
        (["geometry", "cell", "height"], 1 << 40, "geometry.cell"),
        (["geometry", "grid", "columns"], 0, "geometry.grid"), (["geometry", "grid", "rows"], -3, "geometry.grid"),
        (["geometry", "grid", "rows"], nil, "rows"), (["track", "starts_at_zero"], nil, "starts_at_zero"),
        (["track", "gutter"], 17, "track.gutter"),
        (["track", "base_url"], 1, "track.base_url"), (["sheets"], nil, "sheets"), (["sheets", 0], 1, "sheets.0"),
        (["sheets", 0, "name"], "../../etc/passwd", "sheets.0.name"),
        (["sheets", 0, "name"], "thumbnails.vtt", "sheets.0.name"), (["sheets", 1, "sha256"], "00", "sheets.1.sha256"),
        (["sheets", 1, "size", "width"], -1, "sheets.1.size"), (["tiles"], nil, "tiles"), (["tiles"], "x", "tiles"),
        (["sheets", 0, "tiles"], 1, "sheets:"), (["sheets", 0, "tiles"], Int.min, "sheets:"),
        (["sheets", 0, "size", "width"], 97, "sheets:"), (["geometry", "grid", "columns"], 3, "sheets:"),
        (["geometry", "grid", "rows"], 65_535, "sheets:"), (["tiles", 0, "sheet"], 1, "tiles: Tile 0"),
        (["tiles", 1, "x"], 0, "tiles: Tile 1"),
        (["tiles", 0, "sheet"], 3, "tiles: Tile 0"), (["tiles", 1, "sheet"], -1, "tiles: Tile 1"),
        (["tiles", 2, "x"], -1, "tiles: Tile 2"), (["tiles", 2, "x"], 57, "tiles: Tile 2"),
        (["tiles", 2, "y"], Int.max, "tiles: Tile 2"), (["tiles", 2, "width"], Int.max, "tiles: Tile 2"),
        (["tiles", 2, "height"], 0, "tiles: Tile 2"), (["tiles", 3, "start_ms"], -5, "tiles.3.start_ms"),
        (["tiles", 3, "end_ms"], "soon", "tiles.3.end_ms"), (["tiles", 3, "time_ms"], nil, "time_ms"),
        (["tiles", 3, "state"], "fine", "tiles.3.state"), (["tiles", 3, "source", "name"], nil, "name"),
        (["tiles", 3, "source", "checksum"], "x", "tiles.3.source.checksum"),
        (["skipped", 0, "reason"], nil, "reason"),
    ]

    @Test(arguments: lies.indices)
    func `a record that contradicts itself is refused, naming the key`(index: Int) throws {
        let lie = Self.lies[index]
        let record = try DrawnStoryboard(duration: 70_000).storyboard().record()
        let object = try JSONSerialization.jsonObject(with: Data(record))
        let changed = Self.replacing(in: object, lie.path[...], with: lie.value)
        let bytes = try Array(JSONSerialization.data(withJSONObject: changed as Any))
        let error = failure { try Storyboard(parsing: bytes) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "mosaic.json")
        #expect(error?.reason.contains(lie.named) == true, "\(lie.path): \(String(describing: error))")
    }

    private static func replacing(in value: Any, _ path: ArraySlice<any Sendable>, with new: Any?) -> Any? {
        guard let step = path.first else { return new }
        if let index = step as? Int, var array = value as? [Any] {
            array[index] = replacing(in: array[index], path.dropFirst(), with: new) as Any
            return array
        }
        guard let key = step as? String, var object = value as? [String: Any] else { return nil }
        object[key] = replacing(in: object[key] as Any, path.dropFirst(), with: new)
        return object
    }
}
