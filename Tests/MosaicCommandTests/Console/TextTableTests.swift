import CommandSupport
import Testing

/// Rows in aligned columns.
struct TextTableTests {
    private static let columns: [TextTable.Column] = [
        .init("ID"), .init("TITLE", isCut: true), .init("TILES", isNumber: true),
    ]

    @Test func `text stands on the left and numbers on the right`() {
        var table = TextTable(Self.columns)
        table.add(["a", "One", "7"])
        table.add(["film-2", nil, "1500"])
        #expect(
            table.lines() == [
                "ID      TITLE  TILES", "a       One        7", "film-2  -       1500",
            ])
    }

    @Test func `no line ends in blanks`() {
        var table = TextTable([.init("A"), .init("B")])
        table.add(["1", "long"])
        table.add(["2", ""])
        #expect(table.lines() == ["A  B", "1  long", "2"])
    }

    @Test func `a title is cut for a narrow terminal and nothing else is`() {
        var table = TextTable(Self.columns)
        table.add(["film-of-a-long-name", "A title of forty characters and no more", "7"])
        let lines = table.lines(width: 50)
        #expect(lines[1] == "film-of-a-long-name  A title of forty char…      7")
        #expect(lines.allSatisfy { $0.count == 50 })
        #expect(table.lines(width: 10)[1] == "film-of-a-long-name  A title…      7", "eight columns stay")
        #expect(table.lines(width: 1_000) == table.lines())
    }

    @Test func `titles of any script are aligned`() {
        var table = TextTable(Self.columns)
        table.add(["a", "第一章", "1"])
        table.add(["b", "e\u{301}te\u{301}", "2"])
        #expect(table.lines() == ["ID  TITLE   TILES", "a   第一章      1", "b   e\u{301}te\u{301}         2"])
    }

    @Test func `replaces control characters in cells`() {
        var table = TextTable([.init("A")])
        table.add(["\u{1B}[31mred\n\u{202E}x"])
        #expect(table.lines()[1] == "\u{FFFD}[31mred\u{FFFD}\u{FFFD}x")
    }
}
