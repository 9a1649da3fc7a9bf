import FilmFixtures
import Foundation
import Synchronization

/// One run of `mosaic compose` on a film.
struct ComposedFilm {
    /// Seconds of processor time, that of the child included.
    let processor: Double
    /// Seconds from start to end.
    let wall: Double
    /// The part of the shorter run in which another ran, too; 0 where it ran alone.
    let overlap: Double

    private init(processor: Double, wall: Double, overlap: Double = 0) {
        self.processor = processor
        self.wall = wall
        self.overlap = overlap
    }

    init(_ clip: FilmClip, interval: Int, frames: String) throws {
        let scratch = try ScratchFolder()
        let run = try ChildProcess.run(
            try Self.command(clip, interval, scratch), environment: [FramesTool.variable: frames])
        self.init(processor: run.processor, wall: run.wall)
    }

    /// Several at the same time: the sum of their processor time, and the seconds until the last ended.
    static func together(_ clips: [FilmClip], interval: Int, frames: String) throws -> ComposedFilm {
        let start = Clock.wall.seconds
        let runs = Mutex<[Result<(film: ComposedFilm, time: ClosedRange<Double>), any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: clips.count) { index in
            let begin = Clock.wall.seconds
            let run = Result { try ComposedFilm(clips[index], interval: interval, frames: frames) }
                .map { (film: $0, time: begin...max(begin, Clock.wall.seconds)) }
            runs.withLock { $0.append(run) }
        }
        let films = try runs.withLock { try $0.map { try $0.get() } }
        let times = films.map(\.time)
        let common = (times.map(\.upperBound).min() ?? 0) - (times.map(\.lowerBound).max() ?? 0)
        let shortest = times.map { $0.upperBound - $0.lowerBound }.min() ?? 0
        return ComposedFilm(
            processor: films.reduce(0) { $0 + $1.film.processor }, wall: Clock.wall.seconds - start,
            overlap: max(0, common) / max(shortest, .leastNonzeroMagnitude))
    }

    /// Maximum anonymous memory of `mosaic` alone in bytes, sampled every millisecond.
    static func peakAnonymousBytes(_ clip: FilmClip, interval: Int, frames: String) throws -> Int {
        let scratch = try ScratchFolder()
        let command = try command(clip, interval, scratch)
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging([FramesTool.variable: frames]) { $1 }
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var peak = 0
        while process.isRunning {
            peak = max(peak, AnonymousMemory.bytes(of: process.processIdentifier) ?? 0)
            usleep(1_000)
        }
        return peak
    }

    private static func command(_ clip: FilmClip, _ interval: Int, _ scratch: ScratchFolder) throws -> [String] {
        [
            try ChildProcess.mosaic(), "compose", clip.path, "-o", scratch.path + "/out", "--id", "bench", "--quiet",
            "--interval", String(interval),
        ]
    }
}
