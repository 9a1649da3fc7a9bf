import HTTPFetching
import ScrubFixtures
import Synchronization
import Testing

@testable import ScrubPreview

extension SheetDownloads {
    /// Downloads that run or wait for their turn.
    fileprivate var count: Int { state.withLock { $0.downloads.count } }

    fileprivate func waiterCount(of number: Int) -> Int {
        state.withLock { $0.downloads[number]?.waiting.count ?? 0 }
    }
}

@Suite struct SheetDownloadsTests {
    /// Downloads whose results a test sets.
    private final class Source: Sendable {
        struct Started {
            let number: Int
            let outcome: Outcome<CachedSheet>
        }

        let started = Mutex<[Started]>([])
        /// The places of downloads that were cancelled.
        private let cancelled = Mutex<Set<Int>>([])

        func fetch(_ number: Int) async throws -> CachedSheet {
            let outcome = Outcome<CachedSheet>()
            let place = started.withLock { started in
                started.append(Started(number: number, outcome: outcome))
                return started.count - 1
            }
            return try await withTaskCancellationHandler {
                try await outcome.value()
            } onCancel: {
                cancelled.withLock { _ = $0.insert(place) }
            }
        }

        /// The numbers of all downloads so far, once there are as many as expected.
        func numbers(_ count: Int) async -> [Int] {
            while started.withLock({ $0.count }) < count { await Task.yield() }
            return started.withLock { $0.map(\.number) }
        }

        func finish(_ place: Int, _ result: Result<CachedSheet, any Error>) {
            started.withLock { $0[place] }.outcome.settle(result)
        }

        /// Returns when a download was cancelled.
        func cancellation(of place: Int) async {
            while !cancelled.withLock({ $0.contains(place) }) { await Task.yield() }
        }
    }

    private struct Failure: Error {}

    private let source = Source()
    private let sheet: CachedSheet

    init() throws {
        sheet = try CachedSheet(DrawnSheet.picture(seed: 0), name: "s", budget: 1 << 20)
    }

    private func downloads(maximum: Int = 2) -> SheetDownloads {
        SheetDownloads(maximum: maximum) { [source] in try await source.fetch($0) }
    }

    @Test func `a sheet is downloaded once for any number of requests`() async throws {
        let downloads = downloads()
        let tasks = (0..<20).map { _ in Task { try await downloads.sheet(7) } }
        #expect(await source.numbers(1) == [7])
        for _ in 0..<50 { await Task.yield() }
        source.finish(0, .success(sheet))
        for task in tasks { #expect(try await task.value.bytes == sheet.bytes) }
        // What is over is not remembered here.
        let again = Task { try await downloads.sheet(7) }
        #expect(await source.numbers(2).count >= 2)
        source.finish(1, .failure(Failure()))
        await #expect(throws: Failure.self) { try await again.value }
    }

    @Test func `a cancelled request does not cancel the download of other requests`() async throws {
        let downloads = downloads()
        let tasks = (0..<2).map { _ in Task { try await downloads.sheet(1) } }
        _ = await source.numbers(1)
        for _ in 0..<50 { await Task.yield() }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        source.finish(0, .success(sheet))
        #expect(try await tasks[1].value.bytes == sheet.bytes)
    }

    @Test func `the last one to give up stops the download, and the next one begins anew`() async throws {
        let downloads = downloads(maximum: 1)
        let task = Task { try await downloads.sheet(1) }
        _ = await source.numbers(1)
        task.cancel()
        await source.cancellation(of: 0)
        let next = Task { try await downloads.sheet(1) }
        #expect(await source.numbers(2) == [1, 1])
        source.finish(1, .success(sheet))
        #expect(try await next.value.bytes == sheet.bytes)
    }

    @Test func `no more than the maximum run, the rest in the order of asking`() async throws {
        let downloads = downloads(maximum: 2)
        var tasks: [Task<CachedSheet, any Error>] = []
        for number in 0..<4 {
            tasks.append(Task { try await downloads.sheet(number) })
            while downloads.count < number + 1 { await Task.yield() }
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(Set(await source.numbers(2)) == [0, 1])
        source.finish(0, .success(sheet))
        #expect(await source.numbers(3).last == 2)
        // One that waits for its turn can give up, too.
        tasks[3].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[3].value }
        source.finish(1, .success(sheet))
        source.finish(2, .success(sheet))
        for task in tasks.prefix(3) { _ = try await task.value }
        #expect(await source.numbers(3).count == 3)
    }

    @Test func `a sheet fetched ahead is joined, and given up for another one`() async throws {
        let downloads = downloads()
        downloads.prefetch(1)
        downloads.prefetch(1)
        #expect(await source.numbers(1) == [1])
        let joined = Task { try await downloads.sheet(1) }
        while downloads.waiterCount(of: 1) == 0 { await Task.yield() }
        downloads.prefetch(2)
        #expect(await source.numbers(2) == [1, 2])
        source.finish(0, .success(sheet))
        _ = try await joined.value
        downloads.prefetch(3)
        await source.cancellation(of: 1)
        #expect(await source.numbers(3) == [1, 2, 3])
        downloads.cancelPrefetches()
        await source.cancellation(of: 2)
    }

    @Test func `cancelling all downloads ends every waiting request at once`() async {
        let downloads = downloads(maximum: 1)
        let tasks = (0..<5).map { number in Task { try await downloads.sheet(number) } }
        while downloads.count < 5 { await Task.yield() }
        downloads.cancelAll(isFinal: false)
        #expect(downloads.count == 0)
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        let later = Task { try await downloads.sheet(9) }
        _ = await source.numbers(2)
        downloads.cancelAll(isFinal: true)
        await #expect(throws: CancellationError.self) { try await later.value }
        await #expect(throws: CancellationError.self) { try await downloads.sheet(9) }
        downloads.prefetch(9)
        #expect(downloads.count == 0)
    }
}
