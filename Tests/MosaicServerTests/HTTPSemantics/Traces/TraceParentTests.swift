import MosaicServer
import Testing

struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test func `the specification's example is read and written again`() throws {
        for flags in ["00", "01", "ff"] {
            let text = "00-\(Self.trace)-\(Self.span)-\(flags)"
            let parent = try #require(TraceParent(parsing: text))
            #expect(parent.traceID == Self.trace && parent.spanID == Self.span)
            #expect(parent.fieldValue == text)
        }
        #expect(TraceParent(parsing: "  00-\(Self.trace)-\(Self.span)-01\t")?.flags == 1)
    }

    @Test func `a later version may have more after its flags, and is forwarded as version 00`() {
        for text in ["01-\(Self.trace)-\(Self.span)-01", "cc-\(Self.trace)-\(Self.span)-03-what-comes"] {
            #expect(TraceParent(parsing: text)?.fieldValue == "00-\(Self.trace)-\(Self.span)-01")
        }
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
        "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-01.", "cc-\(trace)-\(span)-01.x",
        "ff-\(trace)-\(span)-01", "0x-\(trace)-\(span)-01", "00_\(trace)-\(span)-01", "00-\(trace)_\(span)-01",
        "00-\(trace)-\(span)_01", "00-\(trace)-\(span)-0g", "00-\(trace.uppercased())-\(span)-01",
        "00-\(trace)-\(span.uppercased())-01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
        "00-\(trace)-\(String(repeating: "0", count: 16))-01", "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01",
        "00-\(trace)é\(span)-01", "00-4bf92f3577b34da6a3ce929d0e0e473\u{0}-\(span)-01",
    ])
    func `an invalid field counts as missing`(text: String) {
        #expect(TraceParent(parsing: text) == nil)
    }
}
