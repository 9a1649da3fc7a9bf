import Foundation
import Mosaic
import MosaicCloud
import Testing

/// An S3 server that others wrote, which `.ci/s3` starts.
struct RealServer: CustomTestStringConvertible {
    static let hint: Comment = "needs radosgw and moto: .ci/s3 swift test --filter MosaicCloudTests"
    private static let variables = ProcessInfo.processInfo.environment

    let name: String
    let url: String
    let keyID: String
    let secret: String
    /// Whether it compares signatures.
    let checksSignatures: Bool

    var testDescription: String { name }

    /// Ceph's gateway; nil where the variables are not set.
    static let gateway: RealServer? = {
        guard let url = variables["MOSAIC_S3_ENDPOINT"], let keyID = variables["MOSAIC_S3_KEY_ID"],
            let secret = variables["MOSAIC_S3_SECRET"]
        else { return nil }
        return RealServer(name: "radosgw", url: url, keyID: keyID, secret: secret, checksSignatures: true)
    }()

    /// moto, which plays Amazon's services.
    static let moto: RealServer? = variables["MOSAIC_MOTO_ENDPOINT"].map { url in
        RealServer(name: "moto", url: url, keyID: "AKID", secret: "SECRET", checksSignatures: false)
    }

    static let all = [gateway, moto].compactMap { $0 }

    func client(
        secret: String? = nil, keyID: String? = nil, isAnonymous: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> S3Client {
        let environment = [
            "AWS_ACCESS_KEY_ID": keyID ?? self.keyID, "AWS_SECRET_ACCESS_KEY": secret ?? self.secret,
            "AWS_ENDPOINT_URL_S3": url,
        ]
        return S3Client(try S3Configuration(environment: environment, isAnonymous: isAnonymous), now: now)
    }

    /// Runs boto3: makes a bucket with a unique name.
    func makeBucket() throws -> BucketName {
        let name = "test-\(UUID().uuidString.lowercased())"
        try boto("make_bucket.py", [name])
        return try #require(BucketName(rawValue: name))
    }

    /// Runs a script of `Tests/Support/Botocore` with the server's address and keys in front of its arguments.
    @discardableResult
    func boto(_ script: String, _ arguments: [String]) throws -> String {
        try Botocore.run(script, input: Data(), [url, keyID, secret] + arguments)
    }
}
