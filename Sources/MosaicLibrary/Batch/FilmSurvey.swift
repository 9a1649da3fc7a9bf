import Mosaic
import MosaicSystem
package import WebVTT

/// Examines a sample of the films of a batch: the headers of some films, and a few frames of fewer films. Writes
/// nothing.
package struct FilmSurvey: Sendable {
    /// A film to compose.
    package struct Film: Sendable {
        let request: JobRequest
        let bytes: Int

        /// Creates a film from a request; nil for other sources and for a missing film.
        package init?(_ request: JobRequest) {
            guard let bytes = request.source.filmPath.flatMap({ FileStatus(path: $0)?.bytes }) else { return nil }
            self.request = request
            self.bytes = bytes
        }
    }

    /// Maximum number of films whose headers are read.
    private static let mostOpened = 20
    /// Number of films whose frames are read and encoded, unless more films are composed at a time.
    private static let mostMeasured = 3
    /// Maximum number of frames of each of these films.
    private static let framesMeasured = 24

    /// A film of the sample.
    private struct Opened {
        let duration: Timestamp
        let tiles: Int
        let frames: MeasuredFrames?
    }

    private struct MeasuredFrames {
        let count: Int
        /// Seconds to start the program and to open the film.
        let opening: Double
        /// Seconds for the frames.
        let seconds: Double
        let bytes: Int
    }

    private let films: [Film]

    /// Creates a survey of films, in any order.
    package init(of films: [Film]) { self.films = films.sorted { $0.bytes < $1.bytes } }

    /// Reads the sample and extrapolates to all films.
    ///
    /// Frames are measured with `filmsAtATime` films at a time, under the current load of this machine.
    /// - Parameter filmsAtATime: Number of films that will be composed at a time, 1 or more.
    /// - Throws: `CancellationError`; the error of the first film if no film of the sample can be read.
    package func estimate(filmsAtATime: Int) async throws -> FilmEstimate {
        let sample = Self.spread(Self.mostOpened, over: films.count)
        let lanes = min(max(1, filmsAtATime), max(1, films.count))
        let opened = try await examined(sample, filmsAtATime: lanes)
        let frames = opened.compactMap(\.frames)
        let count = frames.reduce(0) { $0 + $1.count }
        let share = Double(films.count) / Double(max(1, sample.count))
        let tiles = share * Double(opened.reduce(0) { $0 + $1.tiles })
        let length = share * Double(opened.reduce(0) { $0 + $1.duration.milliseconds })
        func scaled(_ total: Double) -> Double? { count == 0 ? nil : total / Double(count) * tiles }
        let opening = frames.reduce(0) { $0 + $1.opening } / Double(max(1, frames.count)) * Double(films.count)
        return FilmEstimate(
            films: films.count, bytes: films.reduce(0) { $0 + $1.bytes },
            duration: Timestamp(milliseconds: Int64(length.rounded())), tiles: Int(tiles.rounded()),
            sheetBytes: scaled(Double(frames.reduce(0) { $0 + $1.bytes })).map { Int($0.rounded()) },
            seconds: scaled(frames.reduce(0) { $0 + $1.seconds }).map { ($0 + opening) / Double(lanes) },
            filmsAtATime: lanes,
            basis: FilmEstimate.Basis(
                opened: opened.count, unreadable: sample.count - opened.count, measured: frames.count, frames: count))
    }

    /// The films of a sample that can be read; frames of some are measured, several films at a time.
    ///
    /// - Throws: see ``estimate(filmsAtATime:)``.
    private func examined(_ sample: [Int], filmsAtATime: Int) async throws -> [Opened] {
        let measured = Set(
            Self.spread(max(Self.mostMeasured, filmsAtATime), over: sample.count).map { sample[$0] })
        var (opened, failure): ([Opened], (any Error)?) = ([], nil)
        func note(_ result: Result<Opened, any Error>) throws {
            switch result {
            case .success(let film): opened.append(film)
            case .failure(let error as CancellationError): throw error
            case .failure(let error): failure = failure ?? error
            }
        }
        for position in sample where !measured.contains(position) {
            try Task.checkCancellation()
            try note(await Self.examine(films[position], isMeasured: false))
        }
        try await withThrowingTaskGroup(of: Result<Opened, any Error>.self) { group in
            for (number, position) in measured.sorted().enumerated() {
                if number >= filmsAtATime, let result = try await group.next() { try note(result) }
                group.addTask { [film = films[position]] in await Self.examine(film, isMeasured: true) }
            }
            for try await result in group { try note(result) }
        }
        if let failure, opened.isEmpty { throw failure }
        return opened
    }

    /// The middle positions of at most `most` equal parts of `0..<count`.
    private static func spread(_ most: Int, over count: Int) -> [Int] {
        let parts = min(most, count)
        return (0..<parts).map { ($0 * 2 + 1) * count / (parts * 2) }
    }

    private static func examine(_ film: Film, isMeasured: Bool) async -> Result<Opened, any Error> {
        do {
            return .success(try await open(film, isMeasured: isMeasured))
        } catch {
            return .failure(error)
        }
    }

    private static func open(_ film: Film, isMeasured: Bool) async throws -> Opened {
        let reader = film.request.source.reader(duration: film.request.duration)
        return try await reader.close(after: { try await open(film, from: reader, isMeasured: isMeasured) })
    }

    private static func open(
        _ film: Film, from reader: any ScreenshotReader, isMeasured: Bool
    ) async throws -> Opened {
        let start = ContinuousClock.now
        let listing = try await reader.list()
        let screenshots = listing.screenshots
        let duration = listing.film?.duration ?? screenshots.last?.time ?? .zero
        guard isMeasured else { return Opened(duration: duration, tiles: screenshots.count, frames: nil) }
        let beginning = ContinuousClock.now
        // Takes neighbouring frames from the middle: a frame far from the one before it may need another key frame.
        let count = min(framesMeasured, screenshots.count)
        let chosen = Array(screenshots.dropFirst((screenshots.count - count) / 2).prefix(count))
        var settings = film.request.settings
        settings.workers = 1
        let stream = try await StoryboardComposer(settings: settings).sheets(
            of: CompositionRequest(id: film.request.id, listing: listing.replacing(chosen)))
        var bytes = 0
        do {
            while let sheet = try await stream.next() {
                bytes += sheet.sheet.bytes
                sheet.release()
            }
        } catch {
            await stream.close()
            throw error
        }
        await stream.close()
        return Opened(
            duration: duration, tiles: screenshots.count,
            frames: MeasuredFrames(
                count: chosen.count, opening: (beginning - start) / .seconds(1),
                seconds: (ContinuousClock.now - beginning) / .seconds(1), bytes: bytes))
    }
}

