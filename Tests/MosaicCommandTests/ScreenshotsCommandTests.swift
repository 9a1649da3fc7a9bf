import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct ScreenshotsCommandTests {
    private struct Report: Decodable {
        struct File: Decodable, Equatable {
            let name: String
            let time_ms: Int
            let frame_time_ms: Int
            let title: String?
            let bytes: Int
        }
        struct Missing: Decodable {
            let name: String
            let reason: String
        }
        struct Size: Decodable { let width, height: Int }
        let folder: String
        let size: Size
        let files: [File]
        let missing: [Missing]
    }

    private static let environment = FramesTool.path.map { [FramesTool.variable: $0] } ?? [:]

    private let workplace = Workplace()

    private func run(_ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(
            ["screenshots", Film.closed.path(), "-o", "stills"] + options, in: workplace.folder,
            environment: Self.environment)
    }

    private func number(in name: String) throws -> Int? {
        guard let pixels = try SheetPixels(jpeg: workplace.folder.read("stills/" + name)) else { return nil }
        let green = (0..<pixels.size.pixelCount).map { pixels.rgb[3 * $0 + 1] }
        return NumberedPictures.number(in: green[...], width: pixels.size.width, height: pixels.size.height)
    }

    private static let chapters = "0:02 One\n0:02.5 Two, \"too\"\n[0:11.96] Three\n"
    private static let names = ["ch1_2s.jpg", "ch2_2s.jpg", "ch3_11s.jpg"]

    @Test func `chapters of a list become screenshots that compose makes the same chapters of`() throws {
        try workplace.folder.write(Array(Self.chapters.utf8), to: "chapters.txt")
        let made = try run("--chapters-file=chapters.txt")
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        #expect(made.output.hasPrefix("3 screenshots of 320x180 (") && made.output.hasSuffix("): stills/\n"))
        #expect(try workplace.folder.names(in: "stills") == [".mosaic-film.json"] + Self.names + ["times.csv"])
        #expect(try Self.names.map(number) == [50, 62, 299])
        #expect(
            try workplace.text(of: "stills/times.csv") == """
                file,time,title
                ch1_2s.jpg,2.000,"One"
                ch2_2s.jpg,2.500,"Two, ""too""\"
                ch3_11s.jpg,11.960,"Three"

                """)

        let composed = try workplace.run("compose", "stills", "-o", "named")
        #expect(composed.status == 0 && !composed.errors.contains("times.csv"), "\(composed)")
        let named = try JSONValue(workplace.folder.read("named/mosaic.json"))
        #expect(named["tiles"]?.elements.compactMap { $0["chapter"]?.number } == [1, 2, 3])
        let listed = try workplace.run("compose", "stills", "-o", "listed", "--times", "stills/times.csv")
        #expect(listed.status == 0)
        let tiles = try JSONValue(workplace.folder.read("listed/mosaic.json"))["tiles"]?.elements
        #expect(tiles?.compactMap { $0["start_ms"]?.number }.dropFirst() == [2_500, 11_960])
        #expect(tiles?.compactMap { $0["title"]?.text } == ["One", "Two, \"too\"", "Three"])
    }

    @Test func `the report lists times, frame times and missing frames, and the status is 2`() throws {
        try workplace.folder.write(Array("time,title\n1.05,A\n19.99\n25,Late\n".utf8), to: "times.csv")
        let made = try run("--times", "times.csv", "--json", "--width", "160")
        #expect(made.status == 2)
        let report = try JSONDecoder().decode(Report.self, from: Data(made.bytes))
        #expect(report.files.map(\.name) == ["ch1_1s.jpg", "ch2_19s.jpg"])
        #expect(report.files.map(\.time_ms) == [1_050, 19_990])
        #expect(report.files.map(\.frame_time_ms) == [1_040, 19_960])
        #expect(report.files.map(\.title) == ["A", nil])
        #expect(report.size.width == 160 && report.size.height == 90 && report.folder == "stills/")
        for file in report.files { #expect(try workplace.folder.read("stills/" + file.name).count == file.bytes) }
        #expect(report.missing.map(\.name) == ["closed.mp4#t=25"])
        #expect(made.errors.contains("closed.mp4#t=25: ") && report.missing.allSatisfy { !$0.reason.isEmpty })
    }

    @Test(arguments: [(["--interval", "6"], [0, 6, 12, 18]), (["--count", "2"], [0, 10])])
    func `frames may be spread over the film`(options: [String], seconds: [Int]) throws {
        let made = try BuiltTool.run(
            ["screenshots", Film.closed.path(), "-o", "stills", "-q"] + options, in: workplace.folder,
            environment: Self.environment)
        #expect(made.status == 0 && made.output.isEmpty && made.errors.isEmpty)
        let names = zip(1..., seconds).map { "ch\($0)_\($1)s.jpg" }
        #expect(try workplace.folder.names(in: "stills") == [".mosaic-film.json"] + names + ["times.csv"])
        #expect(try names.map(number) == seconds.map { $0 * 25 })
    }

    @Test func `replaces files of the same names, keeps others and reports them`() throws {
        try workplace.folder.makeFolder("stills")
        for name in ["ch1_0s.jpg", "ch9_90s.jpg", "note.txt"] {
            try workplace.folder.write(Array("old".utf8), to: "stills/" + name)
        }
        #expect(try run("--interval", "10").errors.contains("(ch1_0s.jpg); write into another folder"))
        let made = try run("--interval", "10", "--replace")
        #expect(made.status == 0)
        #expect(made.errors.contains("ch9_90s.jpg") && !made.errors.contains("ch1_0s.jpg"))
        #expect(try number(in: "ch1_0s.jpg") == 0 && number(in: "ch2_10s.jpg") == 250)
        for name in ["ch9_90s.jpg", "note.txt"] {
            #expect(try workplace.folder.read("stills/" + name) == Array("old".utf8))
        }
    }

    @Test func `the screenshots of another film are refused without --replace`() throws {
        #expect(try run("--interval", "10").status == 0)
        let others = [
            (try Film.partlyBlack.path(), "of closed.mp4, not of "),
            (
                try workplace.folder.write(
                    Array(Data(contentsOf: URL(filePath: Film.closed.path()))), to: "closed.mp4"), "another closed.mp4"
            ),
        ]
        for (film, says) in others {
            func screenshots(_ options: String...) throws -> BuiltTool.Outcome {
                try BuiltTool.run(
                    ["screenshots", film, "-o", "stills", "--count", "1"] + options, in: workplace.folder,
                    environment: Self.environment)
            }
            let before = try workplace.folder.contents(of: "stills")
            let refused = try screenshots()
            #expect(refused.status == 1 && refused.errors.contains(says), "\(refused)")
            #expect(refused.errors.contains("--replace"))
            #expect(try workplace.folder.contents(of: "stills") == before)
            #expect(try screenshots("--replace").status == 0)
            #expect(try screenshots().status == 0, "The folder is that of the film now.")
            #expect(try workplace.folder.contents(of: "stills") != before)
            #expect(try run("--interval", "10", "--replace").status == 0)
        }
    }

    @Test func `remarks are about screenshots, and a width that the film does not have is one`() throws {
        let made = try run("--count", "2", "--width", "5000")
        #expect(
            made.errors == """
                mosaic: The film is 00:00:20.000 long: 2 screenshots, one every 10 s.
                mosaic: The screenshots are 320 pixels wide, as the film is: --width 5000 is more.

                """)
    }

    @Test func `Ctrl-C leaves whole pictures alone`() throws {
        let film = try Film.closed.path()
        let tool = try BuiltTool(
            ["screenshots", film, "-o", "stills", "--interval", "0.04"], in: workplace.folder, output: "out.txt",
            errors: "errors.txt", environment: Self.environment)
        while tool.isRunning, (try? workplace.folder.names(in: "stills").count) ?? 0 < 11 { usleep(2_000) }
        tool.send(SIGINT)
        #expect(tool.wait() == 130)
        let names = try workplace.folder.names(in: "stills").filter { $0 != ".mosaic-film.json" }
        #expect(names.count >= 10 && names.count < 500)
        for name in names {
            #expect(name.hasSuffix(".jpg"))
            let pixels = try SheetPixels(jpeg: workplace.folder.read("stills/" + name))
            #expect(pixels?.warnings == 0, "\(name)")
        }
    }

    @Test(
        arguments: [
            ([], 64, "--chapters, --times, --interval or --count"),
            (["--count", "2", "--interval", "5"], 64, "exclude each other"), (["--count", "0"], 64, "count"),
            (["--count", "2", "--width", "0"], 64, "--width"), (["--count", "2", "--quality", "101"], 64, "--quality"),
            (["--chapters"], 66, "no chapters"), (["--chapters-file=absent.txt"], 66, "absent.txt"),
            (["--times", "bad.txt"], 65, "bad.txt:2"),
        ] as [([String], Int32, String)])
    func `the exit status separates a wrong call, wrong data and missing data`(
        options: [String], status: Int32, says: String
    ) throws {
        try workplace.folder.write(Array("1\nsoon\n".utf8), to: "bad.txt")
        let made = try BuiltTool.run(
            ["screenshots", Film.closed.path(), "-o", "stills"] + options, in: workplace.folder,
            environment: Self.environment)
        #expect(made.status == status && made.output.isEmpty)
        #expect(made.errors.contains(says), "\(made.errors)")
        #expect(!workplace.folder.holds("stills"))
    }

    @Test func `refuses a source that is not a film by its path, and writes nothing`() throws {
        try workplace.folder.makeFolder("shots")
        for (film, says) in [("absent.mp4", "absent.mp4"), ("shots", "shots: It is a folder; name a film.")] {
            let made = try workplace.run("screenshots", film, "--count", "2", "-o", "stills")
            #expect(made.status == 66 && made.output.isEmpty && made.errors.contains(says), "\(made.errors)")
        }
        #expect(!workplace.folder.holds("stills"))
    }
}
