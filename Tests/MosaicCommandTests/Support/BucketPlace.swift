import MosaicFixtures
import S3Fixtures

/// A server with a bucket, and a folder that the tool runs in, with credentials and nothing of this machine's.
struct BucketPlace {
    static let keyID = "AKIDEXAMPLE"
    static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

    let workplace = Workplace()
    let server: S3Server

    init(access: S3Server.Access = .signed(keyID: keyID)) async throws {
        server = try await S3Server.start(access: access)
    }

    /// The address of a prefix.
    func address(_ prefix: String = "") -> String { "s3://chapter-screenshots/" + prefix }

    /// Puts chapter n at n times 10 seconds below a prefix.
    func put(_ prefix: String, _ numbers: ClosedRange<Int> = 1...3) {
        for number in numbers {
            server.store(DrawnScreenshot(number: number).encoded, at: "\(prefix)/ch\(number)_\(10 * number)s.jpg")
        }
    }

    func remove(_ prefix: String, _ numbers: ClosedRange<Int> = 1...3) {
        for number in numbers { server.remove("\(prefix)/ch\(number)_\(10 * number)s.jpg") }
    }

    /// The variables that lead to the server.
    var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL_S3": server.url, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": Self.keyID,
            "AWS_SECRET_ACCESS_KEY": Self.secret,
        ].merging(Self.nothing) { own, _ in own }
    }

    /// Variables without credentials.
    static let nothing = [
        "AWS_ENDPOINT_URL_S3": "", "AWS_ENDPOINT_URL": "", "AWS_SESSION_TOKEN": "", "AWS_PROFILE": "",
        "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": "", "AWS_CONFIG_FILE": "",
        "HOME": "/nonexistent",
    ]

    /// Runs the tool until it ends.
    func run(_ arguments: String..., environment: [String: String]? = nil) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: workplace.folder, environment: environment ?? self.environment)
    }

    /// Starts the tool, which goes on.
    func start(_ arguments: String...) throws -> BuiltTool {
        try BuiltTool(
            arguments, in: workplace.folder, output: "tool.out", errors: "tool.log", environment: environment)
    }
}
