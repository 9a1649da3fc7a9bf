public import Mosaic

/// What a repair of a library's catalog came to.
public struct RepairReport: Hashable, Sendable, Codable {
    /// A storyboard that is not whole.
    public struct Fault: Hashable, Sendable, Codable {
        /// Which one.
        public let id: StoryboardID
        /// One sentence.
        public let reason: String
    }

    /// Storyboards that are whole.
    package internal(set) var storyboards = 0
    /// Entries that the catalog lacked or had wrong.
    package internal(set) var written = 0
    /// Entries whose storyboard is gone.
    package internal(set) var forgotten = 0
    /// Storyboards that are not whole.
    public internal(set) var faults: [Fault] = []
}
