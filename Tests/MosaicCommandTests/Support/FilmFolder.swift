import Foundation
import MosaicFixtures

/// A tree of folders with screenshots, and what `mosaic batch` makes of it.
struct FilmFolder {
    let folder = TemporaryFolder()

    init() throws {
        try folder.makeFolder("films")
    }

    /// Puts two chapters, at rest for long, into each film's folder.
    func draw(_ names: String..., chapters: ClosedRange<Int> = 1...2) throws {
        for name in names {
            for number in chapters {
                try put(DrawnScreenshot(number: number).encoded, chapter: number, in: name)
            }
        }
    }

    func put(_ bytes: [UInt8], chapter: Int = 1, in name: String) throws {
        try folder.makeFolder("films/\(name)")
        try folder.write(bytes, to: "films/\(name)/ch\(chapter)_\(10 * chapter)s.jpg", modified: 1_600_000_000)
    }

    /// Runs `mosaic batch` over the tree until it ends; tiles are 40 wide.
    func run(_ options: String..., output: String = "library") throws -> BuiltTool.Outcome {
        let width = options.contains("--width") ? [] : ["--width", "40"]
        let place = options.contains("--output") ? [] : ["--output", output]
        return try BuiltTool.run(["batch", "films"] + place + width + options, in: folder)
    }

    /// Storyboards in a library, sorted by name.
    func storyboards(in library: String = "library") throws -> [String] {
        guard folder.holds(library) else { return [] }
        return try folder.names(in: library).filter { !$0.hasPrefix(".") }
    }

    func titles() throws -> [String] {
        try storyboards().compactMap { name in
            try JSONReport(String(decoding: folder.read("library/\(name)/mosaic.json"), as: UTF8.self)).text("title")
        }.sorted()
    }

    /// First fault of a storyboard of the library; `nil` if it is whole.
    func fault(of name: String) -> String? {
        FolderWitness.firstFault(in: folder.path("library/\(name)")) { [DrawnScreenshot(number: $0)] }
    }

    func lines(of file: String) throws -> [Substring] {
        String(decoding: try folder.read(file), as: UTF8.self).split(separator: "\n")
    }

    /// Results by id.
    func results(in file: String) throws -> [String: [String: Any]] {
        try Self.results(lines(of: file))
    }

    /// Lines of results by id.
    static func results(_ lines: [Substring]) throws -> [String: [String: Any]] {
        var results: [String: [String: Any]] = [:]
        for line in lines {
            let result = try JSONReport(String(line)).object
            results[result["id"] as? String ?? "line \(result["line"] ?? "none")"] = result
        }
        return results
    }
}
