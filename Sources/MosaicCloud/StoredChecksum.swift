import Foundation
import HTTPFetching
import Mosaic
import Synchronization

/// A checksum of a whole object, as the server sends it with the bytes.
enum StoredChecksum: Hashable {
    case crc32([UInt8])
    case crc32C([UInt8])
    case crc64NVME([UInt8])
    case sha256([UInt8])
    /// An ETag with the form of an MD5; some servers do not derive it from the bytes alone.
    case md5([UInt8])

    /// The preferred checksum in the header fields; nil without one of the whole object.
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
        // With encryption by KMS or a customer's key, the ETag is not an MD5. The ETag of a multipart upload has a
        // hyphen.
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

    /// Whether a mismatch proves that the bytes are damaged.
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

    /// Parses an ETag of 32 hexadecimal digits in quotation marks; nil for any other ETag.
    private static func digest(_ tag: String) -> [UInt8]? {
        guard tag.utf8.count == 34, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return Hexadecimal.bytes(of: tag.lowercased().utf8.dropFirst().dropLast())
    }
}

/// The cyclic redundancy checks that S3 stores for objects, all reflected.
enum CyclicRedundancyCheck {
    /// CRC-32 as in zlib. See ITU-T V.42.
    static func crc32(_ bytes: [UInt8]) -> UInt32 { check(bytes, ieee) }

    /// CRC-32C (Castagnoli). See RFC 3720, B.4.
    static func crc32C(_ bytes: [UInt8]) -> UInt32 { check(bytes, castagnoli) }

    /// CRC-64/NVME. See NVM Express NVM Command Set Specification, 5.2.1.3.4.
    static func crc64NVME(_ bytes: [UInt8]) -> UInt64 { check(bytes, nvme) }

    private static let ieee = tables(UInt32(0xEDB8_8320))
    private static let castagnoli = tables(UInt32(0x82F6_3B78))
    private static let nvme = tables(UInt64(0x9A6C_9329_AC4B_C9B5))

    /// Eight tables of 256 words, concatenated: table `n` has the check of each byte value followed by `n` zero bytes.
    private static func tables<Word: FixedWidthInteger & UnsignedInteger>(_ polynomial: Word) -> [Word] {
        var tables = [Word](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var word = Word(byte)
            for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ polynomial : word >> 1 }
            tables[byte] = word
        }
        for index in 256..<8 * 256 {
            let word = tables[index - 256]
            tables[index] = word >> 8 ^ tables[Int(word & 0xFF)]
        }
        return tables
    }

    @inline(__always)
    private static func check<Word: FixedWidthInteger & UnsignedInteger>(_ bytes: [UInt8], _ tables: [Word]) -> Word {
        var word = Word.max
        var index = 0
        while index + 8 <= bytes.count {
            // Processes eight bytes at once; the current check is combined with the first ones.
            var next: Word = 0
            for lane in 0..<8 {
                let covered = lane < Word.bitWidth / 8 ? UInt8(truncatingIfNeeded: word >> Word(8 * lane)) : 0
                next ^= tables[(7 - lane) << 8 | Int(bytes[index + lane] ^ covered)]
            }
            word = next
            index += 8
        }
        while index < bytes.count {
            word = word >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: word) ^ bytes[index])]
            index += 1
        }
        return ~word
    }
}

/// Remembers buckets whose ETags have the form of an MD5 but are not an MD5 of the bytes.
final class EntityTagTrust: Sendable {
    private let distrusted = Mutex<Set<BucketName>>([])

    func isTrusted(_ bucket: BucketName) -> Bool { distrusted.withLock { !$0.contains(bucket) } }

    func distrust(_ bucket: BucketName) { distrusted.withLock { _ = $0.insert(bucket) } }
}

/// Compares the bodies of one request's attempts with the server's checksums.
final class BodyVerifier: Sendable {
    private let bucket: BucketName
    private let tags: EntityTagTrust
    /// Checksum of the body, and ETag, of the last attempt with a mismatch.
    private let mismatch = Mutex<(checksum: Checksum, tag: String?)?>(nil)

    init(bucket: BucketName, tags: EntityTagTrust) {
        self.bucket = bucket
        self.tags = tags
    }

    /// - Throws: A transient failure if the bytes are damaged. If two attempts have the same bytes and the same ETag,
    ///   the ETag is not an MD5, because damage would not repeat exactly. From then on, this bucket's ETags are ignored.
    func verify(_ answer: HTTPAnswer) throws(FetchError) {
        guard let stored = StoredChecksum(answer.field) else { return }
        guard stored.isCertain || tags.isTrusted(bucket) else { return }
        guard !stored.matches(answer.body) else { return }
        if !stored.isCertain {
            let seen = (checksum: Checksum(of: answer.body), tag: answer.field("etag"))
            let isSame = mismatch.withLock { before in
                defer { before = seen }
                return before?.checksum == seen.checksum && before?.tag == seen.tag
            }
            guard !isSame else {
                tags.distrust(bucket)
                return
            }
        }
        throw .interrupted("The \(answer.body.count) bytes do not match the checksum that S3 stores.")
    }
}
