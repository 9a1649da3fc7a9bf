import Foundation
import Logging
import Testing

@testable import MosaicServer

struct JSONLogHandlerTests {
    @Test func `an event is one line, whatever is in it`() throws {
        let line = JSONLogHandler.line(
            label: "mosaic", level: .info, message: "two\nlines", metadata: ["target": "/a\"b\u{2028}", "n": "3"],
            time: Date(timeIntervalSince1970: 0.5))
        #expect(line.last == UInt8(ascii: "\n") && line.dropLast().allSatisfy { $0 >= 0x20 })
        let members = try JSONDecoder().decode([String: String].self, from: Data(line))
        #expect(
            members == [
                "logger": "mosaic", "level": "info", "message": "two\nlines", "target": "/a\"b\u{2028}", "n": "3",
                "time": "1970-01-01T00:00:00.500Z",
            ])
    }
}
