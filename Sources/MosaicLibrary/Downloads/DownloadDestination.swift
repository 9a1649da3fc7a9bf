import Foundation
import Mosaic
import MosaicSystem

/// The place of a new video below a root, `{username}/{genre}/{file}`, with its companion `{file}.json`.
struct DownloadDestination {
    /// The most bytes of a file's name without extension.
    private static let longestStem = 180
    /// The most videos of one name.
    private static let mostNames = 1_000

    let root: String
    let username: String
    let genre: String

    /// Puts a video and its companion there, the companion first; no other file is replaced.
    ///
    /// - Parameters:
    ///   - download: The folder that the video is moved out of.
    ///   - substitute: The name of a file whose own has no character that is allowed.
    ///   - companion: The companion's bytes for a path below the root without extension.
    /// - Returns: The path below the root.
    /// - Throws: `refused`, `unavailable`, what `companion` throws.
    func take(
        _ video: DownloadedVideo, from download: DownloadFolder, or substitute: String,
        companion: (_ path: String) throws -> [UInt8]
    ) throws -> String {
        let folder = try MosaicError.translating { try makeFolder() }
        guard let source = try MosaicError.translating({ try download.folder(of: video.file) }) else {
            throw MosaicError(.refused, video.file.name, "Another file took the place of the video.")
        }
        let name = Self.stem(of: video.stem) ?? substitute
        for number in 1...Self.mostNames {
            let stem = number == 1 ? name : "\(name) (\(number))"
            guard !isTaken(stem, in: folder) else { continue }
            let path = "\(username)/\(genre)/\(stem)"
            let facts = try MosaicError.translating {
                try PendingFile(companion(path), name: stem + ".json", in: folder)
            }
            defer { facts.discard() }
            let file = "\(stem).\(video.fileExtension)"
            let pending = PendingFile(name: file, in: folder, moving: video.file.name, of: source)
            let isPlaced = try MosaicError.translating {
                try facts.flush()
                try pending.flush()
                // The companion's name decides between two downloads at the same moment.
                guard try facts.commitIfAbsent() != nil else { return false }
                do {
                    guard try pending.commitIfAbsent() == nil else { return true }
                } catch {
                    folder.remove(stem + ".json")
                    throw error
                }
                folder.remove(stem + ".json")
                return false
            }
            guard isPlaced else { continue }
            try MosaicError.translating { try folder.flush(name: genre) }
            return "\(username)/\(genre)/\(file)"
        }
        throw MosaicError(.refused, name, "\(Self.mostNames) videos have its name.")
    }

    /// Opens the folder and creates it if it is missing. Links are not followed.
    private func makeFolder() throws -> OpenFolder {
        guard let root = try OpenFolder(path: root, name: username) else {
            throw FileError(.unavailable, username, "The folder for the video cannot be made.")
        }
        return try root.makeFolder(username).makeFolder(genre)
    }

    /// Whether a file has the name already, with any extension: both would have the same companion and storyboard.
    private func isTaken(_ stem: String, in folder: OpenFolder) -> Bool {
        folder.names.contains { name in
            guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name == stem }
            // Of a file system that does not tell capital letters, or forms of Unicode, apart.
            return String(name[..<dot]).lowercased() == stem.lowercased()
        }
    }

    /// A file's name without extension, of characters that no reader of paths or texts takes for anything else; nil where
    /// none is left.
    private static func stem(of name: String) -> String? {
        var kept = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default: kept.append("/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar)
            }
        }
        let trimmed = String(kept).drop { $0 == "." || $0 == "-" || $0 == "~" || $0.isWhitespace }
        var stem = ""
        for character in trimmed {
            guard stem.utf8.count + character.utf8.count <= longestStem else { break }
            stem.append(character)
        }
        while let last = stem.last, last == "." || last.isWhitespace { stem.removeLast() }
        return stem.isEmpty ? nil : stem
    }
}

/// The video that a downloader has put into its folder, and its metadata.
struct DownloadedVideo {
    private static let infoEnd = ".info.json"

    let file: DownloadFolder.File
    /// The name without extension.
    let stem: String
    /// The extension in lower case, without a dot.
    let fileExtension: String
    let info: DownloadInfo

    /// Finds the longest video, or else the longest recording of sound; nil where there is neither.
    init?(in folder: DownloadFolder) {
        let files = folder.files().filter { !$0.name.hasPrefix(".") && $0.bytes > 0 }
        let named = files.compactMap { file -> (file: DownloadFolder.File, stem: String, ending: String)? in
            guard let dot = file.name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            return (file, String(file.name[..<dot]), file.name[file.name.utf8.index(after: dot)...].lowercased())
        }
        func longest(of endings: Set<String>) -> (file: DownloadFolder.File, stem: String, ending: String)? {
            named.filter { endings.contains($0.ending) }.max {
                ($0.file.bytes, Self.path($1.file)) < ($1.file.bytes, Self.path($0.file))
            }
        }
        guard let found = longest(of: FilmName.extensions) ?? longest(of: VideoPath.audioExtensions) else { return nil }
        (file, stem, fileExtension) = found
        let infos = files.filter { $0.name.hasSuffix(Self.infoEnd) && $0.bytes <= DownloadInfo.limit }
        let own = infos.first { $0.name == found.stem + Self.infoEnd } ?? (infos.count == 1 ? infos.first : nil)
        info = own.flatMap { Self.info($0, in: folder) } ?? DownloadInfo()
    }

    private static func path(_ file: DownloadFolder.File) -> String {
        (file.folders + [file.name]).joined(separator: "/")
    }

    private static func info(_ file: DownloadFolder.File, in folder: DownloadFolder) -> DownloadInfo? {
        guard let open = try? folder.folder(of: file).flatMap({ try OpenFile(file.name, in: $0, name: file.name) }),
            let bytes = try? open.read(0..<file.bytes)
        else { return nil }
        return DownloadInfo(parsing: bytes)
    }
}
