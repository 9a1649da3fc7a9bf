import Foundation

/// A track of `Tests/Conformance/webvtt`. A transcription of the W3C algorithm and a browser's parser agree on its cues.
package struct ConformanceTrack: Decodable, Sendable {
    package struct Expected: Decodable, Equatable, Sendable {
        package let valid: Bool
        package let cues: [ExpectedCue]

        package init(valid: Bool, cues: [ExpectedCue]) { (self.valid, self.cues) = (valid, cues) }
    }

    package struct ExpectedCue: Decodable, Equatable, Sendable {
        package let id: String
        package let start_ms: Int64
        package let end_ms: Int64
        package var text: String

        package init(id: String, start_ms: Int64, end_ms: Int64, text: String) {
            (self.id, self.start_ms, self.end_ms, self.text) = (id, start_ms, end_ms, text)
        }
    }

    private struct Index: Decodable {
        let cases: [ConformanceTrack]
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../Conformance/webvtt")
        .standardizedFileURL

    package let name: String
    package let file: String
    package let expected: Expected

    package static func all() throws -> [ConformanceTrack] {
        let index = try Data(contentsOf: folder.appending(path: "cases.json"))
        return try JSONDecoder().decode(Index.self, from: index).cases
    }

    package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appending(path: file))) }
}
