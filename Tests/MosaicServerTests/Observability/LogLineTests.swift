import Foundation
import Testing

@testable import MosaicServer

struct LogLineTests {
    @Test(arguments: [
        ("GET", "GET", "GET", "GET"), ("/a?t=83.5", "/a?t=83.5", #""/a?t=83.5""#, #""/a?t=83.5""#),
        ("two words", #""two words""#, #""two words""#, "two words"), ("", #""""#, #""""#, ""),
        (#"a"b"#, #""a\"b""#, #""a\"b""#, #""a\"b""#), (#"a\b"#, #""a\\b""#, #""a\\b""#, #""a\\b""#),
        ("a\nb\r\tc", #""a\nb\r\tc""#, #""a\nb\r\tc""#, #""a\nb\r\tc""#), ("é", "\"é\"", "\"é\"", "\"é\""),
        ("\u{1B}[2J", #""\u001b[2J""#, #""\u001b[2J""#, #""\u001b[2J""#),
        ("\u{0}\u{7F}\u{85}", #""\u0000\u007f\u0085""#, #""\u0000\u007f\u0085""#, #""\u0000\u007f\u0085""#),
        ("\u{2028}\u{202E}", #""\u2028\u202e""#, #""\u2028\u202e""#, #""\u2028\u202e""#),
        ("\u{E0001}", #""\udb40\udc01""#, #""\udb40\udc01""#, #""\udb40\udc01""#),
    ])
    func `quotes ambiguous text`(text: String, value: String, name: String, sentence: String) {
        #expect(Self.written { $0.append(text, equals: true) } == value)
        #expect(Self.written { $0.append(text) } == name)
        #expect(Self.written { $0.append(text, spaces: true) } == sentence)
    }

    @Test func `quoted text is JSON of the same characters, without invisible ones`() throws {
        let scalars = [
            0...0x2FF, 0x2000...0x206F, 0xD7F0...0xD7FF, 0xE000...0xE00F, 0xFEFF...0xFFFF, 0xE0000...0xE007F,
        ]
        for scalar in scalars.joined().compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let text = "a\(Character(scalar))b"
            let line = Self.written { $0.appendQuoted(text) }
            #expect(try JSONDecoder().decode([String].self, from: Data("[\(line)]".utf8)) == [text])
            #expect(!line.unicodeScalars.contains { CharacterSet.newlines.contains($0) || $0.value < 0x20 })
        }
    }

    /// Bytes that `append` writes.
    private static func written(_ append: (inout LogLine) -> Void) -> String {
        var line = LogLine(format: .text, label: "")
        append(&line)
        return String(decoding: line.bytes, as: UTF8.self)
    }
}
