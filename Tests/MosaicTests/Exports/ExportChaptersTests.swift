import Testing
import WebVTT

@testable import Mosaic

struct ExportChaptersTests {
    private func text(_ drawing: TiledStoryboard) async throws -> [String: String] {
        let files = try await Export.chapters.files(of: drawing.source())
        #expect(files.map(\.path) == ["chapters.ffmetadata", "chapters.vtt"])
        return try Dictionary(
            uniqueKeysWithValues: files.map { ($0.path, String(decoding: try $0.content(), as: UTF8.self)) })
    }

    @Test func `consecutive tiles of one chapter are one chapter`() async throws {
        let drawing = TiledStoryboard(
            times: [4_000, 10_000, 20_000, 30_000, 40_000], duration: 50_000,
            titles: [0: "One", 1: "One", 3: "Two --> & <b>"], chapters: [4: 7])
        let track = try await CueTrack(parsing: Array(#require(text(drawing)["chapters.vtt"]).utf8))
        #expect(track.cues.map(\.start.milliseconds) == [0, 30_000, 40_000])
        #expect(track.cues.map(\.end.milliseconds) == [30_000, 40_000, 50_000])
        #expect(track.cues[0].text == "One" && track.cues[2].text == "Chapter 7")
        #expect(track.cues[1].text.contains("&amp; &lt;b"))
    }

    @Test func `chapters of a film of unknown length end where the track ends`() async throws {
        let texts = try await text(TiledStoryboard(times: [0, 5_000], titles: [0: "a=b", 1: "c"]))
        #expect(texts["chapters.vtt"]?.contains("00:00:05.000 --> 99:59:59.999") == true)
        #expect(texts["chapters.ffmetadata"]?.contains("START=5000\nEND=10000\ntitle=c") == true)
        #expect(texts["chapters.ffmetadata"]?.contains(#"title=a\=b"#) == true)
    }

    @Test func `a storyboard without chapters has no chapters to export`() async throws {
        let source = try await TiledStoryboard(times: [0, 1_000]).source()
        await #expect(throws: MosaicError.self) { try await Export.chapters.files(of: source) }
    }
}
