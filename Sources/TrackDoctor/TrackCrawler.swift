import Foundation
import HTTPFetching
import TiledJPEG
import WebVTT

/// Requests a track and its sheets like a player on a page.
struct TrackCrawler: Sendable {
    typealias VisitedSheet = (sheet: ExaminedSheet, answer: ExaminedAnswer?)

    /// Maximum number of concurrent requests for sheets.
    private static let window = 4

    private let trackURL: URL
    private let options: Checkup.Options
    private let fetcher: HTTPFetcher

    init(trackURL: URL, transport: any FetchTransport, options: Checkup.Options) {
        (self.trackURL, self.options) = (trackURL, options)
        fetcher = HTTPFetcher(
            trackURL: trackURL, transport: transport, headers: options.headers, token: options.token,
            allowsPrivateHosts: options.allowsPrivateHosts, idle: options.idleTimeout, total: options.totalTimeout)
    }

    /// Whether files other than the track are requested.
    var looksAtSheets: Bool { options.maximumSheets > 0 }

    /// Requests the track. Returns its bytes, the base of relative URLs, and the response if the track comes over HTTP.
    func track() async throws -> (bytes: [UInt8], base: URL, answer: ExaminedAnswer?) {
        if trackURL.isFileURL {
            return (try RegularFile.read(trackURL, limit: options.maximumTrackBytes), trackURL, nil)
        }
        let exchange = try await exchange(trackURL, limit: options.maximumTrackBytes)
        return (exchange.body, exchange.finalURL, examined(exchange, role: .track, line: nil))
    }

    /// Requests sheets concurrently; returns the results in the same order.
    ///
    /// - Parameters:
    ///   - addresses: The rewritten URLs, which are requested. A root-relative path would not resolve in a folder of
    ///     files.
    ///   - role: Role of the files; a playlist in a multivariant playlist is a track, not a sheet.
    func sheets(
        _ named: some Collection<NamedSheet>, at addresses: SheetAddresses, relativeTo base: URL,
        as role: ExaminedAnswer.Role = .sheet
    ) async throws -> [VisitedSheet] {
        try await withThrowingTaskGroup(of: (Int, VisitedSheet).self) { group in
            var visited: [VisitedSheet?] = Array(repeating: nil, count: named.count)
            for (position, sheet) in named.enumerated() {
                if position >= Self.window, let (done, result) = try await group.next() { visited[done] = result }
                group.addTask {
                    (position, try await visit(sheet, at: addresses.mended(sheet.url), relativeTo: base, role))
                }
            }
            for try await (done, result) in group { visited[done] = result }
            return visited.compactMap(\.self)
        }
    }

    private func visit(
        _ named: NamedSheet, at address: String, relativeTo base: URL, _ role: ExaminedAnswer.Role
    ) async throws -> VisitedSheet {
        let (delivered, answer) = try await file(
            address, line: named.tiles.first?.line ?? nil, relativeTo: base, as: role)
        return (Self.examined(named, delivered), answer)
    }

    /// Requests a file that a track refers to.
    ///
    /// - Parameter line: First line that refers to the file; nil if unknown.
    func file(
        _ address: String, line: Int?, relativeTo base: URL, as role: ExaminedAnswer.Role
    ) async throws -> (file: DeliveredFile, answer: ExaminedAnswer?) {
        guard let url = URL(string: address, relativeTo: base)?.absoluteURL else {
            return (.missing("This is not a URL."), nil)
        }
        do {
            if url.isFileURL {
                guard trackURL.isFileURL else { return (.missing("A remote track may not name a local file."), nil) }
                return (.bytes(try RegularFile.read(url, limit: options.maximumSheetBytes)), nil)
            }
            let exchange = try await exchange(url, limit: options.maximumSheetBytes)
            // Drops the body of a sheet or video, because no rule on responses uses it, and a track may have many large
            // sheets.
            let answer = examined(role == .track ? exchange : exchange.withoutBody, role: role, line: line)
            guard answer.isFound else {
                return (.missing("The server answers with status \(exchange.status).\(advice(on: url))"), answer)
            }
            return (.bytes(exchange.body), answer)
        } catch let error as FetchError {
            let host = url.isFileURL ? "" : url.host().map { $0 + ": " } ?? ""
            return (.missing(host + error.reason + advice(on: url)), nil)
        }
    }

    /// An additional sentence if a local track refers to a URL, and a file of the same name is in the track's folder;
    /// otherwise empty.
    private func advice(on url: URL) -> String {
        guard trackURL.isFileURL, !url.isFileURL else { return "" }
        let local = trackURL.deletingLastPathComponent().appending(path: url.lastPathComponent)
        return FileManager.default.fileExists(atPath: local.path)
            ? " The file beside the track is not uploaded yet." : ""
    }

    /// Requests a file with an `Origin` field like a browser, because some servers send CORS fields only then.
    private func exchange(_ url: URL, limit: Int) async throws -> HTTPExchange {
        try await Retries.run {
            try await fetcher.exchange(url, headers: ["Origin": options.pageOrigin], limit: limit)
        } isTransient: {
            [.interrupted, .failed].contains(($0 as? FetchError)?.connection)
        }
    }

    private func examined(_ exchange: HTTPExchange, role: ExaminedAnswer.Role, line: Int?) -> ExaminedAnswer {
        ExaminedAnswer(role: role, line: line, pageOrigin: options.pageOrigin, exchange: exchange)
    }

    private static func examined(_ named: NamedSheet, _ file: DeliveredFile) -> ExaminedSheet {
        let outcome: ExaminedSheet.Outcome
        switch file {
        case .missing(let reason): outcome = .missing(reason)
        case .bytes(let bytes):
            do {
                let header = try ImageHeader(parsing: bytes)
                let isWhole = PictureEnd.hasCome(in: bytes, of: header.format)
                outcome = isWhole ? .picture(header) : .unreadable(PictureEnd.absence)
            } catch {
                outcome = .unreadable(error.reason)
            }
        }
        return ExaminedSheet(url: named.url, tiles: named.tiles, outcome: outcome, declared: named.declared)
    }
}

/// The result of requesting a file.
enum DeliveredFile: Sendable {
    case bytes([UInt8])
    /// The file could not be loaded; with the reason in one sentence.
    case missing(String)
}
