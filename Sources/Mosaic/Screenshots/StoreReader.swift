import Foundation
import MosaicSystem
package import Raster
package import TiledJPEG
package import WebVTT

/// Reads the screenshots below a key of an object store, such as uploads to a server.
package struct StoreReader: ScreenshotReader {
    /// Maximum number of objects in a page of the listing.
    private static let pageLimit = 1_000
    /// Maximum number of objects read at a time.
    private static let lanes = 8

    private let store: any ObjectStore
    private let folder: ObjectKey
    private let source: ScreenshotSource
    private let duration: Timestamp?

    /// Creates a reader of the screenshots directly below the key `folder`.
    ///
    /// - Parameters:
    ///   - source: The rule by which names give times; a list of times is not supported.
    ///   - duration: The film's length, past which the last numbered object is skipped; nil if unknown.
    package init(
        _ source: ScreenshotSource, below folder: ObjectKey, in store: any ObjectStore, duration: Timestamp? = nil
    ) {
        self.source = source
        self.duration = duration
        self.folder = folder
        self.store = store
    }

    package func list() async throws -> ScreenshotListing {
        guard source.list == nil else {
            throw MosaicError(.unsupported, source.folderName, "A list of times needs a folder.")
        }
        let files = ListedFiles(files: try await objects(), skipped: [], reader: self)
        guard let interval = source.interval else { return try source.found(files.chapters()) }
        let listing = try source.found(files.numbered(interval: interval, start: source.start))
        return duration.map(listing.withoutSurplus) ?? listing
    }

    private func objects() async throws -> [ListedFiles.File] {
        var files: [ListedFiles.File] = []
        var last: ObjectKey?
        while true {
            let page = try await store.list(below: folder, after: last, limit: Self.pageLimit)
            for object in page where object.key.parts.count == folder.parts.count + 1 {
                let name = String(object.key.parts[folder.parts.count])
                guard !name.hasPrefix(".") else { continue }
                let modified = Int64((object.modified.timeIntervalSince1970 * 1e9).rounded(.down))
                files.append(
                    ListedFiles.File(
                        name: name, modified: modified, status: .object(bytes: object.bytes, version: object.version)))
            }
            guard page.count == Self.pageLimit, let end = page.last?.key else { return files }
            last = end
        }
    }

    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        await HeaderProbe.uprightSizes(of: screenshots, lanes: min(lanes, Self.lanes)) { screenshot, length in
            try await store.read(key(of: screenshot), range: 0..<length)
        }
    }

    package func read(
        _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
    ) async throws -> any PictureSession {
        PictureSequence(wanted.indices, lanes: min(lanes, Self.lanes)) { position, picture in
            let screenshot = wanted[position]
            do {
                let bytes = try await bytes(of: screenshot, limit: tiles.limits.fileBytes)
                picture = Picture(.encoded(bytes), of: record(of: bytes, screenshot))
            } catch let error as CancellationError {
                throw error
            } catch {
                picture = Picture(.missing(error), of: record(of: nil, screenshot))
            }
        }
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        record(of: try await bytes(of: screenshot, limit: limit), screenshot)
    }

    /// Always empty, because an object appears only when it is complete.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }

    private func bytes(of screenshot: Screenshot, limit: Int) async throws -> [UInt8] {
        guard let bytes = try await store.read(key(of: screenshot), limit: limit) else {
            throw MosaicError(.unavailable, screenshot.name, "There is no such object.")
        }
        return bytes
    }

    /// The version is the listed one: an object that was replaced before it was read has another version next time.
    private func record(of bytes: [UInt8]?, _ screenshot: Screenshot) -> Tile.Source {
        Tile.Source(
            name: screenshot.name, bytes: bytes?.count, checksum: bytes.map { Checksum(of: $0) },
            version: bytes == nil ? nil : screenshot.status?.version(at: FileStatus.now), hasICCProfile: false)
    }

    private func key(of screenshot: Screenshot) -> ObjectKey { folder.appending(screenshot.name) }
}
