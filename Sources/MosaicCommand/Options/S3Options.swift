import ArgumentParser
import Foundation
import Mosaic

#if Cloud
    import MosaicCloud
#endif

/// Connection to buckets. Credentials are not options, because every user of a machine sees the arguments of
/// processes.
struct S3Options: ParsableArguments {
    @Option(
        name: .customLong("endpoint-url"),
        help: ArgumentHelp(
            """
            The S3 server of s3://bucket/prefix/, such as http://minio:9000; by default the one that AWS_ENDPOINT_URL_S3 \
            or AWS_ENDPOINT_URL names, else Amazon's in the region AWS_REGION.
            """, valueName: "url"))
    var endpointURL: String?

    @Flag(
        help: """
            Sign no request. Otherwise AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY sign, with AWS_SESSION_TOKEN where it \
            is set, or the profile AWS_PROFILE in AWS_SHARED_CREDENTIALS_FILE, ~/.aws/credentials by default.
            """)
    var anonymous = false

    /// Reads buckets; nil where the tool is built without the trait Cloud, with which every bucket is refused.
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
