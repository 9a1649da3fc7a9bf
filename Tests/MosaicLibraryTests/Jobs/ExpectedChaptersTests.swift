import Foundation
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct ExpectedChaptersTests {
    private func decoded(_ text: String) throws -> ExpectedChapters {
        try JSONDecoder().decode(ExpectedChapters.self, from: Data(text.utf8))
    }

    @Test func `a count is a number, a list is a list`() throws {
        #expect(try decoded("1") == .count(1))
        #expect(try decoded("100000").total == 100_000)
        #expect(try decoded("7").chapters.isEmpty)
        let list = try decoded(#"[{"index":2,"time_ms":5000,"title":"Two"},{"index":1,"time_ms":0}]"#)
        #expect(list.total == 2)
        #expect(list.chapters.map(\.index) == [2, 1])
        #expect(list.chapters.map(\.title) == ["Two", nil])
        #expect(list.chapters.map(\.time.milliseconds) == [5_000, 0])
    }

    @Test func `counts and lists survive their documents`() throws {
        let chapters = (1...300).map {
            ExpectedChapters.Chapter(index: $0, time: Timestamp(milliseconds: Int64($0) * 7))
        }
        for expected in [
            ExpectedChapters.count(12), .list(chapters), .list([.init(index: -3, time: .latest, title: "")]),
        ] {
            #expect(try decoded(String(decoding: JSONEncoder().encode(expected), as: UTF8.self)) == expected)
        }
    }

    @Test(
        arguments: [
            "0", "-1", "100001", "9223372036854775807", "1e30", "1.5", "true", "null", "\"3\"", "[]", "{}", "[1]",
            "[{}]",
            #"[{"index":1}]"#, #"[{"index":1,"time_ms":-1}]"#, #"[{"index":1,"time_ms":9007199254740993}]"#,
            #"[{"index":1,"time_ms":0},{"index":1,"time_ms":9}]"#, #"[{"index":1.5,"time_ms":0}]"#,
        ])
    func `expectations that no storyboard can meet are refused`(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }

    @Test func `a list longer than the limit is refused`() throws {
        func text(_ count: Int) -> String {
            "[" + (1...count).map { #"{"index":\#($0),"time_ms":0}"# }.joined(separator: ",") + "]"
        }
        #expect(throws: DecodingError.self) { try decoded(text(ExpectedChapters.maximumCount + 1)) }
    }
}
