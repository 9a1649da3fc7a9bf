import Foundation
import Testing
import TestSupport

/// Python with botocore, which these tests compare with.
enum Botocore {
    /// The first Python that has it; nil where none has.
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["MOSAIC_PYTHON"]
        return ([named] + ["/usr/bin/python3", "/usr/local/bin/python3"]).compactMap { $0 }.first { path in
            FileManager.default.isExecutableFile(atPath: path)
                && (try? run(path, ["-c", "import botocore.auth"], input: Data())) != nil
        }
    }()

    /// The output of a script of `Tests/Support/Botocore`.
    static func run(_ script: String, input: Data, _ arguments: [String] = [], file: String = #filePath) throws
        -> String
    {
        try run(try #require(python), [path(of: script, file: file)] + arguments, input: input)
    }

    /// Where a script of `Tests/Support/Botocore` is.
    static func path(of script: String, file: String = #filePath) -> String {
        URL(fileURLWithPath: file).deletingLastPathComponent().path + "/../Support/Botocore/" + script
    }

    private struct Failed: Error {}

    private static func run(_ program: String, _ arguments: [String], input: Data) throws -> String {
        let run = try FinishedProgram(program, arguments, input: Array(input))
        guard run.status == 0 else { throw Failed() }
        return run.text
    }
}
