/// Limits on the requests and the memory of a bucket's reader.
package struct BucketLimits: Hashable, Sendable {
    /// Requests at a time, 1 or more; 32 by default.
    package var requests = 32
    /// Bytes of pictures that are downloaded before they are decoded, by the lengths that were listed; 32 MiB by default.
    /// A larger picture is downloaded alone.
    package var bytesAhead = 32 << 20
    /// Bytes of pictures that stay in memory from reading their sizes until the reader is closed; 8 MiB by default.
    package var heldBytes = 8 << 20
    /// Bytes of such pictures in a temporary file, where memory has no room; 1 GiB by default.
    package var spilledBytes = 1 << 30
    /// Objects below an address; 100 000 by default.
    package var objects = 100_000

    /// The defaults.
    package init() {}

    /// The part of ``bytesAhead`` that a picture takes.
    func share(of screenshot: Screenshot) -> Int { max(1, min(screenshot.status?.bytes ?? 1, bytesAhead)) }
}
