import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection to a port of this machine, byte by byte, for clients that behave as no library does.
package final class RawClient: Sendable {
    package struct Failure: Error {}

    private let descriptor: Int32

    /// - Parameter receiving: Bytes that the system takes in before they are read; nil leaves that to the system.
    package init(port: Int, receiving: Int32? = nil) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiving {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiving, socklen_t(MemoryLayout<Int32>.size))
        }
        // A test that waits for good fails after that.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    /// Sends bytes; false where the server has closed.
    package func send(_ bytes: [UInt8]) async -> Bool {
        await onThread { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { buffer in
                    #if canImport(Glibc)
                        Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
                    #else
                        Darwin.send(descriptor, buffer.baseAddress, buffer.count, 0)
                    #endif
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Reads available bytes, at most `count`; none if the server has closed.
    ///
    /// - Throws: ``Failure`` if the server sends nothing for a minute.
    package func receive(upTo count: Int = 1 << 16) async throws -> [UInt8] {
        let bytes = await onThread { [descriptor] () -> [UInt8]? in
            var buffer = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &buffer, count, 0)
            if received < 0, [EAGAIN, EWOULDBLOCK].contains(errno) { return nil }
            return Array(buffer.prefix(max(0, received)))
        }
        guard let bytes else { throw Failure() }
        return bytes
    }

    /// Reads until the server closes; returns the number of bytes.
    package func drain() async throws -> Int {
        var total = 0
        while case let bytes = try await receive(), !bytes.isEmpty { total += bytes.count }
        return total
    }

    /// Sends a piece again and again, with a pause between; whether the server closes before the pieces are all sent.
    package func trickle(_ piece: [UInt8], pieces: Int = 600, every pause: Duration = .milliseconds(100)) async throws
        -> Bool
    {
        for _ in 0..<pieces {
            guard await send(piece) else { return true }
            try await Task.sleep(for: pause)
        }
        return false
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in
            Thread { done.resume(returning: work()) }.start()
        }
    }
}
