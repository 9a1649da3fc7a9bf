import Foundation
import Testing

/// A connection to a server on this machine for one request. It blocks its thread, as everything here does: a program for
/// each request would take most of the net's time.
final class LocalConnection {
    private static let timeout = 60

    private let descriptor: Int32

    init(port: Int) throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { setsockopt(descriptor, SOL_SOCKET, option, &timeout, size) }
        let own = descriptor
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0, "no connection to port \(port): \(errno)")
    }

    deinit { close(descriptor) }

    /// Sends a request and reads the response until it is whole, or the server closes the connection.
    func exchange(_ request: Data, until isWhole: (Data) -> Bool) -> Data {
        #if canImport(Darwin)
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
            let flags: Int32 = 0
        #else
            // A server that hangs up must not end the tests.
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = request[...]
        // What is refused is answered before all of it was sent.
        while !rest.isEmpty, !hasAnswer {
            let count = rest.prefix(65_536).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(answer) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return answer
    }

    private var hasAnswer: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }
}
