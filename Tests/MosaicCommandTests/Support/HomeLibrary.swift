import FilmFixtures
import Foundation
import MosaicFixtures
import Testing

/// A folder of films that `mosaic publish` keeps up to date, with a separate state folder.
struct HomeLibrary {
    let films: FilmTree
    var folder: TemporaryFolder { films.folder }
    /// The servers of each run.
    let servers: String

    /// - Parameter program: The program that reads films.
    init(_ servers: String = "emby", reading program: String? = FramesTool.path) throws {
        films = try FilmTree(reading: program)
        self.servers = servers
    }

    /// The variables of the tool's runs.
    var environment: [String: String] {
        films.environment.merging(["XDG_STATE_HOME": folder.path("state"), "MOSAIC_LIBRARY": ""]) { $1 }
    }

    func run(_ arguments: [String]) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, environment: environment)
    }

    /// Runs `mosaic publish` over the films.
    func publish(_ options: String...) throws -> BuiltTool.Outcome { try run(["publish", servers, "films"] + options) }

    /// Waits up to two minutes for a condition; a failure shows what the started tool wrote into NAME.out and NAME.log.
    func wait(for name: String, until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            let output = String(decoding: try folder.read(name + ".out") + folder.read(name + ".log"), as: UTF8.self)
            try #require(ContinuousClock.now < deadline, "\(output)")
            usleep(20_000)
        }
    }

    /// The paths of all files below `films`.
    func files() throws -> Set<String> {
        try Set(folder.contents(of: "films").keys.map { $0.hasPrefix("films/") ? String($0.dropFirst(6)) : $0 })
    }

    func rename(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(
            atPath: folder.path("films/" + name), toPath: folder.path("films/" + other))
    }

    /// The ids of the library's storyboards.
    func storyboards() throws -> [String] {
        try films.tree.storyboards(in: "state/mosaic").filter { name in
            folder.holds("state/mosaic/\(name)/mosaic.json")
        }
    }
}
