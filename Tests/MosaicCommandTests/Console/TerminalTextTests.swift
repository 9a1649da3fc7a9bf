import CommandSupport
import Testing

/// How wide text is on a terminal, and what of it may get there.
struct TerminalTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("ü", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("🎬", 2), ("…", 1),
    ])
    func `width counts columns, not characters`(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 1, "…"),
    ])
    func `a cut text is never too wide`(text: String, width: Int, cut: String) {
        #expect(TerminalText.cut(text, to: width) == cut)
        #expect(TerminalText.width(cut) <= width)
    }

    @Test func `joined emoji stay and marks of direction go`() {
        #expect(TerminalText.harmless("👩\u{200D}🚀") == "👩\u{200D}🚀")
        #expect(TerminalText.harmless("a\u{202E}b\u{7}\u{2028}") == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
    }
}
