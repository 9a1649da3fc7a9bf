import MosaicFiles

/// Reads a screenshot's file and keeps what tells later whether it is still the same.
package struct SourceReading {
    /// A file that was modified this short before it was read may change again without a new time, in nanoseconds.
    package static let settling: Int64 = 2_000_000_000

    private let screenshot: Screenshot
    /// Nil until the file was read, and where its time does not tell a later change apart.
    private var settled: FileStatus?
    private var checksum: Checksum?
    private var bytes: Int?

    init(of screenshot: Screenshot) { self.screenshot = screenshot }

    /// Reads the whole file.
    ///
    /// - Parameter now: When that is, in nanoseconds since 1970.
    /// - Throws: `unavailable`, `limitExceeded`.
    mutating func read(limit: Int, now: Int64 = FileStatus.now) throws -> [UInt8] {
        var content: [UInt8] = []
        try read(into: &content, limit: limit, now: now)
        return content
    }

    /// Reads the whole file into an array whose memory is used again.
    ///
    /// - Throws: as ``read(limit:now:)``.
    mutating func read(into content: inout [UInt8], limit: Int, now: Int64 = FileStatus.now) throws {
        guard let path = screenshot.path else {
            throw MosaicError(.unavailable, screenshot.name, "Its screenshot has not arrived.")
        }
        // What it was like before reading: a change in between is then seen as a change.
        let status = try MosaicError.translating {
            try FileReader.read(path, name: screenshot.name, limit: limit, into: &content)
        }
        settled = status.isSettled(at: now) ? status : nil
        checksum = Checksum(of: content)
        bytes = content.count
    }

    /// What goes into the storyboard's record.
    func record(hasICCProfile: Bool) -> Tile.Source {
        Tile.Source(
            name: screenshot.name, bytes: bytes, checksum: checksum, modified: settled?.modified, inode: settled?.inode,
            hasICCProfile: hasICCProfile)
    }
}

extension FileStatus {
    /// Whether another change would give the file another time.
    ///
    /// A time that lies further ahead than a moment was not given by writing now: it tells as much as one that has
    /// passed, once the file has not been changed for a moment.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    package func isSettled(at now: Int64) -> Bool {
        let (moment, soon) = (now - SourceReading.settling, now + SourceReading.settling)
        return modified < moment || (modified > soon && changed < moment)
    }
}
