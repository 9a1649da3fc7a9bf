import Foundation
import Mosaic
import Raster
import TiledJPEG

import MosaicSystem

/// Cost of each stage of a composition, one thread; every stage runs over the whole corpus in each round.
struct ComposeStages {
    private let composing: BenchComposing
    private let geometry: TileGeometry
    private let pixels: PixelStages

    /// Files that a worker of the composer decodes side by side.
    private static let batch = 3

    init(_ composing: BenchComposing, _ floor: DecodingFloor, _ geometry: TileGeometry) throws {
        self.composing = composing
        self.geometry = geometry
        pixels = try PixelStages(composing.screenshots, floor, geometry)
    }

    func section(rounds: Int) async throws -> BenchReport.Section {
        let paths = composing.screenshots.paths
        let files = try paths.map { try FileReader.read($0) }
        let settings = CompositionSettings()
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: geometry.tile, cellSize: geometry.cell,
                codec: settings.encoding.codec))
        let tiles = try files.map { try maker.makeTile(from: $0).bytes }
        var sheets: [(Sheet, [UInt8])] = []
        let storyboard = try await composing.composition { sheets.append(($0, $1)) }.storyboard
        let mosaic = try ChildProcess.mosaic()
        func work(_ body: @escaping () throws -> Void) -> Race.Contestant {
            {
                try body()
                return nil
            }
        }
        let race = try await Race(
            rounds: rounds,
            [
                { try await composing.publish(workers: 1) },
                work { for path in paths { _ = try FileReader.read(path) } },
                work {
                    for bytes in files { _ = Checksum(of: bytes) }
                    for (_, bytes) in sheets { _ = ContentHash(of: bytes) }
                },
                work {
                    for first in stride(from: 0, to: files.count, by: Self.batch) {
                        let batch = Array(files[first..<min(first + Self.batch, files.count)])
                        for bytes in batch { _ = try maker.workingBytes(for: bytes) }
                        for tile in maker.makeTiles(from: batch) { _ = try tile.get() }
                    }
                },
                work { try pixels.resize() },
                work { try pixels.encode() },
                work { try Splicing.sheets(of: tiles, grid: geometry.grid) },
                { try await write(storyboard, sheets) },
            ])
        let start = try (0..<max(rounds, 1)).map { _ in try ChildProcess.run([mosaic, "--version"]) }
        return section(race, start)
    }

    private func section(_ race: Race, _ start: [ChildProcess]) -> BenchReport.Section {
        let times = (0..<8).map { race.processor($0) * 1e3 }
        let decoding = times[3] - times[4] - times[5]
        let known = times[1] + times[2] + times[3] + times[6] + times[7]
        func row(_ name: String, _ value: Double) -> Measurement {
            Measurement(name: name, value: value, unit: "ms", against: "the whole", ratio: value / times[0])
        }
        let rows = [
            Measurement(name: "process start", value: Median.of(start.map(\.processor)) * 1e3, unit: "ms"),
            row("hashing", times[2]), row("reading", times[1]), row("decoding", decoding), row("resizing", times[4]),
            row("encoding", times[5]), row("splicing", times[6]), row("writing", times[7]),
            row("listing, headers, tasks, records", times[0] - known),
            Measurement(name: "the whole, without process start", value: times[0], unit: "ms"),
        ]
        return BenchReport.Section(
            title: "Stages, one thread, CPU", rows: rows,
            notes: [
                "Decoding is what making a tile takes beside resizing and encoding its planes.",
                "Process start is mosaic --version and takes \(Int(Median.of(start.map(\.wall)) * 1e4) / 10) ms of wall time. "
                    + "Writing takes \(Int(race.wall(7) * 1e4) / 10) ms of wall time, most of it waiting for the disk.",
            ])
    }

    private func write(_ storyboard: Storyboard, _ sheets: [(Sheet, [UInt8])]) async throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        let folder = try StoryboardFolder(path: scratch.path + "/out", for: storyboard.id)
        var staged: [StagedObject] = []
        for (sheet, bytes) in sheets {
            if let object = try await folder.place.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await folder.place.publish(storyboard, sheets: staged, keepingOld: 0, now: Date())
        return scratch
    }
}

extension FileReader {
    fileprivate static func read(_ path: String) throws -> [UInt8] { try read(path, name: path, limit: .max) }
}
