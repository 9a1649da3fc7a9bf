import Mosaic
import Synchronization

/// Hands the events of a server to all listening clients, and says whether there are any.
final class EventHub: Sendable {
    /// A client that listens.
    final class Listener: Sendable {
        /// Yields when there may be something to send; ends with the server.
        let wakes: AsyncStream<Void>
        private let source: AsyncStream<Void>.Continuation

        fileprivate init() {
            (wakes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            source.yield()
        }

        fileprivate func wake() { source.yield() }

        /// Ends the stream; also when the client has left.
        func end() { source.finish() }
    }

    private struct State {
        var ring: EventBuffer
        var listeners: [ObjectIdentifier: Listener] = [:]
        /// When the last client left; nil while one listens, and before the first.
        var left: ContinuousClock.Instant?
        /// Whether changes are seen.
        var isWatching = false
        /// Storyboards that have changed here.
        var hints: Set<StoryboardID> = []
    }

    /// The most clients that may listen at a time.
    static let mostListeners = 512
    /// Time for which changes are still recorded for clients that reconnect.
    private static let linger = Duration.seconds(60)
    /// More storyboards than this are found in the catalog.
    private static let mostHints = 1_024

    /// Yields when the catalog should be read.
    let pokes: AsyncStream<Void>
    private let poking: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    /// - Parameter last: The number before that of the first event.
    init(after last: Int) {
        state = Mutex(State(ring: EventBuffer(after: last)))
        (pokes, poking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Clients

    /// Adds a client; nil where too many listen.
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

    /// Removes a client.
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

    /// The number of the last event; nil while changes are not seen.
    var last: Int? { state.withLock { $0.isWatching ? $0.ring.last : nil } }

    /// The events after a position.
    func following(_ number: Int, limit: Int) -> EventBuffer.Following {
        state.withLock { $0.ring.following(number, limit: limit) }
    }

    // MARK: The watch

    /// Whether a client listens, or did a moment ago.
    var isWanted: Bool {
        state.withLock { state in
            !state.listeners.isEmpty || state.left.map { ContinuousClock.now - $0 < Self.linger } ?? false
        }
    }

    /// Has the catalog read soon.
    func poke() { poking.yield() }

    /// Notes that a storyboard or its job has changed here, and has the catalog read soon.
    func note(_ id: StoryboardID) {
        state.withLock { state in
            if state.isWatching, state.hints.count < Self.mostHints { state.hints.insert(id) }
        }
        poking.yield()
    }

    /// The storyboards that were noted since the last call.
    func takeHints() -> Set<StoryboardID> {
        state.withLock { state in
            defer { state.hints = [] }
            return state.hints
        }
    }

    /// From now on changes are seen.
    func begin() {
        state.withLock { $0.isWatching = true }
        wake()
    }

    /// Stops recording changes: a client that reconnects later has missed some.
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

    /// Has every client look, also for the time.
    func wake() { for listener in state.withLock({ Array($0.listeners.values) }) { listener.wake() } }
}

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
