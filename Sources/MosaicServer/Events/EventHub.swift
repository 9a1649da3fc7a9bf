import Mosaic
import Synchronization

/// Sends the server's events to all listening clients, and records whether a client listens.
final class EventHub: Sendable {
    /// A listening client.
    final class Listener: Sendable {
        /// Yields when there may be events to send. Ends with the client or the server.
        let wakes: AsyncStream<Void>
        private let source: AsyncStream<Void>.Continuation

        fileprivate init() {
            (wakes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            source.yield()
        }

        fileprivate func wake() { source.yield() }

        /// Ends the client's stream. May be called repeatedly, and after the client has left.
        func end() { source.finish() }
    }

    private struct State {
        var ring: EventBuffer
        var listeners: [ObjectIdentifier: Listener] = [:]
        /// Time at which the last client left; `nil` while a client listens, and before the first one.
        var left: ContinuousClock.Instant?
        /// Whether changes of the catalog are recorded.
        var isWatching = false
        /// Storyboards that this process has changed.
        var hints: Set<StoryboardID> = []
    }

    /// Maximum number of clients at a time.
    static let mostListeners = 512
    /// Time for which changes are still recorded after the last client left, for clients that reconnect.
    private static let linger = Duration.seconds(60)
    /// Maximum number of hints. Further changes are found by polls of the catalog.
    private static let mostHints = 1_024

    /// Yields when the catalog should be polled.
    let pokes: AsyncStream<Void>
    private let poking: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    /// - Parameter last: The number before the first event's.
    init(after last: Int) {
        state = Mutex(State(ring: EventBuffer(after: last)))
        (pokes, poking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Clients

    /// Adds a client, and requests a poll of the catalog; `nil` if the maximum number of clients listens.
    func listen() -> Listener? {
        let listener = Listener()
        let isAdded = state.withLock { state in
            guard state.listeners.count < Self.mostListeners else { return false }
            state.listeners[ObjectIdentifier(listener)] = listener
            state.left = nil
            return true
        }
        guard isAdded else { return nil }
        poking.yield()
        return listener
    }

    /// Removes a client, and ends its stream.
    func leave(_ listener: Listener) {
        listener.end()
        state.withLock { state in
            guard state.listeners.removeValue(forKey: ObjectIdentifier(listener)) != nil, state.listeners.isEmpty
            else { return }
            state.left = .now
        }
    }

    /// The number of listening clients.
    var count: Int { state.withLock(\.listeners.count) }

    /// The number of the last event; `nil` while changes are not recorded.
    var last: Int? { state.withLock { $0.isWatching ? $0.ring.last : nil } }

    /// The events after a position.
    func following(_ number: Int, limit: Int) -> EventBuffer.Following {
        state.withLock { $0.ring.following(number, limit: limit) }
    }

    // MARK: Catalog

    /// Whether a client listens, or did within the last 60 seconds.
    var isWanted: Bool {
        state.withLock { state in
            !state.listeners.isEmpty || state.left.map { ContinuousClock.now - $0 < Self.linger } ?? false
        }
    }

    /// Requests a poll of the catalog.
    func poke() { poking.yield() }

    /// Records that this process has changed a storyboard or its job, if changes are recorded and there is room for
    /// another hint. Requests a poll of the catalog.
    func note(_ id: StoryboardID) {
        state.withLock { state in
            if state.isWatching, state.hints.count < Self.mostHints { state.hints.insert(id) }
        }
        poking.yield()
    }

    /// Returns and clears the storyboards that were recorded since the last call.
    func takeHints() -> Set<StoryboardID> {
        state.withLock { state in
            defer { state.hints = [] }
            return state.hints
        }
    }

    /// Starts recording changes, and wakes every client.
    func begin() {
        state.withLock { $0.isWatching = true }
        wake()
    }

    /// Stops recording changes, and drops the recorded ones. A client that reconnects later has missed changes.
    func pause() {
        state.withLock { state in
            guard state.isWatching else { return }
            state.isWatching = false
            state.hints = []
            state.ring.cut()
        }
    }

    /// Sends events to all clients.
    func send(_ events: [ServerEvent]) {
        guard !events.isEmpty else { return }
        state.withLock { state in for event in events { state.ring.append(event) } }
        wake()
    }

    /// Wakes every client, to send events or a keep-alive.
    func wake() { for listener in state.withLock({ Array($0.listeners.values) }) { listener.wake() } }
}

/// The last events, numbered without gaps, so that clients can continue after the last event that they received.
///
/// All clients read the same blocks: a client needs only its position, without a copy.
struct EventBuffer: Sendable {
    /// The events after a position.
    enum Following: Hashable, Sendable {
        /// The blocks of complete events, and the number of the last one. Empty if there are no new events.
        case blocks([UInt8], last: Int)
        /// Events after the position were dropped, or the position is unknown.
        case gone
    }

    private let mostEvents: Int
    private let mostBytes: Int
    private var blocks: [[UInt8]] = []
    private var bytes = 0
    /// The number of the last event.
    private(set) var last: Int

    /// - Parameters:
    ///   - last: The number before the first event's. It has to exceed all numbers of an earlier server.
    ///   - events: Maximum number of events, 1 or more.
    ///   - bytes: Maximum size of all blocks in bytes. The last event stays even if it exceeds this size.
    init(after last: Int, events: Int = 4_096, bytes: Int = 4 << 20) {
        self.last = last
        mostEvents = events
        mostBytes = bytes
    }

    /// The number of the oldest event; `last + 1` if there is none.
    private var first: Int { last - blocks.count + 1 }

    /// Appends an event, and drops the oldest events above the limits.
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

    /// Drops all events and invalidates every earlier position, because the following changes are not recorded.
    mutating func cut() {
        blocks = []
        bytes = 0
        last += 1
    }

    /// The blocks after a position that fit into `limit` bytes; at least one if there is one.
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
