import ArgumentParser
import Foundation
import Raster
import TiledJPEG

/// `mosaic-bench size`: bytes of sheets at equal quality, beside other encoders of JPEG, and what encoding costs.
struct SizeBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size",
        abstract: "Bytes of sheets at equal quality, beside libvips, mozjpeg and Pillow, and what encoding costs.",
        discussion: """
            Every encoder gets the same pixels: tiles as a PNG storyboard has them, on sheets of 5 by 6. Tiles that
            fill no sheet are left out. Qualities are compared by a Python with ssimulacra2, scipy, Pillow and pyvips:

              PATH=$(dirname $(.ci/python pictures)):$PATH mosaic-bench size
            """)

    @Option(help: "A folder of 30 screenshots or more, measured beside the seeded corpus.")
    var pictures: String?

    @Option(help: "How many pictures of the seeded corpus.")
    var count = 90

    @Option(help: "Rounds of encoding.")
    var rounds = 15

    @OptionGroup
    var output: OutputOptions

    @Option(help: "Encodes the tiles of a file once and reports nothing; for counters.")
    var pixels: String?

    @Option(help: "The tables, with --pixels.")
    var tables = TableSet.newest.rawValue

    @Option(help: "The size of a tile, with --pixels.")
    var tile = BenchSize(width: 256, height: 144)

    func run() async throws {
        if let pixels {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: pixels)))
            let stock = TilePlanes(rgb: bytes, tile: PixelSize(width: tile.width, height: tile.height))
            guard let tables = TableSet(rawValue: tables) else { throw ValidationError("\(tables) names no tables.") }
            return try TableSetEncoder(tables, quality: SizeContest.quality).encode(stock)
        }
        let machine = Machine.current
        var recipe = try CorpusRecipe.parse([])
        recipe.count = count
        let corpus = try recipe.temporaryFolder()
        let folders = [("seeded corpus", corpus.path)] + (pictures.map { [("folder", $0)] } ?? [])
        var sections: [BenchReport.Section] = []
        for (name, folder) in folders {
            let reference = try SizeReference(name: name, BenchScreenshots(folder: folder))
            sections += try SizeContest(reference).sections()
            sections.append(try EncodingCost(reference, rounds: rounds).section())
        }
        try BenchReport(corpus: recipe.description, machine: machine, sections).deliver(output)
    }
}
