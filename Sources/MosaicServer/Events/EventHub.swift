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
