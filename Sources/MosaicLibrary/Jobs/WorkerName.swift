import Mosaic
import MosaicFiles

/// What a worker is called in its leases, and whether the process behind a name has ended.
///
/// A name tells machine, process and the process's start, so that the job of a killed worker need not wait until its lease
/// runs out where that can be known sooner: on the same machine.
package struct WorkerName: Hashable, Sendable {
    /// The name as text.
    package let rawValue: String

    private static let mark = "mosaic"

    /// Reads a name out of a lease.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A name that no worker ever had.
    package static func unique() -> WorkerName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return WorkerName(
            rawValue: [mark, process.machine, process.number, process.start, chance].joined(separator: ":"))
    }

    /// Whether it is known that the process has ended; false where that cannot be told.
    package var hasEnded: Bool { process?.hasEnded ?? false }

    /// The process; nil where the name was not given by ``unique()``.
    var process: ProcessIdentity? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == Self.mark else { return nil }
        return ProcessIdentity(machine: parts[1], number: parts[2], start: parts[3])
    }
}
