import Foundation
import Testing

@testable import Mosaic
@testable import MosaicEmbedded
@testable import MosaicLibrary

struct JobWakeupsTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test(.timeLimit(.minutes(5)))
    func `an idle worker starts at once on a job that this process submits`() async throws {
        let catalog = try #require(shop.library.catalog as? SQLiteCatalog)
        try shop.add(1)
        let (published, signal) = AsyncStream.makeStream(of: StoryboardID.self)
        let worker = shop.worker { $0.pause = 100_000 }
        let task = Task {
            try await worker.run(until: .cancelled) { report in
                if case .published(let job, _) = report { signal.yield(job.storyboard) }
            }
        }
        var ids = published.makeAsyncIterator()
        for quality in [70, 60] {
            // Listening, it has searched in vain or is about to.
            while catalog.jobWakeups.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
            try await shop.submit {
                $0.settle = 0
                $0.settings.encoding.quality = quality
            }
            #expect(await ids.next() == shop.id)
        }
        task.cancel()
        try await task.value
        while catalog.jobWakeups.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `pending signals are merged, and later signals arrive`() async {
        let wakeups = JobWakeups()
        wakeups.send()
        var listener = wakeups.stream().makeAsyncIterator()
        wakeups.send()
        wakeups.send()
        await listener.next()
        wakeups.send()
        await listener.next()
        #expect(wakeups.count == 1)
    }

    @Test func `a listener that ended gets no more signals`() {
        let wakeups = JobWakeups()
        do { _ = wakeups.stream() }
        #expect(wakeups.count == 0)
    }
}
