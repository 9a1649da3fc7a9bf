import Foundation
package import WebOrigins

/// Resolves host names to IP addresses.
package enum HostLookup {
    /// Calls the system's resolver on a dedicated thread, because it may block for seconds.
    ///
    /// An address literal, in any spelling that the resolver accepts, resolves to its own address.
    ///
    /// - Returns: The addresses without duplicates; empty if the look-up fails, such as for an unknown host.
    /// - Throws: `CancellationError`.
    package static func addresses(of host: String) async throws -> [IPAddress] {
        let outcome = Outcome<[IPAddress]>()
        let thread = Thread { outcome.settle(.success(ask(for: host))) }
        thread.name = "host look-up"
        thread.start()
        return try await outcome.value()
    }

    /// Calls the system's resolver. It returns a linked list: the addresses are copied, then the list is freed.
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
            // The address begins at byte 4 of a `sockaddr_in`, and at byte 8 of a `sockaddr_in6`.
            let place = entry.ai_family == AF_INET ? 4..<8 : 8..<24
            guard bytes.count >= place.upperBound, let ip = IPAddress(Array(bytes[place])), !found.contains(ip)
            else { continue }
            found.append(ip)
        }
        return found
    }
}
