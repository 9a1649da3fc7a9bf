import FilmFixtures
import FilmProtocol
import Foundation
import MosaicFixtures
import Testing

/// Pictures whose shape or orientation is not that of their film's header.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmShapesTests {
    private static let second: Int64 = 1_000_000

    /// Width and height of the white part of a picture.
    private func white(_ picture: FilmPicture) -> (width: Int, height: Int) {
        let lit = (0..<picture.width * picture.height).filter { picture.planes[$0] > 160 }
        let (columns, rows) = (Set(lit.map { $0 % picture.width }), Set(lit.map { $0 / picture.width }))
        return (columns.count, rows.count)
    }

    /// A film and the sizes of its first and of its later pictures.
    struct Change: CustomTestStringConvertible, Sendable {
        let film: Film
        let first: [Int]
        let later: [Int]
        /// Seconds at which the first and a later one is shown.
        var times: [Int64] = [1, 6]
        var hasSquare = true

        var testDescription: String { film.name }
    }

    @Test(arguments: [
        Change(film: .changingAspect, first: [192, 144], later: [256, 144]),
        Change(film: .turnedCall, first: [256, 144], later: [256, 455]),
        Change(film: .turnedCallInVP9, first: [256, 144], later: [256, 455]),
        Change(film: .changingSize, first: [320, 180], later: [320, 320], times: [1, 21], hasSquare: false),
    ])
    func `each picture has its own shape`(_ change: Change) throws {
        let first = (width: change.first[0], height: change.first[1])
        let times = change.times.map { $0 * Self.second }
        for choice in [FilmRequest.Choice.key, .exact] {
            let reading = try FilmReading(change.film.path(), choice, at: times, size: first)
            let header = reading.header
            #expect(abs(header.width * first.height - header.height * first.width) <= 2 * first.height)
            let sizes = reading.pictures.map { [$0.width, $0.height] }
            #expect(sizes == [change.first, change.later], "\(choice)")
            for picture in reading.pictures where change.hasSquare {
                let white = white(picture)
                #expect(abs(white.width - white.height) <= 3, "\(choice): \(white)")
            }
        }
    }

    @Test func `a picture that is shown again has the shape of the one before it`() throws {
        let times = [1, 6, 6].map { $0 * Self.second }
        let pictures = try FilmReading(Film.turnedCall.path(), .exact, at: times, size: (256, 144)).pictures
        #expect(pictures.map(\.outcome) == [.shown, .shown, .same])
        #expect(pictures.map(\.height) == [144, 455, 455])
    }

    /// Mean difference of brightness from the picture that ffmpeg shows.
    private func difference(_ film: Film, _ size: (width: Int, height: Int)) throws -> Double {
        let reading = try FilmReading(film.path(), .exact, at: [0], size: size)
        #expect(reading.header.width == size.width && reading.header.height == size.height)
        let folder = TemporaryFolder()
        try FFmpeg.run(
            ["-i", film.path(), "-frames:v", "1", "-vf", "scale=out_range=full,format=gray", "-f", "rawvideo"],
            into: folder.path("truth"))
        let truth = try folder.read("truth")
        let luma = reading.pictures[0].planes.prefix(size.width * size.height)
        try #require(truth.count == luma.count)
        return Double(zip(luma, truth).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(truth.count)
    }

    @Test(arguments: [
        ("hflip", [-1, 0, 0, 1]), ("vflip", [1, 0, 0, -1]), ("transpose", [0, 1, 1, 0]),
        ("antitranspose", [0, -1, -1, 0]), ("half", [-1, 0, 0, -1]), ("quarter", [0, 1, -1, 0]),
    ])
    func `a mirrored film is shown as ffmpeg shows it`(_ name: String, _ m: [Int]) throws {
        let size = m[0] == 0 ? (width: 90, height: 160) : (width: 160, height: 90)
        #expect(try difference(Film.mirrored(name, m[0], m[1], m[2], m[3]), size) < 3)
    }

    @Test(arguments: [
        ("told90.mp4", 90, ""), ("told270.mkv", 270, ""), ("told90.ts", 90, "horizontal"), ("told180.mp4", 180, ""),
        ("told0.ts", 0, "vertical"),
    ])
    func `a film is shown as a message before its pictures tells`(_ name: String, _ turn: Int, _ flip: String) throws {
        let size = turn % 180 == 90 ? (width: 90, height: 160) : (width: 160, height: 90)
        #expect(try difference(Film.told(name, turn: turn, flip: flip), size) < 3)
    }

    @Test(arguments: ["mp4", "ts", "mkv"]) func `a field that is coded alone has twice its rows`(_ kind: String) throws
    {
        let reading = try FilmReading(Film.singleFields(kind).path(), .exact, at: [Self.second], size: (160, 96))
        #expect(reading.header.width == 160 && reading.header.height == 96)
        let picture = reading.pictures[0]
        #expect(picture.width == 160 && picture.height == 96)
        let white = white(picture)
        #expect(abs(white.width - white.height) <= 3, "\(white)")
    }

    @Test func `cropping by the container is reported if it removes pixels`() throws {
        let cropped = try FilmReading(Film.croppedByContainer.path(), .key, at: [0]).header
        #expect(cropped.remarks == ["Its container crops the pictures (clap); they are shown whole."])
        #expect(try FilmReading(Film.uncroppedByContainer.path(), .key, at: [0]).header.remarks.isEmpty)
    }
}
