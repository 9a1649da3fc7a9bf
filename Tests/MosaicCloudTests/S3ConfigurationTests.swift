import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicCloud

struct S3ConfigurationTests {
    private static let secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"

    @Test func `without variables it is Amazon's in us-east-1, unsigned`() throws {
        let configuration = try S3Configuration(environment: [:])
        #expect(configuration.endpoint.host == "s3.us-east-1.amazonaws.com" && configuration.endpoint.isSecure)
        #expect(configuration.region == "us-east-1" && configuration.credentials == nil)
    }

    @Test func `the argument wins over AWS_ENDPOINT_URL_S3, which wins over AWS_ENDPOINT_URL`() throws {
        var environment = ["AWS_ENDPOINT_URL": "http://a:9000", "AWS_REGION": "", "AWS_DEFAULT_REGION": "eu-central-1"]
        #expect(try S3Configuration(environment: environment).endpoint.host == "a")
        #expect(try S3Configuration(environment: environment).region == "eu-central-1")
        environment["AWS_ENDPOINT_URL_S3"] = "https://b"
        environment["AWS_REGION"] = "cn-north-1"
        #expect(try S3Configuration(environment: environment).endpoint.host == "b")
        #expect(try S3Configuration(environment: environment, endpointURL: "http://[::1]:81/").endpoint.port == 81)
        #expect(try S3Configuration(environment: environment).region == "cn-north-1")
    }

    @Test(arguments: [
        "localhost:9000", "ftp://a", "https://user:wJalrXUtnFEMI@a", "https://a/b", "https://a?b", "https://",
        "http://a b",
    ])
    func `refuses an invalid server address, and does not repeat its password`(text: String) {
        let error = failure { try S3Configuration(environment: [:], endpointURL: text) }
        #expect(error?.code == .invalidSettings && error?.subject == "--endpoint-url")
        #expect(error?.reason.contains("wJalr") == false)
    }

    private static func place(of bucket: BucketName, at endpoint: S3Endpoint) -> String {
        let place = endpoint.place(of: bucket)
        return place.host + place.path
    }

    @Test func `a bucket stands in the host at Amazon, and in the path elsewhere or where it has a dot`() throws {
        let (plain, dotted) = (try #require(BucketName(rawValue: "abc")), try #require(BucketName(rawValue: "a.b.c")))
        var amazon = S3Endpoint(region: "eu-west-1")
        #expect(Self.place(of: plain, at: amazon) == "abc.s3.eu-west-1.amazonaws.com")
        #expect(Self.place(of: dotted, at: amazon) == "s3.eu-west-1.amazonaws.com/a.b.c")
        amazon.addressing = .path
        #expect(Self.place(of: plain, at: amazon) == "s3.eu-west-1.amazonaws.com/abc")
        var own = try #require(S3Endpoint("http://Minio:9000"))
        #expect(Self.place(of: plain, at: own) == "minio:9000/abc")
        own.addressing = .virtualHost
        #expect(Self.place(of: plain, at: own) == "abc.minio:9000")
        #expect(S3Endpoint(region: "cn-north-1").host == "s3.cn-north-1.amazonaws.com.cn")
    }

    @Test func `credentials come from variables, and half of them is an error`() throws {
        var environment = ["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": Self.secret, "AWS_SESSION_TOKEN": "T"]
        #expect(try S3Configuration(environment: environment).credentials?.sessionToken == "T")
        #expect(try S3Configuration(environment: environment, isAnonymous: true).credentials == nil)
        environment["AWS_ACCESS_KEY_ID"] = ""
        let error = failure { try S3Configuration(environment: environment) }
        #expect(error?.subject == "AWS_ACCESS_KEY_ID" && error?.description.contains(Self.secret) == false)
        environment = ["AWS_ACCESS_KEY_ID": "AK\nID", "AWS_SECRET_ACCESS_KEY": Self.secret]
        #expect(failure { try S3Configuration(environment: environment) }?.subject == "AWS_ACCESS_KEY_ID")
    }

    @Test func `credentials come from the shared file's profile, region and server from the configuration's`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/.aws", withIntermediateDirectories: true)
        let file = folder.path + "/.aws/credentials"
        try Data(
            """
            # A comment
            [default]
            aws_access_key_id = AKID1
            aws_secret_access_key=\(Self.secret)

            [other]
            aws_access_key_id = AKID2
            aws_secret_access_key = \(Self.secret)
            aws_session_token = T==
            """.utf8
        ).write(to: URL(fileURLWithPath: file))
        try Data(
            "[profile other]\nregion = eu-south-1\ns3 =\n  addressing_style = path\nendpoint_url = http://c:1\n".utf8
        )
        .write(to: URL(fileURLWithPath: folder.path + "/.aws/config"))
        var environment = ["HOME": folder.path]
        #expect(try S3Configuration(environment: environment).credentials?.keyID == "AKID1")
        environment["AWS_PROFILE"] = "other"
        let other = try S3Configuration(environment: environment)
        #expect(other.credentials?.keyID == "AKID2" && other.credentials?.sessionToken == "T==")
        #expect(other.region == "eu-south-1" && other.endpoint.host == "c")
        environment["AWS_PROFILE"] = "third"
        #expect(failure { try S3Configuration(environment: environment) }?.subject == "AWS_PROFILE")
        environment = ["AWS_SHARED_CREDENTIALS_FILE": folder.path + "/missing"]
        #expect(failure { try S3Configuration(environment: environment) }?.subject == "AWS_SHARED_CREDENTIALS_FILE")
    }

    @Test func `an error of the shared file names its line, and no value`() throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/keys"
        for (text, line) in [
            ("[default]\naws_access_key_id = AKID\n\(Self.secret)\n", 3), ("aws_secret_access_key = \(Self.secret)", 1),
            ("\n[default\naws_secret_access_key = \(Self.secret)", 2),
            ("[default]\naws_secret_access_key = \(Self.secret)", 1),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            let error = failure { try S3Configuration(environment: ["AWS_SHARED_CREDENTIALS_FILE": file]) }
            #expect(error?.code == .invalidSettings && error?.subject == "keys:\(line)")
            #expect(error?.description.contains(Self.secret) == false)
        }
    }

    @Test func `no text of a configuration has the secret`() throws {
        let configuration = try S3Configuration(
            environment: [
                "AWS_ACCESS_KEY_ID": "AKID7", "AWS_SECRET_ACCESS_KEY": Self.secret, "AWS_SESSION_TOKEN": "TOKEN7",
            ])
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(S3Client(configuration), to: &dumped)
        for text in [
            dumped, "\(configuration)", String(reflecting: configuration),
            String(reflecting: configuration.credentials),
        ] {
            #expect(!text.contains(Self.secret) && !text.contains("AKID7") && !text.contains("TOKEN7"))
        }
    }
}
