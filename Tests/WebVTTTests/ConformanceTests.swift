import TestSupport
import Testing
import Tiers
import WebVTT

struct ConformanceTests {
    private func read(_ bytes: [UInt8]) -> ConformanceTrack.Expected {
        guard let track = try? CueTrack(parsing: bytes) else { return .init(valid: false, cues: []) }
        return .init(valid: true, cues: read(track.cues))
    }

    private func read(_ cues: [Cue]) -> [ConformanceTrack.ExpectedCue] {
        cues.map { .init(id: $0.id, start_ms: $0.start.milliseconds, end_ms: $0.end.milliseconds, text: $0.text) }
    }

    @Test func `every shared case is read as expected`() throws {
        let cases = try ConformanceTrack.all()
        #expect(cases.count >= 300)
        for item in cases {
            let bytes = try item.bytes()
            #expect(read(bytes) == item.expected, "\(item.name)")
        }
    }

    @Test func `lenient reading finds every cue of every case, and reports each one more`() throws {
        for item in try ConformanceTrack.all() where item.expected.valid {
            let bytes = try item.bytes()
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
        for item in try ConformanceTrack.all() {
            let bytes = try item.bytes()
            let whole = read(bytes).cues.count
            for length in stride(from: 0, through: bytes.count, by: Tier.isThorough ? 7 : 43) {
                // The last cue of a prefix may be one whose second timing digits are cut: never more than one extra.
                #expect(read(Array(bytes.prefix(length))).cues.count <= whole + 1, "\(item.name), \(length) bytes")
            }
        }
    }
}
