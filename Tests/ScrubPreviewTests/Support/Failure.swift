import ScrubPreview

/// The code and reason of the error that an operation ends with; nil where it ends well or otherwise.
func failure(of operation: () async throws -> Void) async -> ScrubPreviewError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? ScrubPreviewError
    }
}

extension ThumbnailTrack.Options {
    /// Options that wait for nothing between tries.
    static func forTests(_ change: (inout ThumbnailTrack.Options) -> Void = { _ in }) -> ThumbnailTrack.Options {
        var options = ThumbnailTrack.Options()
        options.retries.sleep = { _ in }
        change(&options)
        return options
    }
}
