internal import ImageHeaders

/// A screenshot's bytes, whose header was read and held against the limits.
struct ScreenshotFile {
    let bytes: [UInt8]
    let header: ImageHeader
    let placement: StoredPlacement

    var plan: DecodingPlan { DecodingPlan(placement) }
}
