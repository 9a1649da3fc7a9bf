import Mosaic
import Seeded
import Testing
import WebVTT

struct TimesListWritingTests {
    @Test func `a written list is read back`() throws {
        var random = SeededGenerator(seed: 3)
        let letters = Array("aZ09 -,;\"'<&日ü\u{301}")
        for _ in 0..<300 {
            let files = (0..<Int.random(in: 0...9, using: &random)).map { number in
                let count = Int.random(in: 1...8, using: &random)
                let title = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
                return (
                    name: "ch\(number)_5s.jpg",
                    time: Timestamp(milliseconds: Int64.random(in: 0...400_000_000, using: &random)),
                    title: Bool.random(using: &random) ? title : nil
                )
            }
            let text = TimesList.text(of: files)
            let read = try TimesList(parsing: text, name: "times.csv").entries
            #expect(read.map(\.file.rawValue) == files.map(\.name))
            #expect(read.map(\.time) == files.map(\.time))
            #expect(read.map(\.title) == files.map(\.title), "\(text)")
        }
    }

    @Test func `a title is one line`() throws {
        let text = TimesList.text(of: [("a.jpg", Timestamp(milliseconds: 83_500), "One\r\ntwo\nthree")])
        #expect(text == "file,time,title\na.jpg,83.500,\"One two three\"\n")
    }
}
