import Foundation
import MosaicFixtures
import Testing
import Tiers
import WebVTT

@testable import MosaicLibrary

/// The tool as a whole: help, version and unknown arguments.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct MosaicCommandTests {
    private static let subcommands = [
        "compose", "watch", "screenshots", "list", "show", "remove", "restore", "submit", "jobs", "retry", "cancel",
        "worker",
        "repair", "lookup",
        "tile",
        "cues", "doctor", "serve", "youtube",
    ]

    private let workplace = Workplace()

    @Test(arguments: subcommands)
    func `every subcommand helps, with examples`(name: String) throws {
        let help = try workplace.run(name, name == "compose" ? "--help-all" : "--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("OVERVIEW: "))
        #expect(help.output.contains("EXAMPLES\n  mosaic \(name) "))
        #expect(help.output.contains("USAGE: mosaic \(name) "))
        #expect(try workplace.run("help", name).output == workplace.run(name, "--help").output)
        // An address that is broken off its option cannot be copied.
        #expect(!help.output.split(separator: "\n").contains { $0.hasPrefix("http") })
    }

    @Test(arguments: [
        ("compsoe", "compose"), ("Batch", "batch"), ("lokup", "lookup"), ("job", "jobs"), ("serv", "serve"),
        ("docter", "doctor"),
    ])
    func `suggests the command closest to a misspelt name`(slip: String, name: String) throws {
        let run = try workplace.run([slip, "a", "--json"])
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors == "Error: There is no command '\(slip)'; did you mean 'mosaic \(name)'?\n")
    }

    @Test func `makes no suggestion for an unlike name, and runs an exact one`() throws {
        let run = try workplace.run("frobnicate")
        #expect(run.status == 64 && run.errors.contains("frobnicate") && !run.errors.contains("did you mean"))
        #expect(try workplace.run("jobs", "--library", "nothing").status == 66)
    }

    @Test func `an option has one name in all commands`() throws {
        try workplace.draw(1...4)
        for options in [["-j", "1"], ["--jobs", "1"]] {
            #expect(try workplace.run(["compose", "shots", "-o", "out", "-q"] + options).status == 0, "\(options)")
        }
        #expect(try workplace.run("compose", "shots", "-o", "out", "-q", "--max-cues", "2").status == 0)
        #expect(try CueTrack(parsing: workplace.folder.read("out/thumbnails.vtt")).cues.count == 2)
        for name in ["--output", "--library", "-o"] {
            #expect(try workplace.run("batch", ".", name, "library", "-q", "-j", "1").status == 0)
        }
        #expect(try workplace.run("list", "--library", "library").status == 0)
        #expect(try workplace.run("worker", "--library", "library", "--once", "-j", "1").status == 0)
    }

    @Test func `a library is named once, in the environment`() throws {
        try workplace.draw(1...2)
        #expect(try workplace.run("batch", ".", "-o", "library", "-q").status == 0)
        func run(_ arguments: [String]) throws -> BuiltTool.Outcome {
            try BuiltTool.run(arguments, in: workplace.folder, environment: ["MOSAIC_LIBRARY": "library"])
        }
        #expect(try run(["show", "shots"]).status == 0)
        #expect(try run(["list", "--library", "nothing"]).status == 66, "a flag comes first")
        let shown = try run(["serve", "--print-config"]).output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(shown.contains(["library", "library", "MOSAIC_LIBRARY"]))
        let none = try workplace.run("list")
        #expect(none.status == 64 && none.errors.contains("--library") && none.errors.contains("MOSAIC_LIBRARY"))
    }

    @Test(arguments: ["10s", "0.5m", "24h", "10", "00:00:10.000"])
    func `a time of the film is written as other times are`(time: String) throws {
        let track = Workplace.packageRoot.appending(path: "samples/composed/thumbnails.vtt").path
        #expect(try workplace.run("lookup", track, time).status == 0)
        #expect(try workplace.run("serve", "--print-config", "--idle", "10s", "--grace", "1m").status == 0)
    }

    @Test func `the tool alone shows how to begin, and help explains subjects`() throws {
        let start = try workplace.run([String]())
        #expect(start.status == 0 && start.output.contains("\n  mosaic film.mp4  "))
        for (topic, says) in [
            ("films", "--skip-chapters intro"), ("jellyfin", "mosaic publish jellyfin"),
            ("emby", "emby writes a BIF file"),
            ("hosting", "--base-url"),
            ("json", "\"start_ms\""),
        ] {
            let help = try workplace.run("help", topic)
            #expect(help.status == 0 && help.output.contains(says), "\(topic)")
            #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(topic)")
        }
        let none = try workplace.run("help", "frobnicate")
        #expect(none.status == 64 && none.errors.hasPrefix("Error: There is no command 'frobnicate'; "))
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func `the tool lists its subcommands and what the exit status means`(arguments: [String]) throws {
        let help = try workplace.run(arguments)
        #expect(help.status == 0 && help.errors.isEmpty)
        for name in Self.subcommands { #expect(help.output.contains("\n  \(name) ")) }
        for status in [
            "0  done", "1  it failed", "64  the command", "65  the input", "66  no input",
            "130  stopped by Ctrl-C before its end",
        ] {
            #expect(help.output.contains(status))
        }
    }

    @Test(
        arguments: [
            ("compose", "--keep-old", "Retention of sheets of earlier runs: 90, 90s, 5m, 1:30, 12h or 7d"),
            ("compose", "--interval", "seconds (0.5) or hh:mm:ss.mmm"),
            ("compose", "--start", "Time of the first frame, also in per cent of the film (5%)"),
            ("compose", "--duration", "seconds (5400) or hh:mm:ss.mmm"),
            ("compose", "--quality", "a PNG has none"), ("compose", "--uniform", "no space is left between tiles"),
            ("watch", "--rest", "90, 90s, 5m, 1:30, 12h or 7d. (default: 2s)"),
            ("submit", "--settle", "takes the files that are there. (default: 20s, 60s in a bucket)"),
            ("batch", "--id", "By default the path of a folder, and title and source of a film"),
            ("doctor", "--duration", "seconds (5400) or hh:mm:ss.mmm"),
        ])
    func `help states the form and the default of a value`(
        command: String, option: String, says: String
    ) throws {
        let help = try workplace.run(command, command == "compose" ? "--help-all" : "--help").output
        // Lines are broken anywhere.
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let entries = words.components(separatedBy: " \(option) ").dropFirst()
        #expect(entries.contains { $0.prefix(400).contains(says) }, "\(option)")
    }

    @Test(arguments: Tier.sample(["1", "1s", "1:30", "0.3", "0.25s", "1m", "2h", "0.5d", "0"], 3))
    func `lengths of time are written in one way everywhere`(length: String) throws {
        try workplace.draw(1...1)
        for option in ["--settle", "--arrival-timeout", "--keep-old"] {
            let run = try workplace.run("submit", "shots", "--library", "library", option, length)
            #expect(run.status == 0, "\(option) \(run.errors)")
        }
    }

    @Test(arguments: ["-1", "1w", "s", "", "1e3", "0x10", "inf", "nan", "1.", ".5", "1:0", "99999999d", "1 s"])
    func `an invalid duration exits with 64`(length: String) throws {
        for options in [["submit", "--library", "library", "--settle"], ["watch", "-o", "out", "--rest"]] {
            let run = try workplace.run([options[0], "shots"] + options.dropFirst() + [length])
            #expect(run.status == 64 && run.errors.hasPrefix("Error: "))
        }
    }
}
