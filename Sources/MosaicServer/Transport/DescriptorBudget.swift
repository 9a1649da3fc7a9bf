import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Permits for the descriptors of this process: each connection, open upload and open screenshot has one.
///
/// A process at its limit does not only refuse work: libdispatch, on which all tasks run, aborts when it cannot open a
/// file below `/proc`. So there are fewer permits than the limit.
final class DescriptorBudget: Sendable {
    /// The permits of this process, from its limit at first use.
    static let ofProcess = DescriptorBudget(
        permits: OpenFileLimit.permits(below: OpenFileLimit.descriptors))

    /// A permit for one file, which is returned with the last reference.
    final class FilePermit: Sendable {
        private let budget: DescriptorBudget

        fileprivate init(_ budget: DescriptorBudget) { self.budget = budget }

        deinit { budget.release { $0.files -= 1 } }
    }

    private struct State {
        var connections = 0
        var files = 0
        /// Whether a server stopped accepting without a permit.
        var isAwaited = false
        /// Server channels, which accept again when a permit is returned.
        var servers: [ObjectIdentifier: any Channel] = [:]
    }

    private let permits: Int
    private let state = Mutex(State())

    /// - Parameter permits: 1 or more.
    init(permits: Int) { self.permits = permits }

    /// A permit for a file; nil where none is free. Files have at most half of all permits.
    func file() -> FilePermit? {
        let isFree = state.withLock { state in
            guard state.files < max(1, permits / 2), state.files + state.connections < permits else { return false }
            state.files += 1
            return true
        }
        return isFree ? FilePermit(self) : nil
    }

    /// Whether another connection may be accepted. Connections leave an eighth of the permits to files.
    var acceptsConnections: Bool {
        state.withLock { state in
            let accepts = hasRoom(state)
            if !accepts { state.isAwaited = true }
            return accepts
        }
    }

    /// Takes a permit for an accepted connection, free or not.
    func connectionOpened() { state.withLock { $0.connections += 1 } }

    func connectionClosed() { release { $0.connections -= 1 } }

    /// Registers a server that stopped accepting, to continue when a permit is returned.
    func resume(_ server: any Channel) {
        let name = ObjectIdentifier(server)
        state.withLock { $0.servers[name] = server }
        server.closeFuture.whenComplete { _ in self.state.withLock { $0.servers[name] = nil } }
    }

    private func hasRoom(_ state: State) -> Bool {
        state.connections < max(1, permits - permits / 8) && state.files + state.connections < permits
    }

    private func release(_ change: (inout State) -> Void) {
        let servers = state.withLock { state -> [any Channel] in
            change(&state)
            guard state.isAwaited, hasRoom(state) else { return [] }
            state.isAwaited = false
            return Array(state.servers.values)
        }
        // Not synchronously, because the server may be returning the permit itself.
        for server in servers { server.eventLoop.execute { server.read() } }
    }
}

/// Accepts connections up to a limit, and while there are descriptors for them; further ones wait in the system's
/// backlog.
struct PermittedConnections: AvailableConnectionsDelegate {
    private let most: Int
    private let descriptors: DescriptorBudget
    private var open = 0

    /// - Parameter most: Connections at a time, 1 or more.
    init(_ most: Int, _ descriptors: DescriptorBudget) {
        self.most = most
        self.descriptors = descriptors
    }

    mutating func connectionOpened() {
        open += 1
        descriptors.connectionOpened()
    }

    mutating func connectionClosed() {
        open -= 1
        descriptors.connectionClosed()
    }

    func isAcceptingNewConnections() -> Bool { open < most && descriptors.acceptsConnections }
}

extension ServerSettings {
    /// The address of the server, and the limit of connections.
    func application(_ descriptors: DescriptorBudget) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 1_024,
            availableConnectionsDelegate: PermittedConnections(connections, descriptors))
    }
}
