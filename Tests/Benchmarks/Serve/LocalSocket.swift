#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection to a server on this machine.
final class LocalSocket {
    private let descriptor: Int32

    /// Connects to a port; `nil` without a listener.
    init?(port: Int) {
        descriptor = Self.open()
        guard descriptor >= 0, Self.with(port, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A free port.
    static func freePort() throws -> Int {
        let descriptor = open()
        defer { close(descriptor) }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound =
            with(0) { bind(descriptor, $0, $1) } == 0
            && withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            } == 0
        guard isBound else { throw ChildProcess.Failure(description: "There is no free port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Sends a GET and reads the answer to its end, which `Content-Length` tells; nil where it breaks off.
    ///
    /// - Parameter field: A further line of the header section.
    func get(_ path: String, field: String? = nil) -> (status: Int, body: [UInt8])? {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field.map { $0 + "\r\n" } ?? "")\r\n".utf8)
        guard write(descriptor, request, request.count) == request.count else { return nil }
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let (status, offset, length) = Self.head(answer), answer.count >= offset + length {
                return (status, Array(answer[offset..<offset + length]))
            }
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { return nil }
            answer += part[..<count]
        }
    }

    /// An answer's status, where its body begins, and how long that is; nil before all of the head has come.
    private static func head(_ bytes: [UInt8]) -> (Int, Int, Int)? {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
        return (
            lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, end + 4,
            length.flatMap { Int($0) } ?? 0
        )
    }

    private static func open() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static func with(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
