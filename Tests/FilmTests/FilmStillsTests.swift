import FilmFixtures
import FilmProtocol
import Foundation
import Mosaic
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

/// Frames as JPEGs, which another decoder reads.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmStillsTests {
    private struct Shown {
        let size: PixelSize
        let still: FilmStills.Still
        let number: Int?
    }

    private func shown(
        _ film: Film, at milliseconds: [Int64], width: Int? = nil, quality: Int = 90,
        _ direction: NumberedPictures.Direction = .right
    ) async throws -> [Shown] {
        let program = FramesTool.path.map { FilmProgram(path: $0) }
        let process = try await FilmProcess.open(film: film.path(), program: program)
        var shown: [Shown] = []
        do {
            var stills = try await FilmStills(
                of: process, at: milliseconds.map(Timestamp.init(milliseconds:)), width: width, quality: quality)
            while let still = try await stills.next() {
                let pixels = still.jpeg.flatMap { SheetPixels(jpeg: $0) }
                #expect(pixels?.warnings ?? 0 == 0)
                shown.append(
                    Shown(
                        size: stills.size, still: still,
                        number: pixels.flatMap { Self.number(in: $0, of: stills.size, direction) }))
            }
        } catch {
            await process.close()
            throw error
        }
        await process.close()
        return shown
    }

    private static func number(
        in pixels: SheetPixels, of size: PixelSize, _ direction: NumberedPictures.Direction
    ) -> Int? {
        guard pixels.size == size else { return nil }
        let green = (0..<size.pixelCount).map { pixels.rgb[3 * $0 + 1] }
        return NumberedPictures.number(in: green[...], width: size.width, height: size.height, direction: direction)
    }

    @Test func `each time has the very frame that is shown then, at the film's size`() async throws {
        let times: [Int64] = [0, 1_020, 3_400, 3_439, 3_440, 19_980]
        let shown = try await shown(.closed, at: times)
        #expect(shown.map(\.number) == [0, 25, 85, 85, 86, 499])
        #expect(shown.allSatisfy { $0.size == PixelSize(width: 320, height: 180) })
        #expect(shown.map(\.still.time.milliseconds) == times)
        #expect(shown.map(\.still.frameTime.milliseconds) == [0, 1_000, 3_400, 3_400, 3_440, 19_960])
    }

    @Test(arguments: [(160, 160, 90), (161, 161, 91), (320, 320, 180), (4_000, 320, 180), (40, 40, 23)])
    func `a width makes pictures smaller, never larger`(wanted: Int, width: Int, height: Int) async throws {
        let shown = try await shown(.closed, at: [2_000], width: wanted)
        #expect(shown.map(\.size) == [PixelSize(width: width, height: height)])
        let still = try #require(shown.first?.still.jpeg)
        #expect(try ImageHeader(parsing: still).size == PixelSize(width: width, height: height))
        if width > 100 { #expect(shown.map(\.number) == [50]) }
    }

    @Test func `turned films are upright, and samples become square`() async throws {
        let turned = try await shown(.turned(by: 90), at: [3_000], .down)
        #expect(turned.map(\.number) == [75])
        #expect(turned.map(\.size) == [PixelSize(width: 180, height: 320)])
        let anamorphic = try await shown(.anamorphic, at: [1_000])
        #expect(anamorphic.map(\.number) == [25])
        #expect(anamorphic.map(\.size) == [PixelSize(width: 1_024, height: 576)])
    }

    @Test func `a time past the end has no picture and a reason`() async throws {
        let shown = try await shown(.closed, at: [19_000, 21_000])
        #expect(shown.map(\.number) == [475, nil])
        #expect(shown.last?.still.jpeg == nil && shown.last?.still.outcome == .afterEnd)
        #expect(shown.last?.still.reason.isEmpty == false)
    }

    @Test func `quality decides the bytes, and has to be one`() async throws {
        let good = try await shown(.anamorphic, at: [1_000], quality: 95).first?.still.jpeg?.count ?? 0
        let poor = try await shown(.anamorphic, at: [1_000], quality: 20).first?.still.jpeg?.count ?? 0
        #expect(poor > 0 && good > poor)
        let error = await failure { try await shown(.closed, at: [0], quality: 0) }
        #expect(error?.code == .invalidSettings)
    }
}
