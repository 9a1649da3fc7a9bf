public import WebVTT

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension ThumbnailTrack {
    /// Options of loading, look-ups and caching.
    public struct Options: Sendable {
        /// Strictness of parsing WebVTT.
        public enum Reading: String, Sendable, CaseIterable {
            /// Follows the specification: ignores text that is not a valid cue.
            case strict
            /// Accepts common dialects and reports each repair.
            case lenient
        }

        /// Strictness of parsing WebVTT; lenient by default.
        public var reading = Reading.lenient
        /// Maximum number of thumbnails to keep; 150 by default, nil for all. The kept thumbnails are evenly spread in
        /// time and include the first and the last.
        public var maximumThumbnails: Int? = 150
        /// Policy that selects the tile for a time; the nearest by default, so that every time has a tile.
        public var policy = LookupPolicy.nearest
        /// Maximum size of cached sheets and of the host's decoded images in bytes; 32 MiB by default.
        public var byteBudget = 32 << 20
        /// Maximum size of the track's file in bytes; 8 MiB by default.
        public var trackByteLimit = 8 << 20
        /// Maximum size of a sheet in bytes; 64 MiB by default, and never more than `byteBudget`.
        public var sheetByteLimit = 64 << 20
        /// Maximum number of simultaneous downloads of sheets, 1 or more; 2 by default.
        public var maximumDownloads = 2
        /// Whether to prefetch the next sheet in the direction of the scrub; true by default.
        public var prefetches = true
        /// Credentials for the track's own origin only; none by default.
        public var credentials = Credentials()
        /// Whether a host may have an address outside the public internet; true by default.
        ///
        /// A server that loads tracks for others sets this to false. The host of every hop is then resolved first, and
        /// private, loopback, link-local and reserved addresses are refused. The connection resolves the name again, so
        /// a hostile name server can still change the address (DNS rebinding). To prevent that, the server must also
        /// filter outgoing connections.
        public var allowsPrivateHosts = true
        /// Loads files instead of the track's own requests; nil by default.
        ///
        /// `credentials` and `allowsPrivateHosts` apply only to the track's own requests, not to a loader.
        public var loader: (any ResourceLoader)?
        /// Keeps files on disk for the next start of the app; none by default.
        ///
        /// Sheets whose names contain the hash of their content are read from the cache without a request. A track with
        /// an entity tag is validated by a request, and downloaded only if it has changed. Entries of private tracks
        /// stay until they are removed: clear the cache when a person signs out.
        public var cache: URLCache?
        /// Timeouts of a response.
        public var timeouts = Timeouts()
        /// Number of attempts of a request, and the delay between them.
        public var retries = RetryPolicy()

        /// Creates options with the default values.
        public init() {}

        var effectiveSheetLimit: Int { max(0, min(sheetByteLimit, byteBudget)) }
    }
}
