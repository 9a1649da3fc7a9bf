public import Foundation
import Mosaic
public import MosaicLibrary
import Seeded
import Synchronization
import Testing

/// One rule that every catalog keeps.
///
/// A test target runs `all` on its adapter: each rule opens an empty catalog, some of them twice, like two processes.
public struct CatalogContract: Sendable, CustomStringConvertible {
    /// Opens the same catalog at each call, with the clock that decides when jobs are due.
    public typealias Opening = @Sendable (_ clock: @escaping @Sendable () -> Date) async throws -> any Catalog

    /// The clock of the rule's catalogs; advances only when set.
    @TaskLocal static var clock = Clock()

    /// The expected behaviour, as a sentence.
    public let description: String
    /// Checks it; what fails is an issue of the running test.
    public let check: @Sendable (_ open: Opening) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any Catalog) async throws -> Void) {
        self.init(description, opening: { open in try await check(open()) })
    }

    init(
        _ description: String,
        opening check: @escaping @Sendable (@Sendable () async throws -> any Catalog) async throws -> Void
    ) {
        self.description = description
        self.check = { open in
            let clock = Clock()
            try await Self.$clock.withValue(clock) { try await check { try await open { clock.now } } }
        }
    }

    /// Every rule.
    public static let all =
        storyboards + pages + searches + submissions + leases + changes + counts + sharing + retention
}

extension CatalogContract {
    /// A clock that stands still at one moment.
    final class Clock: Sendable {
        private let moment = Mutex(Sample.date(0))

        var now: Date {
            get { moment.withLock { $0 } }
            set { moment.withLock { $0 = newValue } }
        }
    }
}

extension Catalog {
    /// The catalog with the clock set to `seconds`.
    func at(_ seconds: Double) -> Self {
        CatalogContract.clock.now = Sample.date(seconds)
        return self
    }
}

extension CatalogContract {
    static let retention = [
        CatalogContract("what is retired is found by its time, and by id where that is the same") {
            catalog async throws in
            for (id, since) in [("c", 3.0), ("b", 1), ("a", 1), ("d", 4)] {
                try await catalog.noteRetired(Sample.id(id), since: Sample.date(since))
            }
            let due = try await catalog.retired(until: Sample.date(3), after: nil, limit: 10)
            #expect(due.map(\.id.rawValue) == ["a", "b", "c"])
            #expect(due.map(\.since) == [Sample.date(1), Sample.date(1), Sample.date(3)])
            #expect(try await catalog.retired(until: Sample.date(0.999), after: nil, limit: 10).isEmpty)
            var paged: [String] = []
            var last: RetiredStoryboard?
            while let next = try await catalog.retired(until: Sample.date(9), after: last, limit: 1).first {
                paged.append(next.id.rawValue)
                last = next
            }
            #expect(paged == ["a", "b", "c", "d"])
        },
        CatalogContract("a note keeps the earlier time, and setting replaces it") { catalog async throws in
            let id = try Sample.id("film")
            try await catalog.noteRetired(id, since: Sample.date(5))
            try await catalog.noteRetired(id, since: Sample.date(7))
            #expect(try await since(in: catalog) == Sample.date(5))
            try await catalog.put(Sample.entry("film"), retiredSince: Sample.date(2))
            #expect(try await since(in: catalog) == Sample.date(2))
            try await catalog.put(Sample.entry("film"), retiredSince: nil)
            #expect(try await since(in: catalog) == Sample.date(2))
            try await catalog.setRetired(id, since: Sample.date(9))
            #expect(try await since(in: catalog) == Sample.date(9))
            try await catalog.setRetired(id, since: nil)
            #expect(try await since(in: catalog) == nil)
            try await catalog.noteRetired(id, since: .distantPast)
            #expect(try await since(in: catalog) != nil)
        },
        CatalogContract("what is retired outlives entry and job") { catalog async throws in
            let id = try Sample.id("film")
            try await catalog.put(Sample.entry("film"), retiredSince: Sample.date(1))
            _ = try await catalog.at(0).submit(Sample.request("film"))
            try await catalog.removeEntry(id)
            try await catalog.remove(id)
            #expect(try await catalog.retired(until: Sample.date(1), after: nil, limit: 10).map(\.id) == [id])
        },
    ]

    private static func since(in catalog: any Catalog) async throws -> Date? {
        try await catalog.retired(until: Sample.date(100), after: nil, limit: 10).first?.since
    }
}

extension CatalogContract {
    static let changes = [
        CatalogContract("everything that a change may touch is stored") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            var expected = job
            let change: @Sendable (inout Job) -> Void = { job in
                job.attempt = 8
                job.requestText = "{\"a\": \"ü🎬\"}"
                job.state = .processing
                job.completedChapters = 3
                job.totalChapters = 7
                job.failedAttempts = 2
                job.postponements = 3
                job.priority = .batch
                job.errorMessage = "It's \"away\"; 🎬"
                job.begun = Sample.date(1)
                job.updated = Sample.date(2)
                job.due = Sample.date(-3)
                job.lastArrival = Sample.date(4)
                job.lease = Sample.lease("worker/1", until: 5)
                job.displacedWorker = "worker/0"
                job.isWantedAgain = true
            }
            change(&expected)
            #expect(try await catalog.update(job.number, attempt: nil) { job, _ in change(&job) } == expected)
            #expect(try await catalog.job(job.number) == expected)
            #expect(try await catalog.update(job.number, attempt: 8) { changed, _ in changed = job } == job)
            #expect(try await catalog.job(job.number) == job)
        },
        CatalogContract("a change is made at the catalog's time") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.at(7).update(job.number) { $0.retry(now: $1) }
            #expect(try await catalog.job(job.number)?.begun == Sample.date(7))
            #expect(try await catalog.now() == Sample.date(7))
        },
        CatalogContract("a change that changes nothing is one, too") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            #expect(try await catalog.update(job.number, attempt: nil) { _, _ in } == job)
        },
        CatalogContract("a change needs the job, and the lease of the attempt it names") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            let cancel: Job.Change = { $0.cancel(now: $1) }
            #expect(try await catalog.update(JobNumber(rawValue: 99), attempt: nil, cancel) == nil)
            #expect(try await catalog.update(job.number, attempt: 0, cancel) == nil, "No attempt has begun.")
            _ = try await catalog.at(0).lease(to: "v", for: 9, of: nil)
            #expect(try await catalog.update(job.number, attempt: 2, cancel) == nil, "Another attempt has it.")
            #expect(try await catalog.job(job.number)?.state == .pending)
            #expect(try await catalog.update(job.number, attempt: nil, cancel)?.state == .cancelled)
            #expect(
                try await catalog.update(job.number, attempt: 1) { $0.finish(.complete, now: $1) } == nil)
        },
        CatalogContract("a worker whose lease has run out and that nobody followed may still end its work") {
            catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.at(0).lease(to: "w", for: 1, of: nil)
            let ended = try await catalog.at(50).update(job.number, attempt: 1) { $0.finish(.complete, now: $1) }
            #expect(ended?.state == .completed)
        },
    ]
}

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
