import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// `mosaic compose` on films: the published tiles show the drawn pictures.
@Suite(
    .enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)),
    .enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposedFilmTests {
    private struct Record: Decodable {
        struct Tile: Decodable {
            struct Source: Decodable { let name: String }
            let time: Int
            let frameTime: Int?
            let source: Source?

            private enum CodingKeys: String, CodingKey {
                case source
                case time = "time_ms"
                case frameTime = "frame_time_ms"
            }
        }
        let tiles: [Tile]
    }

    private let folder = TemporaryFolder()

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, environment: [FramesTool.variable: FramesTool.path ?? ""])
    }

    private func tiles() throws -> [Record.Tile] {
        try JSONDecoder().decode(Record.self, from: Data(folder.read("out/mosaic.json"))).tiles
    }

    /// The number in a tile of the published sheets.
    private func number(at time: Int) throws -> Int? {
        let seconds = String(format: "%.3f", Double(time) / 1e3)
        #expect(try run("tile", "out/thumbnails.vtt", seconds, "-o", "tile.jpg").status == 0)
        guard let pixels = SheetPixels(jpeg: try folder.read("tile.jpg")) else { return nil }
        let green = stride(from: 1, to: pixels.rgb.count, by: 3).map { pixels.rgb[$0] }
        return NumberedPictures.number(in: green[...], width: pixels.size.width, height: pixels.size.height)
    }

    @Test(arguments: ["always", "never"]) func `the recorded time of a frame is the time of the picture in the tile`(
        _ exact: String
    ) throws {
        let outcome = try run(
            "compose", Film.closed.path(), "-o", "out", "--width", "240", "--interval", "1.3", "--exact", exact)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let tiles = try tiles()
        #expect(tiles.count >= 15)
        for tile in tiles {
            let number = try #require(try number(at: tile.time))
            #expect(tile.frameTime == number * 40)
            #expect(number == (exact == "always" ? tile.time / 40 : tile.time / 2_000 * 50))
        }
    }

    @Test func `a film's strange name stays a name`() throws {
        let outcome = try run("compose", Film.strangeName.path(), "-o", "out", "--width", "240", "--count", "4")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try tiles().compactMap(\.source?.name)
        #expect(names.count == 4 && names.allSatisfy { $0.hasPrefix(Film.strangeName.name + "#t=") }, "\(names)")
        // The line's end in the name breaks no line of the track, and no line of what is said.
        let doctor = try run("cues", "out/thumbnails.vtt")
        #expect(doctor.status == 0)
        #expect(!outcome.output.contains("uote\nline") && !outcome.errors.contains("uote\nline"))
    }

    @Test func `missing frames at a film's end become placeholders, and a message reports them`() throws {
        let outcome = try run(
            "compose", Film.cutOff.path(), "-o", "out", "--width", "240", "--interval", "1", "--exact", "never")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains("placeholder"), "\(outcome.output)\(outcome.errors)")
        #expect(try (19...21).contains(tiles().count))
        #expect(try number(at: 8_500) == 200 && number(at: 19_000) == nil)
    }

    @Test(arguments: [Film.playlist, .script, .zeros, .soundOnly, .bomb, .indexLost, .empty])
    func `no film is an error of one sentence, and nothing is published`(_ film: Film) throws {
        let outcome = try run("compose", film.path(), "-o", "out")
        #expect(outcome.status != 0 && outcome.status != nil)
        // The path is the one that was typed, and there is no other.
        let errors = try outcome.errors.replacing(film.path(), with: film.name)
        #expect(errors.hasPrefix("mosaic: \(film.name): ") && !errors.contains("/"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(!folder.holds("out/thumbnails.vtt"))
    }

    @Test func `a pipe with a film's name is refused without waiting for it`() throws {
        #expect(mkfifo(folder.path("pipe.mp4"), 0o600) == 0)
        let outcome = try run("compose", "pipe.mp4", "-o", "out")
        #expect(outcome.status != 0 && outcome.errors.contains("pipe.mp4"), "\(outcome.errors)")
    }

    @Test func `a folder with a film's name is a folder`() throws {
        try folder.makeFolder("folder.mp4")
        let outcome = try run("compose", "folder.mp4", "-o", "out")
        #expect(outcome.status != 0 && outcome.errors.contains("folder.mp4"), "\(outcome.errors)")
    }
}
