import Mosaic
import WebVTT

/// What became of one film's thumbnails for one media server.
package struct ServerPublication: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Something was written or removed; with a dry run, would be.
        case written
        /// Everything is there already.
        case unchanged
        /// Another program made the files that are there, or they are those of another film; they stay.
        case kept
        case failed
    }

    package let server: MediaServer
    package private(set) var outcome: Outcome
    /// The folder that holds the files; nil where it is not known.
    package let folder: String?
    package let changes: [MediaServerPlace.Change]
    /// Milliseconds from thumbnail to thumbnail; nil after a failure.
    package let interval: Int64?
    /// The largest number of milliseconds for which a thumbnail is shown too long; nil after a failure.
    package let largestError: Int64?
    /// One sentence; nil without a failure.
    package let reason: String?
    /// One sentence on files that are those of another film; nil without one.
    package private(set) var remark: String?

    init(_ server: MediaServer, in folder: String, _ changes: [MediaServerPlace.Change], _ times: [Resampling]) {
        self.server = server
        self.folder = folder
        self.changes = changes
        let actions = Set(changes.map(\.action))
        outcome =
            if !actions.isDisjoint(with: [.written, .removed]) { .written } else {
                actions.contains(.kept) ? .kept : .unchanged
            }
        interval = times.first?.cadence.milliseconds
        largestError = times.map(\.largestError).max()
        reason = nil
    }

    /// Nothing was written, because another film has the same name without extension.
    init(_ server: MediaServer, in folder: String, ofOther film: String) {
        self.init(server, in: folder, [], [])
        outcome = .kept
        remark = "\(film) in the same folder has this name, too; the thumbnails are those of \(film)."
    }

    init(_ server: MediaServer, failedIn folder: String?, _ error: any Error) {
        self.server = server
        self.folder = folder
        outcome = .failed
        changes = []
        interval = nil
        largestError = nil
        reason = "\(error)"
    }
}

extension ServerPublication: Encodable {
    private enum Key: String, CodingKey {
        case server, result, folder, names, error, remark
        case interval = "interval_ms"
        case largestError = "largest_error_ms"
    }

    /// Writes one JSON object; `names` has what was done with each file or folder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(server, forKey: .server)
        try container.encode(outcome.rawValue, forKey: .result)
        try container.encodeIfPresent(folder, forKey: .folder)
        if outcome != .failed {
            try container.encode(
                Dictionary(changes.map { ($0.name, $0.action) }) { first, _ in first }, forKey: .names)
        }
        try container.encodeIfPresent(interval, forKey: .interval)
        try container.encodeIfPresent(largestError, forKey: .largestError)
        try container.encodeIfPresent(reason, forKey: .error)
        try container.encodeIfPresent(remark, forKey: .remark)
    }
}
