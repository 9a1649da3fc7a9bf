import Foundation
import Mosaic
import MosaicLibrary

/// The report of `import`.
struct ImportReport: PrintedReport {
    private struct Remark: Encodable {
        let name: String
        let reason: String
    }

    private let storyboard: Storyboard
    private let isMoved: Bool
    private let format: String
    /// The folder of the written files, with a slash at its end.
    private let folder: String
    private let links: StoryboardDocument.Links
    private let damaged: [Remark]
    private let notes: [String]

    init(
        _ result: StoryboardImporter.Result, format: String, output: String, documents: Set<PublishedDocument>
    ) {
        storyboard = result.storyboard
        isMoved = result.isMoved
        self.format = format
        folder = output.hasSuffix("/") ? output : output + "/"
        links = StoryboardDocument.Links(storedBelow: folder, requested: documents)
        damaged = result.remarkable.map { Remark(name: $0.source.name, reason: $0.reason ?? "") }
        notes = result.remarks
    }

    private enum Key: String, CodingKey {
        case format, damaged, notes
        case movedTiles = "moved_tiles"
        case encodedTiles = "encoded_tiles"
    }

    /// Writes the keys of the storyboard and those of the import.
    func encode(to encoder: any Encoder) throws {
        try StoryboardDocument(storyboard, links: links).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(format, forKey: .format)
        try container.encode(isMoved ? storyboard.tiles.count : 0, forKey: .movedTiles)
        try container.encode(isMoved ? 0 : storyboard.tiles.count, forKey: .encodedTiles)
        try container.encode(damaged, forKey: .damaged)
        try container.encode(notes, forKey: .notes)
    }

    /// One line for each remark.
    var remarks: [String] { damaged.prefix(5).map { "\($0.name): \($0.reason)" } + notes }

    /// The counts, and the page to look at.
    var summary: String {
        let (tiles, sheets) = (storyboard.tiles.count, storyboard.sheets.count)
        var lines = [
            "\(format): \(tiles) \(tiles == 1 ? "tile" : "tiles") of \(storyboard.geometry.tile) "
                + "\(isMoved ? "moved as bytes" : "encoded again"), on \(sheets) \(sheets == 1 ? "sheet" : "sheets"): "
                + "\(folder)\(Storyboard.trackName)"
        ]
        if let preview = links[.preview] {
            lines.append("Look at it:   \(URL(fileURLWithPath: preview).absoluteString)")
        }
        return lines.joined(separator: "\n")
    }
}

/// The default id of an imported storyboard.
enum ImportedName {
    /// File names of any storyboard, which do not identify a film.
    private static let common: Set<String> = [
        "thumbnails", "storyboard", "vidstack", "images", "hls", "iframes", "iframes-master", "master", "manifest",
        "mosaic", "index-sd",
    ]

    /// The name of the folder or file without extension; that of the folder above where it tells nothing.
    static func of(_ path: String) -> String {
        var url = URL(fileURLWithPath: path).standardizedFileURL
        if url.lastPathComponent.wholeMatch(of: /[0-9]+ - [0-9]+x[0-9]+/) != nil { url.deleteLastPathComponent() }
        let name = url.deletingPathExtension().lastPathComponent
        guard common.contains(name) || name.contains("%") else { return name }
        return url.deletingLastPathComponent().lastPathComponent
    }
}
