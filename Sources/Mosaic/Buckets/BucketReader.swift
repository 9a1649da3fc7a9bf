import Foundation
package import ImageHeaders
import MosaicFiles
package import Raster
package import WebVTT

/// Reads the screenshots that lie directly below an address of a bucket.
package struct BucketReader: ScreenshotReader {
    /// The most objects that are read at a time.
    private static let lanes = 8

    private let client: any BucketClient
    private let address: BucketAddress
    private let source: ScreenshotSource
    private let duration: Timestamp?

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - source: Tells how names become times; a list of times is not supported.
    ///   - duration: The film's length, past which the last numbered object is skipped; nil where unknown.
    package init(
        _ source: ScreenshotSource, at address: BucketAddress, by client: any BucketClient, duration: Timestamp? = nil
    ) {
        self.source = source
        self.address = address
        self.client = client
        self.duration = duration
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
        var query = BucketQuery(address, byFolder: true)
        while true {
            let page = try await client.list(query)
            for object in page.objects {
                let name = String(decoding: object.key.utf8.dropFirst(address.prefix.utf8.count), as: UTF8.self)
                guard !name.isEmpty, !name.hasPrefix("."), ObjectKey(rawValue: name)?.parts.count == 1 else { continue }
                files.append(
                    ListedFiles.File(
                        name: name, modified: Int64(object.modified.timeIntervalSince1970 * 1e9),
                        status: .object(bytes: object.bytes, version: object.version)))
            }
            guard let next = page.next else { return files }
            query.token = next
        }
    }

    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        await HeaderProbe.uprightSizes(of: screenshots, lanes: min(lanes, Self.lanes)) { screenshot, length in
            try await client.get(
                address.key(of: screenshot.name), in: address.bucket, range: 0..<length, limit: length)?.bytes
        }
    }

    package func read(
        _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
    ) async throws -> any PictureSession {
        BucketSession(self, wanted, limit: tiles.limits.fileBytes, lanes: min(lanes, Self.lanes))
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        record(of: try await body(of: screenshot, limit: limit), screenshot)
    }

    /// None: an object appears whole.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }

    fileprivate func body(of screenshot: Screenshot, limit: Int) async throws -> BucketBody {
        guard
            let body = try await client.get(
                address.key(of: screenshot.name), in: address.bucket, range: nil, limit: limit)
        else { throw MosaicError(.unavailable, screenshot.name, "There is no such object.") }
        return body
    }

    fileprivate func record(of body: BucketBody?, _ screenshot: Screenshot) -> Tile.Source {
        Tile.Source(
            name: screenshot.name, bytes: body?.bytes.count, checksum: body.map { Checksum(of: $0.bytes) },
            version: body?.version, hasICCProfile: false)
    }
}

/// The objects of a bucket, read by as many callers as there are.
private final class BucketSession: PictureSession {
    let lanes: Int
    private let reader: BucketReader
    private let wanted: [Screenshot]
    private let limit: Int
    private let rest: SharedCounter

    init(_ reader: BucketReader, _ wanted: [Screenshot], limit: Int, lanes: Int) {
        self.reader = reader
        self.wanted = wanted
        self.limit = limit
        self.lanes = lanes
        rest = SharedCounter(wanted.indices)
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        try Task.checkCancellation()
        let positions = rest.take(count, of: lanes)
        for (index, position) in positions.enumerated() { pictures[index] = try await picture(of: wanted[position]) }
        return positions
    }

    /// - Throws: `CancellationError`; any other failure is that of one picture.
    private func picture(of screenshot: Screenshot) async throws -> Picture {
        do {
            let body = try await reader.body(of: screenshot, limit: limit)
            return Picture(.encoded(body.bytes), of: reader.record(of: body, screenshot))
        } catch let error as CancellationError {
            throw error
        } catch {
            return Picture(.missing(error), of: reader.record(of: nil, screenshot))
        }
    }

    func close() async {}
}
