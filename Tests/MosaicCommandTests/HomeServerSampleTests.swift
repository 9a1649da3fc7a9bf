import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// The Compose file, the units of systemd and the hook of `samples/home-server`.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct HomeServerSampleTests {
    private static let analyzer = "/usr/bin/systemd-analyze"
    private static let sample = Workplace.packageRoot.appending(path: "samples/home-server")

    private let home: HomeLibrary
    private var folder: TemporaryFolder { home.folder }

    init() throws {
        home = try HomeLibrary()
        try home.films.put(as: "Film (1999)/a.mp4")
        try folder.makeFolder("state")
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.sample.appending(path: name), encoding: .utf8)
    }

    /// The values of a setting of a unit.
    private func settings(_ name: String, of unit: String) throws -> [String] {
        try text(unit).split(separator: "\n").filter { $0.hasPrefix(name + "=") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    private var path: String {
        get throws {
            let tools = try URL(filePath: #require(BuiltTool.path)).deletingLastPathComponent().path
            return "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        }
    }

    /// Runs a line of a shell in which `mosaic` is the built tool.
    private func shell(_ line: String, _ variables: [String: String]) throws -> (status: Int32?, text: String) {
        let environment = home.environment.merging(variables) { $1 }.merging(["PATH": try path]) { $1 }
        let run = try FinishedProgram(
            "/bin/sh", ["-c", line], in: folder.path, environment: environment, joinsErrors: true)
        return (run.status, run.text)
    }

    private func wait(for file: String) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while !folder.holds(file) {
            try #require(ContinuousClock.now < deadline, "\(file) never came")
            usleep(20_000)
        }
    }

    @Test func `the service publishes into the state directory, and the line of the watch finds the folder`() throws {
        let media = folder.path("films")
        let lines =
            try settings("ExecStart", of: "mosaic-publish.service")
            + settings("ExecStartPre", of: "mosaic-watch.service") + settings("ExecStart", of: "mosaic-watch.service")
        #expect(lines.count == 3)
        let commands = lines.map {
            $0.replacing(/^-?\/usr\/bin\//, with: "").replacing("/media", with: media)
                .replacing("jellyfin", with: "jellyfin,emby")
        }
        let state = ["STATE_DIRECTORY": folder.path("state/service")]
        for command in commands.prefix(2) {
            let run = try shell(command, state)
            #expect(run.status == 0, "\(command): \(run)")
        }
        #expect(folder.holds("films/Film (1999)/a.trickplay/320 - 10x10/0.jpg"))
        #expect(folder.holds("state/service/.mosaic-catalog.sqlite"))
        let watched = try shell("timeout --signal=TERM 3 \(commands[2])", state)
        #expect(watched.text.isEmpty, "It watches, and nothing has changed: \(watched)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer), "systemd-analyze is not installed"))
    func `systemd reads the units without a remark`() throws {
        let tool = try #require(BuiltTool.path)
        for name in ["mosaic-publish.service", "mosaic-watch.service", "mosaic-publish.timer"] {
            let unit = try text(name).replacing("/usr/bin/mosaic", with: tool).replacing("User=jellyfin\n", with: "")
                .replacing(/Documentation=.*\n/, with: "")
            try folder.write(Array(unit.utf8), to: name)
        }
        let units = ["mosaic-publish.service", "mosaic-watch.service", "mosaic-publish.timer"].map(folder.path)
        let run = try FinishedProgram(Self.analyzer, ["verify", "--man=no"] + units, joinsErrors: true)
        let remarks = run.text.split(separator: "\n").filter { $0.contains("mosaic-") }
        #expect(remarks.isEmpty, "\(remarks)")
    }

    @Test func `the line of the Compose file reads Jellyfin's settings and maps the paths of the films`() throws {
        try folder.makeFolder("server/config")
        try folder.makeFolder("server/root/default/Films")
        let size = "<WidthResolutions><int>160</int></WidthResolutions>"
        let options = "<ServerConfiguration><TrickplayOptions>\(size)</TrickplayOptions></ServerConfiguration>"
        try folder.write(Array(options.utf8), to: "server/config/system.xml")
        let switches =
            "<SaveTrickplayWithMedia>true</SaveTrickplayWithMedia>"
            + "<EnableTrickplayImageExtraction>true</EnableTrickplayImageExtraction>"
        let library =
            "<LibraryOptions>\(switches)<PathInfos><MediaPathInfo><Path>/media</Path></MediaPathInfo></PathInfos>"
            + "</LibraryOptions>"
        try folder.write(Array(library.utf8), to: "server/root/default/Films/options.xml")
        let line = try #require(text("compose.yaml").firstMatch(of: /\n +(mosaic publish [^;]+);/)).output.1
        #expect(try text("compose.yaml").contains("${MEDIA:?the folder of the films}:/srv/media\n"))
        #expect(try text("compose.yaml").contains("${MEDIA:?the folder of the films}:/media\n"))
        let command = line.replacing("/srv/media", with: folder.path("films"))
            .replacing("--jellyfin /jellyfin", with: "--jellyfin \(folder.path("server"))")
        let run = try shell(String(command), ["MOSAIC_LIBRARY": folder.path("library")])
        #expect(run.status == 0 && run.text.contains("Those of Jellyfin's library are as they have to be."), "\(run)")
        #expect(folder.holds("films/Film (1999)/a.trickplay/160 - 10x10/0.jpg"))
    }

    @Test(arguments: ["sonarr_series_path", "radarr_movie_path"])
    func `the hook publishes the folder of a series or movie, and lets its caller go on`(variable: String) throws {
        let hook = Self.sample.appending(path: "arr-hook").path
        #expect(try shell("'\(hook)'", [:]).status == 0, "the test of the settings")
        #expect(!folder.holds("state/mosaic"))
        let run = try shell(
            "'\(hook)'", [variable: folder.path("films/Film (1999)"), "MOSAIC_SERVERS": "emby"])
        #expect(run.status == 0 && run.text.isEmpty, "\(run)")
        try wait(for: "films/Film (1999)/a-256-1.bif")
    }
}
