import Foundation
import Mosaic
import MosaicCloud
import YouTubeUploads

extension S3Client {
    /// A client of a server of the tests, which waits hardly at all before it tries again.
    convenience init(
        testing url: String, secret: String = "SECRET", token: String? = nil, isAnonymous: Bool = false,
        region: String = "us-east-1", certificates: String? = nil, retries: Int = 4,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var environment = [
            "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": secret, "AWS_REGION": region,
        ]
        environment["AWS_SESSION_TOKEN"] = token
        environment["AWS_CA_BUNDLE"] = certificates
        var pauses = RetryPauses.ofS3
        pauses.retries = retries
        pauses.base = .milliseconds(1)
        pauses.longest = .milliseconds(5)
        self.init(
            try S3Configuration(environment: environment, endpointURL: url, isAnonymous: isAnonymous), pauses: pauses,
            now: now)
    }
}
