import Testing

@testable import WebVTT

@Suite struct QuotationTests {
    @Test(arguments: [
        ("a.jpg", "\"a.jpg\""), ("é👍", "\"é👍\""), ("a\u{1B}[31m", "\"a\u{FFFD}[31m\""),
        ("a\r\nb", "\"a\u{FFFD}\u{FFFD}b\""),
        ("a\u{202E}b", "\"a\u{FFFD}b\""), ("", "\"\""),
    ])
    func `characters that could move a terminal's cursor are replaced`(text: String, quoted: String) {
        #expect(text.quoted == quoted)
    }

    @Test func `a long text is cut with an ellipsis`() {
        #expect(String(repeating: "x", count: 81).quoted == "\"" + String(repeating: "x", count: 80) + "…\"")
        #expect(String(repeating: "x", count: 80).quoted == "\"" + String(repeating: "x", count: 80) + "\"")
    }
}
