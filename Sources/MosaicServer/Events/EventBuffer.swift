/// The last events, numbered without gaps, so that clients continue behind the last one that they have.
///
/// All clients read the same blocks: a client that listens costs its position and no copy.
struct EventBuffer: Sendable {
    /// The events after a position.
    enum Following: Hashable, Sendable {
        /// Whole blocks, and the position behind them; empty where there is nothing new.
        case blocks([UInt8], last: Int)
        /// Events after the position were dropped.
        case gone
    }

    private let mostEvents: Int
    private let mostBytes: Int
    private var blocks: [[UInt8]] = []
    private var bytes = 0
    /// The number of the last event.
    private(set) var last: Int

    /// - Parameters:
    ///   - last: The number before the first one. Numbers of an earlier server have to be lower.
    ///   - events: The most events, 1 or more.
    ///   - bytes: The most bytes of their blocks; the last event stays, however long it is.
    init(after last: Int, events: Int = 4_096, bytes: Int = 4 << 20) {
        self.last = last
        mostEvents = events
        mostBytes = bytes
    }

    /// The number of the oldest event; behind ``last`` where there is none.
    private var first: Int { last - blocks.count + 1 }

    /// Appends an event, and drops the oldest where there are too many.
    mutating func append(_ event: ServerEvent) {
        last += 1
        let block = event.block(last)
        blocks.append(block)
        bytes += block.count
        var dropped = 0
        while blocks.count - dropped > 1, blocks.count - dropped > mostEvents || bytes > mostBytes {
            bytes -= blocks[dropped].count
            dropped += 1
        }
        blocks.removeFirst(dropped)
    }

    /// Drops all events, and makes every earlier position too old: changes from now on are not seen.
    mutating func cut() {
        blocks = []
        bytes = 0
        last += 1
    }

    /// The blocks after a position that fit into `limit` bytes, at least one.
    func following(_ position: Int, limit: Int) -> Following {
        guard position >= first - 1, position <= last else { return .gone }
        var found: [UInt8] = []
        var number = position
        for block in blocks[(position + 1 - first)...] {
            guard found.isEmpty || found.count + block.count <= limit else { break }
            found += block
            number += 1
        }
        return .blocks(found, last: number)
    }
}
