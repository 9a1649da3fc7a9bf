import Foundation
import Mosaic

/// A checksum of a whole object that a server tells beside its bytes.
enum StoredChecksum: Hashable {
    case crc32([UInt8])
    case crc32C([UInt8])
    case crc64NVME([UInt8])
    case sha256([UInt8])
    /// An ETag that looks like the MD5 of the bytes; a server may make it of anything else.
    case md5([UInt8])

    /// The strongest checksum in the header fields; nil without one over the whole object.
    init?(_ field: (String) -> String?) {
        if field("x-amz-checksum-type")?.uppercased() != "COMPOSITE" {
            if let bytes = Self.value(field("x-amz-checksum-crc64nvme"), count: 8) {
                self = .crc64NVME(bytes)
                return
            }
            if let bytes = Self.value(field("x-amz-checksum-crc32c"), count: 4) {
                self = .crc32C(bytes)
                return
            }
            if let bytes = Self.value(field("x-amz-checksum-crc32"), count: 4) {
                self = .crc32(bytes)
                return
            }
            if let bytes = Self.value(field("x-amz-checksum-sha256"), count: 32) {
                self = .sha256(bytes)
                return
            }
        }
        // Encrypted by a key of one's own it is no MD5, and of an upload in parts it has a hyphen.
        guard field("x-amz-server-side-encryption")?.hasPrefix("aws:kms") != true,
            field("x-amz-server-side-encryption-customer-algorithm") == nil,
            let tag = field("etag"), let bytes = Self.digest(tag)
        else { return nil }
        self = .md5(bytes)
    }

    func matches(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .crc32(let expected): Self.bigEndian(CyclicRedundancyCheck.crc32(bytes)) == expected
        case .crc32C(let expected): Self.bigEndian(CyclicRedundancyCheck.crc32C(bytes)) == expected
        case .crc64NVME(let expected): Self.bigEndian(CyclicRedundancyCheck.crc64NVME(bytes)) == expected
        case .sha256(let expected): ContentHash(of: bytes).bytes == expected
        case .md5(let expected): WeakDigest.md5(bytes) == expected
        }
    }

    /// Whether a mismatch proves damage.
    var isCertain: Bool {
        if case .md5 = self { false } else { true }
    }

    private static func value(_ text: String?, count: Int) -> [UInt8]? {
        guard let text, let data = Data(base64Encoded: text), data.count == count else { return nil }
        return Array(data)
    }

    private static func bigEndian(_ word: some FixedWidthInteger) -> [UInt8] {
        stride(from: word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    /// 32 hexadecimal digits in quotation marks.
    private static func digest(_ tag: String) -> [UInt8]? {
        guard tag.utf8.count == 34, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return Hexadecimal.bytes(of: tag.lowercased().utf8.dropFirst().dropLast())
    }
}
