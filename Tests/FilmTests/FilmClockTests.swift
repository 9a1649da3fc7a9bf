import FilmFixtures
import FilmProtocol
import Testing

/// The begin and the length of films, and pauses between their pictures.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmClockTests {
    private static let second: Int64 = 1_000_000

    private func expectWhole(_ film: TimedFilm) throws {
        let times = stride(from: 0, to: 19_900_000, by: 1_270_000).map { Int64($0) }
        let reading = try FilmReading(film.film.path(), .exact, at: times)
        #expect(try reading.numbers() == times.map { try film.number(at: $0) })
        let duration = try #require(reading.header.duration)
        #expect(abs(duration - 20 * Self.second) < 200_000, "\(duration)")
    }

    @Test(arguments: [Film.lateMatroska, .lateWebM, .lateFragments, .lateCluster])
    func `a film that begins late by its clock begins at 0`(_ film: Film) throws {
        try expectWhole(TimedFilm(film: film, start: nil, isLate: true))
    }

    @Test(arguments: [Film.twoProgrammes, .twoProgrammesOfHEVC, .twoProgrammesOfMPEG2])
    func `the clock of another programme is ignored`(_ film: Film) throws {
        try expectWhole(TimedFilm(film: film))
    }

    @Test(arguments: [EditedFilm.repeated, .paused, .swapped]) func `a film of several edits is as long as their sum`(
        _ film: EditedFilm
    ) throws {
        let times = stride(from: 0.3, to: film.length, by: 1.16).filter { film.number(at: $0) != nil }
        let reading = try FilmReading(film.film.path(), .exact, at: times.map { Int64($0 * 1e6) })
        #expect(reading.numbers() == times.map { film.number(at: $0) })
        let duration = try #require(reading.header.duration)
        #expect(abs(duration - Int64(film.length * 1e6)) < 100_000, "\(duration)")
    }

    @Test(arguments: [Film.h264InAVI, .hevcInAVI, .h264InPS, .h264InPSWithoutB, .mpeg1InPS])
    func `pictures without times have the times of a player`(_ film: Film) throws {
        let timed = TimedFilm(film: film, start: film.name.hasSuffix(".avi") ? 0 : nil)
        try expectWhole(timed)
        let times = (0..<10).map { $0 * 2 * Self.second + 300_000 }
        let reading = try FilmReading(film.path(), .key, at: times)
        #expect(try reading.numbers() == times.map { try timed.keyNumber(at: $0) })
        for picture in reading.pictures { #expect(abs(picture.wanted - picture.time - 300_000) < 1_000) }
    }

    @Test func `reordered MPEG-4 pictures in AVI begin at 0`() throws {
        try expectWhole(TimedFilm(film: .mpeg4InAVI))
    }

    @Test(arguments: [Film.slidesInTS, .slidesInFLV, .slidesWithSound, .slidesInPS])
    func `a picture shown for 15 s is not a jump of the clock`(_ film: Film) throws {
        let times = stride(from: 4, to: 165, by: 20).map { Int64($0) * Self.second }
        let reading = try FilmReading(film.path(), .exact, at: times)
        #expect(reading.header.remarks.isEmpty, "\(reading.header.remarks)")
        #expect(reading.numbers() == times.map { Int($0 / (15 * Self.second)) })
    }

    @Test(arguments: [Film.burstsInTS, .burstsInFLV])
    func `a pause between bursts of pictures is not a jump of the clock`(_ film: Film) throws {
        let times = [0, 10, 30, 45, 89, 90, 149].map { Int64($0) * Self.second + 500_000 }
        let reading = try FilmReading(film.path(), .exact, at: times)
        #expect(reading.header.remarks.isEmpty, "\(reading.header.remarks)")
        #expect(reading.numbers() == [12, 19, 32, 39, 59, 72, 99])
    }

    @Test(arguments: [Film.lastLate, .lastLateInOrder, .lastLateInFragments, .lastLateInMatroska])
    func `a film ends with the picture that is shown last`(_ film: Film) throws {
        let times = [3, 10, 29].map { $0 * Self.second }
        let reading = try FilmReading(film.path(), .exact, at: times)
        let duration = try #require(reading.header.duration)
        #expect((30_000_000...30_300_000).contains(duration), "\(duration)")
        // Copies begin a few pictures later.
        #expect(Array(reading.numbers().dropFirst()) == [99, 99])
    }

    @Test(arguments: [Film.chainedOgg, .chainedOggWithSound, .chainedOggOfVP8])
    func `the first of several films joined in an Ogg file is read`(_ film: Film) throws {
        let times = [0.5, 3.3, 9.1, 15.7, 19.9, 24].map { Int64($0 * 1e6) }
        let reading = try FilmReading(film.path(), .exact, at: times)
        #expect(reading.numbers() == [12, 82, 227, 392, 497, nil])
        #expect(abs(try #require(reading.header.duration) - 20 * Self.second) < 200_000)
        let remark = try #require(reading.header.remarks.first)
        #expect(remark.hasPrefix("Several films are joined in it; only the first"), "\(remark)")
    }

    @Test(arguments: [Film.falseLength, .falseLengthOfVP9, .falseLengthInAVI, .falseLengthInASF])
    func `a header's length is not believed where the film ends long before`(_ film: Film) throws {
        let reading = try FilmReading(film.path(), .exact, at: [8_515_000, 25_000_000])
        #expect(abs(try #require(reading.header.duration) - 20 * Self.second) < 200_000)
        #expect(reading.header.remarks == ["Its header claims 36000 s; the film ends at 20 s."])
        #expect(reading.numbers() == [212, nil])
    }
}
