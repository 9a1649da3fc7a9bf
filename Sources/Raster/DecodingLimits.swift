/// Limits on decoding one screenshot, checked from its header before anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
    /// Pixels of the picture as stored; 64 megapixels by default.
    public var pixels = 64_000_000
    /// Bytes of the file; 512 MiB by default.
    public var fileBytes = 512 << 20
    /// Bytes that a decoder may allocate at a time, besides the file; 256 MiB by default.
    public var workingBytes = 256 << 20
    /// Scans of a JPEG; encoders write about ten, and each costs a pass over the picture. 100 by default.
    public var scans = 100
    /// Chunks of a PNG; 65 536 by default.
    public var chunks = 65_536

    /// The defaults.
    public init() {}

    func checkFile(bytes: Int) throws(ImageError) {
        guard bytes <= fileBytes else {
            throw ImageError(.limitExceeded, "file", "\(bytes) bytes exceed the limit of \(fileBytes) bytes.")
        }
    }

    func checkWorking(bytes: Int, _ subject: String) throws(ImageError) {
        guard bytes <= workingBytes else {
            throw ImageError(
                .limitExceeded, subject,
                "Decoding takes \(bytes) working bytes, which exceeds the limit of \(workingBytes) bytes.")
        }
    }
}
