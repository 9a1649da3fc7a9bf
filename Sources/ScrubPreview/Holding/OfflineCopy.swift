public import Foundation
import HTTPFetching
import TiledJPEG
import WebVTT

/// A folder with a track and all of its sheets, for use without a network.
///
/// ``ThumbnailTrack/save(to:maximumBytes:)`` creates one. The content of the folder is not trusted: the track may only
/// name files in the same folder, and symbolic links are not followed. Another process must not write to the folder at
/// the same time.
public struct OfflineCopy: Hashable, Sendable {
    /// The folder of the copy.
    public let folder: URL

    /// Creates a reference to the copy in `folder`, which need not exist yet.
    public init(in folder: URL) {
        self.folder = folder.standardizedFileURL
    }

    /// The file with the cues.
    var track: URL { file(named: Self.trackName) }

    static let trackName = "thumbnails.vtt"

    /// The file called `name` in the folder. The name must be safe.
    func file(named name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Whether `url` is a file directly in the folder, with a safe name.
    func contains(_ url: URL) -> Bool {
        guard url.isFileURL, url.query == nil else { return false }
        let name = url.lastPathComponent
        return Self.isSafe(name) && url.path(percentEncoded: false) == file(named: name).path(percentEncoded: false)
    }

    /// Whether a name cannot refer to another folder on any system: 1...100 lower-case letters, digits, dots, hyphens
    /// and underscores, the first of which is not a dot.
    static func isSafe(_ name: String) -> Bool {
        guard (1...100).contains(name.utf8.count), name.utf8.first != UInt8(ascii: ".") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

/// The result of ``ThumbnailTrack/save(to:maximumBytes:)``.
public struct SaveReport: Hashable, Sendable {
    /// The written copy.
    public let copy: OfflineCopy
    /// Number of sheets in the copy.
    public let sheetCount: Int
    /// Number of files written; unchanged files are not written again.
    public let writtenFileCount: Int
    /// Size of all files of the copy, in bytes.
    public let byteCount: Int
}

/// Writes a copy into its folder: writes the sheets, replaces the track, then removes sheets that only the previous
/// track named.
///
/// Every file is written under a temporary name and renamed. Sheets are named by content, so the previous track stays
/// valid until the new one replaces it. An interrupted copy leaves the previous copy intact.
struct CopyWriter {
    let copy: OfflineCopy
    /// Maximum size of all files, in bytes.
    let limit: Int
    private(set) var byteCount = 0
    private(set) var writtenFileCount = 0
    private(set) var names: Set<String> = []

    /// Creates the writer, and the folder if it is missing.
    ///
    /// - Throws: `unavailable`.
    init(copy: OfflineCopy, limit: Int) throws {
        (self.copy, self.limit) = (copy, limit)
        do {
            try FileManager.default.createDirectory(at: copy.folder, withIntermediateDirectories: true)
        } catch {
            throw ScrubPreviewError(.unavailable, copy.folder.subjectName, "The folder cannot be made.")
        }
    }

    /// Reuses a sheet file that is already in the folder.
    ///
    /// - Returns: The file's name. Nil unless the name contains the hash of the content, and the file is complete and
    ///   not yet counted.
    /// - Throws: `limitExceeded`.
    mutating func take(existing url: URL, limit: Int) throws -> String? {
        let name = url.lastPathComponent
        guard url.isNamedByContent, OfflineCopy.isSafe(name), !names.contains(name),
            let bytes = try? RegularFile.read(copy.file(named: name), limit: limit, followsLinks: false),
            Self.isWhole(bytes)
        else { return nil }
        try count(bytes, name)
        return name
    }

    /// Writes a sheet.
    ///
    /// - Returns: The file's name: the last path component of `url` if it contains the hash of the content, is safe and
    ///   is not in use; otherwise a name made from a hash.
    /// - Throws: `limitExceeded`, `unavailable`.
    mutating func add(_ sheet: CachedSheet, from url: URL) throws -> String {
        let own = url.lastPathComponent
        var name = own
        if !url.isNamedByContent || !OfflineCopy.isSafe(own) || names.contains(own) {
            let ending = sheet.header.format == .jpeg ? "jpg" : sheet.header.format.rawValue
            name = "sheet.\(Self.digest(sheet.bytes)).\(ending)"
        }
        // Two URLs may lead to the same picture.
        guard !names.contains(name) else { return name }
        try count(sheet.bytes, name)
        try write(sheet.bytes, name)
        return name
    }

    /// Writes the track and removes sheets that only the previous track named.
    ///
    /// - Throws: `limitExceeded`, `unavailable`.
    mutating func finish(_ track: [UInt8]) throws {
        let former = (try? RegularFile.read(copy.track, limit: 8 << 20, followsLinks: false)) ?? []
        try count(track, OfflineCopy.trackName)
        try write(track, OfflineCopy.trackName)
        guard former != track, let cues = try? CueTrack(parsing: former).cues else { return }
        for name in Set(cues.compactMap { CuePayload(parsing: $0.text)?.url }).subtracting(names) {
            let file = copy.file(named: name)
            // The writer names every sheet by a hash, so a file without a hash in its name is not one of its sheets.
            guard OfflineCopy.isSafe(name), file.isNamedByContent else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private mutating func count(_ bytes: [UInt8], _ name: String) throws {
        guard bytes.count <= limit - byteCount else {
            throw ScrubPreviewError(.limitExceeded, name, "The copy would have more than the limit of \(limit) bytes.")
        }
        byteCount += bytes.count
        names.insert(name)
    }

    private mutating func write(_ bytes: [UInt8], _ name: String) throws {
        let file = copy.file(named: name)
        if let there = try? RegularFile.read(file, limit: bytes.count, followsLinks: false), there == bytes { return }
        do {
            try Data(bytes).write(to: file, options: .atomic)
        } catch {
            throw ScrubPreviewError(.unavailable, name, "The file cannot be written.")
        }
        writtenFileCount += 1
    }

    /// Whether an image file is complete, as far as its format shows.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let header = try? ImageHeader(parsing: bytes) else { return false }
        return PictureEnd.hasCome(in: bytes, of: header.format)
    }

    /// 32 hexadecimal digits of two 64-bit hashes derived from FNV-1a.
    ///
    /// The digest distinguishes versions of a sheet. It need not resist forgery: the writer replaces a file that has
    /// the name but other bytes.
    static func digest(_ bytes: [UInt8]) -> String {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142)
        for byte in bytes {
            first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
            second = (second ^ UInt64(byte) ^ first >> 32) &* 0x100_0000_01B3
        }
        return [first, second].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
