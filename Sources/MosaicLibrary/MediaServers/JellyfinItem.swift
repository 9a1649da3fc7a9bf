import Mosaic

/// The identity of a film in Jellyfin, which follows from its path and its kind.
///
/// It is the MD5 of the kind's class name and the path, in UTF-16, as `LibraryManager.GetNewItemId` makes it.
package struct JellyfinItem: Hashable, Sendable {
    /// The kind of an item in Jellyfin.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case movie = "MediaBrowser.Controller.Entities.Movies.Movie"
        case episode = "MediaBrowser.Controller.Entities.TV.Episode"
        case video = "MediaBrowser.Controller.Entities.Video"
        case musicVideo = "MediaBrowser.Controller.Entities.MusicVideo"
    }

    /// Lower-case hexadecimal digits and hyphens, such as `1c7f4d2b-…`.
    package let id: String

    /// - Parameter path: The absolute path under which Jellyfin has the film.
    package init(path: String, kind: Kind) {
        let text = (kind.rawValue + path).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let digest = WeakDigest.md5(text)
        // The first three groups are written from their last byte to the first, as .NET does with these bytes.
        let groups = [[3, 2, 1, 0], [5, 4], [7, 6], [8, 9], [10, 11, 12, 13, 14, 15]]
        id = groups.map { group in Hexadecimal.text(of: group.map { digest[$0] }) }.joined(separator: "-")
    }

    /// The path below a folder that has one folder for each two first digits: `1c/1c7f4d2b-…`.
    package var shardedPath: String { "\(id.prefix(2))/\(id)" }

    /// The path of its pictures below Jellyfin's `metadata/library`, which has the digits without hyphens.
    package var metadataPath: String {
        let digits = id.filter { $0 != "-" }
        return "\(digits.prefix(2))/\(digits)"
    }

    /// The kind by a file's name alone: an episode where it has a season and an episode, such as `S01E02`.
    package static func kind(ofFile name: String) -> Kind {
        var digits = (season: 0, episode: 0)
        var isEpisode = false
        var seen: Character?
        for character in name.lowercased() + " " {
            if character.isASCII, character.isNumber {
                if seen == "s" { digits.season += 1 } else if seen == "e" { digits.episode += 1 }
                continue
            }
            if seen == "e", digits.season > 0, digits.episode > 0 { isEpisode = true }
            let continues = character == "e" && seen == "s" && digits.season > 0
            seen = character == "s" || continues ? character : nil
            if !continues { digits = (0, 0) }
        }
        return isEpisode ? .episode : .movie
    }
}
