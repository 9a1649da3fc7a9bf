import Mosaic

/// How buckets are reached: the server, the region, the credentials.
package struct S3Configuration: Sendable {
    /// Reads the variables that the AWS tools read, and the shared credentials file.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - endpointURL: The server, such as `https://s3.example`; nil takes that of the environment, else Amazon's.
    ///   - isAnonymous: Whether requests are not signed, also where there are credentials.
    /// - Throws: `invalidSettings` naming the variable or the file's line.
    package init(environment: [String: String], endpointURL: String? = nil, isAnonymous: Bool = false) throws {}
}
