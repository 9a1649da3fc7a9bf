/// Metadata in the application segments of a JPEG that affects how it is shown.
struct JPEGMetadata: Hashable, Sendable {
    private(set) var orientation: ImageOrientation?
    private(set) var adobeTransform: UInt8?
    private(set) var hasJFIF = false
    private(set) var hasICCProfile = false

    /// Reads an APPn segment and ignores all others; damaged metadata is ignored, too.
    mutating func read(_ segment: JPEGSegment, in bytes: [UInt8]) {
        var payload = ByteReader(bytes, segment.payload)
        switch segment.marker {
        case .application(0):
            hasJFIF = hasJFIF || payload.consume(Array("JFIF\0".utf8))
        case .application(1):
            guard orientation == nil, payload.consume(ExifOrientation.identifier) else { return }
            orientation = ExifOrientation.read(bytes, payload.offset..<payload.end)
        case .application(2):
            hasICCProfile = hasICCProfile || payload.consume(Array("ICC_PROFILE\0".utf8))
        case .application(14):
            guard payload.consume(Array("Adobe".utf8)), payload.skip(6) else { return }
            adobeTransform = payload.byte()
        default:
            return
        }
    }
}
