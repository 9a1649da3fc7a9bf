import MosaicFixtures
import Raster
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Lines of a manifest.
struct ManifestLineTests {
    private static let defaults: ManifestLine.Defaults = {
        var settings = CompositionSettings()
        settings.geometry.width = 99
        return ManifestLine.Defaults(settings: settings, keepingOld: 7)
    }()

    private func line(_ text: String) throws -> ManifestLine {
        try ManifestLine(parsing: Array(text.utf8), number: 3, defaults: Self.defaults)
    }

    @Test func `an id and a folder are enough`() throws {
        let line = try line(#"{"id": "film", "source": "/shots", "more": 1}"#)
        #expect(line.output == nil && line.request.id.rawValue == "film" && line.request.title == nil)
        #expect(line.request.source == Mosaic.ScreenshotSource(folder: "/shots"))
        #expect(line.request.settings.geometry.width == 99 && line.request.keepingOld == 7)
        #expect(line.request.settle == 0, "a batch takes what is there")
    }

    @Test func `a line may have every key`() throws {
        let line = try line(
            #"{"id":"-film","title":"T","source":{"folder":"/shots","interval_ms":10000,"times":null},"output":"lib","#
                + #""duration_ms":90000,"settings":{"geometry":{"width":64},"strict":true},"keep_old_s":0}"#)
        #expect(line.request.id.rawValue == "-film" && line.request.title == "T" && line.output == "lib")
        #expect(line.request.source.interval == Timestamp(milliseconds: 10_000))
        #expect(line.request.duration == Timestamp(milliseconds: 90_000) && line.request.keepingOld == 0)
        #expect(line.request.settings.geometry.width == 64 && line.request.settings.isStrict)
    }

    @Test func `settings state only the values that differ from the defaults`() throws {
        let text = """
            {"encoding": {"quality": 60, "tables": "annex-k"}, "track": {"maximum_cues": 9}, "geometry": {"width": 64}}
            """
        let settings = try line(#"{"id": "film", "source": "s", "settings": \#(text)}"#).request.settings
        var expected = CompositionSettings()
        expected.encoding.quality = 60
        expected.encoding.tables = .annexK
        expected.track.maximumCues = 9
        expected.geometry.width = 64
        #expect(settings == expected)
    }

    @Test func `a source may be in a bucket`() throws {
        let line = try line(#"{"id": "film", "source": "s3://chapter-screenshots/film"}"#)
        #expect(line.request.source.folder == "s3://chapter-screenshots/film/")
        let numbered = try self.line(#"{"id":"f","source":{"folder":"s3://shots/a/b/","interval_ms":10000}}"#)
        #expect(numbered.request.source.folder == "s3://shots/a/b/")
        for wrong in ["s3://", "s3://Shots/a", "s3://shots//a", "s3://shots/../a"] {
            let error = failure { _ = try self.line(#"{"id": "film", "source": "\#(wrong)"}"#) }
            #expect(error?.code == .malformed && error?.reason.contains("s3://bucket/prefix/") == true, "\(wrong)")
        }
    }

    @Test func `chapters title screenshots, in the order of their times`() throws {
        let line = try line(
            #"{"id":"film","source":"/shots","chapters":[{"time_ms":9000,"title":"B"},{"time_ms":0,"title":"A"}]}"#)
        #expect(line.request.source.chapters.map(\.title) == ["A", "B"])
        #expect(throws: MosaicError(.malformed, "line 3", "The value of chapters.0.time_ms is not a whole number.")) {
            try self.line(#"{"id":"film","source":"/shots","chapters":[{"time_ms":"0","title":"A"}]}"#)
        }
    }

    @Test func `a film takes no titles, because it has its own`() throws {
        let film = #""source":"/nowhere/film.mp4""#
        try line(#"{"id":"film",\#(film)}"#).request.validate()
        let titled = try line(#"{"id":"film",\#(film),"chapters":[{"time_ms":0,"title":"A"}]}"#).request
        #expect(failure { try titled.validate() }?.subject == "chapters")
    }

    @Test(arguments: [
        ("s3://chapter-screenshots", "s3://chapter-screenshots/-film~1/"), ("s3://shots/a/", "s3://shots/a/-film~1/"),
        ("/shots/", "/shots/-film~1"), ("/shots/../more", "/more/-film~1"),
    ])
    func `a line without a source has the folder of its name`(root: String, expected: String) throws {
        let defaults = ManifestLine.Defaults(settings: CompositionSettings(), keepingOld: 7, screenshots: root)
        func source(_ text: String) throws -> String {
            try ManifestLine(parsing: Array(text.utf8), number: 1, defaults: defaults).request.source.folder
        }
        #expect(try source(#"{"id": "-film~1"}"#) == expected)
        #expect(try source(#"{"id": "-film~1", "source": "/own"}"#) == "/own")
        #expect(throws: MosaicError.self) { try source(#"{"id": "film", "source": null}"#) }
    }

    @Test func `relative folders are resolved in the working directory`() throws {
        let line = try line(#"{"id": "film", "source": "shots/../more"}"#)
        #expect(line.request.source.folder.hasPrefix("/") && line.request.source.folder.hasSuffix("/more"))
        #expect(!line.request.source.folder.contains(".."))
    }

    @Test(arguments: [
        (
            "no json",
            #"It is not a JSON object: byte 1 of 7 is wrong. A line is {"id": "film-7", "source": "films/film-7.mp4"}."#
        ),
        ("{1", "It is not a JSON object: byte 2 of 2 is wrong."), ("", "It is not a JSON object."),
        ("[1]", "It is not a JSON object."),
        ("\"text\"", "It is not a JSON object."), (#"{"source": "/shots"}"#, "The key id is missing."),
        (#"{"id": "film"}"#, "The key source is missing."),
        (#"{"id": "film", "sorce": "/shots"}"#, "The key source is missing; the line has sorce instead."),
        (
            #"{"id": "../film", "source": "/shots"}"#,
            "The value of id is not allowed: An id has 1 to 128 of the characters A-Z a-z 0-9 - . _ ~ and no dot in front."
        ),
        (#"{"id": 1, "source": "/shots"}"#, "The value of id is not text."),
        (#"{"id": "film", "source": {}}"#, "The key source.folder is missing."),
        (#"{"id": "film", "source": ""}"#, "The value of source is not allowed: It names no folder."),
        (
            #"{"id": "film", "source": "/s", "settings": {"geometry": {"width": "x"}}}"#,
            "The value of settings.geometry.width is not a whole number."
        ),
        (
            #"{"id": "film", "source": "/s", "settings": {"geometry": {"widht": 64}}}"#,
            "The key settings.geometry.widht is unknown; geometry takes allow_large_sheets, grid, maximum_side, tile, "
                + "uniform, width."
        ),
        (
            #"{"id": "film", "source": "/s", "settings": {"quality": 60}}"#,
            "The key settings.quality is unknown; settings takes accept_damaged, encoding, geometry, strict, track, "
                + "verify_content, widths; quality is a key of encoding."
        ),
        (
            #"{"id": "film", "source": "/s", "keep_old_s": -1}"#,
            "The value of keep_old_s is not allowed: Less than 0 seconds."
        ),
    ])
    func `a malformed line is refused with its number and the fault`(text: String, reason: String) {
        #expect(throws: MosaicError(.malformed, "line 3", reason)) { try line(text) }
    }
}
