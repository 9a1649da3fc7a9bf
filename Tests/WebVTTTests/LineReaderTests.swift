import Testing

@testable import WebVTT

@Suite struct LineReaderTests {
    @Test func `lines are read with either line end and the last without one`() {
        var reader = LineReader(Array("a\r\n\nb-->\rc\n".utf8))
        var lines: [String] = []
        while let line = reader.takeLine() { lines.append(reader.text(line.range) + (line.hasArrow ? "!" : "")) }
        #expect(lines == ["a", "", "b-->!", "c"])
        #expect(reader.isAtEnd)
    }

    @Test func `lines are counted from 1 with every kind of line end and when read again`() {
        var reader = LineReader(Array("a\r\n\nb\rc\n\r\n\rd".utf8))
        var numbers: [Int] = []
        while let line = reader.takeLine() {
            reader.giveBack(line)
            numbers.append(reader.takeLine()?.number ?? 0)
            reader.skipLineEnds()
        }
        #expect(numbers == [1, 3, 4, 7])
    }

    @Test(arguments: ["-->", "x-->", "--->", "-->-->", "> -->"])
    func `an arrow is found anywhere in a line`(line: String) {
        var reader = LineReader(Array(line.utf8))
        #expect(reader.takeLine()?.hasArrow == true)
    }

    @Test(arguments: ["->", "-- >", ">", "--", "--\n>", "-\n->", ">--"])
    func `text that resembles an arrow is not an arrow`(lines: String) {
        var reader = LineReader(Array(lines.utf8))
        while let line = reader.takeLine() { #expect(!line.hasArrow) }
    }

    @Test func `a line that was given back is read again`() {
        var reader = LineReader(Array("a\r\nb".utf8))
        let first = reader.takeLine()
        if let first { reader.giveBack(first) }
        #expect(reader.takeLine()?.range == first?.range)
        #expect(reader.takeLine()?.range == 3..<4)
    }
}
