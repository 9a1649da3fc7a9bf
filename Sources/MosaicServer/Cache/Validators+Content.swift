import Foundation
import Mosaic

extension EntityTag {
    /// The entity tag of bytes whose name has no hash: half of their SHA-256.
    static func content(_ bytes: [UInt8]) -> EntityTag? {
        EntityTag(opaque: ContentHash(of: bytes).hexadecimal(bytes: 16))
    }
}

extension HTTPDate {
    /// The second in which something happened.
    init(_ date: Date) { self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down))) }
}
