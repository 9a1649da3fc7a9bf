import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

/// Our playlists in m3u8, a reader in Python.
@Suite(.enabled(if: PythonModule.m3u8.python != nil, "\(PythonModule.m3u8.hint)"))
struct HLSOracleTests {
    private struct Read: Decodable {
        struct Segment: Decodable {
            let uri: String
            let duration: Double
            let gap: Bool
            let range: String?
            let map: String?
        }
        struct Stream: Decodable, Equatable {
            let uri: String
            let bandwidth: Int
            let resolution: String
            let codecs: String
        }
        let images: Bool
        let frames: Bool
        let complete: Bool
        let target: Int?
        let segments: [Segment]
        let tiles: [[String: String]]
        let streams: [Stream]
    }

    private static let script = """
        import json, m3u8, sys
        playlist = m3u8.loads(open(sys.argv[1], newline="").read())
        def stream(uri, info):
            size = info.resolution
            return {"uri": uri, "bandwidth": info.bandwidth, "codecs": info.codecs,
                    "resolution": size if isinstance(size, str) else "%dx%d" % size}
        print(json.dumps({
            "images": playlist.is_images_only, "frames": playlist.is_i_frames_only, "complete": playlist.is_endlist,
            "target": playlist.target_duration,
            "segments": [{"uri": s.uri, "duration": s.duration, "gap": s.gap_tag or False, "range": s.byterange,
                          "map": s.init_section and s.init_section.uri + " " + s.init_section.byterange}
                         for s in playlist.segments],
            "tiles": [{"resolution": t["resolution"], "layout": t["layout"], "duration": str(float(t["duration"]))}
                      for t in playlist.data["tiles"]],
            "streams": [stream(p.uri, p.image_stream_info) for p in playlist.image_playlists]
                     + [stream(p.uri, p.iframe_stream_info) for p in playlist.iframe_playlists]}))
        """

    private static func read(_ bytes: [UInt8]) throws -> Read {
        try PythonModule.m3u8.decode(Read.self, script: script, input: bytes)
    }

    @Test func `a playlist of pictures has the same resources, times and layouts`() throws {
        var random = SeededGenerator(seed: 6)
        let tiles = HLSImagePlaylistTests.tiles
        let resources = (0..<300).map { number in
            HLSImagePlaylist.Resource(
                uri: "tiles/\(number).jpg?a=1,2&b=\(number)",
                duration: .milliseconds(.random(in: 1...600_000, using: &random)),
                tiles: number.isMultiple(of: 2) ? tiles : nil, isGap: number.isMultiple(of: 7))
        }
        let found = try Self.read(HLSImagePlaylist(resources: resources).serialized())
        #expect(found.images && found.complete && !found.frames)
        #expect(found.segments.map(\.uri) == resources.map(\.uri))
        #expect(found.segments.map { Timestamp(seconds: $0.duration) } == resources.map(\.duration))
        #expect(found.segments.map(\.gap) == resources.map(\.isGap))
        let expected = ["resolution": "160x90", "layout": "5x4", "duration": "4.17"]
        #expect(found.tiles == Array(repeating: expected, count: 150))
        // No segment may last longer, rounded to whole seconds.
        let longest = try #require(resources.map(\.duration.milliseconds).max())
        #expect(try #require(found.target) >= Int((longest + 500) / 1000))
    }

    @Test func `a playlist of frames has the same ranges and times`() throws {
        var random = SeededGenerator(seed: 7)
        var frames: [HLSIFramePlaylist.Frame] = []
        for _ in 0..<300 {
            let start = frames.last?.range.upperBound ?? 650
            let range = start..<(start + Int.random(in: 200...90_000, using: &random))
            frames.append(.init(duration: .milliseconds(.random(in: 1...600_000, using: &random)), range: range))
        }
        let found = try Self.read(HLSIFramePlaylist(uri: "iframes.a1.mp4", map: 0..<650, frames: frames).serialized())
        #expect(found.frames && found.complete && !found.images)
        #expect(found.segments.map { Timestamp(seconds: $0.duration) } == frames.map(\.duration))
        #expect(found.segments.map(\.range) == frames.map { "\($0.range.count)@\($0.range.lowerBound)" })
        #expect(Set(found.segments.map(\.uri)) == ["iframes.a1.mp4"])
        #expect(Set(found.segments.map(\.map)) == ["iframes.a1.mp4 650@0"])
    }

    @Test func `a multivariant playlist has the same streams, also beside streams of a video`() throws {
        let expected = [
            Read.Stream(uri: "images.m3u8", bandwidth: 12_000, resolution: "320x180", codecs: "jpeg"),
            Read.Stream(uri: "iframes.m3u8", bandwidth: 16_000, resolution: "320x180", codecs: "mjpg"),
        ]
        let streams = HLSMultivariantPlaylistTests.streams
        #expect(try Self.read(HLSMultivariantPlaylist(streams: streams).serialized()).streams == expected)
        let master = Array(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401f,mp4a.40.2"
            low.m3u8
            """.utf8)
        #expect(try Self.read(HLSMultivariantPlaylist.inserting(streams, into: master)).streams == expected)
    }
}
