import Foundation
import MosaicEmbedded
import MosaicFixtures
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Many storyboards into a library with a real catalog.
struct BatchTests {
    private let films: Films

    init() throws { films = try Films() }

    @Test(arguments: [1, 3]) func `every storyboard is published, and its job done`(jobs: Int) async throws {
        for name in ["a", "b", "c", "d"] { try films.add(name) }
        let results = await films.run { $0.jobs = jobs }
        #expect(results.map(\.summary) == ["a composed", "b composed", "c composed", "d composed"])
        #expect(results.allSatisfy { $0.counts?.tiles == 3 && $0.counts?.sheets == 1 && $0.seconds > 0 })
        for name in ["a", "b", "c", "d"] {
            #expect(FolderWitness.firstFault(in: films.folder.path("library/\(name)")) == nil)
            let job = try #require(try await films.job(name))
            #expect(job.state == .completed && job.completedChapters == 3 && job.totalChapters == 3 && job.lease == nil)
        }
    }

    @Test func `current storyboards are left alone, and outdated or missing ones are composed`() async throws {
        for name in ["a", "b", "c"] { try films.add(name) }
        _ = await films.run()
        try films.add("b", chapters: 1...4)
        let track = try films.folder.read("library/b/thumbnails.vtt")
        try films.folder.remove("library/c/mosaic.json")
        try films.folder.remove("library/c/thumbnails.vtt")
        let results = await films.run { $0.resumes = true }
        #expect(results.map(\.summary) == ["a unchanged", "b composed", "c composed"])
        #expect(try films.folder.read("library/b/thumbnails.vtt") != track)
        #expect(results[1].counts?.reusedTiles == 3)
    }

    @Test func `without resuming every source is read again, and unchanged if no file was written`() async throws {
        try films.add("a")
        try films.add("b")
        _ = await films.run()
        try films.add("b", chapters: 1...4)
        let results = await films.run()
        #expect(results.map(\.summary) == ["a unchanged", "b composed"] && results[1].counts?.reusedTiles == 3)
        // A request for other exports is news.
        #expect(await films.run { $0.exports = .init([Export.vidstack]) }.map(\.outcome) == [.composed, .composed])
        #expect(try await films.job("a")?.state == .completed)
    }

    @Test func `a failed storyboard is reported, recorded, and composed by a retry`() async throws {
        try films.add("a")
        try films.folder.makeFolder("films/bad")
        try films.folder.write([1, 2, 3], to: "films/bad/ch1_0s.jpg", modified: 1_600_000_000)
        try films.folder.makeFolder("films/gone")
        let results = await films.run()
        #expect(results.map(\.summary) == ["a composed", "bad failed", "gone failed"])
        #expect(results[1].reason?.contains("ch1_0s.jpg") == true)
        for name in ["bad", "gone"] {
            let job = try #require(try await films.job(name))
            #expect(job.state == .failed && job.errorMessage == results.first { $0.label.id == job.storyboard }?.reason)
        }
        try films.add("bad")
        try films.add("new")
        let again = await films.run { $0.retriesFailed = true }
        #expect(again.map(\.summary) == ["bad composed", "gone failed"])
        #expect(try await films.job("bad")?.state == .completed)
        #expect(try await films.job("new") == nil)
    }

    @Test func `a refused entry is a result like any other`() async throws {
        let refused = BatchResult.failed(.init(line: 2), MosaicError(.malformed, "line 2", "It is not a JSON object."))
        let results = await films.run(entries: [.refused(refused)])
        #expect(results == [refused])
    }

    // MARK: Workers that come and go

    #if os(Linux)
        @Test func `leases of a killed batch are taken over at once`() async throws {
            try films.add("a")
            let number = try await films.library.catalog.submit(films.request("a")).number
            let parts = WorkerName.unique().rawValue.split(separator: ":").map(String.init)
            let dead = [parts[0], parts[1], "2147483647", parts[3], parts[4]].joined(separator: ":")
            let held = try await films.library.catalog.lease(to: dead, for: 3_600, of: films.id("a"))
            #expect(held?.number == number)
            #expect(await films.run().map(\.summary) == ["a composed"])
            #expect(try await films.job("a")?.state == .completed)
        }
    #endif

    @Test func `a job of another worker is awaited and not composed twice`() async throws {
        try films.add("a")
        let (catalog, request) = (films.library.catalog, films.request("a"))
        let listing = try request.source.listing()
        let fingerprint = try SourceFingerprint.of(listing, for: request)
        let number = try await catalog.submit(request).number
        _ = try await catalog.lease(to: "other", for: 3_600, of: request.id)
        async let results = films.run { $0.resumes = true }
        // Until the batch has asked for the same.
        while try await catalog.job(number)?.isWantedAgain == false { await Task.yield() }
        try await films.library.compose(
            CompositionRequest(id: request.id, title: request.title, listing: listing), settings: request.settings,
            fingerprint: fingerprint)
        _ = try await catalog.update(number, attempt: 1) { $0.finish(.complete, now: $1) }
        #expect(await results.map(\.summary) == ["a unchanged"])
        #expect(try await films.job("a")?.state == .completed)
    }

