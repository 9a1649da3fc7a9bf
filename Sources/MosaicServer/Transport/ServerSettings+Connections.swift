import Hummingbird
import HummingbirdCore

extension ServerSettings {
    /// The address of the server, and the limit of connections.
    func application(_ descriptors: DescriptorBudget) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 1_024,
            availableConnectionsDelegate: PermittedConnections(connections, descriptors))
    }
}
