import Raster

/// The code with which `body` fails; nil where it succeeds.
func failureCode(_ body: () throws(ImageError) -> Any) -> ImageError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return error.code
    }
}
