import Foundation
import TestSupport

/// A module of Python that others wrote, which these tests compare with.
struct PythonModule: Sendable {
    /// [m3u8](https://pypi.org/project/m3u8/), which reads playlists of HLS.
    static let m3u8 = PythonModule("m3u8")
    /// [mpegdash](https://pypi.org/project/mpegdash/), which reads manifests of DASH.
    static let mpegdash = PythonModule("mpegdash")
    /// The XML reader of every Python.
    static let xml = PythonModule("xml.etree")

    /// The first Python that has it; nil where none has.
    let python: String?
    /// Why a test is skipped.
    let hint: String

    private init(_ name: String) {
        let named = ProcessInfo.processInfo.environment["MOSAIC_PYTHON"]
        python = ([named] + ["/usr/bin/python3", "/usr/local/bin/python3"]).compactMap { $0 }.first { path in
            FileManager.default.isExecutableFile(atPath: path) && (try? Self.run(path, "import \(name)", [])) != nil
        }
        hint = "needs Python with \(name); MOSAIC_PYTHON names one"
    }

    private struct Failed: Error {
        let status: Int32?
    }

    /// The output of a script, decoded as JSON.
    ///
    /// - Parameters:
    ///   - script: Reads the file that its first argument names.
    ///   - input: The file's content.
    func decode<Value: Decodable>(_ type: Value.Type, script: String, input: [UInt8]) throws -> Value {
        guard let python else { throw CocoaError(.fileNoSuchFile) }
        return try JSONDecoder().decode(type, from: Self.run(python, script, input))
    }

    private static func run(_ python: String, _ script: String, _ input: [UInt8]) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "playlist-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try FinishedProgram(python, ["-c", script, file.path])
        guard run.status == 0 else { throw Failed(status: run.status) }
        return Data(run.output)
    }
}
