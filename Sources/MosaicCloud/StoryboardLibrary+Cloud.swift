import Foundation
import Mosaic
public import MosaicLibrary

extension StoryboardLibrary {
    /// The same library, which also reads sources `s3://bucket/prefix/`.
    ///
    /// Nothing connects before the first such source is read. Variables are those of the AWS tools:
    /// `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`, `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_PROFILE`, `AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE` and
    /// `AWS_CA_BUNDLE`; requests are not signed where there are no credentials.
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - endpointURL: The server, such as `https://s3.example`; nil takes that of the environment, else Amazon's.
    /// - Throws: ``MosaicError`` with the code `invalidSettings`, naming the variable or the file's line.
    public func readingBuckets(
        environment: [String: String], endpointURL: String? = nil
    ) throws -> StoryboardLibrary {
        var library = self
        library.buckets = S3Client(try S3Configuration(environment: environment, endpointURL: endpointURL))
        return library
    }
}
