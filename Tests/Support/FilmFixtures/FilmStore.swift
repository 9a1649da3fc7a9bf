import Foundation
import Mosaic

/// The folder of finished films, named by a hash of the recipes and of ffmpeg: one run encodes, later runs read.
struct FilmStore {
    static let shared = Result { try FilmStore() }

    private let folder: URL

    private init() throws {
        let recipes = URL(filePath: #filePath).deletingLastPathComponent()
        let films = recipes.appending(path: "../../../.build/films").standardizedFileURL
        folder = films.appending(path: try Self.digest(of: recipes))
        // Films of other recipes are never read again.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: films.path)) ?? []
        where name != folder.lastPathComponent {
            try? FileManager.default.removeItem(at: films.appending(path: name))
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The path of a finished film.
    ///
    /// Another process may make the same film at the same time: each renames its own file, and the last one stays.
    func path(of name: String, make: (_ path: String) throws -> Void) throws -> String {
        let path = folder.appending(path: name).path
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        // ffmpeg chooses the container by the name's end.
        let partial = folder.appending(path: "\(UUID().uuidString).\(name)").path
        defer { try? FileManager.default.removeItem(atPath: partial) }
        try make(partial)
        guard rename(partial, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return path
    }

    /// A hash of every file of recipes, and of ffmpeg's size and date.
    private static func digest(of recipes: URL) throws -> String {
        var bytes: [UInt8] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: recipes.path).sorted() {
            bytes += try Data(contentsOf: recipes.appending(path: name))
        }
        if let path = FFmpeg.path {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            bytes += Array("\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)".utf8)
        }
        return ContentHash(of: bytes).hexadecimal(bytes: 8)
    }
}
