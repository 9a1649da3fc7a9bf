import Testing
import WebVTT

@testable import TrackDoctor

struct MultivariantCheckupTests {
    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=800000
        low.m3u8
        #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=12000,RESOLUTION=320x180,CODECS="jpeg",URI="images.m3u8"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=16000,RESOLUTION=320x180,CODECS="mjpg",URI="iframes.m3u8"
        """
    private static let files = ["images.m3u8": Array("#EXTM3U\n".utf8), "iframes.m3u8": Array("#EXTM3U\n".utf8)]

    @Test func `a playlist whose thumbnails are there is in good health`() async throws {
        let checkup = try await checkup(Self.master, files: Self.files)
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount) == (0, 0))
        #expect(checkup.repaired == nil)
        #expect(checkup.readers == "Roku and Shaka read the images, hls.js and Shaka the frames.")
    }

    @Test(arguments: [
        ("RESOLUTION=320x180,CODECS=\"jpeg\"", "CODECS=\"jpeg\"", "stream-attributes 4"),
        (",CODECS=\"jpeg\"", "", "stream-attributes 4"),
        ("BANDWIDTH=16000,", "", "stream-attributes 5"),
        ("mjpg", "jpeg", "stream-codecs 5"),
        ("\"jpeg", "\"mjpg", "stream-codecs 4"),
        ("\"images", "\"gone", "missing-playlists 4"),
        ("CODECS=\"jpeg\"", "CODECS=\"jpeg", "unreadable-playlist 4"),
    ])
    func `a fault has its rule and its line`(_ part: String, other: String, found: String) async throws {
        let text = Self.master.replacing(part, with: other, maxReplacements: 1)
        #expect(try await checkup(text, files: Self.files).found == [found])
    }

    @Test func `a film without thumbnails, or with pictures alone, is found`() async throws {
        let lines = Self.master.split(separator: "\n")
        let bare = lines.prefix(3).joined(separator: "\n")
        #expect(try await checkup(bare).found == ["no-thumbnail-streams"])
        let alone = lines.prefix(4).joined(separator: "\n")
        #expect(try await checkup(alone, files: Self.files).found == ["images-alone 4"])
        let exported = "#EXTM3U\n\(lines[3])"
        #expect(try await checkup(exported, files: Self.files).found == [])
    }

    @Test func `frames of a video may leave attributes out`() async throws {
        let text = Self.master + "\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401f\",URI=\"iframes.m3u8\""
        #expect(try await checkup(text, files: Self.files).found == [])
    }
}
