import FilmFixtures
import Foundation
import Testing

/// The films and the numbers in them, without the code under test.
struct NumberedPicturesTests {
    private func drawing(_ number: Int, width: Int = 24, height: Int = 4) -> [UInt8] {
        let row = (0..<width).map { number >> ($0 * 12 / width) & 1 == 1 ? 255 : 0 as UInt8 }
        return Array((0..<height).map { _ in row }.joined())
    }

    @Test func `a number is read from bars, but not from gray`() {
        for number in [0, 1, 0x555, 0xAAA, 0xFFF, 1_234] {
            // Bars of 8 pixels, so that those beside are not touched.
            let luma = drawing(number, width: 96, height: 20)
            #expect(NumberedPictures.number(in: luma[...], width: 96, height: 20) == number)
            let mirrored = Array(luma.reversed())
            #expect(NumberedPictures.number(in: mirrored[...], width: 96, height: 20, direction: .left) == number)
        }
        let gray = [UInt8](repeating: 128, count: 96 * 20)
        #expect(NumberedPictures.number(in: gray[...], width: 96, height: 20) == nil)
        #expect(NumberedPictures.number(in: gray[..<96], width: 96, height: 20) == nil)
    }

    @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"), arguments: TimedFilm.tier)
    func `ffmpeg finds a stream of pictures in every film`(_ film: TimedFilm) throws {
        let path = try film.film.path()
        #expect(try FFmpeg.probe(path, "stream=codec_type").contains("video"))
        #expect(try film.times().count == film.end / film.step)
    }

    @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed")) func `faulty films can be made`() throws {
        let films: [Film] = [
            .cutOff, .cutOffMatroska, .indexLost, .soundOnly, .oneFrame, .soundLonger, .bomb, .playlist, .script,
            .zeros, .empty, .jumping, .changingSize, .partlyBlack, .turned(by: 90), .turned(by: 180),
        ]
        for film in films {
            #expect(FileManager.default.fileExists(atPath: try film.path()), "\(film)")
        }
        #expect(try FFmpeg.probe(Film.unindexed.path(), "format=duration").first == "N/A")
    }
}
