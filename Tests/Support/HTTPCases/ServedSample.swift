import HTTPTypes

package import MosaicServer

/// Resources requested by the cases; every server under test serves all of them.
package enum ServedSample: String, Sendable, CaseIterable {
    /// 1 000 bytes that may change: a strong tag and a date.
    case document
    /// The same bytes under a name that stands for them.
    case sheet
    /// A date and no tag, and may change.
    case untagged
    /// A date and no tag, under a name that stands for the bytes.
    case untaggedSheet
    /// A tag and no date.
    case undated
    /// A weak tag and a date.
    case weak
    /// Neither tag nor date.
    case bare
    /// No bytes, but a tag.
    case empty

    /// The date of all that has one.
    package static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    /// One second before.
    package static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
    /// One second after.
    package static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    /// The tag, as its field shows it.
    var tag: String? {
        switch self {
        case .document, .sheet, .undated, .empty: "\"v1\""
        case .weak: "W/\"v1\""
        case .untagged, .untaggedSheet, .bare: nil
        }
    }

    /// The date, as its field shows it.
    var date: String? {
        switch self {
        case .document, .sheet, .weak, .untagged, .untaggedSheet: Self.date
        case .undated, .bare, .empty: nil
        }
    }

    /// Caching policy.
    var caching: Caching { self == .sheet || self == .untaggedSheet ? .immutable : .revalidated }

    /// The whole body.
    package var body: [UInt8] { self == .empty ? [] : (0..<1_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) } }

    /// The metadata of the body.
    package var representation: Representation {
        Representation(
            count: body.count, type: self == .document ? "text/vtt; charset=utf-8" : "image/jpeg",
            entityTag: tag.flatMap(EntityTag.init(parsing:)),
            lastModified: date.flatMap { HTTPDate(parsing: $0, now: HTTPDate(secondsSince1970: 0)) },
            caching: caching, contentLocation: "/samples/\(rawValue)")
    }
}
