import MosaicSystem

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

    /// Whether it is a film, or is going to be one.
    package var isFilm: Bool { if case .film = location { true } else { filmPath != nil } }

    /// The paths of the lists of times and chapters by which frames of a film are chosen.
    package var filmLists: [String] {
        guard case .file(let path) = film.chapters else { return [list].compactMap(\.self) }
        return [path, list].compactMap(\.self)
    }

    /// Checks that the frames of a film are chosen in one way.
    ///
    /// - Throws: `invalidSettings`.
    package func checkFilm() throws {
        let ways = waysToChooseTimes.count
        guard ways < 2 || filmPath == nil else {
            throw MosaicError(
                .invalidSettings, folderName,
                "Interval, list, count and chapters are ways to choose frames of which one is used; \(ways) are given.")
        }
    }
}
