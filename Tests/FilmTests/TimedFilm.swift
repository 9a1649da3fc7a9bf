import FilmFixtures
import Synchronization
import Testing
import Tiers

/// A film of numbered pictures, and when a player shows each of them.
struct TimedFilm: CustomTestStringConvertible, Sendable {
    let film: Film
    /// Pictures from one key frame to the next; nil where decoding may begin elsewhere.
    var keys: Int? = 50
    /// The step from one shown number to the next.
    var step = 1
    /// The last number and one.
    var end = 500
    /// Microseconds at which number 0 is shown; nil for those that ffprobe finds.
    var start: Int64? = 0
    /// Whether the film's own first time counts as 0 in a container with a separate 0.
    var isLate = false
    /// Microseconds from then on at which another number is shown.
    var time: @Sendable (Int) -> Int64 = { Int64($0) * 40_000 }

    var testDescription: String { film.name }

    static let all: [TimedFilm] = [
        TimedFilm(film: .closed), TimedFilm(film: .openGOP), TimedFilm(film: .hevcCRA), TimedFilm(film: .av1),
        TimedFilm(film: .vp9, keys: nil), TimedFilm(film: .fragmented, start: nil), TimedFilm(film: .hdr10),
        TimedFilm(film: .openGOPInTS, start: nil), TimedFilm(film: .openGOPInMatroska, start: nil),
        TimedFilm(film: .hevcCRAInTS, start: nil), TimedFilm(film: .hevcCRAInMatroska, start: nil),
        TimedFilm(film: .closedInMatroska, start: nil), TimedFilm(film: .closedInTS, start: nil),
        TimedFilm(film: .unindexed, start: nil), TimedFilm(film: .startingLate, start: nil),
        TimedFilm(film: .wrapping, start: nil), TimedFilm(film: .mpeg2, keys: 15, start: nil),
        TimedFilm(film: .mpeg2InTS, keys: 15, start: nil), TimedFilm(film: .intraRefresh, keys: nil),
        TimedFilm(film: .intraRefreshInTS, keys: nil, start: nil), TimedFilm(film: .oneKeyFrame, keys: nil),
        TimedFilm(film: .interlaced, step: 2), TimedFilm(film: .pictureLate, start: 5_000_000),
        TimedFilm(film: .cut, start: -3_400_000), TimedFilm(film: .coverFirst),
        TimedFilm(film: .coverAttached, start: nil),
        TimedFilm(film: .twoVideos, start: nil), TimedFilm(film: .twoEqualVideos, start: nil),
        TimedFilm(film: .strangeName), TimedFilm(film: .anamorphic, end: 100),
        TimedFilm(
            film: .variableRate,
            time: { Int64($0) * 40_000 + ($0 >= 100 ? 3_000_000 : 0) + Int64($0 % 3) * 10_000 }),
    ]

    /// All films in the thorough tier; otherwise one of each container and kind of key frames.
    static let tier = Tier.isThorough ? all : all.filter { quick.contains($0.film.name) }
    private static let quick: Set<String> = [
        Film.openGOP.name, Film.closedInMatroska.name, Film.mpeg2InTS.name, Film.vp9.name, Film.variableRate.name,
    ]

    /// The starts that ffprobe found, by the film's path: each takes two runs of it.
    private static let starts = Mutex<[String: Int64]>([:])

    /// Microseconds at which each number is shown, in order.
    func times() throws -> [(number: Int, time: Int64)] {
        let path = try film.path()
        let start = try start ?? Self.start(of: path, isLate: isLate)
        return stride(from: 0, to: end, by: step).map { ($0, start + time($0)) }
    }

    /// The picture's first time, from the begin of the player's clock: 0, or the container's start in transport streams.
    private static func start(of path: String, isLate: Bool) throws -> Int64 {
        if let found = starts.withLock({ $0[path] }) { return found }
        func seconds(_ entries: String) throws -> Double {
            try FFmpeg.probe(path, entries).first.flatMap { Double($0) } ?? 0
        }
        let hasClock = [".ts", ".mpg", ".flv", ".wmv"].contains(where: path.hasSuffix)
        let base = try hasClock || isLate ? seconds("format=start_time") : 0
        let start = try Int64(((seconds("stream=start_time") - base) * 1e6).rounded())
        starts.withLock { $0[path] = start }
        return start
    }

    /// The number that is shown at a time: the last that has begun, or the first.
    func number(at time: Int64) throws -> Int {
        let all = try times()
        // Containers round times, to milliseconds at most.
        return (all.last { $0.time <= time + 500 } ?? all[0]).number
    }

    /// The number of the key frame at or before a time; where none is shown by then, the number shown at the time.
    func keyNumber(at time: Int64) throws -> Int {
        let key = try times().last { $0.number % (keys ?? 1) == 0 && $0.time >= 0 && $0.time <= time + 500 }
        return try key?.number ?? number(at: max(time, 0))
    }
}
