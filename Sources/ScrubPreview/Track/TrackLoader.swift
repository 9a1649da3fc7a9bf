public import Foundation
import HTTPFetching
import PlayerFormats
public import WebVTT

/// Loads a track and converts it to a tile index.
struct TrackLoader: Sendable {
    let reader: ResourceReader
    let options: ThumbnailTrack.Options

    /// Downloads the track, parses it, thins its cues and resolves their URLs, in this order.
    ///
    /// - Parameter load: The number of the load, stored in the tiles.
    /// - Throws: Any `ScrubPreviewError` but `notLoaded`; errors of the app's loader; `CancellationError`.
    func load(_ url: URL, numbered load: Int) async throws -> (TileIndex, LoadReport) {
        let resource = try await reader.read(url, as: .track, limit: options.trackByteLimit)
        try Task.checkCancellation()
        let reading = try TrackReading(resource.bytes, name: url.subjectName, reading: options.reading)
        reader.keep(resource)
        var skipped = SkippedCues()
        let kept = keep(reading.track, &skipped)
        try Task.checkCancellation()

        var sheets = SheetList(base: resource.url)
        // Checked once for each sheet, because a sheet has many cues.
        var mayRead: [Bool] = []
        var entries: [TileIndex.Entry] = []
        entries.reserveCapacity(kept.count)
        for cue in kept {
            let payload = CuePayload(parsing: Array(cue.text.utf8)[...])
            guard let payload, let sheet = sheets.index(of: payload.url) else {
                skipped.append(cue, "Its payload is not a URL.")
                continue
            }
            if sheet == mayRead.count { mayRead.append(reader.mayRead(sheets.urls[sheet])) }
            guard mayRead[sheet] else {
                skipped.append(cue, "The track may not name an address of that kind.")
                continue
            }
            entries.append(.init(start: cue.start, end: cue.end, sheet: sheet, fragment: payload.fragment))
        }
        let report = LoadReport(
            finalURL: resource.url, format: reading.format, cueCount: reading.track.cues.count,
            thumbnailCount: entries.count, repairs: reading.repairs, skipped: skipped.first)
        return (TileIndex(entries: entries, sheets: sheets.urls, load: load), report)
    }

    /// The cues with a payload, in time order, thinned to the limit.
    private func keep(_ track: CueTrack, _ skipped: inout SkippedCues) -> [Cue] {
        var shown = track
        // Few tracks have blank cues, and removing them copies the track.
        if track.cues.indices.contains(where: { Self.isBlank(track.cues[$0].text) }) {
            shown.cues.removeAll { cue in
                let isBlank = Self.isBlank(cue.text)
                if isBlank { skipped.append(cue, "It has no payload.") }
                return isBlank
            }
        }
        if let maximum = options.maximumThumbnails { shown = shown.thinned(to: maximum) }
        let cues = shown.cues
        guard cues.indices.dropFirst().contains(where: { cues[$0].start < cues[$0 - 1].start }) else { return cues }
        // Stable: of cues with equal starts, the one earlier in the file comes first.
        return cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    private static func isBlank(_ text: String) -> Bool { !text.utf8.contains { $0 > 0x20 } }
}

/// The first 100 skipped cues. A hostile file may have any number of them.
private struct SkippedCues {
    private(set) var first: [SkippedCue] = []

    mutating func append(_ cue: Cue, _ reason: String) {
        guard first.count < 100 else { return }
        first.append(SkippedCue(start: cue.start, reason: reason))
    }
}

/// The sheets that a track names: URLs without duplicates. Each spelling is resolved once.
struct SheetList {
    private let base: URL
    private(set) var urls: [URL] = []
    private var spellings: [String: Int?] = [:]
    /// The last requested URL: neighbouring cues share it.
    private var last: (text: String, index: Int?)?
    private var positions: [URL: Int] = [:]

    init(base: URL) {
        self.base = base
    }

    /// The position in `urls` of a URL in the file; nil for an invalid URL.
    mutating func index(of text: String) -> Int? {
        if let last, last.text == text { return last.index }
        let index: Int?
        if let known = spellings[text] {
            index = known
        } else {
            index = URL(string: text, relativeTo: base).map { position(of: $0.absoluteURL) }
            spellings[text] = .some(index)
        }
        last = (text, index)
        return index
    }

    private mutating func position(of url: URL) -> Int {
        if let position = positions[url] { return position }
        positions[url] = urls.count
        urls.append(url)
        return urls.count - 1
    }
}

/// The cues of a track's file, in any dialect.
struct TrackReading: Sendable {
    let format: LoadReport.Format
    /// The cues in file order.
    let track: CueTrack
    let repairs: [Repair]

    /// Detects the format by content: local files have no content type, and servers send wrong ones.
    ///
    /// - Throws: `unrecognizedFormat` for a file of another kind, such as a page or a picture; `malformed`.
    init(_ bytes: [UInt8], name: String, reading: ThumbnailTrack.Options.Reading) throws(ScrubPreviewError) {
        let content = FileKind(sniffing: bytes)
        if content == .json {
            format = .storyboardJSON
            repairs = []
            do {
                track = try StoryboardJSON.read(bytes)
            } catch {
                throw ScrubPreviewError(.malformed, name, error.reason)
            }
            return
        }
        format = .webVTT
        do {
            switch reading {
            case .strict:
                track = try CueTrack(parsing: bytes)
                repairs = []
            case .lenient:
                let lenient = try LenientTrack(parsing: bytes)
                track = lenient.track
                repairs = lenient.repairs
            }
        } catch {
            if let found = content.name {
                throw ScrubPreviewError(.unrecognizedFormat, name, "It is \(found), not a WebVTT file.")
            }
            throw ScrubPreviewError(error, of: name)
        }
    }
}

/// Facts about a loaded track.
public struct LoadReport: Hashable, Sendable {
    /// The format of a track's file.
    public enum Format: String, Sendable, CaseIterable {
        /// Cues with media fragments.
        case webVTT
        /// Storyboard JSON as written by Mux and Vidstack.
        case storyboardJSON
    }

    /// The track's URL after redirects; relative URLs of sheets are resolved against it.
    public let finalURL: URL
    /// The format of the file.
    public let format: Format
    /// Number of cues in the file.
    public let cueCount: Int
    /// Number of thumbnails kept, at most ``ThumbnailTrack/Options/maximumThumbnails``.
    public let thumbnailCount: Int
    /// Faults that lenient reading repaired, in the order of lines.
    public let repairs: [Repair]
    /// The first 100 cues without a picture.
    public let skipped: [SkippedCue]
}

/// A cue that shows no picture.
public struct SkippedCue: Hashable, Sendable {
    /// Start time of the cue.
    public let start: Timestamp
    /// The reason, in one sentence.
    public let reason: String
}
