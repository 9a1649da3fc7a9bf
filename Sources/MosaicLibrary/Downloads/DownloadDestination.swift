import Foundation
import Mosaic
import MosaicSystem

/// The path of a new video below a root, `{username}/{genre}/{file}`. Its companion is named as the file, with the
/// extension `.json`.
struct DownloadDestination {
    /// Maximum length of a file's name without extension, in bytes.
    private static let longestStem = 180
    /// Maximum number of videos with the same name.
    private static let mostNames = 1_000

    let root: String
    let username: String
    let genre: String

    /// Moves a video and its companion to the destination, the companion first. Other files are not replaced.
    ///
    /// - Parameters:
    ///   - download: The folder that contains the video.
    ///   - substitute: The name of the file if no character of the video's own name is allowed.
    ///   - companion: Creates the companion's bytes for the video's path below the root, without extension.
    /// - Returns: The path below the root.
    /// - Throws: `refused`, `unavailable`, errors of `companion`.
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
                // If two downloads end at the same moment, the first one to create the companion gets the name.
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

    /// Opens the folder; creates it if missing. Links are not followed.
    private func makeFolder() throws -> OpenFolder {
        guard let root = try OpenFolder(path: root, name: username) else {
            throw FileError(.unavailable, username, "The folder for the video cannot be made.")
        }
        return try root.makeFolder(username).makeFolder(genre)
    }

    /// Whether a file has the name, with any extension: the two would share the companion and the storyboard.
    private func isTaken(_ stem: String, in folder: OpenFolder) -> Bool {
        folder.names.contains { name in
            guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name == stem }
            // Compares without case and Unicode form, because some file systems ignore them.
            return String(name[..<dot]).lowercased() == stem.lowercased()
        }
    }

    /// A file's name without extension, reduced to characters that are safe in paths and texts; nil if none remains.
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

/// The video that a downloader stored in its folder, with its metadata.
struct DownloadedVideo {
    private static let infoEnd = ".info.json"

    let file: DownloadFolder.File
    /// File name without extension.
    let stem: String
    /// Extension in lower case, without a dot.
    let fileExtension: String
    let info: DownloadInfo

    /// Finds the largest video file, otherwise the largest audio file; nil if the folder contains neither.
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
