import Foundation
import Mosaic
import Synchronization
import TiledJPEG

/// A storyboard of any number of tiles whose sheets are in memory: those of a published one, again and again.
struct ExportedTiles: Sendable {
    /// When the tiles are shown.
    enum Times: String {
        /// One every 10 seconds.
        case regular
        /// 9 to 11 seconds apart.
        case irregular

        /// Milliseconds.
        func start(of tile: Int) -> Int {
            switch self {
            case .regular: tile * 10_000
            case .irregular: tile * 10_000 + tile * 7_919 % 1_000
            }
        }
    }

    private let storyboard: Storyboard
    private let contents: [[UInt8]]
    /// Bytes of all sheets.
    let bytes: Int

    /// Reads a storyboard with a sheet that is full.
    init(folder: String, count: Int, _ times: Times) async throws {
        let record = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + Storyboard.recordName))
        let published = try Storyboard(parsing: Array(record))
        let full = published.sheets.filter { $0.tiles == published.geometry.grid.count }
        guard !full.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
        var contents: [[UInt8]] = []
        for sheet in full {
            contents.append(
                Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + sheet.name.rawValue))))
        }
        storyboard = try Self.storyboard(like: published, repeating: full, count: count, times)
        bytes = storyboard.sheets.reduce(0) { $0 + $1.bytes }
        self.contents = contents
    }

    /// Makes all files of exports; each sheet is parsed once.
    func write(_ exports: [Export]) async throws {
        let source = ExportSource(StoryboardSet(storyboard), SheetsInMemory(contents))
        for export in exports {
            // Tiles of the corpus have no chapters.
            guard export != .chapters else { continue }
            for file in try await export.files(of: source) where !file.isPublished(in: source.storyboards) {
                _ = try await file.bytes(from: source)
            }
        }
    }

    /// The record of a storyboard with that many tiles, up to a full sheet.
    private static func storyboard(
        like published: Storyboard, repeating sheets: [Sheet], count: Int, _ times: Times
    ) throws -> Storyboard {
        guard var record = try JSONSerialization.jsonObject(with: Data(published.record())) as? [String: Any],
            let tiles = record["tiles"] as? [[String: Any]], let listed = record["sheets"] as? [[String: Any]]
        else { throw CocoaError(.coderReadCorrupt) }
        let capacity = published.geometry.grid.count
        let whole = count / capacity * capacity
        record["sheets"] = (0..<whole / capacity).map { number in
            var sheet = listed[number % sheets.count]
            let name = sheets[number % sheets.count].name.rawValue.drop { $0 != "." }
            sheet["name"] = "sheet-\(number)\(name)"
            return sheet
        }
        record["tiles"] = (0..<whole).map { number in
            var tile = tiles[number % (sheets.count * capacity)]
            tile["time_ms"] = times.start(of: number)
            tile["start_ms"] = times.start(of: number)
            tile["end_ms"] = number + 1 < whole ? times.start(of: number + 1) as Any : NSNull()
            tile["sheet"] = number / capacity
            return tile
        }
        record["duration_ms"] = NSNull()
        return try Storyboard(parsing: Array(JSONSerialization.data(withJSONObject: record)))
    }
}

/// Parses a sheet when it is first asked for.
private final class SheetsInMemory: SheetReader {
    private let contents: [[UInt8]]
    private let parsed = Mutex<[Int: RestartGrid]>([:])

    init(_ contents: [[UInt8]]) { self.contents = contents }

    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid {
        if let known = parsed.withLock({ $0[number] }) { return known }
        let sheet = try RestartGrid(parsing: contents[number % contents.count])
        parsed.withLock { $0[number] = sheet }
        return sheet
    }

    func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8] {
        contents[number % contents.count]
    }
}
