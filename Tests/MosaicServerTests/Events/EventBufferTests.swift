import Testing

@testable import MosaicServer

struct EventBufferTests {
    private func event(_ text: String) -> ServerEvent {
        ServerEvent(kind: .removed, data: Array(#"{"id":"\#(text)"}"#.utf8))
    }

    private func text(_ following: EventBuffer.Following) -> (text: String, last: Int)? {
        guard case .blocks(let bytes, let last) = following else { return nil }
        return (String(decoding: bytes, as: UTF8.self), last)
    }

    @Test func `a block has number, name and data, each in a line`() {
        #expect(
            String(decoding: event("film").block(7), as: UTF8.self)
                == "id: 7\nevent: removed\ndata: {\"id\":\"film\"}\n\n")
    }

    @Test func `a client continues behind the last event that it has`() throws {
        var ring = EventBuffer(after: 100)
        for name in ["a", "b", "c"] { ring.append(event(name)) }
        #expect(ring.last == 103)
        let all = try #require(text(ring.following(100, limit: 1_000)))
        let blocks = ["a", "b", "c"].enumerated().map { event($1).block(101 + $0) }
        #expect(all.text == String(decoding: blocks.joined(), as: UTF8.self))
        #expect(all.last == 103)
        #expect(try #require(text(ring.following(102, limit: 1_000))).text.hasPrefix("id: 103\n"))
        #expect(try #require(text(ring.following(103, limit: 1_000))).text.isEmpty)
    }

    @Test func `whole blocks are taken as far as they fit, and one at least`() throws {
        var ring = EventBuffer(after: 0)
        for name in ["a", "b", "c"] { ring.append(event(name)) }
        let length = event("a").block(1).count
        for (limit, last) in [(0, 1), (length, 1), (2 * length - 1, 1), (2 * length, 2), (3 * length, 3)] {
            #expect(try #require(text(ring.following(0, limit: limit))).last == last, "\(limit)")
        }
    }

    @Test(arguments: [-1, 0, 98, 105, .max])
    func `reports positions before the buffer, and positions never assigned, as gone`(position: Int) {
        var ring = EventBuffer(after: 100, events: 2)
        for name in ["a", "b", "c", "d"] { ring.append(event(name)) }
        #expect(ring.following(position, limit: 1_000) == .gone)
        #expect(text(ring.following(102, limit: 1_000))?.last == 104)
        #expect(ring.following(101, limit: 1_000) == .gone)
    }

    @Test func `the oldest go where there are too many bytes, and the last one stays`() {
        let length = event("a").block(1).count
        var ring = EventBuffer(after: 0, bytes: 2 * length)
        for name in ["a", "b", "c"] { ring.append(event(name)) }
        #expect(ring.following(0, limit: 1_000) == .gone)
        #expect(text(ring.following(1, limit: 1_000))?.last == 3)
        ring.append(event(String(repeating: "x", count: 1_000)))
        #expect(ring.following(2, limit: 1_000) == .gone)
        #expect(text(ring.following(3, limit: 10))?.last == 4)
    }

    @Test func `refuses to continue across a cut`() {
        var ring = EventBuffer(after: 0)
        ring.append(event("a"))
        ring.cut()
        for position in 0...1 { #expect(ring.following(position, limit: 1_000) == .gone) }
        ring.append(event("b"))
        #expect(text(ring.following(2, limit: 1_000))?.last == 3)
    }
}
