import Mosaic
import WebVTT

/// The result of writing one film's thumbnails for one media server.
package struct ServerPublication: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Files were written or removed; in a dry run, they would be.
        case written
        /// All files are up to date.
        case unchanged
        /// The existing files belong to another program or another film, and were kept.
        case kept
        case failed
        /// In a dry run: writing would fail.
        case obstacle
    }

    package let server: MediaServer
    package private(set) var outcome: Outcome
    /// The folder of the files; nil if unknown.
    package let folder: String?
    package let changes: [MediaServerFolder.Change]
    /// Milliseconds between two thumbnails; nil if unknown, such as after a failure.
    package let interval: Int64?
    /// Maximum time in milliseconds for which a thumbnail is shown too long; nil if unknown, such as after a failure.
    package let largestError: Int64?
    /// Why writing failed, one sentence; nil without a failure.
    package let reason: String?
    /// A remark on files that belong to another film; nil without one.
    package private(set) var remark: String?
    /// The number of tiles that were decoded and encoded again.
    package internal(set) var recodedTiles = 0
    /// Whether some files have another owner or group than their folder, because this process may not change it.
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

    /// Creates the result for a film that shares its name, without extension, with another film. No files were written.
    ///
    /// - Parameter lengths: The lengths of the film and of the other film; `nil` if unknown.
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

    /// One sentence on files that another program created or changed; nil without any.
    var keptFiles: String? {
        let names = changes.filter { $0.action == .kept }.map(\.name)
        guard let folder, !names.isEmpty else { return nil }
        return "Another program made or changed \(names.joined(separator: ", ")) in \(folder)."
    }

    /// Maximum difference between the lengths of two files that count as the same film, in milliseconds.
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

/// Counts the results of a batch for media servers; each film counts once per server.
package struct ServerSummary: Hashable, Sendable, Encodable {
    /// Maximum number of recorded reasons.
    private static let reasonsKept = 5

    package private(set) var written = 0
    package private(set) var unchanged = 0
    /// Number of results with kept files of another program or film.
    package private(set) var kept = 0
    package private(set) var failed = 0
    /// The first failures, each with film, server and folder.
    package private(set) var reasons: [String] = []
    /// The first remarks on kept files of other films and programs, each with film and server.
    package private(set) var remarks: [String] = []

    /// Number of films with Mosaic's thumbnails, by server.
    package private(set) var films: [MediaServer: Int] = [:]
    /// Number of tiles that were decoded and encoded again.
    package private(set) var recodedTiles = 0
    /// Number of films whose files have another owner or group than their folder.
    package private(set) var otherOwner = 0

    private enum CodingKeys: String, CodingKey {
        case written, unchanged, kept, failed, remarks
        case reasons = "errors"
        case recodedTiles = "recoded_tiles"
        case otherOwner = "other_owner"
    }

    package init() {}

    /// Returns the counts with a further result.
    ///
    /// - Parameter film: The film's name; nil without one.
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
