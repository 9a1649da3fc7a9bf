import Foundation
package import Mosaic
import MosaicSystem
import PlayerFormats
package import WebVTT

/// The trickplay settings of a Jellyfin server, read from the server's data folder.
///
/// Jellyfin 10.10 and 10.11 keep the server's settings in `config/system.xml`. In Debian packages, `config` is a link,
/// and the file is `/etc/jellyfin/system.xml`. Each library has the settings file `root/default/NAME/options.xml`.
package struct JellyfinConfiguration: Hashable, Sendable {
    /// A library of the server.
    private struct Library: Hashable, Sendable {
        let name: String
        let options: JellyfinLibraryOptions

        /// Whether a folder is inside the library, is one of its folders, or contains one of them.
        func holds(_ folder: String) -> Bool {
            options.paths.contains { path in
                let (own, other) = (path.hasSuffix("/") ? path : path + "/", folder + "/")
                return other.utf8.starts(with: own.utf8) || own.utf8.starts(with: other.utf8)
            }
        }
    }

    /// Maximum size of a settings file in bytes.
    private static let limit = 4 << 20

    private let options: JellyfinServerOptions
    private let libraries: [Library]

    /// Widths of thumbnails in pixels, all even; never empty.
    package var widths: [Int] { options.widths.map { Self.width($0, ofFilm: .max) } }

    /// The width of a film's thumbnails for a width in the settings: even, and not larger than the film's width.
    ///
    /// - Parameter codedWidth: Width of the film's coded picture in samples.
    package static func width(_ width: Int, ofFilm codedWidth: Int) -> Int { max(2, min(width, codedWidth) / 2 * 2) }

    /// Columns and rows of thumbnails on a sheet.
    package var grid: TileGrid? { TileGrid(columns: options.columns, rows: options.rows) }
    /// Time between two thumbnails.
    package var interval: Timestamp { Timestamp(milliseconds: Int64(options.interval)) }

    /// Creates the default settings of a server, without libraries.
    package init() {
        options = JellyfinServerOptions()
        libraries = []
    }

    /// Reads the configuration below a server's data folder.
    ///
    /// - Throws: `notFound` without `config/system.xml`, `malformed` with file and setting as the subject,
    ///   `limitExceeded`, `unavailable`.
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

    /// Whether a server's data folder contains its settings file.
    package static func isReadable(at folder: String) -> Bool { file(below: folder) ?? file(above: folder) != nil }

    /// The settings file, given the folder of a server's program data; nil if missing.
    static func file(below folder: String) -> String? {
        file(at: ["config/system.xml", "system.xml"].map { folder + "/" + $0 })
    }

    /// The settings file, given the folder `data` in a server's program data; nil if missing.
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

    /// The sentences on the switches of the libraries that contain the films.
    ///
    /// - Parameters:
    ///   - folders: The folders of the films, as paths on the server.
    ///   - isBesideMedia: Whether thumbnails are written next to the films instead of into the server's data folder.
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

    /// The sentence on the required switches if the server's settings are not read.
    package static func unread(isBesideMedia: Bool) -> String {
        "The library has to have \(extraction) on, and \(besideMedia) "
            + (isBesideMedia ? "too; both are off by default." : "off; the first is off by default.")
    }

    private static let extraction = "\"Enable trickplay image extraction\""
    private static let besideMedia = "\"Save trickplay images next to media\""
}

/// The id of a film in Jellyfin, derived from the film's path and kind.
///
/// The id is the MD5 of the kind's class name and the path in UTF-16, as `LibraryManager.GetNewItemId` computes it.
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

    /// - Parameter path: The film's absolute path on the server.
    package init(path: String, kind: Kind) {
        let text = (kind.rawValue + path).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let digest = WeakDigest.md5(text)
        // As in .NET, the bytes of each of the first three groups are in reverse order.
        let groups = [[3, 2, 1, 0], [5, 4], [7, 6], [8, 9], [10, 11, 12, 13, 14, 15]]
        id = groups.map { group in Hexadecimal.text(of: group.map { digest[$0] }) }.joined(separator: "-")
    }

    /// The path below a folder that has one subfolder for each two leading digits: `1c/1c7f4d2b-…`.
    package var shardedPath: String { "\(id.prefix(2))/\(id)" }

    /// The path of the film's pictures below Jellyfin's `metadata/library`, with the digits without hyphens.
    package var metadataPath: String {
        let digits = id.filter { $0 != "-" }
        return "\(digits.prefix(2))/\(digits)"
    }

    /// The kind as guessed from a file's name: an episode if the name has a season and an episode number, such as
    /// `S01E02`.
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
