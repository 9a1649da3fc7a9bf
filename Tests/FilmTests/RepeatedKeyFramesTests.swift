import FilmFixtures
import FilmProtocol
import Testing
import Tiers

/// Which frames stand for times at an interval: key frames, each for one time, and frames that cost more only where there
/// are fewer key frames than times.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct RepeatedKeyFramesTests {
    private static let second: Int64 = 1_000_000

    /// Frames every `spacing` microseconds, as the parent requests them.
    private static func frames(every spacing: Int64, reach: Int64? = nil, to end: Int64) -> [FilmRequest.Frame] {
        stride(from: 0, to: end, by: Int64.Stride(spacing)).map {
            FilmRequest.Frame(
                time: $0, reach: reach ?? spacing / 2, spacing: spacing, choice: .keyOnce)
        }
    }

    private static func answers(
        _ film: Film, _ frames: [FilmRequest.Frame]
    ) throws -> (pictures: [FilmPicture], counts: FilmCounts) {
        let child = try FilmChild(film: film.path())
        _ = try child.header()
        return try child.pictures(request(frames))
    }

    private static func request(_ frames: [FilmRequest.Frame]) -> FilmRequest {
        FilmRequest(width: FilmReading.size.width, height: FilmReading.size.height, frames: frames)
    }

    /// The key frames of ``Film/drifting`` and its copies lie 80 ms farther behind each even second.
    private static let distance: Int64 = 2_080_000

    @Test(arguments: [Film.drifting, .driftingInMatroska, .driftingInTS])
    func `key frames that drift behind the times stand for them`(_ film: Film) throws {
        // Of times every 10 s the frames may be 0.5 s late; the drift reaches that at the seventh.
        let frames = (0..<7).map {
            FilmRequest.Frame(
                time: $0 * 2 * Self.second, reach: Self.second, spacing: 10 * Self.second, choice: .keyOnce)
        }
        let (pictures, counts) = try Self.answers(film, frames)
        for (index, picture) in pictures.enumerated() {
            #expect(picture.outcome == .shown)
            #expect(abs(picture.time - Int64(index) * Self.distance) <= 1_000, "\(index): \(picture.time)")
        }
        #expect(counts.decoded <= 10, "\(counts.decoded) frames were decoded for 7 key frames")
        // Where nothing may be late, the second time has only the key frame of the first, and so on.
        let strict = frames.map { FilmRequest.Frame(time: $0.time, choice: .keyOnce) }
        #expect(try Self.answers(film, strict).counts.decoded > 20)
    }

    @Test(arguments: [Film.drifting, .driftingInMatroska, .driftingInTS])
    func `where key frames are too far apart one frame is exact`(_ film: Film) throws {
        let (pictures, _) = try Self.answers(film, Self.frames(every: 2 * Self.second, reach: 0, to: 11 * Self.second))
        #expect(pictures.map { ($0.time + 500) / 1_000 } == [0, 2_000, 2_080, 4_160, 6_240, 8_320])
    }

    @Test func `a later key frame is left to the next time where that has no other`() throws {
        // Key frames lie at 0, 3, 5.2, 10.4 and 15 s; of times every 5 s the frames may be 0.25 s late.
        let frames = Self.frames(every: 5 * Self.second, reach: 0, to: 20 * Self.second)
        let (pictures, counts) = try Self.answers(.unevenKeys, frames)
        #expect(pictures.map { ($0.time + 500) / 1_000 } == [0, 3_000, 5_200, 15_000])
        #expect(counts.decoded <= 6, "\(counts.decoded)")
    }

    @Test(arguments: [Film.closed, .closedInMatroska, .closedInTS])
    func `at the distance of the key frames only they are decoded`(_ film: Film) throws {
        let (pictures, counts) = try Self.answers(film, Self.frames(every: 2 * Self.second, to: 20 * Self.second))
        // Copies in other containers begin two pictures later.
        #expect(pictures.allSatisfy { $0.outcome == .shown && (0...100_000).contains($0.time - $0.wanted) })
        #expect(counts.decoded <= 12, "\(counts.decoded)")
    }

    @Test(arguments: [Film.mpeg2, .mpeg2InTS, .closed, .drifting])
    func `a later key frame is taken only where it is nearer than the one before`(_ film: Film) throws {
        let keys: [Int64] =
            switch film.name {
            case Film.closed.name: (0..<10).map { $0 * 2_000_000 }
            case Film.drifting.name: (0..<10).map { $0 * Self.distance }
            default: (0..<34).map { $0 * 600_000 }
            }
        let times = stride(from: Int64(0), to: 16 * Self.second, by: 1_170_000).map { $0 }
        let frames = times.map { FilmRequest.Frame(time: $0, spacing: 10 * Self.second, choice: .key) }
        var last: Int64 = 0
        for (time, picture) in zip(times, try Self.answers(film, frames).pictures) {
            let before = try #require(keys.last { $0 <= time })
            let behind = keys.first { $0 > time && $0 <= time + 500_000 }
            let expected = behind.map { $0 - time < time - before ? $0 : before } ?? before
            #expect(abs(picture.time - expected) <= 1_000, "at \(time): \(picture.time) instead of \(expected)")
            #expect(picture.time >= last)
            last = picture.time
        }
    }

    @Test func `dense times keep the order of the film`() throws {
        let frames = Self.frames(every: 200_000, to: 12 * Self.second)
        let (pictures, _) = try Self.answers(.drifting, frames)
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(pictures.allSatisfy { $0.time <= $0.wanted && $0.wanted - $0.time < 200_000 })
        #expect(pictures.count { $0.wanted - $0.time < 40_000 } >= pictures.count - 6)
    }

    @Test(
        arguments: Tier.sample(
            [
                Film.drifting, .driftingInMatroska, .driftingInTS, .driftingInFragments, .partlyBlack, .sparselyBlack,
                .unevenKeys, .unlistedKeys,
            ], 2))
    func `a tile that is made again is the one that was made with all others`(_ film: Film) throws {
        let child = try FilmChild(film: film.path())
        let other = try FilmChild(film: film.path())
        _ = try (child.header(), other.header())
        for spacing in [1_300_000, 2_000_000, 3_500_000] as [Int64] {
            for reach in [0, spacing / 2] {
                let frames = Self.frames(every: spacing, reach: reach, to: 19 * Self.second)
                var fresh = try child.pictures(Self.request(frames)).pictures
                for index in fresh.indices where fresh[index].outcome == .same {
                    fresh[index].planes = fresh[index - 1].planes
                }
                // From the end, so that the films' indexes are known in another order.
                for index in frames.indices.dropFirst().reversed() {
                    var before = frames[index - 1]
                    before.choice = .key
                    let pair = try other.pictures(Self.request([before, frames[index]])).pictures
                    let again = pair[1].outcome == .same ? pair[0] : pair[1]
                    #expect(again.time == fresh[index].time, "every \(spacing), within \(reach): \(index)")
                    #expect(again.planes == fresh[index].planes, "every \(spacing), within \(reach): \(index)")
                }
            }
        }
    }

    @Test func `key frames that libav has not listed yet are found`() throws {
        let frames = (0..<9).map { index in
            FilmRequest.Frame(time: Int64(index) * 2 * Self.second, reach: 0, spacing: 0, choice: .key)
        }
        let (pictures, _) = try Self.answers(.unlistedKeys, frames)
        #expect(pictures.map(\.outcome).allSatisfy { $0 == .shown })
        #expect(zip(pictures, frames).allSatisfy { abs($0.time - $1.time) <= Self.second })
    }

    @Test func `a key frame that stands in for a black one is not shown again`() throws {
        // Key frames lie at 0 s, which is black, 3 s and 13 s.
        let frames = Self.frames(every: 8 * Self.second, to: 17 * Self.second)
        let (pictures, _) = try Self.answers(.sparselyBlack, frames)
        #expect(pictures.map { ($0.time + 500) / 1_000 } == [3_000, 8_000, 13_000])
        // Where nothing stands in, the key frame at 3 s is free.
        let plain = Self.frames(every: 8 * Self.second, reach: 0, to: 17 * Self.second)
        #expect(try Self.answers(.sparselyBlack, plain).pictures.map { ($0.time + 500) / 1_000 } == [0, 3_000, 13_000])
    }

    @Test(arguments: [Film.sparselyBlack, .partlyBlack])
    func `a uniform key frame and its stand-ins are decoded once for many tiles`(_ film: Film) throws {
        let spacing = 400_000 as Int64
        let frames = Self.frames(every: spacing, reach: 4 * Self.second, to: 16 * Self.second)
        let counts = try Self.answers(film, frames).counts
        // Without stand-ins, each key frame and the exact frames between.
        let plain = try Self.answers(film, Self.frames(every: spacing, reach: 0, to: 16 * Self.second)).counts
        #expect(counts.decoded <= plain.decoded + 4, "\(counts.decoded) and \(plain.decoded)")
    }
}
