import Foundation
import Logging
import Testing

@testable import MosaicServer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct LogOutputTests {
    @Test(arguments: [LineLogHandler.Format.text, .json])
    func `lines of many writers are whole, short and long`(format: LineLogHandler.Format) async throws {
        // The last are longer than what a pipe takes in one piece, or at all.
        let values = [10, 100, 5_000, 100_000].map { String(repeating: "x", count: $0) }
        let pipe = LogPipe()
        let lines = await pipe.lines {
            await withTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        let logger = Logger(label: "mosaic") { label in
                            LineLogHandler(label: label, format: format, output: pipe.output)
                        }
                        for number in 0..<40 {
                            logger.info(
                                "written", metadata: ["a": "\(writer)-\(number)", "b": "\(values[number % 4])"])
                        }
                    }
                }
            }
        }
        let expected = (0..<8).flatMap { writer in
            (0..<40).map { number in
                format == .text
                    ? "a=\(writer)-\(number) b=\(values[number % 4])"
                    : "\"a\":\"\(writer)-\(number)\",\"b\":\"\(values[number % 4])\"}"
            }
        }
        let members = lines.map { $0.split(separator: format == .text ? "written " : "\"written\",").last ?? "" }
        #expect(members.map(String.init).sorted() == expected.sorted())
    }

    @Test func `what was logged is written at once`() {
        let pipe = LogPipe()
        pipe.output.write(Array("one\n".utf8))
        #expect(pipe.read() == Array("one\n".utf8))
    }

    @Test func `a log that nobody reads any more ends nothing`() {
        // What the output of the whole process does.
        _ = LogOutput.standardError
        let pipe = LogPipe()
        pipe.closeReading()
        for _ in 0..<3 { pipe.output.write(Array("lost\n".utf8)) }
        let closed = LogOutput(descriptor: -1)
        for _ in 0..<3 { closed.write(Array("lost\n".utf8)) }
    }

    @Test func `a log without room holds up nothing, and what comes after a part begins a line`() {
        let pipe = LogPipe()
        pipe.neverWait()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\n")]
        pipe.output.write(long)
        for _ in 0..<3 { pipe.output.write(Array("lost\n".utf8)) }
        let part = pipe.read()
        #expect(part.count > 1_000 && part.allSatisfy { $0 == UInt8(ascii: "x") })
        pipe.output.write(Array("kept\n".utf8))
        pipe.output.write(Array("next\n".utf8))
        #expect(pipe.read() == Array("\nkept\nnext\n".utf8))
    }
}
