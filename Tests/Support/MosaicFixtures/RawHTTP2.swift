/// Frames of HTTP/2 as bytes.
///
/// See [RFC 9113, section 4.1](https://www.rfc-editor.org/rfc/rfc9113#section-4.1).
package enum RawHTTP2 {
    package enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case reset = 3
        case settings = 4
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
        case continuation = 9
    }

    package struct Frame {
        package let kind: UInt8
        package let flags: UInt8
        package let stream: UInt32
        package let payload: [UInt8]
    }

    package static let endStream: UInt8 = 1
    package static let endHeaders: UInt8 = 4

    /// Connection preface of a client, with default settings.
    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(.settings)

    package static func frame(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        big(UInt32(payload.count)).dropFirst() + [kind.rawValue, flags] + big(stream) + payload
    }

    /// Lets the other side send so much more.
    package static func window(_ bytes: UInt32, stream: UInt32) -> [UInt8] {
        frame(.windowUpdate, stream: stream, big(bytes))
    }

    /// A block of fields that no table is needed for.
    ///
    /// See [RFC 7541, section 6.2.2](https://www.rfc-editor.org/rfc/rfc7541#section-6.2.2).
    package static func fields(_ method: String, _ path: String, type: String? = nil) -> [UInt8] {
        // Names 2, 6, 4, 1 and 31 of the static table.
        var block = [0x02] + text(method) + [0x86, 0x04] + text(path) + [0x01] + text("localhost")
        if let type { block += [0x0F, 0x10] + text(type) }
        return block
    }

    /// Reads the next frame; nil where the server has closed.
    package static func next(_ connection: RawClient) async throws -> Frame? {
        guard let head = try await exactly(9, connection) else { return nil }
        let count = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
        guard let payload = try await exactly(count, connection) else { return nil }
        return Frame(
            kind: head[3], flags: head[4], stream: head[5..<9].reduce(0) { $0 << 8 | UInt32($1) }, payload: payload)
    }

    private static func exactly(_ count: Int, _ connection: RawClient) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try await connection.receive(upTo: count - bytes.count)
            guard !more.isEmpty else { return nil }
            bytes += more
        }
        return bytes
    }

    private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
}
