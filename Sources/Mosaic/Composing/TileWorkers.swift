import MosaicSystem
import Raster

/// Makes tiles of screenshots with several workers; results are indexed by position.
struct TileWorkers: Sendable {
    let reader: any ScreenshotReader
    let settings: TileSettings
    let workers: Int
    /// Limits the memory of all workers while they decode; one permit for each byte.
    let memory: AsyncSemaphore
    let makers: TileMakerPool

    /// The number of pictures that a worker decodes together, so that the memory accesses of one overlap with the
    /// arithmetic of another.
    private static let batch = 3
    /// Maximum size of a picture whose memory a worker reuses, in bytes.
    private static let keptBytes = 1 << 20

    /// Permits for the tiles of two sheets, and one for each worker: while a sheet is staged, workers make the tiles of
    /// the next one.
    func permits(forSheetsOf tiles: Int) -> AsyncSemaphore {
        AsyncSemaphore(permits: max(2 * tiles + workers, Self.batch))
    }

    /// Makes an outcome for each screenshot and returns all of them. A failed screenshot is an outcome; the errors are
    /// the ones of ``work(on:_:deliver:)``.
    func outcomes(for screenshots: [Screenshot], progress: ProgressCount?) async throws -> [TileOutcome] {
        try await collected(screenshots, progress) { $0 }
    }

    /// Decodes screenshots and returns the records without the tiles.
    func records(for screenshots: [Screenshot]) async throws -> [TileRecord] {
        try await collected(screenshots, nil, \.record)
    }

    private func collected<Part>(
        _ screenshots: [Screenshot], _ progress: ProgressCount?, _ part: (TileOutcome) -> Part
    ) async throws -> [Part] {
        var parts = [Part?](repeating: nil, count: screenshots.count)
        let permits = permits(forSheetsOf: Self.batch * workers)
        let tiles = TileStream(of: screenshots, by: self, permits: permits, progress)
        do {
            while let outcomes = try await tiles.next() {
                for (position, outcome) in outcomes { parts[position] = part(outcome) }
                permits.release(outcomes.count)
            }
        } catch {
            await tiles.close()
            throw error
        }
        return parts.compactMap(\.self)
    }

    /// Makes a single tile without starting workers, as when a storyboard grows by one chapter.
    func outcomes(
        forOne screenshot: Screenshot, _ permits: AsyncSemaphore, _ progress: ProgressCount?
    ) async throws -> [(Int, TileOutcome)] {
        try await permits.acquire()
        let outcomes = try await PixelExecutor.shared.run {
            try await reading([screenshot]) { session in
                let maker = try makers.take(for: settings)
                var pictures = [Picture.empty]
                let positions = try await session.next(1, into: &pictures)
                let outcomes = try await makeOutcomes(of: pictures.prefix(positions.count), maker)
                makers.giveBack(maker)
                return Array(zip(positions, outcomes))
            }
        }
        progress?.advance()
        return outcomes
    }

    /// Makes all tiles and delivers them with their positions, some at a time.
    ///
    /// - Throws: `invalidSettings`, `CancellationError`, errors of the reader.
    func work(
        on screenshots: [Screenshot], _ permits: AsyncSemaphore,
        deliver: @escaping @Sendable ([(Int, TileOutcome)]) -> Void
    ) async throws {
        try await reading(screenshots) { session in
            let lanes = min(workers, session.lanes)
            PixelExecutor.shared.raiseLimit(to: lanes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<lanes {
                    group.addTask(executorPreference: PixelExecutor.shared) {
                        try await work(on: session, permits, deliver)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func reading<Value>(
        _ screenshots: [Screenshot], _ work: (any PictureSession) async throws -> Value
    ) async throws -> Value {
        let session = try await reader.read(screenshots, for: settings, lanes: min(workers, screenshots.count))
        do {
            let value = try await work(session)
            await session.close()
            return value
        } catch {
            await session.close()
            throw error
        }
    }

    /// One worker: takes pictures until none is left.
    private func work(
        on session: any PictureSession, _ permits: AsyncSemaphore, _ deliver: ([(Int, TileOutcome)]) -> Void
    ) async throws {
        let maker = try makers.take(for: settings)
        var pictures = [Picture](repeating: .empty, count: Self.batch)
        while true {
            // Permits first: a worker with pictures but without permits would delay a sheet whose other tiles hold all
            // permits.
            try await permits.acquire(Self.batch)
            let positions = try await session.next(Self.batch, into: &pictures)
            if positions.count < Self.batch { permits.release(Self.batch - positions.count) }
            if positions.isEmpty { break }
            deliver(Array(zip(positions, try await makeOutcomes(of: pictures.prefix(positions.count), maker))))
            for index in pictures.indices { pictures[index].trim(to: Self.keptBytes) }
            if PixelExecutor.shared.isCrowded { await Task.yield() }
        }
        makers.giveBack(maker)
    }

    private func makeOutcomes(of pictures: ArraySlice<Picture>, _ maker: TileMaker) async throws -> [TileOutcome] {
        var files: [(bytes: [UInt8], need: Int)] = []
        var readable: [Int] = []
        var results: [Result<MadeTile, any Error>] = []
        for (index, picture) in pictures.enumerated() {
            do {
                switch picture.content {
                case .encoded(let bytes):
                    files.append((bytes, try maker.workingBytes(for: bytes)))
                    readable.append(index)
                    results.append(.failure(CancellationError()))
                case .planes(let planes): results.append(.success(try maker.makeTile(from: planes)))
                case .missing(let error): throw error
                case .broken(let error): throw error
                }
            } catch {
                results.append(.failure(error))
            }
        }
        for (index, tile) in zip(readable, try await makeTiles(of: files, maker)) {
            results[index] = tile.mapError { $0 }
        }
        return zip(pictures, results).map(Self.outcome)
    }

    /// Makes tiles together if the memory limit allows it; each single file is within the limit.
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

    private static func outcome(of picture: Picture, _ result: Result<MadeTile, any Error>) -> TileOutcome {
        switch result {
        case .success(let tile):
            var source = picture.source
            source.hasICCProfile = tile.hasICCProfile
            let record = TileRecord(
                source: source, state: tile.isDamaged ? .damaged : .ok, reason: tile.warnings.first,
                decoding: tile.decoding, frameTime: picture.frameTime)
            return TileOutcome(tile: tile, record: record)
        case .failure(let error):
            let broken: MosaicError? = if case .broken(let error) = picture.content { error } else { nil }
            let record = TileRecord(
                source: picture.source, state: .placeholder, reason: sentence(for: error), decoding: nil,
                broken: broken?.code)
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
