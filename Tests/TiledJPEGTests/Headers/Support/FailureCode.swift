import TiledJPEG

/// The code with which `body` fails; nil where it succeeds.
func failureCode(_ body: () throws -> Any) -> TiledJPEGError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? TiledJPEGError)?.code
    }
}
