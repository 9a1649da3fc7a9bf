import Foundation
package import Raster
package import TiledJPEG
package import WebVTT

/// Reads the screenshots directly below an address of a bucket.
///
/// Objects that were downloaded for their sizes are kept until the reader is closed, as far as there is room. They are
/// not downloaded again.
package struct BucketReader: ScreenshotReader {
    /// Lengths, in bytes, of the prefixes that are read for the size of a picture too large to be kept. Metadata may
    /// precede the size.
    private static let headerLengths = [128 << 10, 4 << 20]

    let client: any BucketClient
    let address: BucketAddress
    let source: ScreenshotSource
    private let duration: Timestamp?
    private let downloads: BucketDownloads

    /// Creates a reader of `source`.
    ///
    /// - Parameters:
    ///   - source: The rule by which names give times; a list of times is not supported.
    ///   - duration: The film's length, past which the last numbered object is skipped; nil if unknown.
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
        PictureSequence(downloads, wanted, limit: tiles.limits.fileBytes, lanes: max(1, lanes))
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        // Kept, because a changed picture is decoded next.
        Tile.Source(screenshot, try await downloads.body(of: screenshot, limit: limit, keeps: true))
    }

    package func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?] {
        await downloads.each(screenshots) { position, screenshot in
            try? await source(of: screenshot, limit: limits[position])
        }
    }

    /// Always empty, because an object appears only when it is complete.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }

    package func close() async { downloads.held.removeAll() }
}

extension BucketReader {
    /// The object next to the screenshots that lists the expected chapters; it is not a screenshot.
    package static let chaptersName = "chapters.json"

    /// The objects directly below the address, from all pages.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, errors of the client.
    func files(limit: Int) async throws -> ListedFiles {
        var files: [ListedFiles.File] = []
        var skipped: [SkippedFile] = []
        var query = BucketQuery(address, byFolder: true)
        var pages = 0
        while true {
            let page = try await client.list(query)
            for object in page.objects {
                switch entry(object) {
                case .file(let file): files.append(file)
                case .skipped(let file): skipped.append(file)
                case .none: break
                }
            }
            pages += 1
            guard files.count + skipped.count <= limit, pages <= limit else {
                throw MosaicError(.limitExceeded, address.name, "There are more than \(limit) objects.")
            }
            guard let next = page.next else { return ListedFiles(files: files, skipped: skipped, reader: self) }
            guard next != query.token else {
                throw MosaicError(.unavailable, address.name, "The server repeats a page of the listing.")
            }
            query.token = next
        }
    }

    private enum Entry {
        case file(ListedFiles.File)
        case skipped(SkippedFile)
        /// Not a screenshot: in a folder below, hidden, or the list of chapters.
        case none
    }

    private func entry(_ object: BucketObject) -> Entry {
        let scalars = object.key.unicodeScalars
        guard scalars.starts(with: address.prefix.unicodeScalars) else { return .none }
        let rest = scalars.dropFirst(address.prefix.unicodeScalars.count)
        // An empty name is the folder itself, as consoles of S3 servers create it.
        guard let first = rest.first, first != ".", !rest.contains("/") else { return .none }
        let name = String(String.UnicodeScalarView(rest))
        guard name != Self.chaptersName else { return .none }
        guard ObjectKey(rawValue: name) != nil else {
            let shown = rest.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            return .skipped(
                SkippedFile(
                    name: String(String.UnicodeScalarView(shown)),
                    reason: "Its key has a control character or a backslash."))
        }
        // A date outside the range of nanoseconds is invalid, and becomes 1970.
        let modified = (object.modified.timeIntervalSince1970 * 1e9).rounded(.down)
        return .file(
            ListedFiles.File(
                name: name, modified: Int64(exactly: modified) ?? 0,
                status: .object(bytes: max(0, object.bytes), version: object.version)))
    }
}

extension ScreenshotListing {
    /// The listing, with a remark on screenshots that apps do not find by their names.
    func notingUnlistedNames() -> ScreenshotListing {
        let names = screenshots.map(\.name).filter { !ScreenshotName.isListed($0) }
        guard let first = names.first else { return self }
        let others = names.count == 1 ? "" : names.count == 2 ? " and 1 other" : " and \(names.count - 1) others"
        let remark =
            "\(first)\(others) cannot be named by GET /geo/chapters/{id}/thumbnails, where names end in .jpg."
        return ScreenshotListing(
            screenshots, skipped: skipped, remarks: remarks + [remark], film: film, reader: reader)
    }
}

/// Limits on the requests and the memory of a bucket's reader.
package struct BucketLimits: Hashable, Sendable {
    /// Maximum number of concurrent requests, 1 or more; 32 by default.
    package var requests = 32
    /// Maximum total size of pictures that are downloaded before they are decoded, in bytes, by their listed lengths;
    /// 32 MiB by default. A larger picture is downloaded alone.
    package var bytesAhead = 32 << 20
    /// Maximum total size of pictures that stay in memory from reading their sizes until the reader is closed, in
    /// bytes; 8 MiB by default.
    package var heldBytes = 8 << 20
    /// Maximum total size of pictures that are kept in a temporary file because memory has no room, in bytes; 1 GiB by
    /// default.
    package var spilledBytes = 1 << 30
    /// Maximum number of objects below an address; 100 000 by default.
    package var objects = 100_000

    /// Creates the default limits.
    package init() {}

    /// The part of ``bytesAhead`` that a picture takes, in bytes.
    func share(of screenshot: Screenshot) -> Int { max(1, min(screenshot.status?.bytes ?? 1, bytesAhead)) }
}
