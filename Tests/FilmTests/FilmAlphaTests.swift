import FilmFixtures
import FilmProtocol
import Testing
import Tiers

/// Films with transparency: the color behind them is seen, and colors that are hidden are not.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmAlphaTests {
    private func reading(_ film: Film, background: UInt32) throws -> FilmPicture {
        let child = try FilmChild(film: film.path(), arguments: ["--sandbox", "kill"])
        defer { _ = child.end() }
        _ = try child.header()
        let request = FilmRequest(
            width: 160, height: 90, background: background, frames: [FilmRequest.Frame(time: 0, choice: .key)])
        return try #require(try child.pictures(request).pictures.first)
    }

    /// Luma, Cb and Cr in the middle of the height.
    private func color(_ picture: FilmPicture, x: Int) -> [Int] {
        let (luma, part) = (picture.width * picture.height, picture.width / 2 * (picture.height / 2))
        let chroma = picture.height / 4 * (picture.width / 2) + x / 2
        return [
            picture.planes[picture.height / 2 * picture.width + x], picture.planes[luma + chroma],
            picture.planes[luma + part + chroma],
        ].map { Int($0) }
    }

    private func isNear(_ color: [Int], _ wanted: [Int]) -> Bool {
        zip(color, wanted).allSatisfy { abs($0 - $1) <= 6 }
    }

    private static let encodings = [
        ("alpha_ffv1.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgra"]),
        ("alpha_ffv1_10.mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrap10le"]),
        ("alpha_yuva.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuva420p"]),
        ("alpha_prores.mov", ["-c:v", "prores_ks", "-profile:v", "4", "-pix_fmt", "yuva444p10le"]),
        ("alpha_qtrle.mov", ["-c:v", "qtrle", "-pix_fmt", "argb"]),
        ("alpha_png.mov", ["-c:v", "png", "-pix_fmt", "rgba"]),
        ("alpha_png64.mkv", ["-c:v", "png", "-pix_fmt", "rgba64be"]),
        ("alpha_utvideo.avi", ["-c:v", "utvideo", "-pix_fmt", "gbrap"]),
        ("alpha_vp9.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-cpu-used", "8"]),
        ("alpha_vp8.webm", ["-c:v", "libvpx", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-b:v", "1M"]),
    ]

    @Test(arguments: Tier.sample(encodings, 5))
    func `transparent parts show the background alone`(_ name: String, _ options: [String]) throws {
        let film = Film.transparent(name, options: options)
        for (background, wanted) in [(0, [0, 128, 128]), (0xFF_FFFF, [255, 128, 128]), (0x00_00FF, [29, 255, 107])] {
            let picture = try reading(film, background: UInt32(background))
            #expect(isNear(color(picture, x: 40), [94, 75, 61]), "\(color(picture, x: 40))")
            #expect(isNear(color(picture, x: 120), wanted), "\(background): \(color(picture, x: 120))")
            // No hidden red beside the edge, either.
            #expect(color(picture, x: 84)[2] < wanted[2] + 12, "\(color(picture, x: 84))")
        }
    }

    @Test func `alpha without a meaning is left out`() throws {
        let film = Film.transparent("alpha_windows.avi", options: ["-c:v", "rawvideo", "-pix_fmt", "bgra"])
        let picture = try reading(film, background: 0)
        #expect(isNear(color(picture, x: 120), [66, 91, 238]), "\(color(picture, x: 120))")
    }

    @Test func `a picture of which nothing is seen but the background is replaced`() throws {
        let reading = try FilmReading(Film.partlyTransparent.path(), .key, at: [900_000], reach: 500_000)
        #expect(reading.pictures[0].time >= 1_000_000, "\(reading.pictures[0].time)")
    }
}
