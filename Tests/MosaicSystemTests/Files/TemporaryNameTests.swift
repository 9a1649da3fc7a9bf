import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

/// Temporary file names, and whether a running process still writes such a file.
struct TemporaryNameTests {
    private static let hour: Int64 = 3_600_000_000_000
    private static let now: Int64 = 1_800_000_000_000_000_000

    @Test func `every name is another one, and this process writes it however long that takes`() {
        let names = (0..<100).map { _ in TemporaryName.unique() }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.isOwn && $0.rawValue.utf8.count < 100 })
        #if os(Linux)
            #expect(!names[0].isAbandoned(modified: Self.now - 1_000 * Self.hour, now: Self.now))
        #endif
    }

    @Test func `reads the names that it makes, and no others`() {
        for name in [TemporaryName.unique().rawValue, "0123456789abcdef-1-2-f", "-1--f"] {
            #expect(TemporaryName(parsing: name)?.rawValue == name)
        }
        for name in ["", "film.mp4", "a-b-c-d", "a-1-2", "a-1-2-3-4", "a-1-2-", "a--2-3", "A-1-2-3", "a-1-2-3.mp4"] {
            #expect(TemporaryName(parsing: name) == nil, "\(name)")
        }
    }

    @Test(arguments: ["60a42d9c6203a305", "", "a-b-c-d", "a-1-2-3-4", "0000000000000000-1-1-x"])
    func `a file of an unknown writer is abandoned after a day`(name: String) {
        let name = TemporaryName(rawValue: name)
        #expect(!name.isOwn)
        #expect(!name.isAbandoned(modified: Self.now - 23 * Self.hour, now: Self.now))
        #expect(name.isAbandoned(modified: Self.now - 25 * Self.hour, now: Self.now))
        #expect(!name.isAbandoned(modified: .max, now: Self.now), "one of the future")
        #expect(name.isAbandoned(modified: .min, now: Self.now))
    }

    #if os(Linux)
        @Test func `a file of a process that has ended is given up at once, and that of a living one is not`() throws {
            let child = Process()
            child.executableURL = URL(filePath: "/bin/sleep")
            child.arguments = ["600"]
            try child.run()
            let status = try String(contentsOfFile: "/proc/\(child.processIdentifier)/stat", encoding: .utf8)
            var parts = TemporaryName.unique().rawValue.split(separator: "-").map(String.init)
            (parts[1], parts[2]) = (String(child.processIdentifier), String(status.split(separator: " ")[21]))
            let name = TemporaryName(rawValue: parts.joined(separator: "-"))
            #expect(!name.isAbandoned(modified: Self.now - 1_000 * Self.hour, now: Self.now))
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            #expect(name.isAbandoned(modified: Self.now, now: Self.now))
        }
    #endif
}
