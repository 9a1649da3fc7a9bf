import FilmFixtures
import Foundation
import MosaicFixtures

/// A tree of films and folders with screenshots, and a `mosaic-frames` that notes each of its starts.
struct FilmTree {
    let tree: FilmFolder
    var folder: TemporaryFolder { tree.folder }
    private let program: String

    /// - Parameter program: The program that reads films; nil for one that only notes its starts and fails.
    init(reading program: String?) throws {
        tree = try FilmFolder()
        let rest = program.map { "exec '\($0)' \"$@\"" } ?? "exit 3"
        self.program = try tree.folder.writeProgram(
            "#!/bin/sh\n/usr/bin/nice >>'\(tree.folder.path("starts"))'\n\(rest)\n", to: "frames")
        try tree.folder.write([], to: "starts")
    }

    /// Puts a film of 20 s into the tree, at rest for long.
    func put(_ film: Film = .partlyBlack, as name: String) throws {
        try put(Array(Data(contentsOf: URL(filePath: film.path()))), as: name)
    }

    func put(_ bytes: [UInt8], as name: String) throws {
        let path = "films/" + name
        if let slash = path.lastIndex(of: "/") { try folder.makeFolder(String(path[..<slash])) }
        try folder.write(bytes, to: path, modified: 1_600_000_000)
    }

    func put(_ text: String, as name: String) throws { try put(Array(text.utf8), as: name) }

    /// Runs `mosaic batch` over the tree; tiles are 40 wide.
    func run(_ options: String...) throws -> BuiltTool.Outcome {
        try mosaic(["batch", "films", "-o", "library", "--width", "40"] + options)
    }

    /// Runs a command with the tree's program.
    func mosaic(_ arguments: [String]) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, environment: environment)
    }

    /// The variable that names the program.
    var environment: [String: String] { [FramesTool.variable: program] }

    /// The niceness of the program at each of its starts.
    func starts() throws -> [Int] {
        String(decoding: try folder.read("starts"), as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }

    /// The id that ends in a hash of the film's source after this slug, or the text itself if there is none.
    func id(_ slug: String) throws -> String {
        try tree.storyboards().first { $0.hasPrefix(slug + "-") && $0.utf8.count == slug.utf8.count + 7 } ?? slug
    }

    /// A storyboard's record, by its id or by the slug of a film's title.
    func record(_ slug: String) throws -> JSONReport {
        try JSONReport(String(decoding: folder.read("library/\(id(slug))/mosaic.json"), as: UTF8.self))
    }

    /// The times of a storyboard's tiles, in milliseconds.
    func times(_ id: String) throws -> [Int] { try record(id).objects("tiles").compactMap { $0["time_ms"] as? Int } }
}
