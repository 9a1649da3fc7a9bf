package import Foundation

/// A picture of `Tests/Conformance/images`, with the facts that independent decoders read.
package struct ConformancePicture: Decodable, Sendable {
    private struct Index: Decodable {
        let files: [ConformancePicture]
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../Conformance/images")
        .standardizedFileURL

    package let file: String
    package let `class`: String
    package let width: Int?
    package let height: Int?
    package let orientation: UInt8?
    package let mean_rgb_16x16: Data?

    /// The pictures of a class: `good`, `odd` or `bad`.
    package static func all(_ named: String) throws -> [ConformancePicture] {
        let index = try Data(contentsOf: folder.appending(path: "index.json"))
        return try JSONDecoder().decode(Index.self, from: index).files.filter { $0.class == named }
    }

    /// The content of a picture, by its path.
    package static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }
}
