import NIOCore
import NIOEmbedded
import Testing

@testable import MosaicServer

struct DescriptorBudgetTests {
    @Test func `files leave half of the permits to connections, and connections an eighth to files`() {
        let budget = DescriptorBudget(permits: 16)
        var files = (0..<20).compactMap { _ in budget.file() }
        #expect(files.count == 8 && budget.acceptsConnections)
        for _ in 0..<8 { budget.connectionOpened() }
        #expect(!budget.acceptsConnections)
        files.removeLast(4)
        #expect(budget.acceptsConnections)
        files = []
        for _ in 0..<6 { budget.connectionOpened() }
        #expect(!budget.acceptsConnections, "two permits are left to files")
        files = (0..<20).compactMap { _ in budget.file() }
        #expect(files.count == 2)
        for _ in 0..<14 { budget.connectionClosed() }
        #expect(budget.acceptsConnections)
    }

    @Test func `there is a permit for a file and a connection, however low the limit is`() {
        let budget = DescriptorBudget(permits: OpenFileLimit.permits(below: 1))
        #expect(budget.acceptsConnections && budget.file() != nil)
        #expect(OpenFileLimit.permits(below: 20_000) < 20_000 && OpenFileLimit.permits(below: 256) < 200)
    }

    @Test func `a server that stopped accepting goes on when a permit is returned`() throws {
        final class Reads: ChannelOutboundHandler {
            typealias OutboundIn = Any
            var count = 0

            func read(context: ChannelHandlerContext) {
                count += 1
                context.read()
            }
        }
        let budget = DescriptorBudget(permits: 4)
        let reads = Reads()
        let server = EmbeddedChannel(handler: reads)
        budget.resume(server)
        let before = reads.count
        for _ in 0..<2 { budget.connectionOpened() }
        var files = (0..<2).compactMap { _ in budget.file() }
        let gate = PermittedConnections(10, budget)
        #expect(files.count == 2 && !gate.isAcceptingNewConnections() && reads.count == before)
        files.removeLast()
        server.embeddedEventLoop.run()
        #expect(reads.count == before + 1 && gate.isAcceptingNewConnections())
        files.removeLast()
        server.embeddedEventLoop.run()
        #expect(reads.count == before + 1, "nobody waits")
        _ = try server.finish()
    }
}
