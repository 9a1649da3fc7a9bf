import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let pages = [
        CatalogContract("lists come newest first, oldest first or by the bytes of the id") { catalog async throws in
            try await catalog.put(Sample.entry("b", created: 1, updated: 9))
            try await catalog.put(Sample.entry("a", created: 3, updated: 4))
            try await catalog.put(Sample.entry("Z", created: 2, updated: 5))
            #expect(try await ids(catalog, .newest) == ["b", "Z", "a"])
            #expect(try await ids(catalog, .oldest) == ["b", "Z", "a"])
            #expect(try await ids(catalog, .id) == ["Z", "a", "b"])
            try await catalog.put(Sample.entry("a", updated: 10))
            #expect(try await ids(catalog, .newest) == ["a", "b", "Z"])
            #expect(try await ids(catalog, .oldest) == ["b", "Z", "a"])
        },
        CatalogContract("storyboards of one moment come by id") { catalog async throws in
            for text in ["b", "_", "a", "B", "~", "A"] { try await catalog.put(Sample.entry(text)) }
            for order in CatalogQuery.Order.allCases {
                #expect(try await ids(catalog, order) == ["A", "B", "_", "a", "b", "~"], "\(order)")
            }
        },
        CatalogContract("pages make up the list, and each tells how long it is") { catalog async throws in
            for number in 0..<7 { try await catalog.put(Sample.entry("s\(number)", updated: Double(number))) }
            var query = CatalogQuery()
            query.limit = 3
            var all: [String] = []
            for (offset, count) in [(0, 3), (3, 3), (6, 1), (9, 0)] {
                query.offset = offset
                let page = try await catalog.entries(query)
                #expect(page.entries.count == count)
                #expect(page.total == 7)
                all += page.entries.map(\.id.rawValue)
            }
            #expect(all == ["s6", "s5", "s4", "s3", "s2", "s1", "s0"])
        },
        CatalogContract("a limit below 1 is 1, and an offset below 0 is 0") { catalog async throws in
            for text in ["a", "b"] {
                try await catalog.put(Sample.entry(text))
                _ = try await catalog.at(0).submit(Sample.request(text))
            }
            for limit in [0, -1, Int.min] {
                var query = CatalogQuery()
                (query.limit, query.offset) = (limit, limit)
                #expect(try await catalog.entries(query).entries.map(\.id.rawValue) == ["a"])
                var jobs = JobQuery()
                (jobs.limit, jobs.offset) = (limit, limit)
                #expect(try await catalog.jobs(jobs).map(\.storyboard.rawValue) == ["b"])
            }
            var query = CatalogQuery()
            (query.limit, query.offset) = (.max, .max)
            #expect(try await catalog.entries(query).entries.isEmpty)
            query.offset = 1
            #expect(try await catalog.entries(query).entries.map(\.id.rawValue) == ["b"])
        },
        CatalogContract("jobs come last submitted first, in pages, of one state or all") { catalog async throws in
            for number in 0..<5 {
                _ = try await catalog.at(Double(-number)).submit(Sample.request("j\(number)"))
            }
            for text in ["j1", "j3"] {
                guard let job = try await catalog.job(of: Sample.id(text)) else { continue }
                _ = try await catalog.at(1).update(job.number) { $0.cancel(now: $1) }
            }
            var query = JobQuery()
            #expect(try await catalog.jobs(query).map(\.storyboard.rawValue) == ["j4", "j3", "j2", "j1", "j0"])
            query.state = .cancelled
            #expect(try await catalog.jobs(query).map(\.storyboard.rawValue) == ["j3", "j1"])
            query.state = .pending
            (query.limit, query.offset) = (2, 1)
            #expect(try await catalog.jobs(query).map(\.storyboard.rawValue) == ["j2", "j0"])
            query.state = .failed
            #expect(try await catalog.jobs(query).isEmpty)
        },
        CatalogContract("the jobs of several storyboards are found at once, as far as they have one") {
            catalog async throws in
            for number in 0..<4 {
                _ = try await catalog.at(Double(number)).submit(Sample.request("j\(number)"))
            }
            let none = try await catalog.jobs(of: [])
            #expect(none.isEmpty)
            let wanted = try ["j3", "x", "j1"].map(Sample.id)
            let found = try await catalog.jobs(of: wanted)
            #expect(Set(found.map(\.storyboard.rawValue)) == ["j1", "j3"])
            for job in found { #expect(try await catalog.job(of: job.storyboard) == job) }
            let many = try (0..<CatalogQuery.maximumLimit).map { try Sample.id("j\($0)") }
            #expect(try await catalog.jobs(of: many).count == 4)
        },
        CatalogContract("only jobs that a worker holds may be asked for, also one whose lease has run out") {
            catalog async throws in
            func held(_ change: (inout JobQuery) -> Void = { _ in }) async throws -> [String] {
                var query = JobQuery()
                query.onlyHeld = true
                change(&query)
                return try await catalog.jobs(query).map(\.storyboard.rawValue)
            }
            for number in 0..<6 { _ = try await catalog.at(0).submit(Sample.request("j\(number)")) }
            #expect(try await held().isEmpty)
            for (number, worker) in [(1, "a"), (2, "b"), (4, "c"), (5, "d")] {
                #expect(try await catalog.at(1).lease(to: worker, for: 9, of: Sample.id("j\(number)")) != nil)
            }
            #expect(try await held() == ["j5", "j4", "j2", "j1"])
            #expect(try await held { ($0.limit, $0.offset) = (2, 1) } == ["j4", "j2"])
            for (id, outcome) in [("j4", JobOutcome.complete), ("j2", .wait(until: Sample.date(90)))] {
                guard let job = try await catalog.job(of: Sample.id(id)) else { continue }
                _ = try await catalog.update(job.number) { $0.finish(outcome, now: $1) }
            }
            #expect(try await held() == ["j5", "j1"])
            guard let job = try await catalog.job(of: Sample.id("j1")) else { return }
            _ = try await catalog.at(20).update(job.number, attempt: 1) {
                $0.progress(completed: 1, total: 2, lastArrival: $1, now: $1)
            }
            #expect(try await held { $0.state = .processing } == ["j1"])
            #expect(try await held { $0.state = .pending } == ["j5"])
            #expect(try await catalog.at(50).lease(to: "e", for: 49, of: Sample.id("j5")) != nil)
            #expect(try await held() == ["j5", "j1"])
            for number in 0..<6 { try await catalog.remove(Sample.id("j\(number)")) }
            #expect(try await held().isEmpty)
        },
    ]

    private static func ids(_ catalog: any Catalog, _ order: CatalogQuery.Order) async throws -> [String] {
        var query = CatalogQuery()
        query.order = order
        return try await catalog.entries(query).entries.map(\.id.rawValue)
    }
}
