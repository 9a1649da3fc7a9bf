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
