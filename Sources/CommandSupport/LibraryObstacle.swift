import Foundation
package import Mosaic
import MosaicSystem
import TiledJPEG

/// Reasons why a path is not a library, as sentences; most of them advise on a command.
package enum LibraryObstacle {
    /// The reason why no library can be read at a path: it has no catalog, or permission is denied.
    package static func toReading(at path: String) -> String {
        switch PathContent(at: path) {
        case .missing:
            "There is no such library: mosaic batch and mosaic submit make one.\(MissingPath(path).suggestion)"
        case .emptyFolder:
            "The folder is empty, and not a library; mosaic batch FOLDER -o \(ShellWord.quoted(path)) makes one in it."
        case .storyboard:
            "The folder holds one storyboard, not a library of storyboards; mosaic lookup, tile and export take it."
        case .library: "The catalog in the folder cannot be read: permission is denied."
        case let content:
            toMaking(content, at: path)
                ?? "The folder is not a library, for it has no catalog: mosaic batch and mosaic submit make one, and mosaic "
                + "repair makes that of storyboards that are there."
        }
    }

    /// The reason why a library cannot be created at a path; `nil` if it can, and for a path that is a library or a
    /// storyboard.
    ///
    /// - Parameter isBesideFilms: Whether a folder of films may become a library.
    package static func toMaking(at path: String, isBesideFilms: Bool = false) -> String? {
        let content = PathContent(at: path)
        if isBesideFilms, content.holdsFilms(at: path) { return nil }
        return toMaking(content, at: path)
    }

    /// The remark of a server that starts with a new library; `nil` for a path that exists.
    ///
    /// - Throws: `notFound` if the parent folder does not exist, or if a library has a similar name, because the path
    ///   is then probably mistyped; `invalidSettings` for a path that no output may have, such as an empty one or
    ///   `s3://bucket/`.
    package static func remarkOnMaking(at path: String) throws(MosaicError) -> String? {
        guard FileStatus(ofLinkItself: path) == nil else { return nil }
        try FolderPath.checkOutput(path)
        let missing = MissingPath(path)
        let parent = FolderPath.parent(of: path)
        let advice = " mkdir -p \(ShellWord.quoted(path)) makes the folder of a new library."
        guard FileStatus(path: parent.isEmpty ? "." : parent) != nil else {
            let isMeant = !path.hasPrefix("~") && !path.contains("://")
            throw MosaicError(.notFound, FolderPath.name(of: path), missing.reason + (isMeant ? advice : ""))
        }
        if let neighbour = missing.neighbour, case .library = PathContent(at: neighbour) {
            throw MosaicError(
                .notFound, FolderPath.name(of: path), "There is no such folder.\(missing.suggestion)\(advice)")
        }
        return "\(path): There was no such folder, so this is a new library without storyboards.\(missing.suggestion)"
    }

    private static func toMaking(_ content: PathContent, at path: String) -> String? {
        switch content {
        case .missing, .emptyFolder, .storyboard, .library, .otherFolder: nil
        case .brokenLink, .unreachable: content.obstruction
        case .screenshots(let first):
            "It holds screenshots (\(first)), and is not a library, which needs a separate folder; mosaic compose "
                + "\(ShellWord.quoted(path)) makes a storyboard of them."
        case .lockedFolder: PathContent.lock(of: path)
        case .films(let count, let first):
            "It holds \(count == 1 ? "1 film" : "\(count) films") (\(first)), and is not a library; mosaic batch "
                + "\(ShellWord.quoted(path)) -o library makes one of it."
        case .film: "It is a film, not a library; mosaic batch FOLDER -o library makes one of a folder of films."
        default: "It is a file; a library is a folder."
        }
    }
}

/// The content of a path, as file names and the first bytes show it.
enum PathContent: Equatable {
    case missing
    /// A path that the system cannot follow; the reason as a sentence.
    case unreachable(String)
    /// A link to a path that does not exist.
    case brokenLink(to: String)
    case emptyFile, film, audio, picture, document, playlist, track, text
    /// A compressed archive of this kind.
    case archive(String)
    case otherFile
    case emptyFolder, storyboard
    /// A folder that may not be listed or entered.
    case lockedFolder
    /// A folder with a catalog, with the name of a storyboard in it; `nil` if none is found.
    case library(String?)
    /// A folder of screenshots, with the first name.
    case screenshots(String)
    /// A folder of films, with their number and the first name.
    case films(Int, String)
    case otherFolder

