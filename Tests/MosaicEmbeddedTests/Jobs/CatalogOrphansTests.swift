import CatalogContract
import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct CatalogOrphansTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    private func submit(_ count: Int) async throws {
        for number in 0..<count {
            var request = shop.request()
            request = JobRequest(id: StoryboardID(naming: "film-\(number)"), source: request.source)
            _ = try await shop.library.catalog.submit(request)
        }
    }

    private func lease(_ number: Int, by worker: String) async throws {
        let id = StoryboardID(naming: "film-\(number)")
        #expect(try await shop.library.catalog.lease(to: worker, for: 30, of: id) != nil)
    }

    private func holders() async throws -> [String?] {
        try await shop.library.catalog.jobs(JobQuery()).reversed().map { $0.lease?.worker }
    }

    @Test func `one query for leased jobs finds all orphans, with any number of waiting jobs`() async throws {
        try await submit(50)
        try await lease(7, by: "a worker of another program")
        let queries = Noted<JobQuery>()
        let catalog = InterceptedCatalog(catalog: shop.library.catalog, beforeJobs: { queries.note($0) })
        #expect(try await catalog.giveBackOrphans() == 0)
        #expect(queries.all.count == 1)
        #expect(try await shop.library.catalog.jobs(#require(queries.all.first)).count == 1)
    }

    #if os(Linux)
        /// A worker of this very process from before it was started.
        private func killed() -> String {
            var parts = WorkerName.unique().rawValue.split(separator: ":").map(String.init)
            parts[3] = "1"
            return parts.joined(separator: ":")
        }

        @Test func `leases of killed workers are released, and other leases stay`() async throws {
            try await submit(5)
            let living = WorkerName.unique().rawValue
            for (number, worker) in [(0, killed()), (1, living), (3, killed()), (4, "another program's")] {
                try await lease(number, by: worker)
            }
            #expect(try await shop.library.catalog.giveBackOrphans() == 2)
            #expect(try await holders() == [nil, living, nil, nil, "another program's"])
            #expect(try await shop.library.catalog.giveBackOrphans() == 0)
            #expect(try await shop.library.catalog.jobs(JobQuery()).allSatisfy { $0.state == .pending })
        }
    #endif
}
