import Foundation
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import CommandSupport
@testable import MosaicCommand

/// The documents that commands print with `--json` are those of `samples/schemas.json`, which names every key.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct JSONSchemaTests {
    /// Command lines, each with the definition of its output.
    private static let storyboard = [
        ("compose shots -o out --width 40 --preview --export bif --json", "compose"),
        ("lookup out 10 --json", "lookup"),
        ("cues out --json", "cues"), ("doctor out --json --duration 5", "doctor"),
        ("export out --export all -o other --json", "export"), ("relayout out --grid 1x1 --json", "relayout"),
        ("import out/thumbnails.vtt -o copy --json", "import"),
    ]
    private static let library = [
        ("batch . -o library --dry-run --publish emby --json", "batch-dry-run"),
        ("batch . -o library --estimate --json", "batch-estimate"), ("batch . -o library --width 40 --json", "batch"),
        ("batch . -o library --prune --json", "batch-prune"),
        ("submit shots --library library --id more --json", "submit"),
        ("jobs library --json", "jobs"), ("list library --json", "list"), ("show library shots --json", "show"),
        ("repair library --json", "repair"), ("serve --print-config --json", "serve-settings"),
    ]
    /// Definitions of parts, and those of other tests.
    private static let others: Set<String> = [
        "batch-line", "file", "geometry", "job", "links", "publication", "screenshots", "sheet", "size", "storyboard",
        "upload", "youtube-uploads",
    ]

    private let schema: JSONSchema
    private let workplace = Workplace()

    init() throws {
        schema = try JSONSchema()
        try workplace.draw(1...2)
    }

    @Test(arguments: [storyboard, library])
    func `documents have the keys and types of their schema`(lines: [(String, String)]) throws {
        try workplace.folder.write(Array("text".utf8), to: "shots/ch3_30s.jpg")
        for (line, name) in lines {
            let run = try workplace.run(line.split(separator: " ").map(String.init))
            #expect(try schema.faults(of: run.output, as: name) == [], "\(line): \(run.errors)")
        }
    }

    @Test func `each result of a batch has the keys and types of its schema`() throws {
        let tool = try PipedTool(["batch", "-", "-o", "library", "--width", "40", "-q"], in: workplace.folder)
        try tool.write(#"{"id": "film", "source": "shots"}"# + "\n" + #"{"id": "none", "source": "none"}"# + "\n")
        let lines = try tool.finish().lines
        #expect(lines.count == 2)
        for line in lines { #expect(try schema.faults(of: String(line), as: "batch-line") == []) }
    }

    @Test func `a report of screenshots has the keys and types of its schema`() throws {
        var report = ScreenshotReport(folder: "stills/", size: PixelSize(width: 16, height: 9))
        report.files = [.init(name: "ch1_0s.jpg", time: .zero, frameTime: .zero, title: "One", bytes: 1)]
        report.missing = [.init(name: "ch2_9s.jpg", time: Timestamp(milliseconds: 9_000), reason: "It is missing.")]
        let line = String(decoding: try JSONOutput.line(report), as: UTF8.self)
        #expect(try schema.faults(of: line, as: "screenshots") == [])
    }

    @Test func `every definition is held by a test, and a fault is found`() throws {
        #expect(schema.names == Self.others.union((Self.storyboard + Self.library).map { $0.1 }))
        let faults = try schema.faults(
            of: #"{"valid": true, "cues": [{"id": "", "start_ms": "0", "x": 1}]}"#, as: "cues")
        #expect(Set(faults).count == 4, "\(faults)")
    }
}
