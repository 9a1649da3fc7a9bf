import Raster

/// Makes tiles of screenshots, a few at a time; the results land by position, whoever finishes first.
struct TileWorkers: Sendable {
    let settings: TileSettings
    let workers: Int
    let memory: WorkingMemory

    /// Makes one outcome for each screenshot. A screenshot that fails is an outcome, too; only cancellation throws.
    func outcomes(for screenshots: ArraySlice<Screenshot>, progress: ProgressCount?) async throws -> [TileOutcome] {
        let next = SharedCounter(screenshots.startIndex..<screenshots.endIndex)
        return try await withThrowingTaskGroup(of: [(Int, TileOutcome)].self) { group in
            for _ in 0..<min(workers, screenshots.count) {
                group.addTask {
                    let maker = try TileMaker(settings: settings)
                    var results: [(Int, TileOutcome)] = []
                    while let position = next.take() {
                        try Task.checkCancellation()
                        results.append((position, await outcome(for: screenshots[position], maker)))
                        progress?.advance()
                    }
                    return results
                }
            }
            var outcomes = [TileOutcome?](repeating: nil, count: screenshots.count)
            for try await results in group {
                for (position, outcome) in results { outcomes[position - screenshots.startIndex] = outcome }
            }
            return outcomes.compactMap(\.self)
        }
    }

    private func outcome(for screenshot: Screenshot, _ maker: TileMaker) async -> TileOutcome {
        var source = SourceReading(of: screenshot)
        do {
            let bytes = try source.read(limit: settings.limits.fileBytes)
            let need = try maker.workingBytes(for: bytes)
            await memory.acquire(need)
            let result = Result { () throws(ImageError) in try maker.makeTile(from: bytes) }
            await memory.release(need)
            let tile = try result.get()
            let record = TileRecord(
                source: source.record(hasICCProfile: tile.hasICCProfile), state: tile.isDamaged ? .damaged : .ok,
                reason: tile.warnings.first)
            return TileOutcome(tile: tile, record: record)
        } catch {
            let record = TileRecord(
                source: source.record(hasICCProfile: false), state: .placeholder, reason: Self.sentence(for: error))
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
