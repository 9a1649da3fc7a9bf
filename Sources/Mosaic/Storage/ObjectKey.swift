/// The relative path of a stored object: parts joined by slashes that can never lead out of their folder.
///
/// 1...1 024 bytes. No part is empty, `.` or `..`, or has a slash, a backslash or a control character. Keys are
/// compared by bytes: composed and decomposed letters are different objects.
public struct ObjectKey: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// Maximum length of a key, in bytes of UTF-8.
    package static let maximumLength = 1_024

    /// The key as text.
    public let rawValue: String

    /// Creates a key from `rawValue` unchanged; nil if it is too long or a part is not allowed.
    public init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count) else { return nil }
        for part in Self.parts(of: rawValue) {
            guard !part.isEmpty, part != ".", part != ".." else { return nil }
            let isClean = part.unicodeScalars.allSatisfy { scalar in
                scalar != "\\" && scalar.properties.generalCategory != .control
            }
            guard isClean else { return nil }
        }
        self.rawValue = rawValue
    }

    /// Creates the key of a storyboard's folder.
    package init(_ id: StoryboardID) { rawValue = id.rawValue }

    /// Creates a key from a file name of this package, which is not checked.
    package init(part name: String) { rawValue = name }

    /// The key of a file below this key. The name is not checked.
    package func appending(_ name: String) -> ObjectKey { ObjectKey(part: rawValue + "/" + name) }

    /// The parts in order; at least one.
    package var parts: [Substring] { Self.parts(of: rawValue) }

    /// The key as text.
    public var description: String { rawValue }

    /// Compares bytes.
    public static func == (one: ObjectKey, other: ObjectKey) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    /// Hashes bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    /// Splits at every slash scalar, as file systems do. A slash and a combining mark are another `Character`.
    private static func parts(of text: String) -> [Substring] {
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Substring.init)
    }
}
