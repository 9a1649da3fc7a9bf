/// A file that is not part of the storyboard, and why.
public struct SkippedFile: Hashable, Sendable, Encodable {
    /// The file's name, relative to its folder.
    public let name: String
    /// One sentence.
    public let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
