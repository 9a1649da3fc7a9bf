import Foundation
import Mosaic
import MosaicLibrary
import Synchronization

/// The libraries of a dry run: those that are there, and empty ones in a temporary folder in place of missing ones.
final class DryRunLibraries: Sendable {
    private let folder = FileManager.default.temporaryDirectory.path + "/mosaic-dry-run-" + UUID().uuidString
    private let count = Mutex(0)

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens the library that options name; one without a catalog gets a temporary one.
    ///
    /// - Parameter buckets: Reads screenshots in buckets; nil if there is no client.
    /// - Throws: what ``LibraryOptions/opened(reading:)`` throws.
    func library(_ options: LibraryOptions, reading buckets: (any BucketClient)?) throws -> StoryboardLibrary {
        var options = options
        if !options.hasCatalog {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let place = "\(folder)/\(number)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            options.catalog = place + "/catalog.sqlite"
            if !options.isFolder { options.path = place }
        }
        return try options.opened(reading: buckets)
    }
}
