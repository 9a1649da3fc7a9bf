import MosaicSystem

/// The error that some work throws; nil where it succeeds or throws anything else.
func fileError<Result>(of work: () throws -> Result) -> FileError? {
    do {
        _ = try work()
        return nil
    } catch {
        return error as? FileError
    }
}

/// The error that some asynchronous work throws; nil where it succeeds or throws anything else.
func fileError<Result>(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Result
) async -> FileError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? FileError
    }
}
