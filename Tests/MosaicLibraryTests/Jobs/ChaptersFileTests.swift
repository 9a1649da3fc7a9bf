import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct ChaptersFileTests {
    private static let list =
        #"[{"index":2,"time":5.5,"title":"Two"},{"index":1,"time":"00:00:02"},{"index":3,"time_ms":7}]"#

    @Test(arguments: ["12", " \n12\t", #"{"chapters":12}"#, #"{"title":"A story", "chapters": 12}"#])
    func `a number is read, by itself or as a member`(text: String) throws {
        #expect(try ChaptersFile.parse(Array(text.utf8)) == .count(12))
    }

    @Test(arguments: [list, "\n\(list) ", #"{"chapters":\#(list)}"#, #"{"chapters":\#(list),"id":7}"#])
    func `a list is read as a submission's, by itself or as a member`(text: String) throws {
        let chapters = try ChaptersFile.parse(Array(text.utf8)).chapters
        #expect(chapters.map(\.index) == [2, 1, 3])
        #expect(chapters.map(\.time.milliseconds) == [5_500, 2_000, 7])
        #expect(chapters.map(\.title) == ["Two", nil, nil])
    }

    @Test(
        arguments: [
            "", " ", "0", "-1", "100001", "1.5", "null", "true", "\"3\"", "[]", "{}", "[1]", "1 2", "[", "12]", "12}",
            #"{"chapters":[]}"#, #"{"chapters":0}"#, #"{"chapters":null}"#, #"{"chapters":3"#, "3}{",
            #"[{"index":1}]"#, #"[{"index":1,"time":-1}]"#, #"[{"index":1,"time":1},{"index":1,"time":2}]"#,
            #"[{"index":-1,"time":1}]"#, #"[{"index":1,"time":1,"title":"\u0000"}]"#, "\u{FEFF}x",
            #"[{"index":1,"time":1,"title":"\#(String(repeating: "t", count: 1_001))"}]"#,
            String(repeating: "[", count: 100_000),
        ])
    func `everything else is refused in one sentence`(text: String) {
        let error = failure { try ChaptersFile.parse(Array(text.utf8)) }
        #expect(error?.code == .malformed && error?.subject == "chapters.json")
    }

    @Test func `a file that is not UTF-8 is refused`() {
        #expect(failure { try ChaptersFile.parse([0xFF, 0xFE, 0x31]) }?.code == .malformed)
    }
}
