import FilmFixtures
import FilmProtocol
import Testing

/// Reading a film needs no system call that the sandbox forbids.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmSandboxTests {
    @Test(arguments: TimedFilm.tier) func `no call of a good film is forbidden`(_ film: TimedFilm) throws {
        let times: [Int64] = [0, 1_300_000, 2_500_000, 3_700_000]
        for choice in FilmRequest.Choice.allCases {
            let reading = try FilmReading(film.film.path(), choice, at: times, reach: 1_000_000, kills: true)
            #expect(reading.ending.status == 0, "\(reading.ending)")
            #expect(reading.pictures.count == times.count)
        }
    }

    @Test(arguments: [Film.cutOff, .cutOffMatroska, .soundLonger, .jumping, .changingSize, .partlyBlack])
    func `no call of a faulty film is forbidden`(_ film: Film) throws {
        let times = stride(from: 0, to: 20_000_000, by: 1_700_000).map { Int64($0) }
        let reading = try FilmReading(film.path(), .keyOnce, at: times, reach: 1_000_000, kills: true)
        #expect(reading.ending.status == 0, "\(reading.ending)")
    }

    @Test(arguments: [Film.playlist, .script, .zeros, .soundOnly, .bomb, .indexLost])
    func `no call of a refusal is forbidden`(_ film: Film) throws {
        let child = try FilmChild(film: film.path(), arguments: ["--sandbox", "kill"])
        #expect(throws: FilmFailure.self) { try child.header() }
        #expect(child.end().signal == nil)
    }
}
