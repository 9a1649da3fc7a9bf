import Foundation
import MosaicSystem
import TiledJPEG
import WebVTT

extension ImportedTiles {
    /// Jellyfin's default interval.
    private static let usualInterval = Timestamp(milliseconds: 10_000)
    /// Maximum size of JSON from Jellyfin's API, in bytes.
    private static let mostFactBytes = 1 << 20

    /// Reads the sheets of Jellyfin: `{base}.trickplay`, or one of its folders `{width} - {columns}x{rows}`.
    ///
    /// If there are several widths, takes the widest, unless the caller sets one. The sheets do not state the interval:
    /// it is the caller's, else from a `jellyfin.json` next to the folders, else 10 s. The number of tiles is from
    /// `jellyfin.json`; without it, empty cells at the end are left out.
    ///
    /// - Throws: `notFound` without such a folder or a sheet, `malformed`, `unsupported`, `unavailable`.
    init(jellyfin path: String, width: Int?, interval: Timestamp?) throws {
        try self.init(jellyfin: path, told: nil, width: width, interval: interval)
    }

    /// Reads the sheets next to a saved response of Jellyfin's API, in a folder `trickplay` or in the response's own
    /// folder; `nil` if the JSON is not such a response.
    ///
    /// - Throws: as ``init(jellyfin:width:interval:)``.
    init?(jellyfin bytes: [UInt8], in folder: ImportFolder, width: Int?, interval: Timestamp?) throws {
        guard bytes.count <= Self.mostFactBytes,
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes))
        else { return nil }
        let path = ["\(folder.path)/trickplay"].first(where: Self.isJellyfin) ?? folder.path
        try self.init(jellyfin: path, told: answer, width: width, interval: interval)
    }

    private init(jellyfin path: String, told answer: Answer?, width: Int?, interval: Timestamp?) throws {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        let choices = Self.trickplayFolders(at: path)
        guard let chosen = choices.filter({ width == nil || $0.width == width }).max(by: { $0.width < $1.width }) else {
            throw MosaicError(.notFound, name, "There is no folder {width} - {columns}x{rows} of this width.")
        }
        let files = try Self.sheets(in: chosen.path)
        guard !files.isEmpty else { throw MosaicError(.notFound, name, "There is no 0.jpg in the folder.") }
        let facts = (answer ?? Self.answer(beside: chosen.path))?.facts(width: chosen.width)
        let step = interval ?? facts.map { Timestamp(milliseconds: $0.Interval) } ?? Self.usualInterval
        guard step > .zero else { throw MosaicError(.malformed, name, "The interval must be above 0.") }
        try self.init(
            "Jellyfin", named: files, in: try ImportFolder(path: chosen.path), grid: chosen.grid,
            tile: facts.map { PixelSize(width: $0.Width, height: $0.Height) }, interval: step, name: name)
        if let count = facts?.ThumbnailCount, (1...tiles.count).contains(count) {
            removeLast(tiles.count - count)
            mayEndEmpty = false
        }
        if choices.count > 1 { remarks.append("Of \(choices.count) widths \(chosen.width) is imported.") }
        if interval == nil, facts == nil { remarks.append("An interval of 10 s is assumed; --interval gives another.") }
    }

    /// Whether a folder contains sheets of Jellyfin, or is such a folder of one width.
    static func isJellyfin(_ path: String) -> Bool { !trickplayFolders(at: path).isEmpty }

    private typealias Choice = (path: String, width: Int, grid: TileGrid)

    private static func trickplayFolders(at path: String) -> [Choice] {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        if let choice = choice(path) { return [choice] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { choice("\(path)/\($0)") }
    }

    private static func choice(_ path: String) -> Choice? {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let match = name.wholeMatch(of: /([0-9]{1,5}) - ([0-9]{1,5})x([0-9]{1,5})/), let width = Int(match.1),
            let columns = Int(match.2), let rows = Int(match.3), let grid = TileGrid(columns: columns, rows: rows),
            FileStatus(path: path)?.isFolder == true
        else { return nil }
        return (path, width, grid)
    }

    /// The consecutive files `0.jpg`, `1.jpg` and so on.
    private static func sheets(in folder: String) throws -> [String] {
        let files = try MosaicError.translating { try FolderEntry.contents(of: folder).files }
        let names = Set(files.map(\.name))
        return (0..<files.count).map { "\($0).jpg" }.prefix { names.contains($0) }.map(\.self)
    }

    /// The facts about one width in Jellyfin's API, with its keys.
    private struct Facts: Decodable {
        let Width: Int
        let Height: Int
        let Interval: Int64
        let ThumbnailCount: Int
    }

    private struct Answer: Decodable {
        let Trickplay: [String: [String: Facts]]

        func facts(width: Int) -> Facts? {
            // The ids of a film's versions are not in the folders, so the first version counts.
            Trickplay.sorted { $0.key < $1.key }.compactMap { $0.value[String(width)] }.first
        }
    }

    private static func answer(beside folder: String) -> Answer? {
        var url = URL(fileURLWithPath: folder)
        for _ in 0..<2 {
            url.deleteLastPathComponent()
            let path = url.appendingPathComponent("jellyfin.json").path
            guard let bytes = try? FileReader.read(path, name: "jellyfin.json", limit: mostFactBytes),
                let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes))
            else { continue }
            return answer
        }
        return nil
    }
}
