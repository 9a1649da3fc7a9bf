import Mosaic
import Testing

struct MosaicErrorTests {
    @Test func `an error reads as its subject and one sentence`() {
        let error = MosaicError(.malformed, "mosaic.json", "The version is 2.")
        #expect("\(error)" == "mosaic.json: The version is 2.")
        #expect(error.code == .malformed)
        #expect(error.code != .damaged)
    }

    @Test(arguments: [(busy: 0, calls: 1), (2, 3), (9, 3)])
    func `work is repeated while its place is busy, as often as it may be`(busy: Int, calls: Int) async throws {
        var called = 0
        let work = {
            called += 1
            if called <= busy { throw MosaicError(.busy, "film", "Another process is at work.") }
        }
        if busy < 3 {
            try await MosaicError.retryingWhileBusy(attempts: 3, every: .milliseconds(1), work)
        } else {
            await #expect(throws: MosaicError.self) {
                try await MosaicError.retryingWhileBusy(attempts: 3, every: .milliseconds(1), work)
            }
        }
        #expect(called == calls)
    }

    @Test func `work that fails for another reason is not repeated`() async {
        var called = 0
        await #expect(throws: MosaicError.self) {
            try await MosaicError.retryingWhileBusy(attempts: 3, every: .milliseconds(1)) {
                called += 1
                throw MosaicError(.unavailable, "film", "The disk is full.")
            }
        }
        #expect(called == 1)
    }
}
