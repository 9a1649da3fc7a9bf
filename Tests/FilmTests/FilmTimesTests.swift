import FilmFixtures
import FilmProtocol
import Testing

/// The reported time of a frame is the time of the picture in it, whose number is drawn there.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmTimesTests {
    private static let second: Int64 = 1_000_000

    /// Wanted times within a film: at frames, between them, and out of step with key frames.
    private func wanted(in film: TimedFilm) throws -> [Int64] {
        let end = try #require(try film.times().last).time
        return [0, 0.5, 1.3, 2, 3.1, 4.7, 5.04, 7, 7.001, 9.99, 11, 13.3, 15, 17.77, 19.9].map {
            Int64($0 * Double(Self.second))
        }.filter { $0 <= end }
    }

    @Test(arguments: TimedFilm.tier) func `an exact frame is the one shown at the time`(_ film: TimedFilm) throws {
        let times = try wanted(in: film)
        let reading = try FilmReading(film.film.path(), .exact, at: times)
        try expectTruth(of: reading, film)
        for (index, number) in reading.numbers().enumerated() {
            let expected = try film.number(at: times[index])
            #expect(number == expected, "at \(times[index]) us: \(String(describing: number)) instead of \(expected)")
        }
        #expect(reading.ending.status == 0)
    }

    @Test(arguments: TimedFilm.tier) func `a key frame is the last one before the time`(_ film: TimedFilm) throws {
        let times = try wanted(in: film)
        let reading = try FilmReading(film.film.path(), .key, at: times)
        try expectTruth(of: reading, film)
        for (index, number) in reading.numbers().enumerated() {
            // Where pictures are renewed bit by bit, only a later one may be whole.
            guard film.keys != nil else { continue }
            let expected = try film.keyNumber(at: times[index])
            #expect(number == expected, "at \(times[index]) us: \(String(describing: number)) instead of \(expected)")
        }
    }

    @Test(arguments: TimedFilm.tier) func `no picture is sent twice if key frames are shown once`(
        _ film: TimedFilm
    ) throws {
        let end = try #require(try film.times().last).time
        let times = stride(from: 0, to: min(end, 6 * Self.second), by: 700_000).map { Int64($0) }
        let reading = try FilmReading(film.film.path(), .keyOnce, at: times)
        try expectTruth(of: reading, film)
        let first = try #require(try film.times().first { $0.time >= 0 }).time
        let shown = zip(times, reading.numbers()).filter { $0.0 >= first }.map(\.1)
        // For 3 s no other picture is there.
        if film.film.name != Film.variableRate.name { #expect(Set(shown).count == shown.count, "\(shown)") }
    }

    /// Every wanted time has its picture, and the number in it belongs to the reported time.
    private func expectTruth(of reading: FilmReading, _ film: TimedFilm) throws {
        let truth = Dictionary(uniqueKeysWithValues: try film.times().map { ($0.number, $0.time) })
        #expect(reading.counts.pictures == Int64(reading.pictures.count))
        for (picture, number) in zip(reading.pictures, reading.numbers()) {
            guard let number, let time = truth[number] else {
                Issue.record("at \(picture.wanted) us: \(picture.outcome), number \(String(describing: number))")
                continue
            }
            #expect(abs(picture.time - time) <= 1_000, "number \(number) told for \(picture.time) us")
        }
    }
}
