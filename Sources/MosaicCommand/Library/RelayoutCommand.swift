import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary

/// `mosaic relayout`: moves the tiles of a published storyboard to sheets of another grid.
struct RelayoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relayout",
        abstract: "Lays the tiles of a published storyboard out on sheets of another grid, without decoding.",
        discussion: """
            Tiles are moved as bytes: their pictures and times stay as they are. Players that have loaded the earlier \
            track find its sheets until --keep-old is over. A later mosaic compose keeps the new grid.

            EXAMPLES
              mosaic relayout out --grid 3x3
              mosaic relayout out --max-side 1024
              mosaic relayout film-7 --library library --grid 10x10 --max-side 4096
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder of a storyboard; with --library its id, the beginning of its id, its title or its path.",
            valueName: "storyboard"))
    var storyboard: String

    @Option(
        name: .customLong("library"),
        help: ArgumentHelp("The folder of the storyboard's library.", valueName: "dir"))
    var library: String?

    @Option(help: ArgumentHelp("The catalog's file where it does not lie in the library's folder.", valueName: "path"))
    var catalog: String?

    @Option(help: "Tiles on a sheet, CxR; by default the largest up to 5x5 that fits.")
    var grid: TileGrid?

    @Option(help: "The longest side of a sheet in pixels, up to 4096 (default: 2048).")
    var maxSide: Int?

    @Flag(help: "Allow --max-side beyond 4096, up to 65500.")
    var allowLargeSheets = false

    @Option(help: "Retention of the earlier sheets: \(RetentionArgument.form).")
    var keepOld = RetentionArgument.day

    @Flag(help: "Print a JSON report.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting(library == nil ? [NamedPath(storyboard, .storyboard)] : []) {
            let relayout = try await relayout()
            try RelayoutReport(relayout: relayout, folder: folder(of: relayout.storyboard.id)).print(json: json)
        }
    }

    /// The storyboard's folder, with a slash at its end.
    private func folder(of id: StoryboardID) -> String {
        let path = library.map { "\(URL(fileURLWithPath: $0).standardizedFileURL.path)/\(id)" } ?? storyboard
        return path.hasSuffix("/") ? path : path + "/"
    }

    private func relayout() async throws -> StoryboardPublisher.Relayout {
        var request = GeometryRequest()
        request.grid = grid
        request.maximumSide = maxSide
        request.allowsLargeSheets = allowLargeSheets
        if let library {
            let opened = try LibraryOptions(path: library, catalog: catalog).existing()
            let id = try await StoryboardIDs.id(named: storyboard, in: opened, isKnown: false)
            guard try await opened.storyboard(id) != nil else {
                throw try await StoryboardIDs.unknown(id.rawValue, in: opened)
            }
            return try await opened.relayout(id, request, keepingOld: keepOld.seconds)
        }
        guard let id = try StoryboardFolder.storyboard(in: storyboard)?.id else {
            throw MosaicError(
                .notFound, URL(fileURLWithPath: storyboard).lastPathComponent,
                "The folder holds no \(Storyboard.recordName); an id of a library needs --library.")
        }
        let opened = try StoryboardFolder(path: storyboard, for: id)
        do {
            return try await opened.place.relayout(request, keepingOld: keepOld.seconds, now: Date())
        } catch {
            opened.abandon()
            throw error
        }
    }
}

/// The report of `relayout`.
private struct RelayoutReport: Report {
    let relayout: StoryboardPublisher.Relayout
    /// The storyboard's folder, with a slash at its end.
    let folder: String

    private enum Key: String, CodingKey { case unchanged }

    /// Writes the keys of the storyboard, and whether it is unchanged.
    func encode(to encoder: any Encoder) throws {
        try StoryboardDocument(relayout.storyboard, links: .init(storedBelow: folder)).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(relayout.isUnchanged, forKey: .unchanged)
    }

    var summary: String? {
        let (storyboard, geometry) = (relayout.storyboard, relayout.storyboard.geometry)
        let sheets = storyboard.sheets.count
        return "\(storyboard.id): \(storyboard.tiles.count) tiles of \(geometry.tile) on \(sheets) "
            + "\(sheets == 1 ? "sheet" : "sheets") of \(geometry.grid)\(relayout.isUnchanged ? ", as before" : "")"
    }
}
