import Foundation

/// curl, which speaks the versions of HTTP that the tests' own client does not.
enum Curl {
    /// Nil where curl is not installed.
    static let path = tool("curl")
    /// Nil where openssl, which makes certificates, is not installed.
    static let openssl = tool("openssl")

    private static func tool(_ name: String) -> String? {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// What curl prints.
    static func run(_ arguments: [String]) throws -> [UInt8] {
        try output(of: path, ["--silent", "--max-time", "60", "--path-as-is"] + arguments)
    }

    /// Makes a certificate for `localhost` that vouches for itself.
    static func makeCertificate(_ path: String, key: String) throws {
        _ = try output(
            of: openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", path, "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            ])
    }

    private static func output(of tool: String?, _ arguments: [String]) throws -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = tool.map { URL(filePath: $0) }
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return output
    }
}
