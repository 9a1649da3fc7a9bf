import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Decisions by the catalog's clock while other clocks differ.
struct JobWorkerClockTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    /// A worker whose clock is ahead.
    private func worker(_ name: String = "off", ahead seconds: Double) -> JobWorker {
        shop.worker(name) { [shop] in $0.now = { shop.now.addingTimeInterval(seconds) } }
    }

    @Test(arguments: [-3_600.0, 3_600])
    func `a worker whose clock is an hour off waits for screenshots by the catalog's`(ahead: Double) async throws {
        let worker = worker(ahead: ahead)
        try shop.add(1, 2)
        try await shop.submit { $0.expected = .count(3) }
        #expect(try await shop.look(worker)?.status == "PROCESSING 2/3")
        let job = try #require(try await shop.job)
        #expect(job.lastArrival == shop.now && job.due == shop.now.addingTimeInterval(1))
        #expect(try await shop.library.catalog.entry(of: shop.id)?.updated == shop.now)
        #expect(try await shop.look(worker) == nil, "It is not due.")
        shop.pass(seconds: 599)
        #expect(try await shop.look(worker)?.status == "PROCESSING 2/3")
        shop.pass(seconds: 1)
        #expect(try await shop.look(worker)?.status == "COMPLETED")
    }

    @Test(arguments: [-3_600.0, 3_600])
    func `a worker whose clock is an hour off steals no lease`(ahead: Double) async throws {
        try await shop.submit()
        #expect(try await shop.library.catalog.lease(to: "other", for: 30, of: nil) != nil)
        shop.pass(seconds: 29)
        #expect(try await !worker(ahead: ahead).step())
        #expect(try await shop.job?.lease?.worker == "other")
        shop.pass(seconds: 1)
        #expect(try await worker(ahead: ahead).step())
    }

    @Test(arguments: [-3_600.0, 3_600])
    func `a worker whose clock is an hour off loses no lease`(ahead: Double) async throws {
        try await shop.begin(1, 2)
        let taken = Noted<Bool>()
        let ended = Noted<String>()
        _ = try await worker(ahead: ahead).step { [shop] report in
            switch report {
            case .composing:
                blocking {
                    shop.pass(seconds: 10)
                    taken.note(try await shop.worker("other").step())
                }
            case .ended(_, let outcome): ended.note("\(outcome)")
            case .lost: ended.note("lost")
            default: break
            }
        }
        #expect(taken.all == [false, false])
        #expect(ended.all == ["complete"])
    }

    @Test func `retention of a removed storyboard follows the catalog's clock`() async throws {
        try await shop.begin(1, 2)
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.library.remove(shop.id, keepingOld: 60))
        shop.pass(seconds: 59)
        #expect(try await shop.library.collect(keepingOld: 60).isEmpty)
        #expect(try await shop.library.restore(shop.id).tiles.count == 2)
        #expect(try await shop.library.catalog.entry(of: shop.id)?.updated == shop.now)
        #expect(try await shop.library.remove(shop.id, keepingOld: 60))
        shop.pass(seconds: 61)
        #expect(try await shop.library.collect(keepingOld: 60) == [shop.id])
    }
}
