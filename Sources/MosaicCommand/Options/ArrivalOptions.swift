import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// When a job has all the screenshots it is going to have.
struct ArrivalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The storyboard is complete with this many chapters.", valueName: "count"))
    var expect: Int?

    @Option(
        help: ArgumentHelp(
            """
            The storyboard is complete with the chapters of a list: JSON, [{"index", "time_ms", "title"}]. Of a film, a \
            list of its chapters.
            """,
            valueName: "file"))
    var chapters: String?

    @Option(help: "Tile of a chapter of the list that has not arrived: absent or placeholder.")
    var missing = MissingChapters.absent

    @Option(
        help: """
            Time after the last arrival until an incomplete set of expected chapters is composed: \
            \(RetentionArgument.form).
            """)
    var arrivalTimeout = RetentionArgument(seconds: 600)

    @Option(
        help: """
            How long nothing may arrive until a set of unknown size is complete, and one that has a file for each \
            chapter, of which some are no good: \(RetentionArgument.form); 0 takes what is there at once. \
            (default: 20s, 60s in a bucket)
            """)
    var settle: RetentionArgument?

    func validate() throws {
        if expect != nil, chapters != nil {
            throw ValidationError("--chapters tells how many there will be already; use one.")
        }
    }

    /// - Parameter isFilm: Whether the chapters are those of a film, which expects none.
    /// - Throws: `MosaicError` where the list cannot be read.
    func apply(to request: inout JobRequest, isFilm: Bool = false) throws {
        request.expected = try expect.map(ExpectedChapters.count) ?? (isFilm ? nil : chapters.map(Self.list))
        request.missing = missing
        request.arrivalTimeout = arrivalTimeout.seconds
        if let settle { request.settle = settle.seconds }
    }

    private static func list(in path: String) throws -> ExpectedChapters {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let bytes = try LocalFile.read(path, limit: 64 << 20)
        do {
            return .list(try JSONDecoder().decode([ExpectedChapters.Chapter].self, from: Data(bytes)))
        } catch {
            throw MosaicError(
                .malformed, name, "It is not JSON of the form [{\"index\": 1, \"time_ms\": 10000, \"title\": \"One\"}]."
            )
        }
    }
}
