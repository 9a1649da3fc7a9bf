/// The reason why a film cannot be read.
package struct FilmFailure: Error, Hashable, Sendable {
    /// The kinds of failure.
    package enum Code: UInt32, Sendable, CaseIterable {
        /// The file is not a film, or its container is unsupported.
        case unrecognized = 1
        /// The file is a playlist or a script that names other files.
        case playlist = 2
        /// The file has no video, only sound or other data.
        case noVideo = 3
        /// There is no decoder for the film's codec, or the decoder refuses the film's header.
        case unsupportedCodec = 4
        /// The film's pictures are larger than the limit.
        case tooLarge = 5
        /// The file's header or index is damaged or missing.
        case damaged = 6
        /// The film is not open, or the system refuses to limit or to sandbox the child.
        case system = 7
        /// The video is encrypted or scrambled.
        case encrypted = 8
        /// The records violate the protocol. The reader detects that; no record has this code.
        case records = 9
    }

    /// Maximum length of ``reason``, in bytes.
    package static let longestReason = 1_000

    package var code: Code
    /// The reason, one sentence.
    package var reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: code.rawValue)
        bytes += reason.utf8.prefix(Self.longestReason)
        return bytes
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes.count <= 4 + Self.longestReason,
            let code = Code(rawValue: bytes.little(UInt32.self, at: 0)), code != .records
        else { return nil }
        self.init(code, String(decoding: bytes.dropFirst(4), as: UTF8.self))
    }
}
