internal import ImageHeaders

/// A screenshot's bytes, with the header parsed and checked against the limits.
struct ScreenshotFile {
    let bytes: [UInt8]
    let header: ImageHeader
    let placement: StoredPlacement

    var plan: DecodingPlan { DecodingPlan(placement) }
}
