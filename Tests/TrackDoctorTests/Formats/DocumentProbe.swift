import Foundation
import WebVTT

@testable import TrackDoctor

/// The doctor's findings on a file in a folder with other files.
func checkup(
    _ document: [UInt8], name: String = "document", files: [String: [UInt8]] = [:], duration: Timestamp? = nil,
    options: Checkup.Options = Checkup.Options()
) async throws -> Checkup {
    let folder = FileManager.default.temporaryDirectory.appending(path: "document-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    try Data(document).write(to: folder.appending(path: name))
    var options = options
    options.duration = duration
    return try await Checkup(of: folder.appending(path: name), by: NoNetwork(), options: options)
}

func checkup(_ text: String, files: [String: [UInt8]] = [:], duration: Timestamp? = nil) async throws -> Checkup {
    try await checkup(Array(text.utf8), files: files, duration: duration)
}

extension Checkup {
    /// Rules and the lines of their first places, such as `gaps 3`.
    var found: [String] {
        diagnosis.findings.map { finding in finding.rule + (finding.line.map { " \($0)" } ?? "") }
    }
}
