/// What a file is called while it is being written: the name tells the process that writes it.
///
/// Whoever finds one that a killed process left removes it, and leaves alone what others are writing.
package struct TemporaryName: Hashable, Sendable {
    /// Nanoseconds after which a file is given up whose writer cannot be told: that of an older version, or of another
    /// machine that shares the folder.
    private static let patience: Int64 = 24 * 60 * 60 * 1_000_000_000

    /// The name as text.
    package let rawValue: String

    /// Reads a name.
    package init(rawValue: some StringProtocol) { self.rawValue = String(rawValue) }

    /// A name that no file ever had.
    package static func unique() -> TemporaryName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return TemporaryName(
            rawValue: [process.machine, process.number, process.start, chance].joined(separator: "-"))
    }

    /// Whether this process writes the file.
    var isOwn: Bool { process == .current }

    /// Whether nobody writes the file any more.
    ///
    /// - Parameters:
    ///   - modified: When the file was last written; nanoseconds since 1970.
    ///   - now: The time in the same unit.
    package func isAbandoned(modified: Int64, now: Int64 = FileStatus.now) -> Bool {
        guard let process, process.isOfThisMachine else { return modified < now - Self.patience }
        return process.hasEnded
    }

    /// Nil where the name does not tell.
    private var process: ProcessIdentity? {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 4 ? ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]) : nil
    }
}