    @Test func `screenshots that arrive while another worker is awaited are on the storyboard`() async throws {
        try films.add("a")
        let (catalog, request) = (films.library.catalog, films.request("a"))
        let number = try await catalog.submit(request).number
        _ = try await catalog.lease(to: "other", for: 3_600, of: request.id)
        async let results = films.run()
        while try await catalog.job(number)?.isWantedAgain == false { await Task.yield() }
        try films.add("a", chapters: 1...4)
        _ = try await catalog.update(number, attempt: 1) { $0.finish(.complete, now: $1) }
        #expect(await results.first?.counts?.tiles == 4)
    }

    @Test func `a storyboard that was published by a run that was killed then is only signed off`() async throws {
        try films.add("a")
        _ = await films.run()
        let number = try #require(try await films.job("a")).number
        _ = try await films.library.catalog.update(number) { $0.retry(now: $1) }
        #expect(await films.run { $0.resumes = true }.map(\.summary) == ["a unchanged"])
        #expect(try await films.job("a")?.state == .completed)
    }

    @Test func `two batches on one library make each storyboard once`() async throws {
        for number in 10..<30 { try films.add("film\(number)", chapters: 1...2) }
        async let first = films.run {
            $0.jobs = 2
            $0.resumes = true
        }
        async let second = films.run {
            $0.jobs = 2
            $0.resumes = true
        }
        let results = await first + second
        #expect(results.count == 40 && results.count { $0.outcome == .composed } == 20)
        #expect(results.count { $0.outcome == .unchanged } == 20)
        #expect(try await films.library.catalog.jobCounts()[.completed] == 20)
    }

    // MARK: Stopping

    @Test func `a batch that is stopped leaves whole storyboards and jobs that anybody may take`() async throws {
        for number in 10..<30 { try films.add("film\(number)") }
        let results = await films.run(stoppingAfter: 3)
        #expect((3..<20).contains(results.count), "some were done and some were not")
        // Whatever was published although it was stopped meanwhile was told of, and its job is done.
        let published = try films.folder.names(in: "library").filter { name in
            !name.hasPrefix(".") && films.folder.holds("library/\(name)/thumbnails.vtt")
        }
        #expect(published.sorted() == results.compactMap(\.label.id?.rawValue).sorted())
        #expect(try await films.library.catalog.jobCounts()[.completed] == published.count)
        let jobs = try await films.library.catalog.jobs(JobQuery())
        #expect(jobs.allSatisfy { $0.lease == nil })
        for folder in try films.folder.names(in: "library") where !folder.hasPrefix(".") {
            #expect(FolderWitness.firstFault(in: films.folder.path("library/\(folder)")) == nil, "\(folder)")
        }
        let rest = await films.run { $0.resumes = true }
        #expect(rest.count == 20 && rest.allSatisfy { $0.outcome != .failed })
        #expect(rest.count { $0.outcome == .unchanged } >= results.count)
        #expect(try await films.library.catalog.jobCounts()[.completed] == 20)
    }

    @Test func `a retry composes the storyboard of a stopped retry`() async throws {
        try films.folder.makeFolder("films/bad")
        try films.folder.write([1, 2, 3], to: "films/bad/ch1_0s.jpg", modified: 1_600_000_000)
        try films.add("good")
        _ = await films.run()
        try films.add("bad")
        // What taking its job and being stopped leaves.
        let lease = try await LeasedJob.take(films.request("bad"), in: films.library.catalog, by: "stopped")
        await lease.giveBack()
        #expect(try await films.job("bad")?.state.isFinal == false)
        let results = await films.run {
            $0.retriesFailed = true
            $0.resumes = true
        }
        #expect(results.map(\.summary) == ["bad composed"])
    }

    @Test(arguments: [Int.min, 0, Int.max]) func `any number of jobs at a time does something`(jobs: Int) async throws {
        try films.add("a")
        #expect(await films.run { $0.jobs = jobs }.map(\.summary) == ["a composed"])
    }

    @Test func `entries are requested as jobs become free`() async throws {
        try films.add("a", chapters: 1...1)
        let state = Mutex((asked: 0, told: 0, ahead: 0))
        var batch = Batch()
        batch.jobs = 2
        let item = films.item("a")
        await batch.run {
            let number = state.withLock { state in
                state.asked += 1
                state.ahead = max(state.ahead, state.asked - state.told)
                return state.asked
            }
            return number > 30 ? nil : .item(item)
        } report: { _ in
            state.withLock { $0.told += 1 }
        }
        #expect(state.withLock { $0.told } == 30)
        #expect(state.withLock { $0.ahead } <= 11, "two composed, eight published, one asked for")
    }
}
