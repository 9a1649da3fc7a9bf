import Foundation
import MosaicFixtures
import Synchronization
import Testing
import Tiers

/// Mixed traffic while screenshots arrive and storyboards go; `MOSAIC_LOAD_SECONDS` says how long, 5 s by default.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeLoadTests {
    private static let seconds = ProcessInfo.processInfo.environment["MOSAIC_LOAD_SECONDS"].flatMap { Int($0) } ?? 5

    /// Maximum growth of memory from the second to the last third of the time, in bytes: allocators keep some.
    private static let growth = 16 << 20

    @Test(.thorough) func `no answer fails, no document is torn, and memory stays where it is`() async throws {
        let library = try ServedLibrary(width: 96)
        // A small cache is full soon, so that what grows after that is something else.
        let server = try await library.serve("--cache", "4")
        let begin = ContinuousClock.now
        let traffic = MixedTraffic(port: server.port, until: begin + .seconds(Self.seconds))
        let readers = (0..<4).map { seed in { @Sendable in try traffic.read(seed: UInt64(seed)) } }
        let writers = MixedTraffic.passing.enumerated().map { seed, id in
            { @Sendable in try traffic.write(id, seed: 100 + UInt64(seed)) }
        }
        async let ended = Crowd.run(readers + writers)
        var memory: [Int] = []
        while ContinuousClock.now < begin + .seconds(Self.seconds) {
            memory += [server.residentBytes].compactMap(\.self)
            try await Task.sleep(for: .milliseconds(100))
        }
        let faults = await ended
        #expect(faults == [])
        let statuses = traffic.statuses
        #expect(statuses.keys.allSatisfy { $0 < 500 })
        #expect(statuses[200, default: 0] > 100 && statuses[204, default: 0] > 0)
        // A system without /proc tells nothing of its memory.
        if let most = memory.dropFirst(2 * memory.count / 3).max(),
            let before = memory.prefix(2 * memory.count / 3).dropFirst(memory.count / 3).max()
        {
            print("mosaic serve, \(Self.seconds) s: \(statuses), at most \(most >> 20) MiB, \(before >> 20) before")
            #expect(most <= before + Self.growth, "\(memory.map { $0 >> 20 }) MiB")
        }
        #expect(server.stop() == 0)
        #expect(!server.said.contains("rror"), "\(server.said)")
    }
}
