import Mosaic
import MosaicFixtures
import Testing
import WebVTT

struct TimesListTests {
    private func entries(_ text: String) throws -> [TimesList.Entry] {
        try TimesList(parsing: text, name: "list").entries
    }

    @Test func `lines of file, time and title`() throws {
        let entries = try entries("a.jpg,0\nb c.png , 83.5 ,  One \nsub/d.jpg,01:02:03.004,\n")
        #expect(entries.map(\.file.rawValue) == ["a.jpg", "b c.png", "sub/d.jpg"])
        #expect(entries.map(\.time.milliseconds) == [0, 83_500, 3_723_004])
        #expect(entries.map(\.title) == [nil, "One", nil])
        #expect(entries.map(\.line) == [1, 2, 3])
    }

    @Test func `a title may hold commas, quotes and any letters`() throws {
        let titles = try entries("a.jpg,1,Here, there, and \"everywhere\"\nb.jpg,2,日本 — ü,\n").map(\.title)
        #expect(titles == ["Here, there, and \"everywhere\"", "日本 — ü,"])
    }

    @Test func `lines may be JSON objects, also between others`() throws {
        let entries = try entries(
            """
            {"file": "a,b.jpg", "time": 1.25, "title": "Say \\"hi\\""}
            c.jpg,2
             {"time":"00:01:23.5","file":"d.jpg"}
            {"file":"e.jpg","time":90,"title":null}
            """)
        #expect(entries.map(\.file.rawValue) == ["a,b.jpg", "c.jpg", "d.jpg", "e.jpg"])
        #expect(entries.map(\.time.milliseconds) == [1_250, 2_000, 83_500, 90_000])
        #expect(entries.map(\.title) == ["Say \"hi\"", nil, nil, nil])
    }

    /// Each of these comes out one millisecond off, or may, when it passes through a binary fraction.
    @Test(
        arguments: [
            ("0.1", 100), ("0.3", 300), ("0.30000000000000004", 300), ("1.0005", 1_001), ("1.0015", 1_002),
            ("4.35", 4_350), ("8.2015", 8_202), ("1.0004999999999999999", 1_000), ("83.4995", 83_500),
            ("9007199254740.991", 9_007_199_254_740_991), ("4503599627370.4965", 4_503_599_627_370_497),
            ("0.0005", 1), ("0.00049", 0),
        ])
    func `decimals are exact in both forms`(text: String, milliseconds: Int64) throws {
        #expect(try entries("a.jpg,\(text)").first?.time.milliseconds == milliseconds)
        #expect(try entries("{\"file\":\"a.jpg\",\"time\":\(text)}").first?.time.milliseconds == milliseconds)
        #expect(try entries("{\"file\":\"a.jpg\",\"time\":\"\(text)\"}").first?.time.milliseconds == milliseconds)
    }

    @Test func `JSON numbers with exponents are numbers, too`() throws {
        let entries = try entries(#"{"file":"a","time":8.35e1}"# + "\n" + #"{"file":"b","time":1E-3}"#)
        #expect(entries.map(\.time.milliseconds) == [83_500, 1])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `any line end, empty lines and a byte order mark`(end: String) throws {
        let text = ["\u{FEFF}a.jpg,1", "", "   ", "b.jpg,2,Title", #"{"file":"c.jpg","time":3}"#, ""].joined(
            separator: end)
        let entries = try entries(text)
        #expect(entries.map(\.file.rawValue) == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(entries.map(\.line) == [1, 4, 5])
        #expect(entries.map(\.title) == [nil, "Title", nil])
    }

    /// They end a line nowhere but in Unicode's own tables, and JSON allows them within a string.
    @Test func `a table as spreadsheets write it has headings and quoted titles`() throws {
        let list = try TimesList(
            parsing: "File,Time,Title\r\na.jpg,4,\"One, \"\"two\"\"\"\r\nb.jpg,5,\"\r\n", name: "t.csv")
        #expect(list.entries.map(\.title) == ["One, \"two\"", "\""])
        #expect(list.entries.map(\.line) == [2, 3])
        #expect(failure { try TimesList(parsing: "a.jpg,4\nfile,time", name: "t.csv") }?.subject == "t.csv:2")
    }

    @Test func `a decimal comma is refused with its line`() throws {
        let error = failure { try TimesList(parsing: "file,time\na.jpg,0,5\nb.jpg,30,5", name: "t.csv") }
        #expect(error?.subject == "t.csv:2" && error?.reason.contains("write 0.5, or 0,\"5\" for a title.") == true)
        for titled in [
            "file,time,title\na.jpg,0,5", "a.jpg,0,1\nb.jpg,30,2", "a.jpg,0,\"5\"", "a.jpg,0,5\nb.jpg,3,Two",
        ] {
            #expect(try !entries(titled).isEmpty)
        }
    }

    @Test func `separators of Unicode stay in a title`() throws {
        let title = "One\u{2028}two\u{85}three"
        #expect(try entries("a.jpg,1,\(title)").map(\.title) == [title])
        #expect(try entries(#"{"file":"a.jpg","time":1,"title":"\#(title)"}"#).map(\.title) == [title])
    }

    @Test func `an empty list has no entries`() throws {
        for text in ["", "\n", "\u{FEFF}", " \r\n\t\n"] { #expect(try entries(text).isEmpty) }
    }

    @Test(
        arguments: [
            "b.jpg", "b.jpg,", "b.jpg,,x", ",5", "b.jpg,x", "b.jpg,-1", "b.jpg,1e3", "b.jpg,1:2:3", "b.jpg,00:60:00",
            "b.jpg,inf", "b.jpg,nan", "b.jpg, 1 2", "../b.jpg,1", "/b.jpg,1", "sub//b.jpg,1", "b\\c.jpg,1", "b.jpg;1",
            "b.jpg,99999999999999999999", "../\u{301}b.jpg,1", "{", "{}", #"{"file":"b.jpg"}"#, #"{"time":1}"#,
            #"{"file":1,"time":1}"#, #"{"file":"b.jpg","time":true}"#, #"{"file":"b.jpg","time":-1}"#,
            #"{"file":"b.jpg","time":1e99}"#, #"{"file":"b.jpg","time":1e999999}"#, #"{"file":"b.jpg","time":null}"#,
            #"{"file":"../b.jpg","time":1}"#, #"{"file":"b.jpg","time":1} x"#, #"{"file":"b.jpg","time":"x"}"#,
            #"{"file":"b.jpg","time":1,"title":5}"#, #"{"file":"b\u0000.jpg","time":1}"#,
        ])
    func `a bad line is named`(line: String) {
        let error = failure { try TimesList(parsing: "a.jpg,1\n\n\(line)\nc.jpg,x", name: "times.csv") }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "times.csv:3")
    }
}
