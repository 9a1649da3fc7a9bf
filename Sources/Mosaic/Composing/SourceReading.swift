import MosaicFiles

/// Reads a screenshot's file and records what identifies its content.
package struct SourceReading {
    /// A file that was modified less than this before it was read may change again with the same time, in nanoseconds.
    package static let settling: Int64 = 2_000_000_000

    private let screenshot: Screenshot
    /// Nil until the file is read, and where the file may change without a new modification time.
    private var settled: FileStatus?
    private var checksum: Checksum?
    private var bytes: Int?

    init(of screenshot: Screenshot) { self.screenshot = screenshot }

    /// Reads the whole file.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    /// - Throws: `unavailable`, `limitExceeded`.
    mutating func read(limit: Int, now: Int64 = FileStatus.now) throws -> [UInt8] {
        var content: [UInt8] = []
        try read(into: &content, limit: limit, now: now)
        return content
    }

    /// Reads the whole file into an array whose memory is reused.
    ///
    /// - Throws: as ``read(limit:now:)``.
    mutating func read(into content: inout [UInt8], limit: Int, now: Int64 = FileStatus.now) throws {
        guard let path = screenshot.path else {
            throw MosaicError(.unavailable, screenshot.name, "Its screenshot has not arrived.")
        }
        // The status before reading, so that a change during reading counts as a change.
        let status = try MosaicError.translating {
            try FileReader.read(path, name: screenshot.name, limit: limit, into: &content)
        }
        settled = status.isSettled(at: now) ? status : nil
        checksum = Checksum(of: content)
        bytes = content.count
    }

    /// The source as recorded in the storyboard.
    func record(hasICCProfile: Bool) -> Tile.Source {
        Tile.Source(
            name: screenshot.name, bytes: bytes, checksum: checksum, modified: settled?.modified, inode: settled?.inode,
            hasICCProfile: hasICCProfile)
    }
}

extension FileStatus {
    /// Whether a later change is sure to give the file another modification time.
    ///
    /// A time in the future was set and not given by a write. It counts once the file was not changed for two seconds.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    package func isSettled(at now: Int64) -> Bool {
        let (moment, soon) = (now - SourceReading.settling, now + SourceReading.settling)
        return modified < moment || (modified > soon && changed < moment)
    }
}
