import MosaicFiles

/// The process of a downloader as text, which tells it from every other process.
package struct DownloadProcess: Hashable, Sendable {
    /// The text that is stored.
    package let rawValue: String

    /// Takes the text that is stored.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Names a process.
    init(_ process: ProcessIdentity) {
        rawValue = [process.machine, process.number, process.start].joined(separator: ":")
    }

    /// Kills it with its group where it certainly still runs on this machine.
    package func kill() {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return }
        ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]).killGroup()
    }
}
