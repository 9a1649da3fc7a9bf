/// A host as a URL names it, as far as its name alone tells who can reach it.
package struct HostName: Sendable {
    private static let privateSuffixes = [".localhost", ".local", ".internal", ".lan", ".home.arpa"]

    private let name: String
    private let address: IPAddress?

    /// - Parameter name: In lower case, an IPv6 address with or without its brackets.
    package init(_ name: String) {
        self.name = name
        address = IPAddress(literal: name)
    }

    /// Whether it is this machine itself.
    package var isLoopback: Bool {
        name == "localhost" || name.hasSuffix(".localhost") || address?.isLoopback ?? false
    }

    /// Whether it is an address that is not public, or a name that only a local network knows.
    package var isPrivate: Bool {
        if let address { return !address.isPublic }
        return !name.contains(".") || Self.privateSuffixes.contains(where: name.hasSuffix)
    }
}
