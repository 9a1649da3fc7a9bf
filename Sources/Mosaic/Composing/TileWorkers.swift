import Raster

/// Makes tiles of screenshots, a few at a time; the results land by position, whoever finishes first.
struct TileWorkers: Sendable {
    let settings: TileSettings
    let workers: Int
    let memory: WorkingMemory
    let makers: TileMakerPool

    /// Files that a worker decodes side by side, which hides the waiting of one behind the work of the others.
    private static let batch = 3
    /// The largest file whose memory a worker keeps for the next one, in bytes.
    private static let keptBytes = 1 << 20

    /// Makes one outcome for each screenshot. A screenshot that fails is an outcome, too; only cancellation throws.
    func outcomes(for screenshots: ArraySlice<Screenshot>, progress: ProgressCount?) async throws -> [TileOutcome] {
        var outcomes = [TileOutcome?](repeating: nil, count: screenshots.count)
        try await make(screenshots, progress: progress) { outcomes[$0 - screenshots.startIndex] = $1 }
        return outcomes.compactMap(\.self)
    }

    /// Makes one outcome for each screenshot and hands each over, with its position, while others are being made.
    ///
    /// They come nearly in order: as far from it as there are files at work.
    /// - Throws: what `take` throws, `CancellationError`.
    func make(
        _ screenshots: ArraySlice<Screenshot>, progress: ProgressCount?,
        take: (Int, TileOutcome) async throws -> Void
    ) async throws {
        guard screenshots.count > 1 else { return try await makeHere(screenshots, progress, take) }
        let (made, delivery) = AsyncThrowingStream<[(Int, TileOutcome)], any Error>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await work(on: screenshots) { results in
                        for _ in results { progress?.advance() }
                        delivery.yield(results)
                    }
                    delivery.finish()
                } catch {
                    delivery.finish(throwing: error)
                }
            }
            for try await results in made {
                for (position, outcome) in results { try await take(position, outcome) }
            }
            // A stream just ends where its reader is cancelled.
            try Task.checkCancellation()
        }
    }

    /// Makes one alone, as when a storyboard grows by a chapter, without workers and their hand-overs.
    private func makeHere(
        _ screenshots: ArraySlice<Screenshot>, _ progress: ProgressCount?,
        _ take: (Int, TileOutcome) async throws -> Void
    ) async throws {
        guard let position = screenshots.indices.first else { return }
        try Task.checkCancellation()
        let maker = try makers.take(for: settings)
        var buffers: [[UInt8]] = [[]]
        let outcomes = await makeOutcomes(of: screenshots, maker, &buffers)
        makers.giveBack(maker)
        progress?.advance()
        for outcome in outcomes { try await take(position, outcome) }
    }

    private func work(
        on screenshots: ArraySlice<Screenshot>, deliver: @escaping @Sendable ([(Int, TileOutcome)]) -> Void
    ) async throws {
        let next = SharedCounter(screenshots.startIndex..<screenshots.endIndex)
        let others = min(workers, screenshots.count) - 1
        // New threads, because a system spreads those over its cores; one that slept may be woken on its waker's core,
        // and share that for milliseconds while another core has nothing to do. For the same reason this one works, too.
        let threads = others > 0 ? DiskThreads(limit: others) : nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<others {
                group.addTask(executorPreference: threads) { try await work(on: screenshots, next, deliver) }
            }
            try await work(on: screenshots, next, deliver)
            try await group.waitForAll()
        }
    }

    /// One worker: takes screenshots until none is left.
    private func work(
        on screenshots: ArraySlice<Screenshot>, _ next: SharedCounter, _ deliver: ([(Int, TileOutcome)]) -> Void
    ) async throws {
        let maker = try makers.take(for: settings)
        var buffers = [[UInt8]](repeating: [], count: Self.batch)
        while true {
            let positions = next.take(Self.batch, of: workers)
            if positions.isEmpty { break }
            try Task.checkCancellation()
            deliver(Array(zip(positions, await makeOutcomes(of: screenshots[positions], maker, &buffers))))
        }
        makers.giveBack(maker)
    }

    /// - Parameter buffers: Memory for each file of a batch.
    private func makeOutcomes(
        of screenshots: ArraySlice<Screenshot>, _ maker: TileMaker, _ buffers: inout [[UInt8]]
    ) async -> [TileOutcome] {
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
        for (index, tile) in zip(readable, await makeTiles(of: files, maker)) {
            results[index] = tile.mapError { $0 }
        }
        return zip(sources, results).map(Self.outcome)
    }

    /// Makes tiles side by side where the limit allows for it; alone, every file was found to be within it.
    private func makeTiles(
        of files: [(bytes: [UInt8], need: Int)], _ maker: TileMaker
    ) async -> [Result<MadeTile, ImageError>] {
        let need = files.reduce(0) { $0 + $1.need }
        if files.count > 1, need > settings.limits.workingBytes {
            var tiles: [Result<MadeTile, ImageError>] = []
            for file in files { tiles += await makeTiles(of: [file], maker) }
            return tiles
        }
        await memory.acquire(need)
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
