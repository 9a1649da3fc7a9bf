import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// Refusals of `mosaic compose`, their messages, and the files left unchanged.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeRefusalTests {
    private let workplace = Workplace()

    private func expect(
        _ run: BuiltTool.Outcome, status: Int32, says: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, sourceLocation: sourceLocation)
        #expect(run.output.isEmpty, sourceLocation: sourceLocation)
        #expect(run.errors.hasPrefix("mosaic: ") && run.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
        #expect(run.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
        for part in says { #expect(run.errors.contains(part), sourceLocation: sourceLocation) }
        #expect(!run.errors.contains(workplace.folder.path), "no full path", sourceLocation: sourceLocation)
    }

    // MARK: Screenshots

    @Test(arguments: ["compose", "watch"])
    func `a library does not become a storyboard`(command: String) throws {
        try workplace.draw(1...2)
        #expect(try workplace.run("submit", "shots", "--library", "library").status == 0)
        let before = try workplace.folder.names(in: "library")
        let run = try workplace.run(command, "shots", "-o", "library")
        expect(run, status: 1, says: "library: It is a library", "mosaic batch adds films to it")
        #expect(try workplace.folder.names(in: "library") == before)
    }

    @Test func `a damaged screenshot is named, and a placeholder stands in`() throws {
        try workplace.draw(1...3)
        try workplace.folder.write(DrawnScreenshot(number: 2).encoded.dropLast(20), to: "shots/ch2_20s.jpg")
        let run = try workplace.compose()
        #expect(run.status == 0)
        #expect(run.errors.hasPrefix("mosaic: ch2_20s.jpg: ") && run.errors.contains("A placeholder stands in."))
        #expect(run.output.hasPrefix("3 tiles of"))
        #expect(run.output.contains(", 1 of them a placeholder, on 1 sheet ("), "\(run.output)")
        let pixels = try #require(SheetPixels(jpeg: workplace.folder.read("out/" + workplace.sheets()[0])))
        #expect(pixels.difference((128, 128, 128), x: 48 + 20, y: 11) < 4)
        // What was missing from it is not in the picture, but it may be taken as it is.
        let accepted = try JSONReport(workplace.compose("--accept-damaged", "--json").output)
        #expect(accepted.number("placeholders") == 0)
        #expect(accepted.objects("damaged").map { $0["state"] as? String } == ["damaged"])
    }

    @Test func `strict is an error that leaves the old result alone`() throws {
        try workplace.draw(1...3)
        try workplace.compose()
        let before = try workplace.folder.contents(of: "out")
        try workplace.folder.write([1, 2, 3], to: "shots/ch4_40s.jpg")
        expect(try workplace.compose("--strict"), status: 65, says: "ch4_40s.jpg: ", "1 of 4 screenshots")
        #expect(try workplace.folder.contents(of: "out") == before)
    }

    @Test func `a folder of damaged screenshots exits with 65, and writes nothing`() throws {
        try workplace.folder.makeFolder("shots")
        try workplace.folder.write([1, 2, 3], to: "shots/ch1_10s.jpg")
        try workplace.folder.write(DrawnScreenshot(number: 2).encoded.dropLast(20), to: "shots/ch2_20s.jpg")
        expect(try workplace.compose(), status: 65, says: "2")
        #expect(try workplace.folder.names() == ["shots"])
    }

    @Test(
        arguments: [
            ([], "The file is empty."), (Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], "not as gif; convert"),
            (Array("<!DOCTYPE html><title>404</title>".utf8), "a page in HTML, as servers send for errors;"),
            (Array("chapter 1".utf8), "The first bytes are not those of a JPEG or PNG."),
        ] as [([UInt8], String)])
    func `reports an undecodable screenshot with its reason, alone and among others`(
        bytes: [UInt8], reason: String
    ) throws {
        try workplace.folder.makeFolder("shots")
        try workplace.folder.write(bytes, to: "shots/ch1_4s.jpg")
        expect(try workplace.compose(), status: 65, says: "ch1_4s.jpg: ", reason, " It is the only screenshot.")
        try workplace.folder.write([], to: "shots/ch2_5s.jpg")
        expect(
            try workplace.compose(), status: 65, says: "ch1_4s.jpg: ", reason,
            " 2 of 2 screenshots cannot be used.")
        try workplace.draw(3...3)
        let run = try workplace.compose()
        #expect(run.status == 0 && run.errors.contains("ch1_4s.jpg: ") && run.errors.contains(reason))
        #expect(run.errors.contains("mosaic: ch2_5s.jpg: The file is empty. A placeholder stands in.\n"))
    }

    @Test(arguments: ["shots", "absent"])
    func `a missing or empty source exits with 66, and writes nothing`(name: String) throws {
        try workplace.folder.makeFolder("shots")
        expect(try workplace.run("compose", name, "-o", "out"), status: 66, says: name)
        expect(try workplace.run("compose", name, "-o", "out", "--times", "list"), status: 66)
        #expect(try workplace.folder.names() == ["shots"])
    }

    @Test func `reports the format of screenshots that cannot be read`() throws {
        try workplace.folder.makeFolder("shots")
        try workplace.folder.write([1], to: "shots/ch2_397s.webp")
        expect(try workplace.compose(), status: 66, says: "shots: ", "among its 1 file. WebP is not read;")
        try workplace.draw(1...1)
        #expect(
            try workplace.compose().errors
                == "mosaic: ch2_397s.webp: skipped. WebP is not read; JPEG and PNG are.\n")
    }

    @Test(
        arguments: [
            (Array("<!doctype html><title>Not found</title>".utf8), "a page in HTML"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8), "a picture in HEIC"),
            ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0], "a picture in TIFF"),
            (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
        ] as [([UInt8], String)])
    func `a film that is something else by its content is named, with the next step`(
        bytes: [UInt8], content: String
    ) throws {
        try workplace.folder.write(bytes, to: "film.mp4")
        let run = try workplace.run("compose", "film.mp4", "-o", "out")
        #expect(run.status == 65 && run.errors.contains(content), "\(run.errors)")
        #expect(try workplace.folder.names() == ["film.mp4"])
    }

    // MARK: The output

    @Test(arguments: ["shots", "shots/", "./shots/../shots", "shots/out", "shots/a/b", "new/../shots"])
    func `the output is neither the input nor inside it`(output: String) throws {
        try workplace.draw(1...2)
        expect(
            try workplace.run("compose", "shots", "-o", output), status: 1, says: "folder that is read",
            "another folder")
        #expect(try workplace.folder.names() == ["shots"])
        #expect(try workplace.folder.names(in: "shots") == ["ch1_10s.jpg", "ch2_20s.jpg"])
    }

    #if os(Linux)
        @Test(arguments: [
            ("/proc", "proc: The folder cannot be written to"), ("/proc/foo", "foo: The folder cannot be made"),
        ])
        func `an output that cannot be written is named as it was given, before the work`(
            output: String, says: String
        ) throws {
            try workplace.folder.makeFolder("shots")
            try workplace.folder.write([1], to: "shots/ch1_10s.jpg")
            for command in ["compose", "watch"] {
                expect(
                    try workplace.run(command, "shots", "-o", output), status: 1, says: says,
                    ": files cannot be created there.")
            }
        }
    #endif

    @Test(arguments: ["o", "out/", "a//b/c/", "./x"])
    func `folders are made where they do not exist`(output: String) throws {
        try workplace.draw(1...1)
        let run = try workplace.run("compose", "shots", "-o", output)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains((output.hasSuffix("/") ? output : output + "/") + "thumbnails.vtt\n"))
        #expect(try WrittenTrack(workplace, output + "/thumbnails.vtt").cues.count == 1)
    }

    @Test func `another storyboard is left alone`() throws {
        try workplace.draw(1...2)
        try workplace.compose()
        let before = try workplace.folder.contents(of: "out")
        let run = try workplace.compose("--id", "other")
        expect(run, status: 1, says: "another storyboard, shots;", "another folder", "--id shots")
        #expect(try workplace.folder.contents(of: "out") == before)
        #expect(try workplace.compose("--id", "shots").status == 0, "what was advised works")
    }

    /// Puts two chapters into `NAME/shots`, drawn by numbers from `number` on.
    private func draw(_ name: String, from number: Int, width: Int = 96, height: Int = 54) throws {
        try workplace.folder.makeFolder("\(name)/shots")
        for chapter in 0..<2 {
            let picture = DrawnScreenshot(number: number + chapter, size: PixelSize(width: width, height: height))
            try workplace.folder.write(picture.encoded, to: "\(name)/shots/ch\(chapter + 1)_\(chapter)0s.jpg")
        }
    }

    private func compose(_ source: String, _ options: String...) throws -> BuiltTool.Outcome {
        try workplace.run(["compose", source, "-o", "out", "--width", "40"] + options)
    }

    private func tileHeight() throws -> Int? {
        let geometry = try JSONReport(workplace.text(of: "out/mosaic.json"))["geometry"] as? [String: Any]
        return (geometry?["tile"] as? [String: Int])?["height"]
    }

    @Test func `replaces a storyboard of another source only with --replace, with tiles of the new shape`() throws {
        try draw("A", from: 1)
        try draw("B", from: 50, width: 54, height: 96)
        #expect(try compose("A/shots").status == 0)
        let before = try workplace.folder.contents(of: "out")
        expect(
            try compose("B/shots"), status: 1,
            says: "out: The folder holds the storyboard of another shots, at another path;", "--replace")
        #expect(try workplace.run("compose", "B/shots", "-o", "other").status == 0)
        for command in [["watch", "B/shots"], ["import", "other/thumbnails.vtt", "--id", "shots"]] {
            let run = try workplace.run(command + ["-o", "out"])
            #expect(run.status == 1 && run.errors.contains("--replace"), "\(run)")
        }
        #expect(try workplace.folder.contents(of: "out") == before)
        let replaced = try compose("B/shots", "--replace")
        #expect(replaced.status == 0 && replaced.errors.isEmpty, "\(replaced)")
        #expect(try tileHeight() == 71)
        #expect(try compose("B/shots").status == 0, "it is B's now")
        expect(try compose("A/shots"), status: 1, says: "--replace")
    }

    @Test func `a folder of screenshots that was moved is the same source, and grows`() throws {
        try draw("A", from: 1)
        #expect(try compose("A/shots").status == 0)
        try FileManager.default.moveItem(atPath: workplace.folder.path("A"), toPath: workplace.folder.path("C"))
        try workplace.folder.write(DrawnScreenshot(number: 9).encoded, to: "C/shots/ch3_20s.jpg")
        #expect(try compose("C/shots").status == 0)
        #expect(try WrittenTrack(workplace).cues.count == 3)
    }

    @Test func `a storyboard without a recorded source takes any`() throws {
        try draw("A", from: 1)
        try draw("B", from: 50)
        #expect(try compose("A/shots").status == 0)
        try workplace.folder.remove("out/.mosaic-source.json")
        #expect(try compose("B/shots").status == 0)
        #expect(workplace.folder.holds("out/.mosaic-source.json"))
    }

    @Test(arguments: ["s3://bucket/out", "S3://x", "https://cdn.example/out", "file:///tmp/x"])
    func `refuses an address as output`(_ address: String) throws {
        try workplace.draw(1...2)
        #expect(try workplace.run("compose", "shots", "-o", "kept").status == 0)
        for command in [
            ["compose", "shots"], ["watch", "shots"], ["import", "kept"], ["batch", "."],
            ["export", "kept", "--export", "hls"],
        ] {
            let run = try workplace.run(command + ["-o", address])
            #expect(run.status == 64 && run.output.isEmpty, "\(command) \(run)")
            #expect(run.errors.contains("\(address): Output to an address is not supported yet"), "\(command) \(run)")
        }
        #expect(try workplace.folder.names() == ["kept", "shots"])
    }

    @Test func `refuses a folder with a track but without a record`() throws {
        try workplace.draw(1...2)
        try workplace.folder.makeFolder("out")
        try workplace.folder.write(Array("WEBVTT\n".utf8), to: "out/thumbnails.vtt")
        expect(try workplace.compose(), status: 1, says: "thumbnails.vtt", "mosaic.json", "another folder")
        #expect(try workplace.text(of: "out/thumbnails.vtt") == "WEBVTT\n")
    }

    @Test func `a record that cannot be read is bad data`() throws {
        try workplace.draw(1...2)
        try workplace.compose()
        try workplace.folder.write(Array("{\"version\": 99}".utf8), to: "out/mosaic.json")
        expect(try workplace.compose(), status: 65, says: "mosaic.json: ", "99")
    }

    @Test func `a folder locked by another process is busy`() throws {
        try workplace.draw(1...2)
        try workplace.folder.makeFolder("out")
        let descriptor = open(workplace.folder.path("out"), O_RDONLY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        expect(try workplace.compose(), status: 1, says: "out: ", "Another mosaic")
        #expect(try workplace.folder.names(in: "out").isEmpty)
        flock(descriptor, LOCK_UN)
        close(descriptor)
        #expect(try workplace.compose().status == 0)
    }

    @Test func `of several runs at once each is done or refused`() throws {
        try workplace.draw(1...20)
        let arguments = ["compose", workplace.folder.path("shots"), "-o", workplace.folder.path("out")]
        let statuses = try (1...4).map { _ in try BuiltTool(arguments) }.map { $0.wait() }
        #expect(statuses.contains(0))
        #expect(statuses.allSatisfy { $0 == 0 || $0 == 1 })
        #expect(try WrittenTrack(workplace).cues.count == 20)
        #expect(try workplace.folder.names(in: "out").count == 4, "and nothing else is there")
    }

    @Test func `a file in the way is said`() throws {
        try workplace.draw(1...1)
        try workplace.folder.write([1], to: "out")
        expect(try workplace.compose(), status: 1, says: "out: ")
        expect(try workplace.run("compose", "shots", "-o", "out/below"), status: 1, says: "below: ")
        #expect(try workplace.folder.read("out") == [1])
    }

    @Test func `accepts modification times of any year`() throws {
        try workplace.draw(1...2)
        try workplace.folder.write(
            DrawnScreenshot(number: 1).encoded, to: "shots/ch1_10s.jpg", modified: 13_600_000_000)
        #expect(try workplace.compose().status == 0)
    }
}
