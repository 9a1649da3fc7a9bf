import Foundation

/// Pictures, sorted by independent decoders.
enum SortedPictures {
    private struct Index: Decodable {
        struct Picture: Decodable {
            let file: String
            let `class`: String
        }

        let files: [Picture]
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Conformance/images").standardizedFileURL

    /// Name and content of every JPEG of a class.
    static func jpegs(_ named: String) throws -> [(name: String, bytes: [UInt8])] {
        let index = try Data(contentsOf: folder.appending(path: "index.json"))
        return try JSONDecoder().decode(Index.self, from: index).files.compactMap { picture in
            guard picture.class == named else { return nil }
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: picture.file)))
            return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? (picture.file, bytes) : nil
        }
    }
}
