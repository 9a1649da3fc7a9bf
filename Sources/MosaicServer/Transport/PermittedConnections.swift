import Hummingbird
import HummingbirdCore

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
