import PlayerFormats
import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

struct FramesCheckupTests {
    private let video: [UInt8]
    private let text: String

    init() throws {
        let images = (0..<3).map {
            (time: Timestamp(milliseconds: 1000 * $0), bytes: [UInt8](repeating: 7, count: 100))
        }
        let end = Timestamp(milliseconds: 3000)
        let file = try MotionJPEGFile.serialized(images, end: end, size: PixelSize(width: 16, height: 9))
        let frames = file.frames.map { HLSIFramePlaylist.Frame(duration: Timestamp(milliseconds: 1000), range: $0) }
        video = file.bytes
        text = String(
            decoding: HLSIFramePlaylist(uri: "a.mp4", map: file.map, frames: frames).serialized(), as: UTF8.self)
    }

    private func found(_ text: String, video: [UInt8]? = nil) async throws -> [String] {
        try await checkup(text, files: ["a.mp4": video ?? self.video]).found
    }

    @Test func `a playlist whose frames lie in its file is in good health`() async throws {
        let checkup = try await checkup(text, files: ["a.mp4": video])
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount) == (3, 0))
    }

    @Test func `a frame needs its place`() async throws {
        let lines = text.split(separator: "\n")
        let range = try #require(lines.lastIndex { $0.hasPrefix("#EXT-X-BYTERANGE") })
        var without = lines
        without.remove(at: range)
        #expect(try await found(without.joined(separator: "\n")) == ["frame-ranges 15"])
        #expect(try await found(text.replacing("#EXT-X-MAP", with: "#EXT-MAP")) == ["frame-ranges"])
        var moved = lines
        moved[range] = "#EXT-X-BYTERANGE:50@0"
        #expect(try await found(moved.joined(separator: "\n")) == ["misplaced-frames 16"])
        moved[range] = "#EXT-X-BYTERANGE:\(video.count)@0"
        #expect(try await found(moved.joined(separator: "\n")) == ["misplaced-frames 16"])
    }

    @Test func `a frame whose file has another time is found`() async throws {
        let text = text.replacing("#EXTINF:1.000", with: "#EXTINF:1.400", maxReplacements: 1)
        #expect(try await found(text) == ["frame-times 13"])
    }

    @Test func `a file that is missing, cut or something else is found`() async throws {
        #expect(try await checkup(text).found == ["missing-video 10"])
        #expect(try await found(text, video: video.dropLast(20).map(\.self)) == ["unreadable-video 10"])
        #expect(try await found(text, video: Array("<html>".utf8)) == ["unreadable-video 10"])
    }

    @Test func `without sheets the file is not looked at`() async throws {
        var options = Checkup.Options()
        options.maximumSheets = 0
        #expect(try await checkup(Array(text.utf8), options: options).found == [])
    }
}
