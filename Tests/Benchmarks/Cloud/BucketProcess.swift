import Foundation

/// A running `mosaic-bench bucket`.
final class BucketProcess {
    static let keyID = "bench"

    /// Counts of requests since the last reset.
    struct Counts {
        let lists: Int
        let gets: Int
        let others: Int
        let mostInFlight: Int
        var requests: Int { lists + gets + others }
    }

    /// Its address.
    let url: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(folder: String, latency: Int) throws {
        process.executableURL = URL(fileURLWithPath: ChildProcess.ownPath)
        process.arguments = ["bucket", folder, "--latency", String(latency)]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        url = try Self.line(of: output)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Variables that a client needs to reach it.
    var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL_S3": url, "AWS_ACCESS_KEY_ID": Self.keyID, "AWS_SECRET_ACCESS_KEY": "bench-secret",
            "AWS_SESSION_TOKEN": "", "AWS_REGION": "us-east-1",
        ]
    }

    /// The counts since the last call.
    func counts() throws -> Counts {
        input.fileHandleForWriting.write(Data("\n".utf8))
        let numbers = try Self.line(of: output).split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 4 else { throw ChildProcess.Failure(description: "The server lost its counts.") }
        return Counts(lists: numbers[0], gets: numbers[1], others: numbers[2], mostInFlight: numbers[3])
    }

    /// A line that is written at once.
    private static func line(of pipe: Pipe) throws -> String {
        var text = ""
        while text.last != "\n" {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ChildProcess.Failure(description: "The server ended.") }
            text += String(decoding: data, as: UTF8.self)
        }
        return String(text.dropLast())
    }
}
