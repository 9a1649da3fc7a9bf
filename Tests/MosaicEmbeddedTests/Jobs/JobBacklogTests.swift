import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct JobBacklogTests {
    @Test func `counts unfinished jobs once in a few seconds`() async throws {
        let shop = try Workshop()
        try await shop.submit()
        let backlog = JobBacklog(of: shop.library.catalog)
        #expect(await backlog.count == 1)
        let second = try await shop.submit { $0.id = StoryboardID(naming: "second") }
        #expect(await backlog.count == 1)
        #expect(try await shop.library.catalog.unfinishedJobs() == 2)
        _ = try await shop.library.catalog.update(second.number) { $0.cancel(now: $1) }
        #expect(await JobBacklog(of: shop.library.catalog).count == 1)
    }
}
