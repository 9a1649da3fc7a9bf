import Foundation
package import WebVTT

extension ScreenshotSource {
    /// The name of the film or folder for people: a film's without extension.
    package var displayName: String {
        guard isFilm else { return folderName }
        return URL(fileURLWithPath: folder).deletingPathExtension().lastPathComponent
    }

    /// The name of a film's frame: `film.mp4#t=83.5`, as a media fragment names a time.
    package func frameName(at time: Timestamp) -> String {
        "\(folderName)#t=\(FilmTimes.decimalSeconds(time.milliseconds))"
    }

    /// The name of the list of a film's times; nil without one.
    var listName: String? {
        if case .file(let path) = film.chapters { return ListFile.name(of: path) }
        return list.map(ListFile.name)
    }

    /// The settings that choose a film's times, of which one may be used.
    var waysToChooseTimes: [String] {
        [
            ("interval", interval != nil), ("count", film.count != nil), ("times", list != nil),
            ("chapters", film.chapters != nil),
        ].filter(\.1).map(\.0)
    }

    /// The times that are wanted of a film; nil for the chapters that it names.
    ///
    /// - Parameter roots: Folders that no link to a list below them may leave, without links.
    /// - Throws: `invalidSettings` for two ways to choose times; what lists throw.
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
