import FilmFixtures
import FilmProtocol
import Testing

/// Key frames of films whose container lists some of them, more than them, or lists them in parts.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct KeyIndexTests {
    private static let second: Int64 = 1_000_000

    private static let listedInParts = [
        TimedFilm(film: .segmentIndex, start: nil), TimedFilm(film: .longFragments, start: nil),
        TimedFilm(film: .segmentIndexOfHEVC, start: nil), TimedFilm(film: .segmentIndexOfAV1),
        TimedFilm(film: .segmentIndexes, start: nil), TimedFilm(film: .segmentIndexesOfHEVC, start: nil),
        TimedFilm(film: .segmentIndexesOfAV1),
    ]
    private static let listedRarely = [
        TimedFilm(film: .sparseCues, start: nil), TimedFilm(film: .sparseCuesOfHEVC, start: nil),
        TimedFilm(film: .sparseCuesOfVP8, start: nil), TimedFilm(film: .windowsMedia, start: nil),
    ]
    private static let listedWrongly = [
        TimedFilm(film: .withoutKeyTable), TimedFilm(film: .withoutKeyTableOfHEVC),
        TimedFilm(film: .allCues, start: nil), TimedFilm(film: .allFragments, start: nil),
        TimedFilm(film: .allFlags, start: nil), TimedFilm(film: .allChunks),
        TimedFilm(film: .cueForEach, start: nil), TimedFilm(film: .cueForEachOfHEVC, start: nil),
    ]

    private func expectKeys(of film: TimedFilm) throws {
        let times = stride(from: 0, to: 19_900_000, by: 1_270_000).map { Int64($0) }
        for choice in [FilmRequest.Choice.key, .exact] {
            let reading = try FilmReading(film.film.path(), choice, at: times)
            let expected = try times.map { try choice == .key ? film.keyNumber(at: $0) : film.number(at: $0) }
            #expect(reading.numbers() == expected, "\(choice)")
            #expect(reading.pictures.allSatisfy { $0.outcome == .shown || $0.outcome == .same })
        }
    }

    @Test(arguments: listedInParts) func `an index that libav reads in parts is known whole`(_ film: TimedFilm) throws {
        try expectKeys(of: film)
    }

    @Test(arguments: listedRarely) func `a key frame that no index lists is found`(_ film: TimedFilm) throws {
        try expectKeys(of: film)
    }

    @Test(arguments: listedWrongly) func `a listed picture that refers to other pictures is not a key frame`(
        _ film: TimedFilm
    ) throws {
        try expectKeys(of: film)
    }

    private static let refreshedByParts = [
        TimedFilm(film: .intraRefresh), TimedFilm(film: .intraRefreshInTS, start: nil),
        TimedFilm(film: .intraRefreshInMatroska, start: nil), TimedFilm(film: .intraRefreshOfHEVC),
        TimedFilm(film: .intraRefreshOfHEVCInTS, start: nil),
        TimedFilm(film: .intraRefreshOfHEVCInMatroska, start: nil),
    ]

    @Test(arguments: refreshedByParts) func `no picture is shown before all of its parts are refreshed`(
        _ film: TimedFilm
    ) throws {
        let times = stride(from: 100_000, to: 19_900_000, by: 730_000).map { Int64($0) }
        let exact = try FilmReading(film.film.path(), .exact, at: times)
        #expect(exact.numbers() == (try times.map { try film.number(at: $0) }))
        // Refreshing begins every 50 pictures and takes 18: each bar of 16 pixels but the first and the last.
        let keys = try FilmReading(film.film.path(), .key, at: times)
        for (time, number) in zip(times, keys.numbers()) {
            let last = (try film.number(at: time) - 18) / 50 * 50
            #expect(number == (last > 0 ? last + 18 : 0), "at \(time)")
        }
    }

    @Test(arguments: refreshedByParts) func `each picture that is refreshed by parts is shown once`(
        _ film: TimedFilm
    ) throws {
        let times = stride(from: 100_000, to: 19_900_000, by: 700_000).map { Int64($0) }
        let numbers = try FilmReading(film.film.path(), .keyOnce, at: times).numbers().compactMap(\.self)
        #expect(numbers.count == times.count && numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test func `an index of segments costs no more decoding than no index`() throws {
        let frames = (0..<10).map { FilmRequest.Frame(time: $0 * 2 * Self.second + 100_000, choice: .keyOnce) }
        func counts(_ film: Film) throws -> FilmCounts {
            let child = try FilmChild(film: film.path())
            _ = try child.header()
            return try child.pictures(FilmRequest(width: 64, height: 36, frames: frames)).counts
        }
        let (listed, plain) = (try counts(.segmentIndex), try counts(.fragmented))
        #expect(listed.decoded == plain.decoded && listed.decoded <= 12, "\(listed.decoded) of \(plain.decoded)")
        #expect(listed.bytesRead <= plain.bytesRead * 11 / 10, "\(listed.bytesRead) of \(plain.bytesRead)")
    }
}
