import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection to a server that sends any bytes, also those of no valid client. It blocks its thread.
final class ServeConnection {
    struct Failure: Error {
        let reason: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameter timeout: Seconds after which an answer does not come any more.
    init(port: Int, timeout: Int = 60) throws {
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
        let own = descriptor
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var timeout = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(own, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(own, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard status == 0 else {
            close(own)
            throw Failure(reason: "connect: \(errno)")
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are; false where the server does not take all of them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // A server that hangs up must not end the tests.
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next answer; nil where the server hung up instead.
    ///
    /// - Parameter hasBody: Whether a body follows a head that tells a length, which is not so for HEAD.
    func answer(hasBody: Bool = true) throws -> ServeAnswer? {
        while true {
            if let (answer, end) = ServeAnswer.parse(received, hasBody: hasBody) {
                received.removeFirst(end)
                return answer
            }
            guard try more() else {
                guard received.isEmpty else { throw Failure(reason: "cut off after \(received.count) bytes") }
                return nil
            }
        }
    }

    /// Sends no more, which the server hears.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Everything up to the moment when the server hangs up.
    func rest() throws -> [UInt8] {
        while try more() {}
        return received
    }

    private func more() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        if count < 0, errno == EAGAIN { throw Failure(reason: "no answer") }
        // A reset is a way to hang up, too.
        return count > 0
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    Foundation.send(descriptor, bytes, count, flags)
}
