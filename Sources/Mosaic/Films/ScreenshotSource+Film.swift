import Foundation
import MosaicSystem
package import WebVTT

extension ScreenshotSource {
    /// The name of the film or folder for display; a film's name is without extension.
    package var displayName: String {
        guard isFilm else { return folderName }
        return URL(fileURLWithPath: folder).deletingPathExtension().lastPathComponent
    }

    /// The name of a film's frame: `film.mp4#t=83.5`, as a media fragment names a time.
    package func frameName(at time: Timestamp) -> String { "\(folderName)#t=\(time.shortSeconds)" }

    /// The name of the list of a film's times; nil without one.
    var listName: String? {
        if case .file(let path) = film.chapters { return ListFile.name(of: path) }
        return list.map(ListFile.name)
    }

    /// The names of the settings in use that choose a film's times; at most one may be used.
    var waysToChooseTimes: [String] {
        [
            ("interval", interval != nil), ("count", film.count != nil), ("times", list != nil),
            ("chapters", film.chapters != nil),
        ].filter(\.1).map(\.0)
    }

    /// The requested times of a film; nil for the chapters in its container.
    ///
    /// - Parameter roots: Real paths of folders; no link below one may lead out of it.
    /// - Throws: `invalidSettings` for two ways to choose times; errors of lists.
    func filmRequest(below roots: [String]) throws -> FilmTimes.Request? {
        let ways = waysToChooseTimes
        guard ways.count < 2 else {
            throw MosaicError(
                .invalidSettings, ways[1], "\(ways.joined(separator: " and ")) are two ways to choose times; use one.")
        }
        if let list { return .listed(try FilmTimesList(contentsOf: list, below: roots).moments) }
        switch film.chapters {
        case .container: return nil
        case .file(let path):
            return .listed(try ChapterList(contentsOf: path, below: roots).moments)
        case nil: break
        }
        if let count = film.count { return .count(count) }
        return interval.map { .interval($0, from: start) } ?? .suitable
    }
}

extension ChapterList {
    /// The entries as chapters, numbered from 1.
    var moments: [FilmTimes.Moment] {
        zip(1..., entries).map { FilmTimes.Moment(time: $1.time, title: $1.title, chapter: $0, line: $1.line) }
    }
}

extension ScreenshotSource {
    /// The path of a film of a library, recognized by its extension even if the file is missing; `nil` for other
    /// sources.
    ///
    /// The file system is accessed only if the name has the extension of a film.
    package var filmPath: String? {
        guard FilmName(folder) != nil, bucketAddress == nil, FileStatus(path: folder)?.isFolder != true else {
            return nil
        }
        if case .store = location { return nil }
        return folder
    }

    /// Whether the source is a film, or has a film's extension and is missing.
    package var isFilm: Bool { if case .film = location { true } else { filmPath != nil } }

    /// The paths of the lists of times and chapters that choose a film's frames.
    package var filmLists: [String] {
        guard case .file(let path) = film.chapters else { return [list].compactMap(\.self) }
        return [path, list].compactMap(\.self)
    }

    /// Checks that at most one setting chooses the frames of a film, and that count and interval are in range.
    ///
    /// - Throws: `invalidSettings`.
    package func checkFilm() throws {
        let ways = waysToChooseTimes.count
        guard ways < 2 || filmPath == nil else {
            throw MosaicError(
                .invalidSettings, folderName,
                "Interval, list, count and chapters are ways to choose frames of which one is used; \(ways) are given.")
        }
        if let interval { try FilmTimes.check(interval: interval) }
        if let count = film.count { try FilmTimes.check(count: count) }
    }
}

/// The name or path of a file with a film's extension.
package struct FilmName: Hashable, Sendable {
    /// The extensions of films, in lower case.
    package static let extensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "ts", "m2ts", "mts", "mpg", "mpeg", "vob", "avi", "flv", "wmv", "ogv",
    ]
    private static let longestExtension = 4

    /// The name, with its folders if it has any, without dot and extension; never empty.
    package let stem: String

    /// Reads a name, with or without folders; nil if the extension is not a film's, or if the file is hidden.
    package init?(_ name: String) {
        let bytes = name.utf8
        // Fast for names of other files, because folder walks check many of them.
        guard let dot = bytes.suffix(Self.longestExtension + 1).lastIndex(of: UInt8(ascii: ".")),
            Self.extensions.contains(name[bytes.index(after: dot)...].lowercased())
        else { return nil }
        let stem = name[..<dot]
        let own = stem.utf8.lastIndex(of: UInt8(ascii: "/")).map { stem[stem.utf8.index(after: $0)...] } ?? stem
        guard !own.isEmpty, !own.hasPrefix(".") else { return nil }
        self.stem = String(stem)
    }
}
