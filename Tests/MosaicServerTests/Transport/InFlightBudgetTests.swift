import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import MosaicServer

struct InFlightBudgetTests {
    private let budget = InFlightBudget(capacity: 16 * InFlightBudget.chunk)

    /// Quotas of `count` connections that hold a chunk each, and channels for `others` more.
    private func accounts(_ count: Int, and others: Int) async -> (
        holding: [ConnectionQuota], channels: [EmbeddedChannel]
    ) {
        let channels = (0..<count + others).map { _ in EmbeddedChannel() }
        let holding = channels[..<count].map { budget.open($0, over: $0) }
        for account in holding { #expect(await account.take(InFlightBudget.chunk)) }
        return (holding, channels)
    }

    @Test func `the writer whose connection holds the fewest permits is served first, in the order of arrival`() async {
        let (holding, channels) = await accounts(16, and: 2)
        // A stream of a connection that holds half a chunk, and two connections that hold nothing.
        let half = InFlightBudget.chunk / 2
        holding[0].release(half)
        let (stream, filler) = (EmbeddedChannel(), EmbeddedChannel())
        #expect(await budget.open(filler, over: filler).take(half) && budget.used == budget.capacity)
        let writers =
            [budget.open(stream, over: channels[0])] + channels.suffix(2).map { budget.open($0, over: $0) }
        #expect(writers.map(\.isStream) == [true, false, false])
        let (order, source) = AsyncStream.makeStream(of: Int.self)
        await withTaskGroup { group in
            for (number, writer) in writers.enumerated() {
                group.addTask {
                    if await writer.take(half) { source.yield(number) }
                }
                while budget.waiting <= number { await Task.yield() }
            }
            var granted = order.makeAsyncIterator()
            for (account, expected) in zip(holding.dropFirst(), [1, 2, 0]) {
                account.release(half)
                #expect(await granted.next() == expected)
            }
        }
        withExtendedLifetime((channels, stream, filler)) {}
    }

    @Test func `a small answer is granted permits while large ones hold all others and wait`() async {
        let small = InFlightBudget.small
        let budget = InFlightBudget(capacity: 4 * InFlightBudget.chunk + 2 * small, reserve: 2 * small)
        let channels = (0..<8).map { _ in EmbeddedChannel() }
        let accounts = channels.map { budget.open($0, over: $0) }
        for account in accounts[..<4] { #expect(await account.take(InFlightBudget.chunk)) }
        async let large = accounts[4].take(InFlightBudget.chunk)
        while budget.waiting == 0 { await Task.yield() }
        for account in accounts[5...6] { #expect(await account.take(small)) }
        #expect(budget.used == budget.capacity && budget.waiting == 1)
        // A connection that has used the reserve waits with the large answers.
        async let second = accounts[5].take(small)
        async let third = accounts[7].take(small)
        while budget.waiting < 3 { await Task.yield() }
        accounts[6].release(small)
        #expect(await third && budget.waiting == 2)
        for account in accounts[..<2] { account.release(InFlightBudget.chunk) }
        #expect(await large)
        #expect(await second)
        withExtendedLifetime(channels) {}
    }

    @Test func `a connection waits at its share although there are permits, unless it holds none`() async throws {
        let (holding, channels) = await accounts(1, and: 0)
        let stream = EmbeddedChannel()
        let writer = budget.open(stream, over: channels[0])
        async let granted = writer.take(1_024)
        while budget.waiting == 0 { await Task.yield() }
        holding[0].release(InFlightBudget.chunk)
        #expect(await granted && budget.used == 1_024)
        withExtendedLifetime((channels, stream)) {}
    }

    @Test func `with less than half of the permits free a connection gets one chunk at a time`() async throws {
        let budget = InFlightBudget(capacity: 64 * InFlightBudget.chunk)
        let channels = (0..<32).map { _ in EmbeddedChannel() }
        let accounts = channels.map { budget.open($0, over: $0) }
        for account in accounts { #expect(await account.take(InFlightBudget.chunk)) }
        async let second = accounts[0].take(InFlightBudget.chunk)
        while budget.waiting == 0 { await Task.yield() }
        accounts[1].release(InFlightBudget.chunk)
        #expect(await second && budget.used == 32 * InFlightBudget.chunk)
        withExtendedLifetime(channels) {}
    }

    @Test func `a writer that waits gives up in time, with its account and with its task`() async throws {
        let (_, channels) = await accounts(16, and: 0)
        let loop = NIOAsyncTestingEventLoop()
        let channel = NIOAsyncTestingChannel(loop: loop)
        let writer = budget.open(channel, over: channel)
        async let late = writer.take(1_024, within: .seconds(5))
        while budget.waiting == 0 { await Task.yield() }
        while budget.waiting > 0 { await loop.advanceTime(by: .seconds(1)) }
        #expect(await late == false)

        async let closed = writer.take(1_024)
        while budget.waiting == 0 { await Task.yield() }
        writer.close()
        #expect(await closed == false)

        let (other, another) = (NIOAsyncTestingChannel(), NIOAsyncTestingChannel())
        let last = budget.open(other, over: another)
        let task = Task { await last.take(1_024) }
        while budget.waiting == 0 { await Task.yield() }
        task.cancel()
        #expect(await task.value == false && budget.waiting == 0)
        withExtendedLifetime((channels, other, another)) {}
    }

    @Test func `permits return when the socket has taken the bytes, or when the connection ends`() async throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(InFlightHandler(budget))
        let account = try #require(budget.account(of: channel))
        #expect(await account.take(1_000))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: 600)), promise: nil)
        #expect(budget.used == 1_000)
        channel.flush()
        #expect(budget.used == 400)
        channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: 300)), promise: nil)
        #expect(budget.used == 100)
        _ = try? channel.finish(acceptAlreadyClosed: true)
        #expect(budget.used == 0 && budget.account(of: channel) == nil)
        #expect(await account.take(1_000) == false && budget.used == 0)
    }

    @Test func `immediate responses leave half of the permits to waiting ones`() {
        let taken = (0..<32).filter { _ in budget.takeAtOnce(InFlightBudget.chunk) }.count
        #expect(taken == 8 && budget.used == budget.capacity / 2)
        budget.giveBack(budget.capacity / 2, of: nil)
        #expect(budget.used == 0)
    }
}
