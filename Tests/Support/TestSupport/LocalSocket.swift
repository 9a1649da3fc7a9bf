import Foundation

/// A TCP connection to a port of this machine, byte by byte. Calls block their thread.
package final class LocalSocket: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let descriptor: Int32

    /// Connects.
    ///
    /// - Parameters:
    ///   - timeout: Maximum seconds of one call.
    ///   - receiving: Size of the system's receive buffer in bytes; `nil` leaves it to the system.
    package init(port: Int, timeout: Int = 60, receiving: Int32? = nil) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        if var receiving {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiving, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let own = descriptor
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect to port \(port): errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes; `false` if the server closed the connection before it received all of them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // The signal would end the tests.
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Receives available bytes, at most `count`; an empty array if the server closed or reset the connection.
    ///
    /// - Throws: ``Failure`` if nothing arrives in time.
    package func receive(upTo count: Int = 1 << 16) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        if received < 0, [EAGAIN, EWOULDBLOCK].contains(errno) { throw Failure(description: "Nothing arrives.") }
        return Array(buffer.prefix(max(0, received)))
    }

    /// Whether bytes have arrived, or the connection is closed.
    package var hasInput: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    /// Closes the connection for sending; the server can still send.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}