/// The estimated work of composing the films of a batch.
package struct FilmEstimate: Hashable, Sendable {
    /// Number of films.
    package let films: Int
    /// Total size of the films in bytes.
    package let bytes: Int
    /// Total playing time of the films.
    package let duration: Timestamp
    /// Number of tiles of all storyboards.
    package let tiles: Int
    /// Bytes of all sheets; nil if no frame could be measured.
    package let sheetBytes: Int?
    /// Seconds to compose all films; nil if no frame could be measured.
    package let seconds: Double?
    /// Maximum number of films composed at a time.
    package let filmsAtATime: Int
    /// The sample that the estimate is based on.
    package let basis: Basis

    /// The counts of the examined sample.
    package struct Basis: Hashable, Sendable, Encodable {
        /// Number of films whose headers were read.
        package let opened: Int
        /// Number of films in the sample that could not be read.
        package let unreadable: Int
        /// Number of films whose frames were read and encoded.
        package let measured: Int
        /// Number of measured frames.
        package let frames: Int

        private enum CodingKeys: String, CodingKey {
            case unreadable, frames
            case opened = "films_opened"
            case measured = "films_measured"
        }
    }
}

extension FilmEstimate: Encodable {
    private enum CodingKeys: String, CodingKey {
        case films, bytes, tiles, basis
        case duration = "film_ms"
        case sheetBytes = "sheet_bytes"
        case seconds = "expected_s"
        case filmsAtATime = "films_at_a_time"
    }
}
