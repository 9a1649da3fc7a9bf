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
        CatalogContract("counts the unfinished jobs of an owner, who changes where a final job begins anew") {
            catalog async throws in
            let (ann, bob) = (JobOwner(rawValue: "ann"), JobOwner(rawValue: "bob"))
            func counts() async throws -> [Int] {
                [try await catalog.unfinishedJobs(of: ann), try await catalog.unfinishedJobs(of: bob)]
            }
            _ = try await catalog.at(0).submit(Sample.request("a"), priority: .batch, owner: nil)
            let job = try await catalog.submit(Sample.request("b"), priority: .batch, owner: ann)
            _ = try await catalog.submit(Sample.request("c"), priority: .batch, owner: ann)
            #expect(job.owner == ann)
            #expect(try await catalog.job(job.number) == job)
            #expect(try await counts() == [2, 0])
            let other = try Sample.request("b", interval: 2_000)
            #expect(try await catalog.submit(other, priority: .batch, owner: bob).owner == ann, "It is unfinished.")
            _ = try await catalog.update(job.number, attempt: nil) { $0.cancel(now: $1) }
            #expect(try await counts() == [1, 0])
            #expect(try await catalog.submit(other, priority: .batch, owner: bob).owner == bob)
            #expect(try await counts() == [1, 1])
            try await catalog.remove(Sample.id("b"))
            #expect(try await counts() == [1, 0])
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
