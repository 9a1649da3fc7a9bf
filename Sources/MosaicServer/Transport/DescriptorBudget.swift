import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Permits for the descriptors of this process. Each connection, open upload, screenshot and video needs one.
///
/// There are fewer permits than the system's limit: at the limit, libdispatch, which runs all tasks, aborts when it
/// cannot open a file below `/proc`.
final class DescriptorBudget: Sendable {
    /// The permits of this process, from its limit on open files at first use.
    static let ofProcess = DescriptorBudget(
        permits: OpenFileLimit.permits(below: OpenFileLimit.descriptors))

    /// A permit for one file. It is returned when its last reference is released.
    final class FilePermit: Sendable {
        private let budget: DescriptorBudget

        fileprivate init(_ budget: DescriptorBudget) { self.budget = budget }

        deinit { budget.release { $0.files -= 1 } }
    }

    private struct State {
        var connections = 0
        var files = 0
        /// Whether a server stopped accepting connections for lack of permits.
        var isAwaited = false
        /// Server channels, which accept connections again when a permit is returned.
        var servers: [ObjectIdentifier: any Channel] = [:]
    }

    private let permits: Int
    private let state = Mutex(State())

    /// - Parameter permits: Number of permits, 1 or more.
    init(permits: Int) { self.permits = permits }

    /// A permit for a file; `nil` if none is free. Files may have at most half of all permits.
    func file() -> FilePermit? {
        let isFree = state.withLock { state in
            guard state.files < max(1, permits / 2), state.files + state.connections < permits else { return false }
            state.files += 1
            return true
        }
        return isFree ? FilePermit(self) : nil
    }

    /// Whether another connection may be accepted. An eighth of the permits is left for files.
    var acceptsConnections: Bool {
        state.withLock { state in
            let accepts = hasRoom(state)
            if !accepts { state.isAwaited = true }
            return accepts
        }
    }

    /// Takes a permit for an accepted connection, even if none is free.
    func connectionOpened() { state.withLock { $0.connections += 1 } }

    func connectionClosed() { release { $0.connections -= 1 } }

    /// Registers a server, which accepts connections again when a permit is returned.
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
        // Runs later, because the server itself may be returning the permit.
        for server in servers { server.eventLoop.execute { server.read() } }
    }
}

/// Accepts connections up to a limit, and only while there are permits for them. Further connections wait in the
/// system's backlog.
struct PermittedConnections: AvailableConnectionsDelegate {
    private let most: Int
    private let descriptors: DescriptorBudget
    private var open = 0

    /// - Parameter most: Maximum number of concurrent connections, 1 or more.
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
    /// The configuration of the server's address and of its limits on connections.
    func application(_ descriptors: DescriptorBudget) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 1_024,
            availableConnectionsDelegate: PermittedConnections(connections, descriptors))
    }
}
