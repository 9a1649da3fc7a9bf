import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// Options of `mosaic compose` for tiles and sheets.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeSheetTests {
    private let workplace = Workplace()

    private func compose(_ options: [String]) throws -> BuiltTool.Outcome {
        try workplace.run(["compose", "shots", "-o", "out"] + options)
    }

    private func firstSheet() throws -> [UInt8] { try workplace.folder.read("out/" + workplace.sheets()[0]) }

    /// Options, the resulting tile size, and the size of the first sheet.
    @Test(arguments: [
        (["--width", "100"], "100x56", "560x128"),
        (["--tile", "64x64"], "64x64", "320x128"),
        (["--width", "40", "--grid", "3x2"], "40x23", "144x64"),
        (["--width", "40", "--max-side", "100"], "40x23", "96x96"),
        (["--width", "40", "--grid", "100x1", "--max-side", "5000", "--allow-large-sheets"], "40x23", "4800x32"),
        (["--width", "40", "--uniform"], "48x16", "240x32"),
        (["--width", "40", "--chroma", "444"], "40x23", "200x48"),
        (["--width", "40", "--format", "png"], "40x23", "200x46"),
    ])
    func `options determine the sizes of tiles and sheets`(options: [String], tile: String, sheet: String) throws {
        try workplace.draw(1...6)
        let run = try compose(options)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("6 tiles of \(tile) on "))
        #expect(try ImageHeader(parsing: firstSheet()).size.description == sheet)
        #expect(try WrittenTrack(workplace).rects.allSatisfy { "\($0.width)x\($0.height)" == tile })
    }

    @Test(arguments: [
        ["--tile", "64"], ["--tile", "0x4"], ["--tile", "64x64", "--width", "64"], ["--width", "0"],
        ["--grid", "0x2"], ["--grid", "2"], ["--max-side", "5000"], ["--max-side", "0"],
        ["--max-side", "70000", "--allow-large-sheets"], ["--quality", "0"], ["--quality", "101"],
        ["--chroma", "422"], ["--format", "gif"], ["--background", "blue"], ["--jobs", "0"], ["--max-cues", "0"],
    ])
    func `sizes that make no sense are a wrong command line`(options: [String]) throws {
        try workplace.draw(1...1)
        let run = try compose(options)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(!run.errors.isEmpty)
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `a side that is too long names the option that allows for it`() throws {
        try workplace.draw(1...1)
        #expect(
            try compose(["--max-side", "5000"]).errors
                == "mosaic: --max-side 5000: A side of 5000 pixels is not within 1...4096; "
                + "--allow-large-sheets takes up to 65500.\n")
        #expect(try !compose(["--max-side", "0"]).errors.contains("--allow-large-sheets"))
    }

    @Test func `a grid that does not fit names one that does`() throws {
        try workplace.draw(1...1)
        let run = try compose(["--grid", "9x9"])
        #expect(run.status == 64)
        let reason = "A grid of 9x9 cells of 256x144 exceeds 2048 pixels a side; 8x9 fits, or take --max-side 2304."
        #expect(run.errors == "mosaic: --grid 9x9: \(reason)\n")
        #expect(try compose(["--grid", "8x9"]).status == 0)
    }

    @Test func `reports the share cropped by rounding to whole blocks`() throws {
        try workplace.draw(1...1)
        let run = try compose(["--width", "40", "--uniform"])
        #expect(run.errors == "mosaic: Tiles of 48x16 instead of 40x23 crop 40.7 % of the height.\n")
        try workplace.folder.remove("out")
        let report = try JSONReport(compose(["--width", "40", "--uniform", "--json", "--quiet"]).output)
        #expect(report.texts("notes") == ["Tiles of 48x16 instead of 40x23 crop 40.7 % of the height."])
    }

    @Test func `quality is paid for in bytes`() throws {
        let qualities = ["20", "80", "95"]
        let sizes = try qualities.map { quality in
            let output = "q\(quality)"
            let options = ["--width", "96", "--quality", quality]
            let run = try workplace.run(["compose", Workplace.sample, "-o", output] + options)
            #expect(run.status == 0)
            return try workplace.folder.read("\(output)/" + workplace.sheets(in: output)[0]).count
        }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    }

    @Test(arguments: [("420", UInt8(0x22)), ("444", UInt8(0x11))])
    func `chroma is stored as it is asked for`(chroma: String, sampling: UInt8) throws {
        try workplace.draw(1...1)
        #expect(try compose(["--chroma", chroma]).status == 0)
        let sheet = try firstSheet()
        // SOF0: marker, length, precision, height, width, number of components, identifier, sampling.
        let frame = try #require(sheet.indices.dropLast().first { sheet[$0] == 0xFF && sheet[$0 + 1] == 0xC0 })
        #expect(sheet[frame + 9] == 3)
        #expect(sheet[frame + 11] == sampling)
    }

    @Test func `a picture of another shape is cropped, or shown whole between bars`() throws {
        try workplace.draw(1...1, size: PixelSize(width: 60, height: 60))
        let drawn = DrawnScreenshot(number: 1, size: PixelSize(width: 60, height: 60))
        let bars = (red: 0x33, green: 0x66, blue: 0x99)
        #expect(try compose(["--tile", "96x48", "--background", "336699"]).status == 0)
        let cropped = try #require(SheetPixels(jpeg: firstSheet()))
        #expect(cropped.difference(drawn.left, x: 4, y: 24) < 12)
        try workplace.folder.remove("out")
        #expect(try compose(["--tile", "96x48", "--pad", "--background", "#336699"]).status == 0)
        let padded = try #require(SheetPixels(jpeg: firstSheet()))
        #expect(padded.difference(bars, x: 4, y: 24) < 8 && padded.difference(bars, x: 91, y: 24) < 8)
        #expect(padded.difference(drawn.left, x: 34, y: 24) < 12 && padded.difference(drawn.right, x: 62, y: 24) < 12)
    }

    // ffmpeg decodes; without it the test is skipped.
    @Test(.enabled(if: SheetPixels.ffmpeg != nil, "ffmpeg is absent"))
    func `PNG sheets are lossless`() throws {
        try workplace.draw(1...3)
        #expect(try compose(["--tile", "96x54", "--grid", "2x2", "--format", "png"]).status == 0)
        let sheets = try workplace.sheets()
        #expect(sheets.count == 1 && sheets[0].hasSuffix(".png"))
        let path = workplace.folder.path("out/" + sheets[0])
        let pixels = try #require(try SheetPixels(path: path, size: PixelSize(width: 192, height: 108)))
        for (rect, number) in zip(try WrittenTrack(workplace).rects, 1...3) {
            #expect(pixels.difference(from: DrawnScreenshot(number: number), at: rect) < 4)
        }
    }

    @Test func `any number of workers makes the same files`() throws {
        try workplace.draw(1...9)
        let runs = try ["1", "2", "7"].map { workers in
            #expect(try compose(["--jobs", workers, "--width", "40"]).status == 0)
            defer { try? workplace.folder.remove("out") }
            return try workplace.folder.contents(of: "out").filter { $0.key != "mosaic.json" }
        }
        #expect(runs[0].count >= 2 && runs[1] == runs[0] && runs[2] == runs[0])
    }
}
