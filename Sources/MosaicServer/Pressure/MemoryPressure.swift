/// How short of memory the system is, or the part of it that the process lives in.
enum MemoryPressure: String, Hashable, Sendable, CaseIterable {
    /// It would be well to hold less.
    case low
    /// The system may end the process.
    case critical
}
