import MosaicFiles
import Raster

/// Makes tiles of screenshots with several workers; results are indexed by position.
struct TileWorkers: Sendable {
    let settings: TileSettings
    let workers: Int
    /// The bytes that all workers together may hold while they decode.
    let memory: AsyncSemaphore
    let makers: TileMakerPool

    /// Files that a worker decodes together, so that the memory accesses of one overlap with the arithmetic of another.
    private static let batch = 3
    /// The largest file whose memory a worker reuses, in bytes.
    private static let keptBytes = 1 << 20

    /// Permits for the tiles of two sheets and one for each worker: while a sheet is staged, the tiles of the next one
    /// are made.
    func permits(forSheetsOf tiles: Int) -> AsyncSemaphore {
        AsyncSemaphore(permits: max(2 * tiles + workers, Self.batch))
    }

    /// Makes an outcome for each screenshot and returns all of them. A failed screenshot is an outcome; only
    /// cancellation throws.
    func outcomes(for screenshots: ArraySlice<Screenshot>, progress: ProgressCount?) async throws -> [TileOutcome] {
        try await collected(screenshots, progress) { $0 }
    }

    /// Decodes screenshots and returns the records without the tiles.
    func records(for screenshots: [Screenshot]) async throws -> [TileRecord] {
        try await collected(screenshots[...], nil, \.record)
    }

    private func collected<Part>(
        _ screenshots: ArraySlice<Screenshot>, _ progress: ProgressCount?, _ part: (TileOutcome) -> Part
    ) async throws -> [Part] {
        var parts = [Part?](repeating: nil, count: screenshots.count)
        let permits = permits(forSheetsOf: Self.batch * workers)
        let tiles = TileStream(of: screenshots, by: self, permits: permits, progress)
        do {
            while let outcomes = try await tiles.next() {
                for (position, outcome) in outcomes { parts[position - screenshots.startIndex] = part(outcome) }
                permits.release(outcomes.count)
            }
        } catch {
            await tiles.close()
            throw error
        }
        return parts.compactMap(\.self)
    }

    /// Makes a single tile without starting workers, as when a storyboard grows by one chapter; nil without a screenshot.
    func outcome(
        for screenshots: ArraySlice<Screenshot>, _ permits: AsyncSemaphore, _ progress: ProgressCount?
    ) async throws -> [(Int, TileOutcome)]? {
        guard let position = screenshots.indices.first else { return nil }
        try await permits.acquire()
        let outcomes = try await PixelExecutor.shared.run {
            let maker = try makers.take(for: settings)
            var buffers: [[UInt8]] = [[]]
            let outcomes = try await makeOutcomes(of: screenshots, maker, &buffers)
            makers.giveBack(maker)
            return outcomes
        }
        progress?.advance()
        return outcomes.map { (position, $0) }
    }

    /// Makes all tiles and delivers them with their positions, some at a time.
    ///
    /// - Throws: `invalidSettings`, `CancellationError`.
    func work(
        on screenshots: ArraySlice<Screenshot>, _ permits: AsyncSemaphore,
        deliver: @escaping @Sendable ([(Int, TileOutcome)]) -> Void
    ) async throws {
        PixelExecutor.shared.raiseLimit(to: workers)
        let next = SharedCounter(screenshots.startIndex..<screenshots.endIndex)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(workers, screenshots.count) {
                group.addTask(executorPreference: PixelExecutor.shared) {
                    try await work(on: screenshots, next, permits, deliver)
                }
            }
            try await group.waitForAll()
        }
    }

    /// One worker: takes screenshots until none is left.
    private func work(
        on screenshots: ArraySlice<Screenshot>, _ next: SharedCounter, _ permits: AsyncSemaphore,
        _ deliver: ([(Int, TileOutcome)]) -> Void
    ) async throws {
        let maker = try makers.take(for: settings)
        var buffers = [[UInt8]](repeating: [], count: Self.batch)
        while true {
            // Permits first: a worker with screenshots but without permits would delay a sheet whose other tiles hold
            // all permits.
            try await permits.acquire(Self.batch)
            let positions = next.take(Self.batch, of: workers)
            if positions.count < Self.batch { permits.release(Self.batch - positions.count) }
            if positions.isEmpty { break }
            deliver(Array(zip(positions, try await makeOutcomes(of: screenshots[positions], maker, &buffers))))
            if PixelExecutor.shared.isCrowded { await Task.yield() }
        }
        makers.giveBack(maker)
    }

    /// - Parameter buffers: Memory for each file of a batch.
    private func makeOutcomes(
        of screenshots: ArraySlice<Screenshot>, _ maker: TileMaker, _ buffers: inout [[UInt8]]
    ) async throws -> [TileOutcome] {
        defer { for index in buffers.indices where buffers[index].capacity > Self.keptBytes { buffers[index] = [] } }
        var sources = screenshots.map(SourceReading.init(of:))
        var files: [(bytes: [UInt8], need: Int)] = []
        var readable: [Int] = []
        var results: [Result<MadeTile, any Error>] = []
        for index in sources.indices {
            do {
                try sources[index].read(into: &buffers[index], limit: settings.limits.fileBytes)
                files.append((buffers[index], try maker.workingBytes(for: buffers[index])))
                readable.append(index)
                results.append(.failure(CancellationError()))
            } catch {
                results.append(.failure(error))
            }
        }
        for (index, tile) in zip(readable, try await makeTiles(of: files, maker)) {
            results[index] = tile.mapError { $0 }
        }
        return zip(sources, results).map(Self.outcome)
    }

    /// Makes tiles together where the limit allows it; each file alone is known to be within the limit.
    private func makeTiles(
        of files: [(bytes: [UInt8], need: Int)], _ maker: TileMaker
    ) async throws -> [Result<MadeTile, ImageError>] {
        let need = files.reduce(0) { $0 + $1.need }
        if files.count > 1, need > settings.limits.workingBytes {
            var tiles: [Result<MadeTile, ImageError>] = []
            for file in files { tiles += try await makeTiles(of: [file], maker) }
            return tiles
        }
        try await memory.acquire(need)
        let tiles = maker.makeTiles(from: files.map(\.bytes))
        memory.release(need)
        return tiles
    }

    private static func outcome(of source: SourceReading, _ result: Result<MadeTile, any Error>) -> TileOutcome {
        switch result {
        case .success(let tile):
            let record = TileRecord(
                source: source.record(hasICCProfile: tile.hasICCProfile), state: tile.isDamaged ? .damaged : .ok,
                reason: tile.warnings.first, decoding: tile.decoding)
            return TileOutcome(tile: tile, record: record)
        case .failure(let error):
            let record = TileRecord(
                source: source.record(hasICCProfile: false), state: .placeholder, reason: sentence(for: error),
                decoding: nil)
            return TileOutcome(tile: nil, record: record)
        }
    }

    private static func sentence(for error: any Error) -> String {
        switch error {
        case let error as ImageError: error.reason
        case let error as MosaicError: error.reason
        default: "The file cannot be read."
        }
    }
}
