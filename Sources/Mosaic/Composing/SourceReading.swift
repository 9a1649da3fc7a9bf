import MosaicSystem

/// Reads a file and records what identifies its content.
package struct SourceReading {
    /// A file that was modified less than this before it was read may change again with the same time, in nanoseconds.
    package static let settling: Int64 = 2_000_000_000

    private let name: String
    private let path: String
    private let root: String?
    /// Nil until the file is read, and where a change may leave it the same.
    private var version: ObjectVersion?
    private var checksum: Checksum?
    private var bytes: Int?

    /// - Parameters:
    ///   - name: The screenshot's name within its source.
    ///   - root: The folder that no link may leave, without links; `nil` follows every link.
    init(of name: String, at path: String, below root: String? = nil) {
        self.name = name
        self.root = root
        self.path = path
    }

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
        // The status before reading, so that a change during reading counts as a change.
        let status = try MosaicError.translating {
            try FileReader.read(path, below: root, name: name, limit: limit, into: &content)
        }
        version = status.version(at: now)
        checksum = Checksum(of: content)
        bytes = content.count
    }

    /// The source as recorded in the storyboard, whose ICC profile is found when it is decoded.
    var record: Tile.Source {
        Tile.Source(
            name: name, bytes: bytes, checksum: checksum, version: version, hasICCProfile: false)
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
