import Foundation
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT
@testable import MosaicLibrary

/// A temporary folder in which the tool runs, with the files that a user puts into it.
struct Workplace {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    /// The story of 12 chapters that the README begins with.
    static let sample = packageRoot.appending(path: "samples/xlumX1Wtzrg").path

    let folder = TemporaryFolder()

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

extension Workplace {
    /// The library `library`, as another process sees it; made where there is none.
    func library() throws -> StoryboardLibrary { try .embedded(at: folder.path("library")) }

    /// Runs `mosaic` on the library.
    func inLibrary(_ arguments: String...) throws -> BuiltTool.Outcome {
        // In front of what may stand behind two dashes.
        try run([arguments[0], "--library", "library"] + arguments.dropFirst())
    }

    /// Publishes `shots` under each of the names.
    func publish(_ ids: String...) throws {
        for id in ids {
            let submitted = try inLibrary("submit", "shots", "--id", id, "--settle", "0", "--width", "40")
            try #require(submitted.status == 0, "\(submitted.errors)")
        }
        let worked = try inLibrary("worker", "--once")
        try #require(worked.status == 0, "\(worked.errors)")
    }

    /// Writes an entry without the files of a storyboard.
    func remember(_ id: String, title: String? = nil, minute: Int, duration: Int64? = nil) async throws {
        let id = try #require(StoryboardID(rawValue: id))
        let date = Date(timeIntervalSince1970: 1_700_000_000 + 60 * TimeInterval(minute))
        try await library().catalog.put(
            CatalogEntry(
                id: id, title: title, tiles: 12, duration: duration.map(Timestamp.init(milliseconds:)), bytes: 123_456,
                created: date, updated: date, fingerprint: nil))
    }

    /// Waits until something is so, which it has to be in the end however slow the machine is.
    func wait(until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, "it never came")
            usleep(20_000)
        }
    }
}
