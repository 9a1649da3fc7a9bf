import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

struct FilmTimesListTests {
    @Test func `lines are a time and a title that may hold commas`() throws {
        let text = "\u{FEFF}Time,Title\r\n83.5,One, two\n\n 00:02:00.5 , \"a \"\"b\"\", c\"\n7\n8,\n"
        let list = try FilmTimesList(parsing: text, name: "t.csv")
        #expect(list.moments.map(\.time.milliseconds) == [83_500, 120_500, 7_000, 8_000])
        #expect(list.moments.map(\.title) == ["One, two", "a \"b\", c", nil, nil])
    }

    @Test func `comments and times below a second are read`() throws {
        let list = try FilmTimesList(parsing: "# cut, 2nd\ntime,title\n.7\n  # 8\n9,# nine\n", name: "t.csv")
        #expect(list.moments.map(\.time.milliseconds) == [700, 9_000])
        #expect(list.moments.map(\.title) == [nil, "# nine"])
        #expect(list.moments.map(\.line) == [3, 5])
    }

    @Test(arguments: [("0,5\n30,5\n", 1), ("0\n30,25\n61", 2), ("time\n0,5", 2)])
    func `a decimal comma is refused with its line`(text: String, line: Int) {
        let error = #expect(throws: MosaicError.self) { try FilmTimesList(parsing: text, name: "t.csv") }
        #expect(error?.code == .malformed && error?.subject == "t.csv:\(line)")
    }

    @Test(arguments: ["0,1\n30,2\n", "0,\"5\"\n30", "0,5\n30,One\n", "time,title\n0,5", "0,1984", "0:30,5", "0.5,5"])
    func `a number may be a title`(text: String) throws {
        #expect(try !FilmTimesList(parsing: text, name: "t.csv").moments.isEmpty)
    }

    @Test(arguments: [[0xFF, 0xFE, 0x30, 0], [0xFE, 0xFF, 0, 0x30]] as [[UInt8]])
    func `UTF-16 is named as the cause`(bytes: [UInt8]) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(bytes, to: "t.csv")
        #expect(throws: MosaicError(.malformed, "t.csv", "The list is UTF-16 text; save it as UTF-8.")) {
            try FilmTimesList(contentsOf: path)
        }
    }

    @Test(arguments: [("7\nch1_0s.jpg,7\n", 2), ("-1", 1), (",title", 1), ("1:2:3:4", 1), ("7\n\ntime,title", 3)])
    func `a line without a time is named`(text: String, line: Int) {
        let error = #expect(throws: MosaicError.self) { try FilmTimesList(parsing: text, name: "t.csv") }
        #expect(error?.code == .malformed && error?.subject == "t.csv:\(line)")
    }

    @Test func `a list without times or without a file is an error`() throws {
        let folder = TemporaryFolder()
        let path = try folder.write(Array("time,title\n".utf8), to: "t.csv")
        for (path, code) in [(path, MosaicError.Code.noScreenshots), (folder.path("none.csv"), .notFound)] {
            let error = #expect(throws: MosaicError.self) { try FilmTimesList(contentsOf: path) }
            #expect(error?.code == code)
        }
    }
}
