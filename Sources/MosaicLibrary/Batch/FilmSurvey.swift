import Mosaic
import MosaicSystem
package import WebVTT

/// Examines a sample of the films of a batch: reads the headers of some films, and composes a part of fewer films as the
/// batch would, into a temporary folder.
package struct FilmSurvey: Sendable {
    /// A film to compose.
    package struct Film: Sendable {
        package let request: JobRequest
        let bytes: Int

        /// Creates a film from a request; nil for other sources and for a missing film.
        package init?(_ request: JobRequest) {
            guard let bytes = request.source.filmPath.flatMap({ FileStatus(path: $0)?.bytes }) else { return nil }
            self.request = request
            self.bytes = bytes
        }
    }

    /// Maximum number of films whose headers are read: a quarter of them, but not less than `fewOpened`.
    private static let mostOpened = 20
    private static let fewOpened = 6
    /// Maximum number of films that are composed, unless twice the films at a time are more: a sixth of them, but not less
    /// than `fewComposed`.
    private static let mostComposed = 6
    private static let fewComposed = 3
    /// Maximum number of frames of each of these films.
    private static let framesComposed = 24

    /// A film of the sample.
    private struct Opened {
        let film: Film
        let duration: Timestamp
        let tiles: Int
    }

    private let films: [Film]

    /// Creates a survey of films, in any order.
    package init(of films: [Film]) { self.films = films.sorted { $0.bytes < $1.bytes } }

    /// Reads the sample and extrapolates to all films.
    ///
    /// The films of the sample are composed by the batch's number of films at a time, under the current load of this
    /// machine, and their thumbnails for media servers are written.
    /// - Parameter composer: Composes the films of the sample.
    /// - Throws: `CancellationError`, `unavailable`; the error of the first film where none of the sample can be read.
    package func estimate(by composer: SampleComposer) async throws -> FilmEstimate {
        let sample = Self.spread(
            min(Self.mostOpened, max(Self.fewOpened, films.count / 4)), over: films.count)
        let lanes = min(composer.filmsAtATime, max(1, films.count))
        let opened = try await examined(sample, filmsAtATime: lanes)
        // Films of the sample that cannot be read stand for others like them.
        let share = Double(films.count) / Double(max(1, sample.count))
        let composed = try await composed(of: opened, filmsAtATime: lanes, composer)
        let length = share * Double(opened.reduce(0) { $0 + $1.duration.milliseconds })
        return FilmEstimate(
            films: films.count, bytes: films.reduce(0) { $0 + $1.bytes },
            duration: Timestamp(milliseconds: Int64(length.rounded())),
            tiles: Int((share * Double(opened.reduce(0) { $0 + $1.tiles })).rounded()),
            sheetBytes: composed.map { Int((share * $0.bytes).rounded()) },
            seconds: composed.map { share * $0.seconds }, filmsAtATime: lanes,
            basis: FilmEstimate.Basis(
                opened: opened.count, unreadable: sample.count - opened.count, measured: composed?.films ?? 0,
                frames: composed?.frames ?? 0))
    }

    /// Composes some of the opened films, and extrapolates to all of the opened ones; nil if none can be composed.
    ///
    /// A film is chosen the more often the more tiles it has, so that a few long films among many short ones are not
    /// missed. Each chosen film stands for as many as are chosen in its place.
    private func composed(
        of opened: [Opened], filmsAtATime: Int, _ composer: SampleComposer
    ) async throws -> (seconds: Double, bytes: Double, films: Int, frames: Int)? {
        let most = min(
            opened.count, max(Self.mostComposed, 2 * filmsAtATime),
            max(Self.fewComposed, filmsAtATime, films.count / 6))
        let mean = Double(opened.reduce(0) { $0 + $1.tiles }) / Double(max(1, opened.count))
        let weights = opened.map { mean + Double($0.tiles) }
        var chosen = Self.draw(most, by: weights)
        // The longest first, so that none of them runs alone at the end.
        chosen.sort { opened[$0.position].tiles > opened[$1.position].tiles }
        let films = chosen.map { opened[$0.position].film }
        let whole = try await composer.compose(films, frames: Self.framesComposed)
        // What a film costs besides its frames is seen from one frame of it.
        let isCut = chosen.contains { opened[$0.position].tiles > Self.framesComposed }
        let least = isCut ? try await composer.compose(films, frames: 1) : nil
        var (seconds, bytes, frames, draws, count) = (0.0, 0.0, 0, 0, 0)
        for (number, choice) in chosen.enumerated() {
            guard let film = whole.films[number], film.frames > 0 else { continue }
            let (tiles, weight) = (opened[choice.position].tiles, Double(choice.draws) / weights[choice.position])
            var cost = film.seconds
            if tiles > film.frames {
                let first = least?.films[number]?.seconds ?? 0
                cost += max(0, cost - first) / Double(max(1, film.frames - 1)) * Double(tiles - film.frames)
            }
            seconds += weight * cost
            bytes += weight * Double(film.bytes) / Double(film.frames) * Double(tiles)
            frames += film.frames
            draws += choice.draws
            count += 1
        }
        guard draws > 0, whole.concurrency > 0 else { return nil }
        let factor = weights.reduce(0, +) / Double(draws)
        return (seconds * factor / whole.concurrency, bytes * factor, count, frames)
    }

    /// The films of a sample that can be read, several at a time.
    ///
    /// - Throws: see ``estimate(by:)``.
    private func examined(_ sample: [Int], filmsAtATime: Int) async throws -> [Opened] {
        var (opened, failure): ([(position: Int, film: Opened)], (any Error)?) = ([], nil)
        func note(_ position: Int, _ result: Result<Opened, any Error>) throws {
            switch result {
            case .success(let film): opened.append((position, film))
            case .failure(let error as CancellationError): throw error
            case .failure(let error): failure = failure ?? error
            }
        }
        try await withThrowingTaskGroup(of: (Int, Result<Opened, any Error>).self) { group in
            for (number, position) in sample.enumerated() {
                if number >= filmsAtATime, let (done, result) = try await group.next() { try note(done, result) }
                group.addTask { [film = films[position]] in (position, await Self.examine(film)) }
            }
            for try await (done, result) in group { try note(done, result) }
        }
        if let failure, opened.isEmpty { throw failure }
        return opened.sorted { $0.position < $1.position }.map(\.film)
    }

    /// The middle positions of at most `most` equal parts of `0..<count`.
    private static func spread(_ most: Int, over count: Int) -> [Int] {
        let parts = min(most, count)
        return (0..<parts).map { ($0 * 2 + 1) * count / (parts * 2) }
    }

    /// Positions in the middle of `count` equal parts of the sum of some weights, each with the number of parts in whose
    /// middle it is.
    private static func draw(_ count: Int, by weights: [Double]) -> [(position: Int, draws: Int)] {
        let part = weights.reduce(0, +) / Double(max(1, count))
        var (chosen, sum, next): ([(position: Int, draws: Int)], Double, Int) = ([], 0, 0)
        for (position, weight) in weights.enumerated() {
            sum += weight
            let first = next
            while next < count, (Double(next) + 0.5) * part < sum { next += 1 }
            if next > first { chosen.append((position, next - first)) }
        }
        return chosen
    }

    private static func examine(_ film: Film) async -> Result<Opened, any Error> {
        let reader = film.request.source.reader(duration: film.request.duration)
        do {
            let listing = try await reader.close(after: { try await reader.list() })
            return .success(
                Opened(
                    film: film, duration: listing.film?.duration ?? listing.screenshots.last?.time ?? .zero,
                    tiles: listing.screenshots.count))
        } catch {
            return .failure(error)
        }
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
    /// Bytes of all sheets; nil if no film of the sample could be composed.
    package let sheetBytes: Int?
    /// Seconds to compose all films; nil if no film of the sample could be composed.
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
        /// Number of films of which frames were composed.
        package let measured: Int
        /// Number of composed frames.
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
