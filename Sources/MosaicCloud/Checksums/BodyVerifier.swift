import Mosaic
import Synchronization

/// Buckets whose ETags look like MD5 and are not.
final class EntityTagTrust: Sendable {
    private let distrusted = Mutex<Set<BucketName>>([])

    func isTrusted(_ bucket: BucketName) -> Bool { distrusted.withLock { !$0.contains(bucket) } }

    func distrust(_ bucket: BucketName) { distrusted.withLock { _ = $0.insert(bucket) } }
}

/// Compares the tries of one request with the checksums that the server tells.
final class BodyVerifier: Sendable {
    private let bucket: BucketName
    private let tags: EntityTagTrust
    /// The body and the ETag of a try that did not match its ETag.
    private let mismatch = Mutex<(checksum: Checksum, tag: String?)?>(nil)

    init(bucket: BucketName, tags: EntityTagTrust) {
        self.bucket = bucket
        self.tags = tags
    }

    /// - Throws: A transient failure if the bytes are damaged. The same bytes twice with the same ETag are not
    ///   damaged: damage would have to be equal twice, so the ETag is not an MD5, and this bucket's ETags are not
    ///   compared any more.
    func verify(_ answer: HTTPAnswer, _ key: String) throws(S3Failure) {
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
        throw .transient(
            MosaicError(.unavailable, key, "The \(answer.body.count) bytes do not match the checksum that S3 stores."))
    }
}
