import Foundation
import Mosaic
import WebVTT

import MosaicLibrary

/// Values that the rules store.
enum Sample {
    /// Some moment on a whole millisecond; `seconds` later.
    static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    static func id(_ text: String) throws -> StoryboardID {
        guard let id = StoryboardID(rawValue: text) else { throw MosaicError(.malformed, text, "Not an id.") }
        return id
    }

    static func entry(
        _ text: String, title: String? = nil, created: Double = 0, updated: Double = 0,
        placeholders: Placeholders = Placeholders(count: 0), source: String? = nil
    ) throws -> CatalogEntry {
        CatalogEntry(
            id: try id(text), title: title, tiles: 12, duration: nil, bytes: 345_678, created: date(created),
            updated: date(updated), fingerprint: nil, placeholders: placeholders,
            source: source.map(RecordedSource.init(path:)))
    }

    static func request(_ text: String, interval: Int64 = 1_000) throws -> JobRequest {
        JobRequest(
            id: try id(text),
            source: ScreenshotSource(folder: "/films/\(text)", interval: Timestamp(milliseconds: interval)))
    }

    static func lease(_ worker: String, until seconds: Double) -> JobLease {
        JobLease(worker: worker, expiry: date(seconds))
    }
}
