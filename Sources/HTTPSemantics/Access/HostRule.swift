package import WebOrigins

/// Which names a server answers to.
///
/// A page whose own name was made to lead to this machine still sends its name in `Host`: a server that lets anyone
/// in who can reach it must not answer to that.
package struct HostRule: Hashable, Sendable {
    private let configured: [Authority]

    /// Takes names besides those of the machine itself: one without a port stands for all ports.
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
