import Hummingbird
import HummingbirdCore

extension ServerSettings {
    /// Where the server listens, and how many it lets in.
    var application: ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 1_024,
            availableConnectionsDelegate: MaximumAvailableConnections(connections))
    }
}
