import Foundation
import Mosaic

/// A request before it is signed.
struct S3Request {
    enum Method: String {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
    }

    let method: Method
    let bucket: BucketName
    /// Empty for the bucket itself.
    var key = ""
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The most bytes of an answer that succeeds.
    var limit = 0

    /// The subject of errors: the object, or the bucket.
    var subject: String { key.isEmpty ? bucket.rawValue : key }

    init(_ method: Method, _ bucket: BucketName, key: String = "") {
        self.method = method
        self.bucket = bucket
        self.key = key
    }
}

/// A request as it is sent.
struct SignedRequest {
    let method: S3Request.Method
    let url: String
    let host: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
}
