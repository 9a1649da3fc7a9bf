import Mosaic
import WebVTT

/// The result of writing one film's thumbnails for one media server.
package struct ServerPublication: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Something was written or removed; with a dry run, would be.
        case written
        /// Everything is there already.
        case unchanged
        /// Another program made the files that are there, or they are those of another film; they stay.
        case kept
        case failed
        /// Something would fail; with a dry run alone.
        case obstacle
    }

    package let server: MediaServer
    package private(set) var outcome: Outcome
    /// The folder that holds the files; nil where it is not known.
    package let folder: String?
    package let changes: [MediaServerFolder.Change]
    /// Milliseconds from thumbnail to thumbnail; nil after a failure.
    package let interval: Int64?
    /// The largest number of milliseconds for which a thumbnail is shown too long; nil after a failure.
    package let largestError: Int64?
    /// One sentence; nil without a failure.
    package let reason: String?
    /// One sentence on files that are those of another film; nil without one.
    package private(set) var remark: String?
    /// The number of tiles that were decoded and encoded again.
    package internal(set) var recodedTiles = 0
    /// Whether files have another owner or group than their folder, because this process may not set them.
    package internal(set) var hasOtherOwner = false

    init(
        _ server: MediaServer, in folder: String, _ changes: [MediaServerFolder.Change], _ times: [Resampling] = []
    ) {
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

    /// Creates the result for a film with the same name, without extension, as another film: no files were written.
    ///
    /// - Parameter lengths: The lengths of the film and of the other one; `nil` if they are not known.
    init(
        _ server: MediaServer, in folder: String, ofOther film: String, _ lengths: (own: Timestamp, other: Timestamp)?
    ) {
        self.init(server, in: folder, [], [])
        let difference = lengths.map { abs($0.own.milliseconds - $0.other.milliseconds) }
        guard let lengths, let difference, difference > Self.sameLength else {
            outcome = difference == nil ? .kept : .unchanged
            remark =
                difference == nil
                ? "\(film) in the same folder has this name, too; the thumbnails are those of \(film), whose length cannot "
                    + "be compared."
                : "The thumbnails of \(film) in the same folder serve this film, too."
            return
        }
        outcome = .kept
        remark =
            "\(film) in the same folder has this name, too, and another length (\(lengths.other), not \(lengths.own)); "
            + "the thumbnails are those of \(film). Rename one of them."
    }

    /// One sentence on files that another program made or changed; nil without any.
    var keptFiles: String? {
        let names = changes.filter { $0.action == .kept }.map(\.name)
        guard let folder, !names.isEmpty else { return nil }
        return "Another program made or changed \(names.joined(separator: ", ")) in \(folder)."
    }

    /// The largest difference of the lengths of two files of one film, in milliseconds.
    private static let sameLength: Int64 = 1_000

    init(_ server: MediaServer, failedIn folder: String?, _ error: any Error, isDryRun: Bool) {
        self.server = server
        self.folder = folder
        outcome = isDryRun ? .obstacle : .failed
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
        case recodedTiles = "recoded_tiles"
        case hasOtherOwner = "other_owner"
    }

    /// Writes one JSON object; `names` lists the action on each file or folder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(server, forKey: .server)
        try container.encode(outcome.rawValue, forKey: .result)
        try container.encodeIfPresent(folder, forKey: .folder)
        if reason == nil {
            try container.encode(
                Dictionary(changes.map { ($0.name, $0.action) }) { first, _ in first }, forKey: .names)
        }
        try container.encodeIfPresent(interval, forKey: .interval)
        try container.encodeIfPresent(largestError, forKey: .largestError)
        try container.encodeIfPresent(reason, forKey: .error)
        try container.encodeIfPresent(remark, forKey: .remark)
        if recodedTiles > 0 { try container.encode(recodedTiles, forKey: .recodedTiles) }
        if hasOtherOwner { try container.encode(true, forKey: .hasOtherOwner) }
    }
}

/// Counts what a batch wrote for media servers, one for each film and server.
package struct ServerSummary: Hashable, Sendable, Encodable {
    /// Maximum number of recorded reasons.
    private static let reasonsKept = 5

    package private(set) var written = 0
    package private(set) var unchanged = 0
    /// Places where another program's thumbnails are, which stay.
    package private(set) var kept = 0
    package private(set) var failed = 0
    /// The first failures, each with film, server and folder.
    package private(set) var reasons: [String] = []
    /// The first remarks on kept thumbnails of other films and programs, each with film and server.
    package private(set) var remarks: [String] = []

    /// Films that have thumbnails of ours, by server.
    package private(set) var films: [MediaServer: Int] = [:]
    /// Tiles that were decoded and encoded again.
    package private(set) var recodedTiles = 0
    /// Films whose files have another owner or group than their folder.
    package private(set) var otherOwner = 0

    private enum CodingKeys: String, CodingKey {
        case written, unchanged, kept, failed, remarks
        case reasons = "errors"
        case recodedTiles = "recoded_tiles"
        case otherOwner = "other_owner"
    }

    package init() {}

    /// The counts with one more.
    ///
    /// - Parameter film: The film's name; nil where it has none.
    package func adding(_ publication: ServerPublication, of film: String?) -> ServerSummary {
        var sum = self
        sum.recodedTiles += publication.recodedTiles
        if publication.hasOtherOwner { sum.otherOwner += 1 }
        if [.written, .unchanged].contains(publication.outcome) { sum.films[publication.server, default: 0] += 1 }
        switch publication.outcome {
        case .written: sum.written += 1
        case .unchanged: sum.unchanged += 1
        case .kept:
            sum.kept += 1
            guard remarks.count < Self.reasonsKept, let remark = publication.remark ?? publication.keptFiles else {
                break
            }
            sum.remarks.append([film, publication.server.rawValue, remark].compactMap(\.self).joined(separator: ": "))
        case .failed, .obstacle:
            sum.failed += 1
            guard reasons.count < Self.reasonsKept, let reason = publication.reason else { break }
            let parts = [film, publication.server.rawValue, publication.folder, reason]
            sum.reasons.append(parts.compactMap(\.self).joined(separator: ": "))
        }
        return sum
    }
}
