import Mosaic

/// A request that failed, and whether another try may succeed.
struct S3Failure: Error {
    /// The error that is thrown if the request is not sent again.
    let error: MosaicError
    /// Whether it may pass by itself.
    let isTransient: Bool
    /// Minimum pause that the server asks for.
    let pause: Duration?

    private init(_ error: MosaicError, isTransient: Bool, pause: Duration?) {
        self.error = error
        self.isTransient = isTransient
        self.pause = pause
    }

    /// It may pass by itself.
    static func transient(_ error: MosaicError, after pause: Duration? = nil) -> S3Failure {
        S3Failure(error, isTransient: true, pause: pause)
    }

    /// Another try would fail, too.
    static func final(_ error: MosaicError) -> S3Failure { S3Failure(error, isTransient: false, pause: nil) }
}
