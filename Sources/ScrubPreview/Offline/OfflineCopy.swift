public import Foundation

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
