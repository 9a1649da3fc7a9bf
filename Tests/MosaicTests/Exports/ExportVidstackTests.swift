import Foundation
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ExportVidstackTests {
    private struct VidstackCue: Decodable, Equatable {
        let startTime: Double
        let endTime: Double?
        let text: String
    }

    private func cues(_ source: ExportSource) async throws -> [VidstackCue] {
        let files = try await Export.vidstack.files(of: source)
        let sheets = source.storyboards.main.sheets
        #expect(files.map(\.path) == sheets.map(\.name.rawValue) + ["vidstack.json"])
        #expect(files.map { $0.isPublished(in: source.storyboards) } == sheets.map { _ in true } + [false])
        #expect(files.last?.type == .json && files.last?.isImmutable == false)
        return try JSONDecoder().decode([VidstackCue].self, from: Data(try #require(files.last).content()))
    }

    @Test func `cues equal the cues of the track`() async throws {
        let drawing = TiledStoryboard(
            times: [4_005, 9_000, 9_500, 61_050, 61_500, 80_000, 99_999], duration: 123_456,
            track: TrackSettings(maximumCues: 5))
        try await expectCuesOfTrack(drawing)
        var inset = drawing
        inset.track.gutter = 3
        try await expectCuesOfTrack(inset)
    }

    private func expectCuesOfTrack(_ drawing: TiledStoryboard) async throws {
        let source = try await drawing.source()
        let track = try drawing.storyboard().cueTrack()
        let expected = track.cues.map {
            VidstackCue(
                startTime: Double($0.start.milliseconds) / 1_000, endTime: Double($0.end.milliseconds) / 1_000,
                text: $0.text)
        }
        #expect(try await cues(source) == expected)
    }

    @Test(arguments: [[0, 1_000, 5_000], [7_000], [4_000, 9_999]] as [[Int64]])
    func `the last tile of a film of unknown length has no end`(times: [Int64]) async throws {
        let unknown = try await cues(TiledStoryboard(times: times).source())
        #expect(unknown.last?.endTime == nil && unknown.dropLast().allSatisfy { $0.endTime != nil })
        let stated = ExportOptions(duration: Timestamp(milliseconds: 60_000))
        #expect(try await cues(TiledStoryboard(times: times).source(stated)).last?.endTime == 60)
    }

    @Test func `URLs follow the options, even with quotes and backslashes`() async throws {
        let urls = FileURLs.below("https://cdn.example/\"a\"\\/")
        let source = try await TiledStoryboard(times: [0, 1_000]).source(ExportOptions(urls: urls))
        let name = source.storyboards.main.sheets[0].name
        #expect(try await cues(source)[1].text == "https://cdn.example/\"a\"\\/\(name)#xywh=32,0,32,32")
    }

    @Test func `a PNG storyboard has them, too`() async throws {
        let source = try await TiledStoryboard(times: [0, 1_000], format: .png).source()
        #expect(try await cues(source).count == 2)
    }
}
