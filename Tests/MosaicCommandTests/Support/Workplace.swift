import Foundation
import MosaicFixtures
import TiledJPEG

/// A temporary folder in which the tool runs, with the files that a user puts into it.
struct Workplace {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    /// The story of 12 chapters that the README begins with.
    static let sample = packageRoot.appending(path: "samples/xlumX1Wtzrg").path

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs `mosaic` until it ends, both outputs led into pipes.
    func run(_ arguments: String...) throws -> BuiltTool.Outcome { try BuiltTool.run(arguments, in: folder) }

    func run(_ arguments: [String]) throws -> BuiltTool.Outcome { try BuiltTool.run(arguments, in: folder) }

    /// Puts chapter n at n times 10 seconds into the folder `shots`.
    func draw(_ numbers: ClosedRange<Int>, size: PixelSize = PixelSize(width: 96, height: 54)) throws {
        try folder.makeFolder("shots")
        for number in numbers {
            let picture = DrawnScreenshot(number: number, size: size)
            try folder.write(picture.encoded, to: "shots/ch\(number)_\(10 * number)s.jpg")
        }
    }

    /// Composes `shots` into `out`: tiles of 40x23 in cells of 48x32, four on a sheet.
    @discardableResult
    func compose(_ options: String...) throws -> BuiltTool.Outcome {
        try run(["compose", "shots", "-o", "out", "--width", "40", "--grid", "2x2"] + options)
    }

    func text(of name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    /// Sheets in `out`, sorted by name.
    func sheets(in output: String = "out") throws -> [String] {
        try folder.names(in: output).filter { $0.hasPrefix("sheet-") }
    }
}
