import Foundation
import Mosaic
import Seeded
import Testing

import MosaicLibrary

extension CatalogContract {
    static let counts = [
        CatalogContract("every state has a count, 0 in an empty catalog") { catalog async throws in
            let counts = try await catalog.jobCounts()
            for state in JobState.allCases { #expect(counts[state] == 0) }
        },
        CatalogContract("counts are those of the jobs, whatever happens to them") { catalog async throws in
            var generator = SeededGenerator(seed: 5)
            for step in 0..<400 {
                try await randomStep(at: Double(step), in: catalog, &generator)
                guard step % 10 == 9 else { continue }
                var query = JobQuery()
                query.limit = CatalogQuery.maximumLimit
                let jobs = try await catalog.jobs(query)
                let counts = try await catalog.jobCounts()
                for state in JobState.allCases {
                    #expect(counts[state] == jobs.count { $0.state == state }, "\(state) after step \(step)")
                    query.state = state
                    #expect(try await catalog.jobs(query) == jobs.filter { $0.state == state })
                    query.state = nil
                }
                let page = try await catalog.entries(CatalogQuery())
                #expect(page.total == page.entries.count)
            }
        },
    ]

    /// Something that happens to one of a dozen storyboards.
    private static func randomStep(
        at seconds: Double, in catalog: any Catalog, _ generator: inout SeededGenerator
    ) async throws {
        let name = "s\(Int.random(in: 0..<12, using: &generator))"
        let id = try Sample.id(name)
        let kind = Int.random(in: 0..<9, using: &generator)
        let interval = Int64.random(in: 1...2, using: &generator)
        let job = try await catalog.job(of: id)
        let (number, attempt) = (job?.number ?? JobNumber(rawValue: 0), job?.attempt ?? 0)
        switch kind {
        case 0, 1: _ = try await catalog.at(seconds).submit(Sample.request(name, interval: interval))
        case 2: _ = try await catalog.at(seconds).lease(to: "w", for: 9, of: nil)
        case 3:
            _ = try await catalog.at(seconds).heartbeat(number, attempt: attempt, for: 9) {
                $0.progress(completed: 1, total: 2, lastArrival: $1, now: $1)
            }
        case 4: _ = try await catalog.update(number, attempt: attempt) { $0.finish(.complete, now: $1) }
        case 5: _ = try await catalog.update(number, attempt: attempt) { $0.finish(.fail(reason: "No."), now: $1) }
        case 6: _ = try await catalog.update(number, attempt: nil) { $0.cancel(now: $1) }
        case 7: try await catalog.remove(id)
        default: try await catalog.put(Sample.entry(name, updated: seconds))
        }
    }
}
