/// Fills a story's strip: first with the list, then by polling until all screenshots are there.
struct ChapterThumbnailFeed: Sendable {
    let service: ChapterThumbnailService
    /// Waits; another one in tests.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Runs until nothing more will come, or until the task is cancelled, as when the cell is gone.
    ///
    /// - Parameters:
    ///   - strip: What the app has stored; a complete one takes no request.
    ///   - update: Called with each change, in order; save the strip then, so that the next launch does not ask.
    /// - Returns: How it ended; nil where it was cancelled.
    @discardableResult
    func run(
        _ id: String, from strip: ChapterStrip,
        update: @Sendable (ChapterStrip, ScreenshotPolling.Phase) async -> Void
    ) async -> ScreenshotPolling.Phase? {
        var strip = strip
        var polling = ScreenshotPolling()
        guard !strip.isComplete else { return .completed }
        if let list = await service.thumbnails(of: id) { strip.take(list) }
        if strip.isComplete {
            await update(strip, .completed)
            return .completed
        }
        await update(strip, polling.phase)
        while !Task.isCancelled {
            let answer = await service.status(of: id)
            if Task.isCancelled { break }
            if case .status(let status) = answer { strip.take(status, below: service.screenshots) }
            switch polling.receive(answer) {
            case .askAgain(let pause):
                await update(strip, polling.phase)
                guard (try? await sleep(pause)) != nil else { return nil }
            case .fetch:
                if !strip.isComplete, let list = await service.thumbnails(of: id) { strip.take(list) }
                await update(strip, polling.phase)
                return polling.phase
            case .stop:
                await update(strip, polling.phase)
                return polling.phase
            }
        }
        return nil
    }
}
