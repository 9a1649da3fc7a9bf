public import Foundation
import HTTPFetching
import TiledJPEG
import WebVTT

/// A folder with a track and all of its sheets, which opens without a network.
///
/// ``ThumbnailTrack/save(to:maximumBytes:)`` makes one. The content of the folder is not trusted: the track in it may
/// name files of the same folder alone, neither addresses nor other folders, and links are not followed. Another
/// process must not write the folder at the same time.
public struct OfflineCopy: Hashable, Sendable {
    /// The folder of the copy.
    public let folder: URL

    /// Takes the copy in a folder, which need not exist yet.
    public init(in folder: URL) {
        self.folder = folder.standardizedFileURL
    }

    /// The file with the cues.
    var track: URL { file(named: Self.trackName) }

    static let trackName = "thumbnails.vtt"

    /// The file of a name that is safe.
    func file(named name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Whether an address is that of a file directly in the folder, with a name that is safe.
    func contains(_ url: URL) -> Bool {
        guard url.isFileURL, url.query == nil else { return false }
        let name = url.lastPathComponent
        return Self.isSafe(name) && url.path(percentEncoded: false) == file(named: name).path(percentEncoded: false)
    }

    /// Whether a name leads nowhere else on any system: 1...100 small letters, digits, dots, dashes and underscores, the
    /// first of them no dot.
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
    /// The copy.
    public let copy: OfflineCopy
    /// Sheets in the copy.
    public let sheetCount: Int
    /// Files that were written: those that were there already are not written again.
    public let writtenFileCount: Int
    /// Bytes of all files of the copy.
    public let byteCount: Int
}

/// Writes a copy into its folder: sheets first, then the track, then removes sheets that only the former track named.
///
/// Every file is written under a temporary name and renamed. Sheets are named by their content, so that the former track
/// stays whole until the new one takes its place, and a copy that breaks off leaves it as it was.
struct CopyWriter {
    let copy: OfflineCopy
    /// The most bytes that all files may have.
    let limit: Int
    private(set) var byteCount = 0
    private(set) var writtenFileCount = 0
    private(set) var names: Set<String> = []

    /// Makes the folder where it is missing.
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

    /// Takes a sheet that is in the folder already; nil unless its address says that it never changes, and it is whole.
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
    /// - Returns: Its name: unchanged if it is named by its content, otherwise a name by its content.
    /// - Throws: `limitExceeded`, `unavailable`.
    mutating func add(_ sheet: CachedSheet, from url: URL) throws -> String {
        let own = url.lastPathComponent
        var name = own
        if !url.isNamedByContent || !OfflineCopy.isSafe(own) || names.contains(own) {
            let ending = sheet.header.format == .jpeg ? "jpg" : sheet.header.format.rawValue
            name = "sheet.\(Self.digest(sheet.bytes)).\(ending)"
        }
        // Two addresses may lead to the same picture.
        guard !names.contains(name) else { return name }
        try count(sheet.bytes, name)
        try write(sheet.bytes, name)
        return name
    }

    /// Writes the track and removes the sheets that nothing names any more.
    ///
    /// - Throws: `limitExceeded`, `unavailable`.
    mutating func finish(_ track: [UInt8]) throws {
        let former = (try? RegularFile.read(copy.track, limit: 8 << 20, followsLinks: false)) ?? []
        try count(track, OfflineCopy.trackName)
        try write(track, OfflineCopy.trackName)
        guard former != track, let cues = try? CueTrack(parsing: former).cues else { return }
        for name in Set(cues.compactMap { CuePayload(parsing: $0.text)?.url }).subtracting(names) {
            let file = copy.file(named: name)
            // What has another kind of name was not written here.
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

    /// Whether a picture's file was not cut off, as far as its format tells.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let header = try? ImageHeader(parsing: bytes) else { return false }
        return PictureEnd.hasCome(in: bytes, of: header.format)
    }

    /// 32 hexadecimal digits: FNV-1a twice, which tells versions of a sheet apart and does not resist forgery, because a
    /// file of that name with other bytes is replaced.
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
