/// Reads a screenshot's file and keeps what tells later whether it is still the same.
struct SourceReading {
    /// A file that was modified this short before it was read may change again without a new time, in nanoseconds.
    static let settling: Int64 = 2_000_000_000

    private let screenshot: Screenshot
    private var status: FileStatus?
    private var hash: ContentHash?
    private var bytes: Int?

    init(of screenshot: Screenshot) { self.screenshot = screenshot }

    /// Reads the whole file.
    ///
    /// - Throws: `unavailable`, `limitExceeded`.
    mutating func read(limit: Int) throws -> [UInt8] {
        // Before reading: a change in between is then seen as a change.
        status = FileStatus(path: screenshot.path)
        let content = try FileReader.read(screenshot.path, name: screenshot.name, limit: limit)
        hash = ContentHash(of: content)
        bytes = content.count
        return content
    }

    /// What goes into the storyboard's record.
    func record(hasICCProfile: Bool) -> Tile.Source {
        let isSettled = status.map { FileStatus.now - $0.modified > Self.settling } ?? false
        return Tile.Source(
            name: screenshot.name, bytes: bytes, sha256: hash, modified: isSettled ? status?.modified : nil,
            inode: isSettled ? status?.inode : nil, hasICCProfile: hasICCProfile)
    }
}
