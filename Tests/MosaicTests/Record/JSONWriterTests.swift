import Foundation
import Testing

@testable import Mosaic

struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(spread: true, write)
        return String(decoding: writer.document(), as: UTF8.self)
    }

    @Test func `members have a line each, inner objects one, elements one each`() {
        let document = text { writer in
            writer.member("number", -7)
            writer.member("none", Int?.none)
            writer.object("inner") { writer in
                writer.member("yes", true)
                writer.member("text", "a")
            }
            writer.array("list", [1, 2]) { $0.member("n", $1) }
            writer.array("empty", [Int]()) { $0.member("n", $1) }
        }
        #expect(
            document == """
                {
                  "number": -7,
                  "none": null,
                  "inner": {"yes": true, "text": "a"},
                  "list": [
                    {"n": 1},
                    {"n": 2}
                  ],
                  "empty": []
                }

                """)
    }

    @Test func `an object without members is one`() {
        #expect(text { _ in } == "{\n}\n")
    }

    @Test func `Foundation decodes every string unchanged`() throws {
        let samples =
            (0..<128).map { String(Character(Unicode.Scalar($0))) } + [
                "日本 😀", "a\"b\\c/d\n", "", "\u{2028}", "\u{7F}é",
            ]
        for sample in samples {
            let document = text { $0.member("text", sample) }
            let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: String]
            #expect(object == ["text": sample])
        }
    }

    @Test func `the largest and smallest numbers are written whole`() {
        let document = text { writer in
            writer.member("a", UInt64.max)
            writer.member("b", Int64.min)
        }
        #expect(document.contains("18446744073709551615") && document.contains("-9223372036854775808"))
    }
}
