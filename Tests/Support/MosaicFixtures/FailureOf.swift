package import Mosaic

/// The error that some work throws; nil where it succeeds or throws anything else.
package func failure<Result>(of work: () throws -> Result) -> MosaicError? {
    do {
        _ = try work()
        return nil
    } catch {
        return error as? MosaicError
    }
}

/// The error that some asynchronous work throws; nil where it succeeds or throws anything else.
package func failure<Result>(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Result
) async -> MosaicError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? MosaicError
    }
}
