import FilmFixtures
import FilmProtocol
import Testing
import Tiers

/// Damage lasts from where it begins to the next whole key frame, and no longer.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct DamageInheritanceTests {
    private static let second: Int64 = 1_000_000

    private static func outcomes(
        _ film: Film, at seconds: [Double], room: Double = 0, choice: FilmRequest.Choice = .exact
    ) throws -> [(outcome: FilmPicture.Outcome, time: Int64)] {
        let child = try FilmChild(film: film.path())
        _ = try child.header()
        let frames = seconds.map {
            FilmRequest.Frame(time: Int64($0 * 1e6), room: Int64(room * 1e6), choice: choice)
        }
        let request = FilmRequest(width: 64, height: 36, frames: frames)
        let pictures = try child.pictures(request).pictures
        #expect(child.end().status == 0)
        return pictures.map { ($0.outcome, $0.time) }
    }

    /// Times before a loss behind 4 s, behind it, and behind the key frame at 6 s.
    private static let times = [3.5, 4.9, 5.5, 6.9, 8.5]

    @Test(arguments: Tier.sample(Film.DamagedCodec.allCases, 4))
    func `frames predicted from a damaged key frame are damaged`(_ codec: Film.DamagedCodec) throws {
        let told = try Self.outcomes(.halfKey(codec), at: Self.times).map(\.outcome)
        // AV1's decoder refuses a damaged packet: the damaged frame before it is shown again.
        var isBroken = false
        let broken = told.map { outcome in
            if outcome != .same { isBroken = [.damaged, .undecodable].contains(outcome) }
            return isBroken
        }
        #expect(broken == [false, true, true, false, false], "\(codec): \(told)")
        let whole = try Self.outcomes(.whole(codec), at: Self.times).map(\.outcome)
        #expect(whole.allSatisfy { $0 == .shown }, "\(codec): \(whole)")
    }

    @Test(arguments: [Film.DamagedCodec.h264, .hevc])
    func `pictures behind a missing one are damaged`(_ codec: Film.DamagedCodec) throws {
        let told = try Self.outcomes(.dropped(codec), at: Self.times).map(\.outcome)
        #expect(told == [.shown, .damaged, .damaged, .shown, .shown], "\(codec)")
    }

    @Test(arguments: [Film.DamagedCodec.h264, .hevc, .mpeg2])
    func `pictures behind lost packets of a transport stream are damaged`(_ codec: Film.DamagedCodec) throws {
        let told = try Self.outcomes(.torn(codec), at: [3.5, 5.8, 6.9, 8.5]).map(\.outcome)
        #expect(told == [.shown, .damaged, .shown, .shown], "\(codec)")
    }

    @Test func `a hole in a Matroska file makes no broken picture`() throws {
        let times = stride(from: Self.second / 2, to: 20 * Self.second, by: 700_000).map { $0 }
        let reading = try FilmReading(Film.hollow.path(), .exact, at: times)
        for (picture, number) in zip(reading.pictures, reading.numbers()) where picture.outcome == .shown {
            #expect(number == Int((picture.time + 1_000) / 40_000), "at \(picture.wanted)")
        }
        #expect(reading.pictures.count { $0.outcome == .shown } > times.count / 2)
    }

    @Test(arguments: Tier.sample(Film.DamagedCodec.allCases, 3))
    func `the next whole key frame within the room stands in for a damaged frame`(_ codec: Film.DamagedCodec) throws {
        for choice in [FilmRequest.Choice.exact, .key] {
            let told = try Self.outcomes(.halfKey(codec), at: [3.5, 4.9, 7.5], room: 1.5, choice: choice)
            #expect(told.allSatisfy { [.shown, .same].contains($0.outcome) }, "\(codec), \(choice): \(told)")
            #expect(abs(told[1].time - 6 * Self.second) < 200_000, "\(codec), \(choice): \(told)")
            // Up to the next time, and no farther.
            let close = try Self.outcomes(.halfKey(codec), at: [4.9], room: 0.8, choice: choice)
            #expect(![.shown, .same].contains(close[0].outcome), "\(codec), \(choice): \(close)")
        }
    }
}
