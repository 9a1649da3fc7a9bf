public import Mosaic

/// The result of repairing a library's catalog.
public struct RepairReport: Hashable, Sendable, Codable {
    /// A storyboard with a fault.
    public struct Fault: Hashable, Sendable, Codable {
        /// The storyboard.
        public let id: StoryboardID
        /// One sentence.
        public let reason: String
    }

    /// Storyboards without a fault.
    package internal(set) var storyboards = 0
    /// Entries that were missing or wrong.
    package internal(set) var written = 0
    /// Entries whose storyboard is absent.
    package internal(set) var forgotten = 0
    /// Storyboards with a fault.
    public internal(set) var faults: [Fault] = []
}
