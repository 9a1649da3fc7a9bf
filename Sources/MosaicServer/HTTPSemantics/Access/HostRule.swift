package import WebOrigins

/// Which names a server answers to.
///
/// A page whose host name was rebound to this machine still sends its own name in `Host` (DNS rebinding): a server
/// without a token must refuse it.
package struct HostRule: Hashable, Sendable {
    private let configured: [Authority]

    /// Accepts these names besides those of the machine itself; a name without a port accepts all ports.
    package init(configured: [Authority] = []) { self.configured = configured }

    /// Whether a request with this `Host` (`:authority` in HTTP/2) may be answered; none at all may not.
    package func allows(_ field: String?) -> Bool {
        guard let field, let authority = Authority(field) else { return false }
        if authority.host.isLoopback { return true }
        return configured.contains { known in
            guard known.host == authority.host else { return false }
            guard let port = known.port else { return true }
            return authority.port.map { $0 == port } ?? (port == 80 || port == 443)
        }
    }
}
