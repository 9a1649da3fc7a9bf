/// The name of a file while it is being written, which identifies the writing process.
///
/// So leftovers of killed processes can be removed, and files of running ones stay.
package struct TemporaryName: Hashable, Sendable {
    /// The age at which a file of an unknown writer is abandoned, in nanoseconds, such as that of another machine that
    /// shares the folder.
    private static let maximumAge: Int64 = 24 * 60 * 60 * 1_000_000_000

    /// The name as text.
    package let rawValue: String

    /// Takes a name.
    package init(rawValue: some StringProtocol) { self.rawValue = String(rawValue) }

    /// Reads a name that ``unique()`` of any machine made; `nil` for other names.
    package init?(parsing name: String) {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[1].isEmpty, !parts[3].isEmpty,
            parts[1...2].allSatisfy({ $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            [parts[0], parts[3]].allSatisfy({ $0.allSatisfy("0123456789abcdef".utf8.contains) })
        else { return nil }
        self.init(rawValue: name)
    }

    /// A name that was never used before.
    package static func unique() -> TemporaryName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return TemporaryName(rawValue: "\(process.machine)-\(process.number)-\(process.start)-\(chance)")
    }

    /// Whether this process writes the file.
    var isOwn: Bool { process == .current }

    /// Whether no process writes the file any more.
    ///
    /// - Parameters:
    ///   - modified: When the file was last written; nanoseconds since 1970.
    ///   - now: The time in the same unit.
    package func isAbandoned(modified: Int64, now: Int64 = FileStatus.now) -> Bool {
        guard let process, process.isOfThisMachine else { return modified < now - Self.maximumAge }
        return process.hasEnded
    }

    /// Nil where the name does not identify the writer.
    private var process: ProcessIdentity? {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 4 ? ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]) : nil
    }
}
