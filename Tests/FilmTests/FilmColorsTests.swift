import FilmFixtures
import FilmProtocol
import Foundation
import MosaicFixtures
import Testing
import Tiers

/// Colors that have to be mapped one by one, beside ffmpeg's: 24 patches.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmColorsTests {
    /// The filters of ``ToneCurve``.
    private static let tones =
        "zscale=t=linear:npl=203:agamma=false,format=gbrpf32le,zscale=p=bt709,"
        + "tonemap=mobius:param=0.7:desat=0:peak=4.92611,zscale=t=iec61966-2-1:m=gbr:r=full"
    private static let plain = "zscale=p=bt709:t=709:m=gbr:r=full"
    private static let ffv1 = ["-c:v", "ffv1"]
    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]

    /// A film of the patches with a matrix, primaries and a transfer function of zscale's.
    struct Colors: CustomTestStringConvertible, Sendable {
        let name: String
        let matrix: String
        let primaries: String
        let transfer: String
        let options: [String]

        init(_ name: String, _ matrix: String, _ primaries: String, _ transfer: String, _ options: [String] = ffv1) {
            self.name = name
            self.matrix = matrix
            self.primaries = primaries
            self.transfer = transfer
            self.options = options
        }

        var testDescription: String { name }
        var isHDR: Bool { transfer == "smpte2084" || transfer == "arib-std-b67" }
        /// White is as bright as the reference white, or five times as bright.
        func film(white: Int) -> Film {
            let from = "zscale=npl=\(white):min=gbr:rin=full:pin=709:tin=709"
            return Film.patched(
                "\(white)_\(name)",
                filters: "\(from):m=\(matrix):r=limited:p=\(primaries):t=\(transfer),format=yuv444p10le",
                options: options)
        }
    }

    /// Red, green and blue in the middle of each patch.
    private func patches(_ value: (_ x: Int, _ y: Int) -> [Double]) -> [[Double]] {
        Film.patches.indices.map { patch in
            var sum = [0.0, 0, 0]
            for (dx, dy) in [(-4, -4), (4, -4), (-4, 4), (4, 4)] {
                let color = value(patch % 6 * 32 + 16 + dx, patch / 6 * 32 + 16 + dy)
                for index in 0..<3 { sum[index] += color[index] / 4 }
            }
            return sum
        }
    }

    private func ours(_ film: Film) throws -> [[Double]] { try read(film).colors }

    private func read(_ film: Film) throws -> (colors: [[Double]], header: FilmHeader) {
        let child = try FilmChild(film: film.path())
        defer { _ = child.end() }
        let header = try child.header()
        let frame = FilmRequest.Frame(time: 0, choice: .key)
        let request = FilmRequest(width: 192, height: 128, hasFullChroma: true, frames: [frame])
        let planes = try #require(try child.pictures(request).pictures.first).planes
        try #require(planes.count == request.pictureBytes)
        let colors = patches { x, y in
            let (at, count) = (y * 192 + x, 192 * 128)
            let (luma, cb, cr) = (
                Double(planes[at]), Double(planes[count + at]) - 128, Double(planes[2 * count + at]) - 128
            )
            return [luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb]
                .map { min(max($0, 0), 255) }
        }
        return (colors, header)
    }

    private func mostDifferent(_ one: [[Double]], _ other: [[Double]]) -> Double {
        zip(one, other).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 255
    }

    private func ffmpegs(_ film: Film, _ filters: String) throws -> [[Double]] {
        let folder = TemporaryFolder()
        try FFmpeg.run(
            ["-i", film.path(), "-frames:v", "1", "-vf", "\(filters),format=gbrp,format=rgb24", "-f", "rawvideo"],
            into: folder.path("truth"))
        let bytes = try folder.read("truth")
        try #require(bytes.count == 3 * 192 * 128)
        return patches { x, y in (0..<3).map { Double(bytes[3 * (y * 192 + x) + $0]) } }
    }

    private static let all = [
        Colors("p3.mkv", "709", "smpte432", "709"), Colors("p3.mp4", "709", "smpte432", "709", x264),
        Colors("p3_cinema.mkv", "709", "smpte431", "709"),
        Colors("constant.mkv", "2020_cl", "2020", "2020_10"),
        Colors("constant.ts", "2020_cl", "2020", "2020_10", x264),
        Colors("ictcp_pq.mkv", "ictcp", "2020", "smpte2084"),
        Colors("ictcp_pq.mp4", "ictcp", "2020", "smpte2084", x264),
        Colors("ictcp_hlg.mkv", "ictcp", "2020", "arib-std-b67"),
        Colors("pq.mkv", "2020_ncl", "2020", "smpte2084"), Colors("pq.ts", "2020_ncl", "2020", "smpte2084", x264),
        Colors("pq_p3.mkv", "709", "smpte432", "smpte2084"),
        Colors("hlg.mkv", "2020_ncl", "2020", "arib-std-b67"),
        Colors("hlg.mp4", "2020_ncl", "2020", "arib-std-b67", x264),
    ]

    @Test(arguments: Tier.sample(all, 5))
    func `patches have the colors of ffmpeg`(_ colors: Colors) throws {
        for white in colors.isHDR ? [203, 1_000] : [203] {
            let film = colors.film(white: white)
            let truth = try ffmpegs(film, colors.isHDR ? Self.tones : Self.plain)
            let most = try mostDifferent(ours(film), truth)
            #expect(most <= 3, "white of \(white) cd/m2: \(most)")
        }
    }

    @Test(arguments: [100, 75]) func `the metadata of Dolby Vision gives its samples their meaning`(_ luma: Int) throws
    {
        let (colors, header) = try read(.dolbyVision(luma: luma))
        #expect(header.transfer == .pq && header.remarks.isEmpty, "\(header.remarks)")
        let truth = try ffmpegs(.fullRangePatches(luma: luma), Self.tones)
        let most = mostDifferent(colors, truth)
        #expect(most <= 3, "\(most)")
    }

    @Test func `Dolby Vision without metadata is IPT, and a remark reports it`() throws {
        let (colors, header) = try read(.dolbyVision(luma: nil))
        #expect(header.remarks.contains { $0.contains("Dolby Vision of profile 5 without metadata") })
        // Gray is the same in both codes.
        let truth = try ffmpegs(.fullRangePatches(luma: 100), Self.tones)
        for patch in 18..<24 {
            #expect(mostDifferent([colors[patch]], [truth[patch]]) <= 3, "\(colors[patch]) \(truth[patch])")
        }
    }
}
