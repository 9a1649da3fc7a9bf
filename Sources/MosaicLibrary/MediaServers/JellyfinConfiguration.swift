import Foundation
package import Mosaic
import MosaicFiles
import ThumbnailFormats
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
    }

    /// The sentence on the switches where they cannot be read.
    package static let switches =
        "Jellyfin shows them if the library has \"Enable trickplay image extraction\" and \"Save trickplay images next to "
        + "media\" on, which are off by default; --jellyfin FOLDER, the server's data, reads that."
    /// The largest file that is read, in bytes.
    private static let limit = 4 << 20

    private let options: JellyfinServerOptions
    private let libraries: [Library]

    /// Widths of thumbnails in pixels; never empty.
    package var widths: [Int] { options.widths }
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
        let places = ["config/system.xml", "system.xml", "../config/system.xml"].map { folder + "/" + $0 }
        guard let path = places.first(where: { FileStatus(path: $0)?.isRegularFile == true }) else {
            throw MosaicError(
                .notFound, folder, "It is not the data folder of a Jellyfin server: it has no file config/system.xml.")
        }
        options = try Self.read(path) { bytes throws(ThumbnailFormatError) in
            try JellyfinServerOptions(parsing: bytes)
        }
        let root = folder + "/root/default"
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

    /// One sentence on the switches of the library that holds a folder of films; nil if both are on.
    ///
    /// - Parameter root: The folder's path, as the server names it.
    package func objection(for root: String) -> String? {
        let holding = libraries.first { library in
            library.options.paths.contains { path in
                let parent = path.hasSuffix("/") ? path : path + "/"
                return (root + "/").utf8.starts(with: parent.utf8) || parent.utf8.starts(with: (root + "/").utf8)
            }
        }
        guard let holding else { return "No library of Jellyfin holds \(root). " + Self.switches }
        let off = [
            holding.options.extractsImages ? nil : "\"Enable trickplay image extraction\"",
            holding.options.savesBesideMedia ? nil : "\"Save trickplay images next to media\"",
        ].compactMap(\.self)
        guard !off.isEmpty else { return nil }
        return
            "Jellyfin ignores or deletes them: its library \(holding.name) has \(off.joined(separator: " and ")) off."
    }
}
