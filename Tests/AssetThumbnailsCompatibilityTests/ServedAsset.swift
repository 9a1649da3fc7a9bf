import Foundation
import ScrubFixtures

/// An asset of eight thumbnails on a server, ten seconds each, thumbnail n drawn from seed n.
struct ServedAsset {
    let server: LoopbackServer
    let url: URL

    /// - Parameters:
    ///   - track: Takes the place of the track.
    ///   - sheet: Takes the place of the second sheet.
    init(track: LoopbackAnswer? = nil, sheet: LoopbackAnswer? = nil) throws {
        var text = "WEBVTT\n"
        for tile in 0..<8 {
            text += "\n00:\(tile)0.000 --> 00:\(tile + 1)0.000\n\(tile / 4).jpg#xywh=\(tile % 4 * 64),0,64,48\n"
        }
        // Seventy seconds are no seconds in WebVTT.
        text = text.replacing("00:60", with: "01:00").replacing("00:70", with: "01:10").replacing(
            "00:80", with: "01:20")
        let answers = [
            "/thumbs.vtt": track ?? LoopbackAnswer(text),
            "/0.jpg": LoopbackAnswer(try DrawnSheet.sheet(seeds: 0..<4, columns: 4)),
            "/1.jpg": try sheet ?? LoopbackAnswer(try DrawnSheet.sheet(seeds: 4..<8, columns: 4)),
        ]
        server = try LoopbackServer { answers[$0.path] ?? .status(404) }
        guard let url = URL(string: server.address("/thumbs.vtt")) else { throw URLError(.badURL) }
        self.url = url
    }
}
