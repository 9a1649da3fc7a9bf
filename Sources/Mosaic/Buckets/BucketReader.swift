package import Raster
package import TiledJPEG
package import WebVTT

/// Reads the screenshots that lie directly below an address of a bucket.
///
/// Each object is downloaded once by a reader: those that were downloaded for their sizes are held until it is closed.
package struct BucketReader: ScreenshotReader {
    /// Lengths of the prefixes that are read for the size of a picture too large to be held; metadata can push the
    /// size further back.
    private static let headerLengths = [128 << 10, 4 << 20]

    let client: any BucketClient
    let address: BucketAddress
    let source: ScreenshotSource
    private let duration: Timestamp?
    private let downloads: BucketDownloads

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - source: Tells how names become times; a list of times is not supported.
    ///   - duration: The film's length, past which the last numbered object is skipped; nil where unknown.
    package init(
        _ source: ScreenshotSource, at address: BucketAddress, by client: any BucketClient, duration: Timestamp? = nil,
        limits: BucketLimits = BucketLimits()
    ) {
        self.init(source, at: address, by: client, duration: duration, limits, HeldObjects(limits))
    }

    init(
        _ source: ScreenshotSource, at address: BucketAddress, by client: any BucketClient, duration: Timestamp? = nil,
        _ limits: BucketLimits, _ held: HeldObjects
    ) {
        self.source = source
        self.address = address
        self.client = client
        self.duration = duration
        downloads = BucketDownloads(from: address, by: client, limits, held)
    }

    package func list() async throws -> ScreenshotListing {
        guard source.list == nil else {
            throw MosaicError(.unsupported, source.folderName, "A list of times needs a folder.")
        }
        let files = try await files(limit: downloads.limits.objects)
        guard let interval = source.interval else { return try source.found(files.chapters()).notingUnlistedNames() }
        let listing = try source.found(files.numbered(interval: interval, start: source.start))
        return duration.map(listing.withoutSurplus) ?? listing
    }

    /// - Parameter lanes: Not used: requests wait for the network and not for a processor.
    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        await downloads.each(screenshots) { _, screenshot in await size(of: screenshot) }
    }

    private func size(of screenshot: Screenshot) async -> PixelSize? {
        let limit = downloads.limits.bytesAhead
        if let bytes = screenshot.status?.bytes, bytes <= limit {
            let body = try? await downloads.body(of: screenshot, limit: limit, keeps: true)
            return body.flatMap { try? ImageHeader(parsing: $0.bytes).uprightSize }
        }
        for length in Self.headerLengths {
            guard let bytes = try? await downloads.prefix(of: screenshot, length: length) else { return nil }
            if let header = try? ImageHeader(parsing: bytes) { return header.uprightSize }
        }
        return nil
    }

    package func read(
        _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
    ) async throws -> any PictureSession {
        BucketSession(downloads, wanted, limit: tiles.limits.fileBytes, lanes: max(1, lanes))
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        do {
            // Where it is another picture, it is read next.
            return Tile.Source(screenshot, try await downloads.body(of: screenshot, limit: limit, keeps: true))
        } catch let error as BrokenDownload {
            throw error.cause
        }
    }

    package func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?] {
        await downloads.each(screenshots) { position, screenshot in
            try? await source(of: screenshot, limit: limits[position])
        }
    }

    /// None: an object appears whole.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }

    package func close() async { downloads.held.removeAll() }
}
