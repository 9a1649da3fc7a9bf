import Foundation
import HTTPFetching
import TiledJPEG
import WebVTT

/// Requests a track and its sheets as a player on a page does.
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

    /// Whether anything but the track is requested.
    var looksAtSheets: Bool { options.maximumSheets > 0 }

    /// The track's bytes, the address that relative URLs resolve against, and over HTTP the answer.
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
    ///   - addresses: The mended URLs, at which sheets are requested; a path from a host's root does not resolve in a
    ///     file's folder.
    ///   - role: The files' role; playlists that a playlist names are not sheets.
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

    /// Requests a file that a track names.
    ///
    /// - Parameter line: The line that names it first.
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
            // Only rules on texts look into an answer, and a track may name many large sheets.
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

    /// A sentence on a file that a local track names by a URL and that lies beside the track; empty for other files.
    private func advice(on url: URL) -> String {
        guard trackURL.isFileURL, !url.isFileURL else { return "" }
        let local = trackURL.deletingLastPathComponent().appending(path: url.lastPathComponent)
        return FileManager.default.fileExists(atPath: local.path)
            ? " The file beside the track is not uploaded yet." : ""
    }

    /// Browsers name the page's origin, and some servers answer with the fields of CORS only then.
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
    /// It did not come; the sentence says why.
    case missing(String)
}
