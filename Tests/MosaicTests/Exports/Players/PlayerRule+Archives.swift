import Foundation
import TiledJPEG

/// The index of a BIF file.
private struct Archive {
    let multiplier: Int
    private(set) var images: [(timestamp: Int, range: Range<Int>)] = []

    init(_ bytes: [UInt8]) {
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        multiplier = number(16) == 0 ? 1_000 : number(16)
        for place in 0..<number(12) {
            let offset = 64 + 8 * place
            images.append((number(offset), number(offset + 4)..<number(offset + 12)))
        }
    }

    func picture(_ place: Int) -> PlayerPicture? {
        images.indices.contains(place) ? PlayerPicture(url: "thumbnails.bif", range: images[place].range) : nil
    }
}

extension PlayerRule {
    static let archives = [timestamps, rxPlayer, jellyfin]

    /// niamu/bif, and Roku's format: the last picture whose timestamp, times the multiplier, is not later.
    private static let timestamps = PlayerRule("BIF by timestamp", "thumbnails.bif") { read, _ in
        let archive = Archive(try read("thumbnails.bif"))
        return { time in
            archive.picture((archive.images.lastIndex { $0.timestamp * archive.multiplier <= Int(time * 1_000) }) ?? -1)
        }
    }

    /// rx-player 3.33, src/parsers/images/bif.ts: picture n begins at n times the multiplier.
    private static let rxPlayer = PlayerRule("BIF by index", "thumbnails.bif") { read, _ in
        let archive = Archive(try read("thumbnails.bif"))
        return { time in archive.picture(min(Int(time * 1_000) / archive.multiplier, archive.images.count - 1)) }
    }

    /// jellyfin-web 10.11, src/controllers/playback/video/index.js, `updateTrickplayBubbleHtml`.
    private static let jellyfin = PlayerRule("jellyfin-web", "jellyfin.json") { read, _ in
        struct Trickplay: Decodable {
            struct Info: Decodable {
                let Width: Int
                let Height: Int
                let TileWidth: Int
                let TileHeight: Int
                let Interval: Int
            }
            let Trickplay: [String: [String: Info]]
        }
        let document = try JSONDecoder().decode(Trickplay.self, from: Data(read("jellyfin.json")))
        guard let info = document.Trickplay.values.first?.values.first else { return { _ in nil } }
        return { time in
            let current = Int(time * 1_000) / info.Interval
            let cells = info.TileWidth * info.TileHeight
            let cell = current % cells
            return PlayerPicture(
                url: "trickplay/\(info.Width) - \(info.TileWidth)x\(info.TileHeight)/\(current / cells).jpg",
                rect: PixelRect(
                    x: cell % info.TileWidth * info.Width, y: cell / info.TileWidth * info.Height, width: info.Width,
                    height: info.Height))
        }
    }
}
