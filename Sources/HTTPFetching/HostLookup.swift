import Foundation
package import WebOrigins

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The addresses behind a host name.
package enum HostLookup {
    /// Asks the system's resolver on a dedicated thread, because that may take seconds.
    ///
    /// A literal address in any spelling that the resolver accepts is returned unchanged.
    ///
    /// - Returns: Empty for an unknown host.
    /// - Throws: `CancellationError`.
    package static func addresses(of host: String) async throws -> [IPAddress] {
        let outcome = Outcome<[IPAddress]>()
        let thread = Thread { outcome.settle(.success(ask(for: host))) }
        thread.name = "host look-up"
        thread.start()
        return try await outcome.value()
    }

    /// The system's resolver returns a linked list in its memory: the addresses are copied, then it is freed.
    private static func ask(for host: String) -> [IPAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            let bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
            // A sockaddr_in holds its address at 4, a sockaddr_in6 at 8.
            let place = entry.ai_family == AF_INET ? 4..<8 : 8..<24
            guard bytes.count >= place.upperBound, let ip = IPAddress(Array(bytes[place])), !found.contains(ip)
            else { continue }
            found.append(ip)
        }
        return found
    }
}
