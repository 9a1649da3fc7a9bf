import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// `mosaic compose` and `mosaic screenshots` on a film whose pictures change their shape, or are transparent.
@Suite(
    .enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)),
    .enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposedShapesTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, environment: [FramesTool.variable: FramesTool.path ?? ""])
    }

    /// Width and height of the white part of a picture.
    private func white(_ path: String) throws -> (width: Int, height: Int) {
        let pixels = try #require(SheetPixels(jpeg: try folder.read(path)))
        let lit = (0..<pixels.size.pixelCount).filter { pixels.rgb[3 * $0 + 1] > 160 }
        let width = pixels.size.width
        return (Set(lit.map { $0 % width }).count, Set(lit.map { $0 / width }).count)
    }

    @Test(arguments: [[], ["--tile", "120x120"]]) func `a picture of another shape is padded, and counted`(
        _ options: [String]
    ) throws {
        let arguments = ["compose", try Film.turnedCall.path(), "-o", "out", "--count", "4"]
        let outcome = try BuiltTool.run(
            arguments + options, in: folder, environment: [FramesTool.variable: FramesTool.path ?? ""])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("2 pictures have another shape than the film and are padded."))
        for time in ["1", "7"] {
            #expect(try run("tile", "out/thumbnails.vtt", time, "-o", "tile.jpg").status == 0)
            let white = try white("tile.jpg")
            #expect(abs(white.width - white.height) <= 2, "\(white)")
            // Of the shorter side of the film 64 of 144 are white, of the longer side of the later pictures 64 of 256.
            let side = options.isEmpty ? 144 : 120
            let part = time == "1" ? 64 * side / 144 : 64 * side / 256
            #expect(abs(white.width - part) <= 3, "\(time) s: \(white), not \(part)")
        }
    }

    @Test func `full-size screenshots of another shape are padded, and counted`() throws {
        let outcome = try run(
            "screenshots", try Film.changingAspect.path(), "-o", "stills", "--count", "2")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let remark = "1 picture has another shape than the film and is padded."
        #expect(outcome.errors.contains(remark), "\(outcome.errors)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("stills"))
        where name.hasSuffix(".jpg") {
            let white = try white("stills/" + name)
            #expect(abs(white.width - white.height) <= 3, "\(name): \(white)")
        }
    }

    @Test func `the background of a sheet is seen behind a transparent film`() throws {
        let film = Film.transparent("alpha_ffv1.mkv", options: ["-c:v", "ffv1", "-pix_fmt", "bgra"])
        let outcome = try run(
            "compose", film.path(), "-o", "out", "--width", "160", "--count", "1", "--background", "ffffff")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try run("tile", "out/thumbnails.vtt", "0", "-o", "tile.jpg").status == 0)
        let white = try white("tile.jpg")
        #expect(abs(white.width - 80) <= 3, "\(white)")
    }
}
