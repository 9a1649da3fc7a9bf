import TiledJPEG

/// The code with which `body` fails; nil where it succeeds.
func failureCode(_ body: () throws -> Any) -> ImageHeaderError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? ImageHeaderError)?.code
    }
}
