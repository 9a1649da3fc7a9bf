import Foundation
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicSystem

/// When a film has arrived.
struct FilmArrivalTests {
    private let folder = TemporaryFolder()
    private let path: String

    init() throws {
        // A copy may have the time of its original long before it is complete.
        path = try folder.write([1], to: "film.mp4", modified: 1_000_000)
    }

    private func state(settle: Int, seconds: Double) throws -> FilmArrival.State {
        let changed = try #require(FileStatus(path: path)).changed
        return FilmArrival(of: path, settle: settle, now: changed + Int64(seconds * 1e9)).state
    }

    @Test func `a film is awaited until it is unchanged for the settling time`() throws {
        #expect(try state(settle: 20, seconds: 19) == .changing(seconds: 1))
        #expect(try state(settle: 20, seconds: 12) == .changing(seconds: 8))
        #expect(try state(settle: 20, seconds: 20) == .complete)
    }

    @Test func `a film is awaited until its versions differ, also without a settling time`() throws {
        #expect(try state(settle: 0, seconds: 0.5) == .changing(seconds: 1.5))
        #expect(try state(settle: 0, seconds: 2) == .complete)
    }

    @Test func `long waits are divided, and a clock far behind does not wait`() throws {
        #expect(try state(settle: 3_600, seconds: 1) == .changing(seconds: 10))
        #expect(try state(settle: 20, seconds: -3) == .changing(seconds: 10))
        #expect(try state(settle: 20, seconds: -21) == .complete)
        #expect(try state(settle: .max, seconds: 5) == .changing(seconds: 10))
    }

    @Test func `a film that is not there is absent`() {
        #expect(FilmArrival(of: folder.path("none.mp4"), settle: 0, now: 0).state == .absent)
    }
}
