/// Tiles of a storyboard that stand in for screenshots that could not be decoded, or have not arrived.
public struct Placeholders: Hashable, Sendable, Codable {
    /// Maximum number of recorded reasons.
    package static let reasonsKept = 3

    /// The number of tiles.
    public let count: Int
    /// The first reasons in order of time, each after the screenshot's name.
    package let reasons: [String]

    /// Makes a count with reasons; reasons beyond `reasonsKept` are dropped.
    package init(count: Int, reasons: [String] = []) {
        self.count = count
        self.reasons = Array(reasons.prefix(Self.reasonsKept))
    }

    /// The reasons; nil without any, for documents that leave the key out then.
    package var reasonsIfAny: [String]? { reasons.isEmpty ? nil : reasons }
}

extension Storyboard {
    /// The tiles that show no picture.
    package var placeholders: Placeholders {
        let gray = tiles.lazy.filter { $0.state == .placeholder }
        let reasons = gray.prefix(Placeholders.reasonsKept).map { tile in
            "\(tile.source.name): \(tile.reason ?? "It cannot be decoded.")"
        }
        return Placeholders(count: gray.count { _ in true }, reasons: Array(reasons))
    }
}
