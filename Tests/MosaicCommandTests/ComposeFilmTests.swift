import Foundation
import MosaicFixtures
import Testing

/// `mosaic compose` of a film, by the real `mosaic-frames` where there is one.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeFilmTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.folder.write(Array("no film".utf8), to: "film.mp4")
        try workplace.folder.makeFolder("stills")
    }

    private func compose(_ source: String, _ options: String...) throws -> BuiltTool.Outcome {
        try workplace.run(["compose", source, "-o", "out"] + options)
    }

    @Test func `options of films are refused for folders`() throws {
        for (option, values) in [
            ("--count", ["3"]), ("--chapters-file", ["x"]), ("--chapters", []), ("--exact", ["always"]),
            ("--avoid-blank", []), ("--end", ["5"]), ("--skip-chapters", ["intro"]), ("--chapter-language", ["de"]),
            ("--no-avoid-blank", []),
        ] {
            let run = try workplace.run(["compose", "stills", "-o", "out", option] + values)
            #expect(run.status == 64 && run.errors.contains("\(option) chooses frames of a film; stills is not one."))
        }
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `two ways to choose times of a film are refused`() throws {
        for options in [
            ["--count", "3", "--chapters"], ["--interval", "3", "--chapters-file=x"], ["--times", "x", "--count", "3"],
        ] {
            let run = try workplace.run(["compose", "film.mp4", "-o", "out"] + options)
            #expect(run.status == 64 && run.errors.contains("are two ways to choose times; use one."), "\(run.errors)")
        }
    }

    @Test func `a language is for the film's own chapters`() throws {
        for options in [["--chapter-language", "de"], ["--chapters-file=list.txt", "--chapter-language", "de"]] {
            let run = try workplace.run(["compose", "film.mp4", "-o", "out"] + options)
            #expect(run.status == 64 && run.errors.contains("it takes --chapters alone."), "\(run.errors)")
        }
        let run = try workplace.run(["compose", "film.mp4", "-o", "out", "--chapter-language", "d", "--chapters"])
        #expect(run.status == 64 && run.errors.contains("'d'"), "\(run.errors)")
    }

    @Test func `a list that is not there is named before the film is opened`() throws {
        for options in [["--chapters-file=none.txt"], ["--times", "none.txt"]] {
            let run = try workplace.run(["compose", "film.mp4", "-o", "out"] + options)
            #expect(run.status == 66)
            #expect(run.errors == "mosaic: \(options.joined(separator: " ")): There is no such file or folder.\n")
        }
    }

    @Test func `without mosaic-frames it names the package that has it`() throws {
        let run = try BuiltTool.run(
            ["compose", "film.mp4", "-o", "out"], in: workplace.folder, environment: ["MOSAIC_FRAMES": "none"])
        #expect(run.status == 1 && run.errors.contains("the package mosaic-frames has it"))
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `a film is not overwritten by its storyboard`() throws {
        let run = try workplace.run(["compose", "film.mp4", "-o", "film.mp4"])
        #expect(run.status != 0 && !run.errors.isEmpty)
        #expect(try workplace.text(of: "film.mp4") == "no film")
    }

    @Test func `refuses a pipe as a film without waiting for it`() throws {
        #expect(mkfifo(workplace.folder.path("pipe.mp4"), 0o600) == 0)
        let run = try compose("pipe.mp4")
        #expect(run.status == 1 && run.errors == "mosaic: pipe.mp4: It is not a regular file.\n")
    }

    @Test func `Ctrl-C ends the child and leaves nothing behind`() throws {
        let child = try workplace.folder.writeProgram("#!/bin/sh\necho $$ >started\n/bin/cat <&3\n", to: "frames")
        let process = Process()
        process.executableURL = URL(filePath: try #require(BuiltTool.path))
        process.arguments = ["compose", "film.mp4", "-o", "out"]
        process.currentDirectoryURL = URL(filePath: workplace.folder.path)
        process.environment = ["MOSAIC_FRAMES": child]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        var number: Int32?
        while number == nil, process.isRunning {
            usleep(1_000)
            number = (try? workplace.text(of: "started")).flatMap { Int32($0.dropLast()) }
        }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(said == "mosaic: Stopped; nothing was published, and out is as it was.\n")
        #expect(kill(try #require(number), 0) != 0 && errno == ESRCH)
        #expect(try workplace.folder.names(in: "").sorted() == ["film.mp4", "frames", "started", "stills"])
    }
}
