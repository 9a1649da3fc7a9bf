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
