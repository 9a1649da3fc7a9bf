import Foundation
import Testing
import Tiers
import WebVTT

/// The shared parser cases, agreed between a transcription of the W3C algorithm and a browser's own parser.
private struct Conformance: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        let name: String
        let file: String
        let expected: Expected
        var testDescription: String { name }
    }

    struct Expected: Decodable, Equatable {
        let valid: Bool
        let cues: [ExpectedCue]
    }

    struct ExpectedCue: Decodable, Equatable {
        let id: String
        let start_ms: Int64
        let end_ms: Int64
        var text: String
    }

    let cases: [Case]

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Conformance/webvtt").standardizedFileURL

    static func load() throws -> [Case] {
        try JSONDecoder().decode(Conformance.self, from: Data(contentsOf: folder.appending(path: "cases.json"))).cases
    }
}

struct ConformanceTests {
    private func read(_ bytes: [UInt8]) -> Conformance.Expected {
        guard let track = try? CueTrack(parsing: bytes) else { return .init(valid: false, cues: []) }
        return .init(valid: true, cues: read(track.cues))
    }

    private func read(_ cues: [Cue]) -> [Conformance.ExpectedCue] {
        cues.map { .init(id: $0.id, start_ms: $0.start.milliseconds, end_ms: $0.end.milliseconds, text: $0.text) }
    }

    @Test func `every shared case is read as expected`() throws {
        let cases = try Conformance.load()
        #expect(cases.count >= 300)
        for item in cases {
            let bytes = [UInt8](try Data(contentsOf: Conformance.folder.appending(path: item.file)))
            #expect(read(bytes) == item.expected, "\(item.name)")
        }
    }

    @Test func `lenient reading finds every cue of every case, and reports each one more`() throws {
        for item in try Conformance.load() where item.expected.valid {
            let bytes = [UInt8](try Data(contentsOf: Conformance.folder.appending(path: item.file)))
            let lenient = try LenientTrack(parsing: bytes)
            let added = Set(lenient.repairs.filter { $0.kind != .escapedAmpersand }.map(\.line))
            let cues = zip(lenient.track.cues, lenient.lines).filter { !added.contains($1) }.map(\.0)
            let expected = item.expected.cues.map { cue in
                var cue = cue
                cue.text = cue.text.replacing("&amp;", with: "&")
                return cue
            }
            #expect(read(cues) == expected, "\(item.name)")
        }
    }

    @Test func `every prefix of every case is read without a trap`() throws {
        for item in try Conformance.load() {
            let bytes = [UInt8](try Data(contentsOf: Conformance.folder.appending(path: item.file)))
            let whole = read(bytes).cues.count
            for length in stride(from: 0, through: bytes.count, by: Tier.isThorough ? 7 : 43) {
                // The last cue of a prefix may be one whose second timing digits are cut: never more than one extra.
                #expect(read(Array(bytes.prefix(length))).cues.count <= whole + 1, "\(item.name), \(length) bytes")
            }
        }
    }
}
