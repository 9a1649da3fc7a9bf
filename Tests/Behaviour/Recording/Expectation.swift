import Foundation
import Testing

/// A text below `Expected` that a scene has to come to.
///
/// With `MOSAIC_BEHAVIOUR_RECORD=1` in the environment the text is written instead of compared. Files of scenes that do not
/// exist any more stay; to be rid of them, remove `Expected` first and record everything.
struct Expectation {
    static let isRecording = ProcessInfo.processInfo.environment["MOSAIC_BEHAVIOUR_RECORD"] == "1"
    static let folder = Repository.net.appending(path: "Expected")

    /// The file's path below `Expected`, without `.txt`.
    let name: String

    /// Compares the text, or records it.
    func check(_ text: String) throws {
        let file = Self.folder.appending(path: name + ".txt")
        guard !Self.isRecording else { return try record(text, in: file) }
        let expected = try? String(contentsOf: file, encoding: .utf8)
        guard let expected else {
            Issue.record("There is no \(name).txt; MOSAIC_BEHAVIOUR_RECORD=1 writes it:\n\(text)")
            return
        }
        guard expected != text else { return }
        Issue.record("\(LineDifference(of: name + ".txt", from: expected, to: text).description)")
    }

    private func record(_ text: String, in file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
