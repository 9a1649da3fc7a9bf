import Hummingbird
import HummingbirdCore

extension ServerSettings {
    /// Where the server listens, and how many connections it accepts.
    func application(_ descriptors: DescriptorBudget) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 1_024,
            availableConnectionsDelegate: PermittedConnections(connections, descriptors))
    }
}