    /// Maximum number of examined bytes at the beginning of a file.
    static let longestStart = 512
    private static let mostNames = 10_000
    /// Maximum number of steps; enough for every path and its links.
    private static let mostSteps = 1_000
    private static let audioExtensions: Set<String> = ["mp3", "m4a", "aac", "flac", "wav", "ogg", "oga", "opus", "wma"]

    /// Examines a path; reads a folder's names, and at most 512 bytes of a file.
    init(at path: String) {
        guard let status = FileStatus(path: path) else {
            self = Self.absence(of: path, SystemFailure.current)
            return
        }
        if status.isFolder {
            self = Self.folder(path)
        } else if status.isRegularFile, let file = FileHandle(forReadingAtPath: path) {
            let start = try? file.read(upToCount: Self.longestStart)
            try? file.close()
            self = Self.file(named: path, beginning: Array(start ?? Data()))
        } else {
            self = .otherFile
        }
    }

    /// The reason why a path is unreachable or a broken link; `nil` for every other content.
    var obstruction: String? {
        switch self {
        case .unreachable(let reason): reason
        case .brokenLink(let target): "It is a link to \(target), which does not exist."
        default: nil
        }
    }

    /// The sentence on a folder that may not be read or entered.
    static func lock(of path: String) -> String {
        let use = FolderNames.isReadable(path) ? "entered" : "read"
        return "The folder cannot be \(use): permission is denied. Its owner can allow it: "
            + "chmod +rx \(ShellWord.quoted(path))"
    }

    /// - Parameter failure: The error of reading the path's status.
    private static func absence(of path: String, _ failure: SystemFailure) -> PathContent {
        if failure.isAbsence {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            return target.map(Self.brokenLink) ?? .missing
        }
        guard failure.code == EACCES else { return .unreachable("It cannot be opened: \(failure).") }
        return .unreachable("It cannot be seen: permission is denied in the folder \(lockedFolder(above: path)).")
    }

    /// The name of the folder in which permission is denied; follows links.
    private static func lockedFolder(above path: String) -> String {
        var place = URL(fileURLWithPath: path)
        for _ in 0..<mostSteps where FileStatus(path: place.path) == nil && place.path != "/" {
            let above = place.deletingLastPathComponent()
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path)
            place = target.map { URL(fileURLWithPath: $0, relativeTo: above).absoluteURL } ?? above
        }
        return place.lastPathComponent
    }

    /// Whether the path is a folder with films, even if it also has screenshots.
    func holdsFilms(at path: String) -> Bool {
        switch self {
        case .films: true
        case .screenshots:
            (try? FileManager.default.contentsOfDirectory(atPath: path))?.contains { FilmName($0) != nil } == true
        default: false
        }
    }

    private static func file(named path: String, beginning start: [UInt8]) -> PathContent {
        if start.isEmpty { return .emptyFile }
        if FolderEntry.isPicture(path) { return .picture }
        let content = ForeignContent(sniffing: start)
        if let content, content.kind == .archive { return .archive(content.name) }
        if content?.kind == .document { return .document }
        // The later error about the film states the actual content.
        if content?.kind == .picture || content?.kind == .page, FilmName(path) != nil { return .otherFile }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        if text.starts(with: "WEBVTT".utf8) { return .track }
        if text.starts(with: "#EXTM3U".utf8) { return .playlist }
        if audioExtensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased()) { return .audio }
        if content?.kind == .film { return .film }
        let isText = text.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
        if isText, String(validating: text.dropLast(3), as: UTF8.self) != nil { return .text }
        return FilmName(path) == nil ? .otherFile : .film
    }

    private static func folder(_ path: String) -> PathContent {
        guard FileStatus.permitsEntry(path), let found = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return .lockedFolder }
        let names = found.filter { !$0.hasPrefix(".") }.sorted().prefix(mostNames)
        if names.contains(Storyboard.recordName) { return .storyboard }
        if found.contains(where: { $0.hasPrefix(".mosaic-catalog") }) {
            return .library(names.first { FileStatus(path: "\(path)/\($0)/\(Storyboard.recordName)") != nil })
        }
        if let first = names.first(where: { ScreenshotName($0) != nil }) { return .screenshots(first) }
        let films = names.filter { FilmName($0) != nil }
        if let first = films.first { return .films(films.count, first) }
        return names.isEmpty ? .emptyFolder : .otherFolder
    }
}
