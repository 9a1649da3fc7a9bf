import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection over which bytes go as they are.
final class RawConnection: Sendable {
    private let descriptor: Int32

    struct Failure: Error {}

    /// Connects to a port of this machine.
    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        // A server that says nothing fails the test and does not hold it up.
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard bytes.isEmpty || write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure() }
    }

    /// Says that nothing more is sent, and goes on reading.
    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Everything that comes until the server closes.
    func readToEnd() async throws -> [UInt8] { try await read(until: { _ in false }) }

    /// Reads bytes until `isEnough`, or until the server closes; fails after a timeout.
    func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        // No task waits on a thread that the server needs.
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async {
                var bytes: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 1 << 16)
                while !isEnough(bytes) {
                    let count = recv(self.descriptor, &part, part.count, 0)
                    if count < 0 { return done.resume(throwing: Failure()) }
                    if count == 0 { break }
                    bytes += part[..<count]
                }
                done.resume(returning: bytes)
            }
        }
    }
}
