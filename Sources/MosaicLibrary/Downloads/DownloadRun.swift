import Foundation
import Mosaic
import MosaicSystem

/// One run of a downloader within limits of time and bytes.
struct DownloadRun {
    /// Maximum number of bytes of the output in one read.
    private static let part = 64 << 10
    /// Maximum number of consecutive reads in one poll.
    private static let partsPerLook = 16
    private static let niceness: Int32 = 10

    let command: DownloadCommand
    let limits: DownloadLimits
    /// The program that supervises the downloader; `nil` runs it without one.
    let supervisor: String?

    /// Runs the program and returns after it has exited with status 0.
    ///
    /// After a timeout, and at the end, the program's whole process group is killed. With a supervisor, all descendants
    /// are killed.
    /// - Parameters:
    ///   - began: Called with the process.
    ///   - goOn: Called periodically with the percentage, nil if unknown; returning false ends the program.
    /// - Throws: ``DownloadFault``, `CancellationError`, errors of `began` and `goOn`.
    func run(
        _ url: DownloadURL, in folder: DownloadFolder, began: (DownloadProcess) async throws -> Void,
        goOn: (Int?) async throws -> Bool
    ) async throws {
        let child = try start(url, in: folder)
        defer { child.kill() }
        child.lowerPriority(by: Self.niceness)
        try await began(DownloadProcess(child.identity))
        let end = ContinuousClock.now + limits.time
        var measured = ContinuousClock.now
        var progress = DownloadProgress()
        while true {
            // Limits the reads per poll, so that a program that writes without end does not block the loop.
            for _ in 0..<Self.partsPerLook {
                let output = child.available(atMost: Self.part)
                progress.take(output)
                if output.count < Self.part { break }
            }
            if let end = child.endOfGroup() {
                // Reads the last output, which may contain the error message.
                _ = child.available(atMost: Self.part)
                return try check(end, child, folder)
            }
            guard ContinuousClock.now < end else {
                throw DownloadFault("It took longer than \(limits.time.components.seconds) s.")
            }
            if measured + limits.pause * DownloadLimits.pausesPerMeasure <= ContinuousClock.now {
                measured = .now
                try check(folder)
                guard try await goOn(progress.percent) else { throw DownloadFault.cancelled }
            }
            try await Task.sleep(for: limits.pause)
        }
    }

    private func start(_ url: DownloadURL, in folder: DownloadFolder) throws -> ChildProcess {
        do {
            return try ChildProcess(
                running: command.path(), arguments: command.arguments(for: url, in: folder.path),
                environment: DownloadCommand.environment(temporary: folder.temporary), in: folder.folder,
                supervisor: supervisor)
        } catch let error as FileError {
            throw DownloadFault(error.reason, canPass: error.code == .unavailable)
        } catch let error as MosaicError {
            throw DownloadFault(error.reason)
        }
    }

    private func check(_ end: ChildProcess.End, _ child: ChildProcess, _ folder: DownloadFolder) throws {
        switch end {
        case .exited(0): try check(folder)
        case .exited(let status):
            throw DownloadFault(said(child, folder) ?? "The downloader ended with status \(status).", canPass: true)
        case .signalled(let signal):
            throw DownloadFault("The downloader was ended by signal \(signal).", canPass: true)
        }
    }

    /// The program's last error message, without the folder's path, which clients must not see.
    private func said(_ child: ChildProcess, _ folder: DownloadFolder) -> String? {
        child.lastMessage?.replacing(folder.path + "/", with: "").replacing(folder.path, with: "")
    }

    private func check(_ folder: DownloadFolder) throws(DownloadFault) {
        guard folder.isInPlace else { throw DownloadFault("Another folder took the place of its folder.") }
        let files = folder.files()
        guard files.count <= DownloadFolder.mostFiles else {
            throw DownloadFault("It has more than \(DownloadFolder.mostFiles) files.")
        }
        let longest = files.map(\.bytes).max() ?? 0
        guard longest <= limits.bytes, files.reduce(0, { $0 + $1.bytes }) <= limits.folderBytes else {
            throw DownloadFault("It is longer than \(limits.bytes) bytes.")
        }
    }
}

/// Why a video was not downloaded.
package struct DownloadFault: Error, Hashable, Sendable {
    /// One sentence that clients may read.
    package let reason: String
    /// Whether another attempt may succeed.
    package let canPass: Bool

    /// Creates a fault. By default, another attempt would fail, too.
    init(_ reason: String, canPass: Bool = false) {
        self.reason = reason
        self.canPass = canPass
    }

    /// The download was cancelled, or another server has taken it over.
    package static let cancelled = DownloadFault("It was cancelled.")
}

/// Parses the progress from a downloader's output: the first percentage in a line, as in `[download]  42.0% of 10.00MiB
/// at 1.00MiB/s`.
struct DownloadProgress {
    /// Maximum length of a parsed line in bytes; longer lines are ignored.
    private static let longestLine = 4_096

    /// The last percentage, 0...100; nil before the first.
    private(set) var percent: Int?
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Parses further output of the downloader.
    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes {
            // Programs that draw a progress bar end lines with a carriage return.
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if !isTooLong { percent = Self.percent(in: line) ?? percent }
                (line, isTooLong) = ([], false)
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
    }

    /// The first number before a percent sign, without its fraction; nil without a number of at most 100.
    static func percent(in line: [UInt8]) -> Int? {
        for (index, byte) in line.enumerated() where byte == UInt8(ascii: "%") {
            let number = line[..<index].reversed().prefix { isDigit($0) || $0 == UInt8(ascii: ".") }.reversed()
            let whole = number.prefix(while: isDigit)
            guard (1...3).contains(whole.count), number.count(where: { !isDigit($0) }) < 2,
                let percent = Int(String(decoding: whole, as: UTF8.self)), percent <= 100
            else { continue }
            return percent
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
