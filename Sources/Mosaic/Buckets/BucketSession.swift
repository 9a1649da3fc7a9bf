/// The objects of a bucket, downloaded ahead of their decoding and read by as many callers as there are.
final class BucketSession: PictureSession {
    let lanes: Int
    private let downloads: BucketDownloads
    private let wanted: [Screenshot]
    private let limit: Int
    private let rest: SharedCounter
    private let ahead: FetchAhead

    init(_ downloads: BucketDownloads, _ wanted: [Screenshot], limit: Int, lanes: Int) {
        self.downloads = downloads
        self.wanted = wanted
        self.limit = limit
        self.lanes = lanes
        rest = SharedCounter(wanted.indices)
        let absent = wanted.enumerated().filter { !downloads.held.has($0.element) }
        ahead = FetchAhead(absent.map { (position: $0.offset, screenshot: $0.element) }, downloads.limits) {
            try await downloads.body(of: $0, limit: limit, keeps: false)
        }
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        try Task.checkCancellation()
        let positions = rest.take(count, of: lanes)
        for (index, position) in positions.enumerated() { pictures[index] = try await picture(at: position) }
        return positions
    }

    /// - Throws: `CancellationError`; any other failure is that of one picture.
    private func picture(at position: Int) async throws -> Picture {
        let screenshot = wanted[position]
        do {
            let body =
                if let fetched = await ahead.take(position) {
                    try fetched.get()
                } else {
                    try await downloads.body(of: screenshot, limit: limit, keeps: false)
                }
            return Picture(.encoded(body.bytes), of: Tile.Source(screenshot, body))
        } catch let error as CancellationError {
            throw error
        } catch {
            return Picture(.missing(error), of: Tile.Source(screenshot, nil))
        }
    }

    func close() async { await ahead.close() }
}

extension Tile.Source {
    /// An object as it was downloaded; without a version where it was not, so that it is downloaded next time.
    init(_ screenshot: Screenshot, _ body: BucketBody?) {
        self.init(
            name: screenshot.name, bytes: body?.bytes.count, checksum: body.map { Checksum(of: $0.bytes) },
            version: body?.version, hasICCProfile: false)
    }
}
