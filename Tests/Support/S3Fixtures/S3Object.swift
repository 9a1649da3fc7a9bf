package import Foundation
import Mosaic
package import NIOCore

/// An object of an ``S3Server``.
package struct S3Object: Sendable {
    /// The bytes.
    package let body: ByteBuffer
    /// When it was written.
    package let modified: Date
    /// The ETag without quotation marks.
    package let tag: String
    /// Header fields of responses to reads, such as `Content-Type` and checksums.
    package let headers: [(name: String, value: String)]

    /// An object whose ETag is the MD5 of its bytes, unless another one is given.
    package init(
        _ bytes: [UInt8], modified: Date = Date(), tag: String? = nil, headers: [(name: String, value: String)] = []
    ) {
        body = ByteBuffer(bytes: bytes)
        self.modified = modified
        self.tag = tag ?? Hexadecimal.text(of: WeakDigest.md5(bytes))
        self.headers = headers
    }
}
