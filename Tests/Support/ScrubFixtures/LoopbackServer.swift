import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A small HTTP server on loopback, a separate origin for tests: one thread for each connection, one response each.
package final class LoopbackServer: Sendable {
    /// The port it listens on.
    package let port: UInt16
    private let socket: Int32
    private let log = Mutex<[LoopbackRequest]>([])
    private let isStopped = Atomic(false)

    /// Starts listening.
    ///
    /// - Parameter answer: Called on the connection's thread.
    package init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        socket = Self.systemSocket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        LoopbackThread.start { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let self else { break }
                LoopbackThread.start { self.serve(connection, answer) }
            }
            close(descriptor)
        }
    }

    deinit {
        stop()
    }

    /// Stops listening and breaks off endless answers.
    package func stop() {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The address of a path, as text.
    package func address(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    /// Every request so far, in the order of arrival.
    package var requests: [LoopbackRequest] { log.withLock { $0 } }

    /// How often a path was asked for.
    package func count(of path: String) -> Int { requests.count { $0.path == path } }

    private func serve(_ descriptor: Int32, _ answer: (LoopbackRequest) -> LoopbackAnswer) {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(buffer.count + 3).containsHeaderEnd {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0, bytes.count < 1 << 20 else { return }
            bytes += buffer[..<count]
        }
        guard let request = LoopbackRequest(parsing: bytes) else { return }
        log.withLock { $0.append(request) }
        answer(request).send(
            to: { part in
                var sent = 0
                while sent < part.count {
                    let rest = Array(part[sent...])
                    let count = systemSend(descriptor, rest)
                    guard count > 0 else { return false }
                    sent += count
                }
                return true
            },
            whileOpen: { !isStopped.load(ordering: .relaxed) && Self.isOpen(descriptor) })
        // Half-closed first, so that what was sent arrives before a reset does.
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether the other end has not hung up.
    private static func isOpen(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    }

    private static func systemSocket(_ domain: Int32, _ type: Int32, _ proto: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.socket(domain, type, proto)
        #else
            Glibc.socket(domain, type, proto)
        #endif
    }

    private struct Failure: Error {}
}

private func systemSend(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes, bytes.count, 0)
    #else
        // A client that hangs up must not end the process.
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

extension Collection<UInt8> {
    fileprivate var containsHeaderEnd: Bool {
        let end: [UInt8] = [13, 10, 13, 10]
        return indices.contains { self[$0...].starts(with: end) }
    }
}
