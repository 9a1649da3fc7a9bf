import FilmFixtures
import FilmProtocol
import Testing

/// The picture of a frame: upright, with square pixels, of one field, of the right stream, in the range of JFIF.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmPicturesTests {
    private static let second: Int64 = 1_000_000

    /// Brightness in the middle of a bar, the lowest bit first.
    private func levels(_ picture: FilmPicture) -> [Int] {
        (0..<NumberedPictures.bars).map { bar in
            let x = (2 * bar + 1) * picture.width / (2 * NumberedPictures.bars)
            return Int(picture.planes[picture.height / 2 * picture.width + x])
        }
    }

    @Test(arguments: [(90, NumberedPictures.Direction.down), (180, .left), (270, .up)])
    func `a turned film is upright`(_ degrees: Int, _ direction: NumberedPictures.Direction) throws {
        let isUpright = degrees != 180
        let size = isUpright ? (width: 136, height: 240) : FilmReading.size
        let reading = try FilmReading(
            Film.turned(by: degrees).path(), .exact, at: [3 * Self.second, 9 * Self.second], size: size)
        #expect(reading.header.rotation == degrees)
        #expect(reading.header.width == (isUpright ? 180 : 320) && reading.header.height == (isUpright ? 320 : 180))
        #expect(reading.numbers(direction) == [75, 225])
    }

    @Test func `samples that are not square are made square`() throws {
        let reading = try FilmReading(Film.anamorphic.path(), .exact, at: [Self.second])
        #expect(reading.header.sampleAspect == [64, 45])
        #expect(reading.header.codedWidth == 720 && reading.header.codedHeight == 576)
        #expect(reading.header.width == 1_024 && reading.header.height == 576)
        #expect(reading.numbers() == [25])
    }

    @Test func `the picture of an interlaced film is one field`() throws {
        let times = stride(from: 0, to: 20 * Self.second, by: 1_240_000).map { $0 }
        let reading = try FilmReading(Film.interlaced.path(), .exact, at: times)
        #expect(reading.numbers() == times.map { Int($0 / 80_000) * 2 })
        // Of two fields a bar that is black in one and white in the other would be gray.
        for picture in reading.pictures {
            #expect(levels(picture).allSatisfy { $0 < 25 || $0 > 230 }, "\(levels(picture))")
        }
    }

    @Test func `brightness fills the range of JFIF`() throws {
        let reading = try FilmReading(Film.closed.path(), .exact, at: [0, 4_095 % 500 * 40_000])
        #expect(reading.header.transfer == .sdr)
        #expect(levels(reading.pictures[0]).allSatisfy { $0 < 8 })
        let number = 4_095 % 500
        for (bar, level) in levels(reading.pictures[1]).enumerated() {
            #expect(number >> bar & 1 == 1 ? level > 247 : level < 8, "bar \(bar): \(level)")
        }
        // Between the bars and the edge all is gray.
        for picture in reading.pictures {
            let chroma = picture.planes.dropFirst(picture.width * picture.height)
            #expect(chroma.allSatisfy { abs(Int($0) - 128) < 4 })
            #expect(abs(Int(picture.planes[5 * picture.width + 9]) - 130) < 6)
        }
    }

    @Test func `a film in HDR is mapped to a picture with black, gray and white`() throws {
        let reading = try FilmReading(Film.hdr10.path(), .exact, at: [5 * Self.second])
        #expect(reading.header.transfer == .pq)
        #expect(reading.numbers() == [125])
        let picture = try #require(reading.pictures.first)
        let gray = Int(picture.planes[5 * picture.width + 9])
        // Half of PQ's range is 93 cd/m2, which is as bright as half of an SDR picture or more, and not white.
        #expect((100...230).contains(gray), "\(gray)")
    }

    @Test func `a cover is not read as the film`() throws {
        for film in [
            Film.coverFirst, .coverAttached, .coverTrack, .coverTrackFirst, .coverTrackInMP4, .coverTrackInAVI,
        ] {
            let reading = try FilmReading(film.path(), .key, at: [8_500_000])
            #expect(reading.header.codec == "h264" && reading.header.width == 320 && reading.header.height == 180)
            #expect(reading.numbers() == [200], "\(film)")
        }
    }

    @Test(arguments: [Film.packed, .packedInMatroska, .packedInQuickTime])
    func `pictures that are packed together are taken apart`(_ film: Film) throws {
        let times = stride(from: Self.second, to: 19 * Self.second, by: 870_000).map { $0 }
        for choice in [FilmRequest.Choice.exact, .key] {
            let reading = try FilmReading(film.path(), choice, at: times)
            for (picture, number) in zip(reading.pictures, reading.numbers()) {
                let number = try #require(number, "\(choice) at \(picture.wanted): not a whole picture")
                // The container has the first picture up to three late.
                #expect((0...3).contains(Int(picture.time) / 40_000 - number), "\(picture.time): \(number)")
                #expect(picture.wanted - picture.time < (choice == .exact ? 40_000 : 4 * Self.second))
            }
        }
    }

    @Test func `the default stream is read, and the largest of equal ones`() throws {
        for film in [Film.twoVideos, .twoEqualVideos] {
            let reading = try FilmReading(film.path(), .key, at: [8_500_000])
            #expect(reading.header.width == 320, "\(film)")
            #expect(reading.numbers() == [200], "\(film)")
        }
    }

    @Test func `a nearly uniform key frame is replaced by one nearby`() throws {
        let film = try Film.partlyBlack.path()
        func spread(_ picture: FilmPicture) -> Int {
            let luma = picture.planes.prefix(picture.width * picture.height)
            return Int(luma.max() ?? 0) - Int(luma.min() ?? 0)
        }
        // Of the key frames at even seconds those at 4 and 8 are black, those at 2 and 6 are not.
        let time = 4 * Self.second
        for choice in FilmRequest.Choice.allCases {
            let plain = try FilmReading(film, choice, at: [time]).pictures[0]
            #expect(spread(plain) < 20 && plain.time == time)
            let near = try FilmReading(film, choice, at: [time], reach: 2 * Self.second).pictures[0]
            #expect(spread(near) > 150 && abs(near.time - time) == 2 * Self.second)
            let none = try FilmReading(film, choice, at: [time], reach: Self.second).pictures[0]
            #expect(none == plain)
        }
    }

    @Test func `pictures are as large as requested, with all chroma where it is requested`() throws {
        let child = try FilmChild(film: Film.closed.path())
        _ = try child.header()
        let frame = FilmRequest.Frame(time: 2 * Self.second, choice: .key)
        for (width, height, isFull) in [(320, 180, true), (1, 1, false), (639, 361, false), (25, 14, true)] {
            let request = FilmRequest(width: width, height: height, hasFullChroma: isFull, frames: [frame])
            let (pictures, counts) = try child.pictures(request)
            #expect(pictures.map(\.planes.count) == [request.pictureBytes])
            #expect(counts.pictures == 1)
            guard width > 100 else { continue }
            let number = NumberedPictures.number(in: pictures[0].planes[...], width: width, height: height)
            #expect(number == 50)
        }
        // Nothing is wanted: an end without pictures.
        #expect(try child.pictures(FilmRequest(width: 8, height: 8, frames: [])).pictures.isEmpty)
        #expect(child.end().status == 0)
    }
}
