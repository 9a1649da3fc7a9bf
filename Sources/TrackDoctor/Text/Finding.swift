/// Places in a thumbnail track that break one rule of the doctor.
public struct Finding: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Sendable, CaseIterable {
        /// At least one player shows nothing, shows the wrong thing or fails.
        case breaks
        /// Players cope, at a price or with luck.
        case advice
    }

    /// One place where it was found.
    public struct Occurrence: Hashable, Sendable {
        /// The line of the track, counted from 1; nil for what concerns no line in particular.
        public let line: Int?
        /// The fault: one sentence with the facts in it.
        public let message: String
    }

    /// The rule's name, lower case with hyphens.
    public let rule: String
    /// How much it matters.
    public let severity: Severity
    /// Which players are affected, and how.
    public let affected: String
    /// The remedy, in one line.
    public let fix: String
    /// The first places, at most ten; never empty.
    public let occurrences: [Occurrence]
    /// The number of places, 1 or more.
    public let count: Int

    /// The line of the first place.
    public var line: Int? { occurrences.first?.line }
    /// The message of the first place.
    public var message: String { occurrences.first?.message ?? "" }
}
