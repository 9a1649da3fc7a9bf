import FilmFixtures
import FilmProtocol
import Foundation
import Mosaic
import MosaicFixtures
import Seeded
import Testing
import Tiers

/// Films that are cut off, joined or damaged at random: every wanted time is answered, and the child ends by itself.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmDamageTests {
    private static let second: Int64 = 1_000_000

    @Test(arguments: [Film.cutOff, .cutOffMatroska]) func `times after a truncated file's end are reported as cut off`(
        _ film: Film
    ) throws {
        let reading = try FilmReading(
            film.path(), .key, at: stride(from: 0, to: 20 * Self.second, by: 1_000_000).map { $0 })
        // 6 in 10 bytes hold about 12 s.
        let numbers = reading.numbers()
        let truth = TimedFilm(film: film, start: film.name == Film.cutOff.name ? 0 : nil)
        for index in 0..<9 {
            let expected = try truth.keyNumber(at: Int64(index) * Self.second)
            #expect(numbers[index] == expected, "at \(index) s")
        }
        let outcomes = reading.pictures.suffix(5).map(\.outcome)
        #expect(outcomes.allSatisfy { $0 == .cutOff }, "\(outcomes)")
    }

    @Test func `the sizes of pictures may change within a film`() throws {
        let reading = try FilmReading(
            Film.changingSize.path(), .key, at: [0, 10 * Self.second, 19 * Self.second])
        #expect(reading.numbers() == [0, 250, 450])
        #expect(reading.ending.status == 0)
    }

    @Test(.thorough) func `a clock that falls back ends, and every time is answered`() throws {
        let times = stride(from: 0, to: 40 * Self.second, by: 1_000_000).map { Int64($0) }
        let reading = try FilmReading(Film.jumping.path(), .key, at: times)
        #expect(reading.pictures.map(\.wanted) == times && reading.ending.status == 0)
        let truth = TimedFilm(film: .startingLate, start: nil)
        #expect(
            try reading.numbers().prefix(15).map(\.self)
                == times.prefix(15).map { try truth.keyNumber(at: $0) })
    }

    /// Bytes are replaced, deleted, repeated or cut off.
    ///
    /// `MOSAIC_DAMAGES=2000` tries more of them.
    @Test func `a film that is damaged anywhere is answered or refused`() throws {
        let folder = TemporaryFolder()
        for (round, bytes) in try Self.damages(of: Tier.isThorough ? 36 : 6, seed: 15).enumerated() {
            let path = try folder.write(bytes, to: "damaged")
            do {
                try answers(path)
            } catch let failure as FilmFailure where failure.code != .records {
                // A refusal is an answer.
            } catch {
                try Self.keep(bytes, round, "\(error)")
            }
        }
    }

    /// The same of the parent, up to the published sheets; with `MOSAIC_DAMAGES`, too.
    @Test func `a film that is damaged anywhere becomes a storyboard, or an error of one sentence`() async throws {
        let folder = TemporaryFolder()
        for (round, bytes) in try Self.damages(of: Tier.isThorough ? 18 : 3, seed: 16).enumerated() {
            let path = try folder.write(bytes, to: "damaged.mkv")
            try? folder.remove("out")
            var source = ScreenshotSource(folder: path)
            source.film.count = 9
            source.film.exactness = FilmOptions.Exactness.allCases[round / 3 % 3]
            do {
                let reasons = try await reasons(composing: source, into: folder.path("out"))
                let ill = reasons.filter { $0.contains("signal") || $0.contains("rules") }
                if !ill.isEmpty { try Self.keep(bytes, round, "\(ill)") }
            } catch let error as MosaicError where !["/", "signal", "rules"].contains(where: error.reason.contains) {
                // A refusal is an answer.
            } catch {
                try Self.keep(bytes, round, "\(error)")
            }
        }
    }

    /// The reasons of placeholders.
    private func reasons(composing source: ScreenshotSource, into output: String) async throws -> [String] {
        let program = try FilmProgram(path: #require(FramesTool.path))
        let reader = FilmReader(source, of: source.folder, program: program, silence: .seconds(60))
        return try await reader.close(after: {
            let listing = try await reader.list()
            let request = CompositionRequest(
                id: StoryboardID(naming: "damaged"), listing: listing, duration: listing.duration)
            let folder = try StoryboardFolder(path: output, for: request.id)
            let tiles = try await StoryboardComposer().compose(request, into: folder).storyboard.tiles
            #expect(tiles.count == listing.screenshots.count)
            return tiles.compactMap(\.reason)
        })
    }

    /// Damaged films of three containers in turn; `count` where the environment names no other number.
    private static func damages(of count: Int, seed: UInt64) throws -> AnyIterator<[UInt8]> {
        let count = ProcessInfo.processInfo.environment["MOSAIC_DAMAGES"].flatMap { Int($0) } ?? count
        let films = try [Film.closed, .hevcCRAInMatroska, .closedInTS].map { film in
            try Array(Data(contentsOf: URL(filePath: film.path())))
        }
        var generator = SeededGenerator(seed: seed)
        var round = 0
        return AnyIterator {
            guard round < count else { return nil }
            defer { round += 1 }
            return FilmDamage.damaged(films[round % films.count], by: &generator)
        }
    }

    /// Keeps a film for the reader of the failure.
    private static func keep(_ bytes: [UInt8], _ round: Int, _ reason: String) throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "mosaic-damage-\(round)")
        try Data(bytes).write(to: copy)
        Issue.record("damage \(round), in \(copy.path): \(reason)")
    }

    private func answers(_ path: String) throws {
        let times = stride(from: 0, to: 20 * Self.second, by: 2_300_000).map { Int64($0) }
        let child = try FilmChild(film: path)
        defer { _ = child.end() }
        _ = try child.header()
        for choice in FilmRequest.Choice.allCases {
            let frames = times.map { FilmRequest.Frame(time: $0, reach: Self.second, choice: choice) }
            let (pictures, _) = try child.pictures(FilmRequest(width: 64, height: 36, frames: frames))
            guard pictures.map(\.index) == Array(times.indices) else {
                throw FilmChild.Fault("pictures \(pictures.map(\.index)) of \(times.count)")
            }
        }
        let ending = child.end()
        guard ending.status == 0 else { throw FilmChild.Fault("\(ending)") }
    }
}
