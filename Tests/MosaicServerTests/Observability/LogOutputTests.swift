import Foundation
import Logging
import Testing
import Tiers

@testable import MosaicServer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct LogOutputTests {
    @Test(arguments: [LineLogHandler.Format.text, .json])
    func `lines of many writers are whole, short and long`(format: LineLogHandler.Format) async throws {
        let numbers = Tier.rounds(40, quick: 12)
        // The last are longer than what a pipe takes in one piece, or at all.
        let values = [10, 100, 5_000, 100_000].map { String(repeating: "x", count: $0) }
        let pipe = LogPipe(capacity: 16 << 20)
        let lines = await pipe.lines {
            await withTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        let logger = Logger(label: "mosaic") { label in
                            LineLogHandler(label: label, format: format, output: pipe.output)
                        }
                        for number in numbers {
                            logger.info(
                                "written", metadata: ["a": "\(writer)-\(number)", "b": "\(values[number % 4])"])
                        }
                    }
                }
            }
        }
        let expected = (0..<8).flatMap { writer in
            numbers.map { number in
                format == .text
                    ? "a=\(writer)-\(number) b=\(values[number % 4])"
                    : "\"a\":\"\(writer)-\(number)\",\"b\":\"\(values[number % 4])\"}"
            }
        }
        let members = lines.map { $0.split(separator: format == .text ? "written " : "\"written\",").last ?? "" }
        #expect(members.map(String.init).sorted() == expected.sorted())
    }

    @Test func `writes a line at once`() {
        let pipe = LogPipe()
        pipe.write("one")
        #expect(pipe.read() == Array("one\n".utf8))
    }

    @Test func `a log without a reader ends neither the process nor the writer`() async {
        // What the output of the whole process does.
        _ = LogOutput.standardError
        let pipe = LogPipe()
        pipe.closeReading()
        for _ in 0..<3 { pipe.write("lost") }
        await pipe.output.flush(within: .seconds(60))
        let closed = LogOutput(descriptor: -1)
        for _ in 0..<3 { closed.write(Array("lost\n".utf8), LogPipe.blank) }
        await closed.flush(within: .seconds(60))
    }

    @Test(arguments: [false, true])
    func `an unread log blocks no writer, and reports the number of missing lines in their place`(
        neverWaits: Bool
    ) async throws {
        let pipe = LogPipe(capacity: 1_000)
        if neverWaits { pipe.neverWait() }
        let count = 50_000
        for number in 0..<count { pipe.write("line \(number)") }
        await pipe.output.flush(within: .zero)
        var text = ""
        var next = 0
        var (kept, dropped) = (0, 0)
        while kept + dropped < count {
            text += String(decoding: pipe.read(), as: UTF8.self)
            while let end = text.firstIndex(of: "\n") {
                let line = text[..<end]
                text = String(text[text.index(after: end)...])
                if let number = line.wholeMatch(of: /line (\d+)/) {
                    #expect(Int(number.1) == next)
                    (kept, next) = (kept + 1, next + 1)
                } else {
                    let missing = try #require(
                        line.wholeMatch(of: /[^ ]+ warning test: Log lines were dropped .* lines=(\d+)/), "\(line)")
                    let number = try #require(Int(missing.1))
                    (dropped, next) = (dropped + number, next + number)
                }
            }
        }
        // A pipe holds less than the lines have, so some had to be dropped; the first ones were taken.
        #expect(next == count && dropped > 0 && kept > 0 && text.isEmpty)
    }

    @Test func `counts lines that fail, and starts a line after a partial write`() async {
        // What the output of the whole process does.
        _ = LogOutput.standardError
        let (broken, next) = (LogPipe(capacity: 4 << 20), LogPipe())
        broken.write(String(repeating: "x", count: 1 << 20))
        #expect(!broken.read(10).isEmpty)
        broken.write("lost")
        broken.closeReading()
        await broken.output.flush(within: .seconds(60))
        dup2(next.writing, broken.writing)
        broken.write("kept")
        await broken.output.flush(within: .seconds(60))
        let text = String(decoding: next.read(), as: UTF8.self)
        #expect(text.hasPrefix("\n") && text.hasSuffix(" lines=2\nkept\n"), "\(text)")
    }
}
