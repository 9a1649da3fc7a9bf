import NIOCore
import Synchronization

/// The permits of one HTTP/1.1 connection, or of one stream of HTTP/2.
final class ConnectionQuota: Sendable {
    let name: ObjectIdentifier
    /// The connection whose share counts.
    let connection: ObjectIdentifier
    let eventLoop: any EventLoop
    private let budget: InFlightBudget
    private let state = Mutex((granted: 0, isClosed: false))

    init(
        _ budget: InFlightBudget, _ name: ObjectIdentifier, connection: ObjectIdentifier, on eventLoop: any EventLoop
    ) {
        self.budget = budget
        self.name = name
        self.connection = connection
        self.eventLoop = eventLoop
    }

    var isStream: Bool { name != connection }

    /// Takes permits for the next bytes, at most ``InFlightBudget/chunk``; false after the time limit.
    func take(_ bytes: Int, within limit: TimeAmount? = nil) async -> Bool {
        guard await budget.take(bytes, for: self, within: limit) else { return false }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.granted += bytes }
            return state.isClosed
        }
        if isClosed { giveBack(bytes) }
        return !isClosed
    }

    /// Uses permits for bytes that are being written to the socket.
    ///
    /// - Returns: How many permits to return when it has taken the bytes.
    func spend(_ bytes: Int) -> Int {
        state.withLock { state in
            let spent = min(bytes, state.granted)
            state.granted -= spent
            return spent
        }
    }

    /// Returns permits of bytes that are not written.
    func release(_ bytes: Int) { giveBack(spend(bytes)) }

    /// Returns permits of bytes that the socket has taken.
    func giveBack(_ bytes: Int) { budget.giveBack(bytes, of: connection) }

    /// Returns unused permits and closes the account.
    func close() {
        budget.close(self)
        let unused = state.withLock { state in
            defer { state = (0, true) }
            return state.granted
        }
        if unused > 0 { giveBack(unused) }
    }
}
