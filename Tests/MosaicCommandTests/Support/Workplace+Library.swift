import Foundation
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import Testing
import WebVTT

@testable import MosaicLibrary

extension Workplace {
    /// The library `library`, as another process sees it; made where there is none.
    func library() throws -> StoryboardLibrary { try .embedded(at: folder.path("library")) }

    /// Runs `mosaic` on the library.
    func inLibrary(_ arguments: String...) throws -> BuiltTool.Outcome {
        // In front of what may stand behind two dashes.
        try run([arguments[0], "--library", "library"] + arguments.dropFirst())
    }

    /// Publishes `shots` under each of the names.
    func publish(_ ids: String...) throws {
        for id in ids {
            let submitted = try inLibrary("submit", "shots", "--id", id, "--settle", "0", "--width", "40")
            try #require(submitted.status == 0, "\(submitted.errors)")
        }
        let worked = try inLibrary("worker", "--once")
        try #require(worked.status == 0, "\(worked.errors)")
    }

    /// Writes an entry without the files of a storyboard.
    func remember(_ id: String, title: String? = nil, minute: Int, duration: Int64? = nil) async throws {
        let id = try #require(StoryboardID(rawValue: id))
        let date = Date(timeIntervalSince1970: 1_700_000_000 + 60 * TimeInterval(minute))
        try await library().catalog.put(
            CatalogEntry(
                id: id, title: title, tiles: 12, duration: duration.map(Timestamp.init(milliseconds:)), bytes: 123_456,
                created: date, updated: date, fingerprint: nil))
    }

    /// Waits until something is so, which it has to be in the end however slow the machine is.
    func wait(until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, "it never came")
            usleep(20_000)
        }
    }
}
