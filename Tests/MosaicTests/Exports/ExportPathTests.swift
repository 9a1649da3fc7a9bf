import Testing
import TiledJPEG

@testable import Mosaic

struct ExportPathTests {
    @Test func `every file of every export has such a path`() async throws {
        for drawing in ExportTests.drawings {
            var narrow = drawing
            narrow.tile = PixelSize(width: 16, height: 16)
            let source = try await drawing.source(further: [narrow])
            for export in Export.all {
                for file in try await export.files(of: source) where !file.isPublished(in: source.storyboards) {
                    #expect(ExportPath(file.path)?.isImmutable == file.isImmutable, "\(file.path)")
                }
            }
        }
    }

    @Test(arguments: [
        "", "mosaic.json", "thumbnails.vtt", "sheet-0.00112233445566778899aabbccddeeff.jpg", "../hls.m3u8", "/hls.m3u8",
        "a/hls.m3u8", "160/160/hls.m3u8", "0160/hls.m3u8", "+1/hls.m3u8", "hls.m3u8/", "HLS.m3u8", "tiles/1.jpg",
        "tiles/1.00112233445566778899aabbccddeef.jpg", "tiles/-1.00112233445566778899aabbccddeeff.jpg",
        "tiles/1.00112233445566778899AABBCCDDEEFF.jpg", "tiles/1.00112233445566778899aabbccddeeff.jpg.png",
        "tiles/../1.00112233445566778899aabbccddeeff.jpg", "dash/00112233445566778899aabbccddeeff/x.jpg",
        "dash/1/1.jpg", "trickplay/320-5x5/0.jpg", "trickplay/320 - 5x5x5/0.jpg", "trickplay/../0.jpg",
        "iframes.00112233445566778899aabbccddeeff.m4v", "screenshots/hls.m3u8", ".mosaic-exports.json",
        "999999999999999999999/hls.m3u8",
    ])
    func `no other file has one`(path: String) {
        #expect(ExportPath(path) == nil)
    }
}
