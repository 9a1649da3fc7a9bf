import Foundation
import Mosaic
import MosaicSystem
import YouTubeUploads

/// A file with YouTube's answers. Only its owner may read it: it has titles of private videos, too.
struct AnswerCacheFile {
    private static let limit = 256 << 20

    let path: String

    /// The answers; none where the file is missing or none of ours, because it is only there to save work.
    func read() -> AnswerCache {
        guard let bytes = try? FileReader.read(path, name: name, limit: Self.limit),
            let cache = try? JSONDecoder().decode(AnswerCache.self, from: Data(bytes))
        else { return AnswerCache() }
        return cache
    }

    /// Replaces the file as a whole.
    ///
    /// - Throws: `unavailable`.
    func write(_ cache: AnswerCache) throws {
        let temporary = path + "." + TemporaryName.unique().rawValue
        let files = FileManager.default
        guard
            files.createFile(
                atPath: temporary, contents: try JSONEncoder().encode(cache), attributes: [.posixPermissions: 0o600]),
            rename(temporary, path) == 0
        else {
            let reason = SystemFailure.current
            try? files.removeItem(atPath: temporary)
            throw MosaicError(.unavailable, name, "The answers cannot be kept: \(reason).")
        }
    }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }
}
