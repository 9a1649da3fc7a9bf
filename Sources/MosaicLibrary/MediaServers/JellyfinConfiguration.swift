import Foundation
package import Mosaic
import MosaicSystem
import PlayerFormats
package import WebVTT

/// The settings by which a Jellyfin server takes thumbnails from files, read from its data folder.
///
/// Versions 10.10 and 10.11 keep the settings of the server in `config/system.xml`, Debian's packages in
/// `/etc/jellyfin/system.xml`, which that links to; each library has `root/default/NAME/options.xml`.
package struct JellyfinConfiguration: Hashable, Sendable {
    /// A library of the server.
    private struct Library: Hashable, Sendable {
        let name: String
        let options: JellyfinLibraryOptions

        /// Whether a folder is one of the library's, in one of them, or above one.
        func holds(_ folder: String) -> Bool {
            options.paths.contains { path in
                let (own, other) = (path.hasSuffix("/") ? path : path + "/", folder + "/")
                return other.utf8.starts(with: own.utf8) || own.utf8.starts(with: other.utf8)
            }
        }
    }

    /// The largest file that is read, in bytes.
    private static let limit = 4 << 20

    private let options: JellyfinServerOptions
    private let libraries: [Library]

    /// Widths of thumbnails in pixels, all even; never empty.
    package var widths: [Int] { options.widths.map { Self.width($0, ofFilm: .max) } }

    /// The width of thumbnails of a film for a width of the settings: even, and no larger than the film's own.
    ///
    /// - Parameter codedWidth: Samples of a coded picture from left to right.
    package static func width(_ width: Int, ofFilm codedWidth: Int) -> Int { max(2, min(width, codedWidth) / 2 * 2) }

    /// Thumbnails on a sheet.
    package var grid: TileGrid? { TileGrid(columns: options.columns, rows: options.rows) }
    /// Time from thumbnail to thumbnail.
    package var interval: Timestamp { Timestamp(milliseconds: Int64(options.interval)) }

    /// The settings of a server that was not configured, with no library.
    package init() {
        options = JellyfinServerOptions()
        libraries = []
    }

    /// Reads the configuration below a server's data folder.
    ///
    /// - Throws: `notFound` without `config/system.xml`, `malformed` naming file and setting, `limitExceeded`,
    ///   `unavailable`.
    package init(at folder: String) throws {
        let below = Self.file(below: folder)
        guard let path = below ?? Self.file(above: folder) else {
            throw MosaicError(
                .notFound, folder, "It is not the data folder of a Jellyfin server: it has no file config/system.xml.")
        }
        options = try Self.read(path) { bytes throws(ThumbnailFormatError) in
            try JellyfinServerOptions(parsing: bytes)
        }
        let root = folder + (below == nil ? "/.." : "") + "/root/default"
        libraries = try FolderNames.all(in: root).sorted().compactMap { name in
            let path = "\(root)/\(name)/options.xml"
            guard FileStatus(path: path)?.isRegularFile == true else { return nil }
            return Library(
                name: name,
                options: try Self.read(path) { bytes throws(ThumbnailFormatError) in
                    try JellyfinLibraryOptions(parsing: bytes)
                })
        }
    }

    /// Whether a server's data folder has its settings.
    package static func isReadable(at folder: String) -> Bool { file(below: folder) ?? file(above: folder) != nil }

    /// The settings of a server by the folder of its program data; nil without any.
    static func file(below folder: String) -> String? {
        file(at: ["config/system.xml", "system.xml"].map { folder + "/" + $0 })
    }

    /// The settings of a server by the folder `data` in its program data; nil without any.
    private static func file(above folder: String) -> String? { file(at: [folder + "/../config/system.xml"]) }

    private static func file(at paths: [String]) -> String? {
        paths.first { FileStatus(path: $0)?.isRegularFile == true }
    }

    private static func read<Value>(
        _ path: String, _ parse: ([UInt8]) throws(ThumbnailFormatError) -> Value
    ) throws -> Value {
        let name = path.split(separator: "/").suffix(2).joined(separator: "/")
        let bytes = try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
        do {
            return try parse(bytes)
        } catch {
            throw MosaicError(.malformed, "\(name): \(error.subject)", error.reason)
        }
    }

    /// One sentence on the switches of the libraries that hold films.
    ///
    /// - Parameters:
    ///   - folders: The folders of films, as the server names them.
    ///   - isBesideMedia: Whether thumbnails are beside films, and not in the server's data.
    package func switches(for folders: [String], isBesideMedia: Bool) -> String {
        var off: [String] = []
        for folder in folders {
            guard let holding = libraries.first(where: { $0.holds(folder) }) else {
                return "No library of Jellyfin holds \(folder); --path-map HERE=THERE names it as the server does. "
                    + Self.unread(isBesideMedia: isBesideMedia)
            }
            let wrong = [
                holding.options.extractsImages ? nil : "\(Self.extraction) off",
                holding.options.savesBesideMedia == isBesideMedia
                    ? nil : Self.besideMedia + (isBesideMedia ? " off" : " on"),
            ].compactMap(\.self)
            if !wrong.isEmpty {
                off.append(
                    "Jellyfin ignores or deletes them: its library \(holding.name) has \(wrong.joined(separator: " and "))."
                )
            }
        }
        return off.isEmpty ? "Those of Jellyfin's library are as they have to be." : off.joined(separator: " ")
    }

    /// The sentence on the switches if they are not read.
    package static func unread(isBesideMedia: Bool) -> String {
        "The library has to have \(extraction) on, and \(besideMedia) "
            + (isBesideMedia ? "too; both are off by default." : "off; the first is off by default.")
    }

    private static let extraction = "\"Enable trickplay image extraction\""
    private static let besideMedia = "\"Save trickplay images next to media\""
}

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
