import ArgumentParser
import CommandSupport
import Foundation
import Mosaic

#if Cloud
    import MosaicCloud
#endif

/// Options for the connection to buckets. Credentials are not options, because every user of a machine sees the
/// arguments of processes.
struct S3Options: OptionTable {
    var endpointURL: String?
    var anonymous = false

    static let options: [DeclaredOption<S3Options>] = [
        .option(
            \.endpointURL, "endpoint-url", value: "url",
            """
            The S3 server of s3://bucket/prefix/, such as http://minio:9000; by default the one that AWS_ENDPOINT_URL_S3 \
            or AWS_ENDPOINT_URL names, else Amazon's in the region AWS_REGION.
            """),
        .flag(
            \.anonymous, "anonymous",
            """
            Sign no request. Otherwise AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY sign, with AWS_SESSION_TOKEN where it \
            is set, or the profile AWS_PROFILE in AWS_SHARED_CREDENTIALS_FILE, ~/.aws/credentials by default.
            """),
    ]

    /// Reads buckets; nil in a program without the trait Cloud, which refuses every bucket.
    var buckets: (any BucketClient)? {
        #if Cloud
            let (endpointURL, anonymous) = (endpointURL, anonymous)
            return DeferredBuckets {
                try S3Client(
                    S3Configuration(
                        environment: ProcessInfo.processInfo.environment, endpointURL: endpointURL,
                        isAnonymous: anonymous))
            }
        #else
            return nil
        #endif
    }
}
