public import WebVTT

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension ThumbnailTrack {
    /// Options of loading, look-ups and caching.
    public struct Options: Sendable {
        /// How closely a file has to keep to the WebVTT specification.
        public enum Reading: String, Sendable, CaseIterable {
            /// As specified: text that is not a valid cue is ignored.
            case strict
            /// Generously, for the dialects that exist; each repair is reported.
            case lenient
        }

        /// How closely a file has to keep to the specification; lenient by default.
        public var reading = Reading.lenient
        /// The most thumbnails to keep, evenly spread in time, the first and the last among them; 150 by default, nil
        /// for all.
        public var maximumThumbnails: Int? = 150
        /// Which tile answers for a time; the nearest by default, so that every time has one.
        public var policy = LookupPolicy.nearest
        /// The most bytes of sheets and of the host's decoded images to hold at any moment; 32 MiB by default.
        public var byteBudget = 32 << 20
        /// The most bytes that the track's file may have; 8 MiB by default.
        public var trackByteLimit = 8 << 20
        /// The most bytes that a sheet may have; 64 MiB by default, and never more than `byteBudget`.
        public var sheetByteLimit = 64 << 20
        /// Maximum number of simultaneous downloads of sheets, 1 or more; 2 by default.
        public var maximumDownloads = 2
        /// Whether the sheet that a scrub moves towards is fetched before it is needed; true by default.
        public var prefetches = true
        /// Sent to the track's own origin, and to no other; none by default.
        public var credentials = Credentials()
        /// Whether a host may have an address that is not one of the public internet; true by default.
        ///
        /// A server that loads tracks for others sets this to false: then every hop's host is looked up first, and
        /// private, loopback, link-local and reserved addresses are refused. The connection looks the name up again, so
        /// that a name server under hostile control may still point it elsewhere (DNS rebinding): a server that has to
        /// exclude that also filters what leaves the machine.
        public var allowsPrivateHosts = true
        /// Loads files in place of the track's own requests; nil by default.
        ///
        /// `credentials` and `allowsPrivateHosts` are rules of the track's own requests and do not reach it.
        public var loader: (any ResourceLoader)?
        /// Keeps files on disk for the next start of the app; none by default.
        ///
        /// Sheets whose names carry the hash of their content are taken from it without a request. A track with an
        /// entity tag is validated by a request, and downloaded only where it has changed. Entries of private tracks stay
        /// until they are removed: clear the cache when a person signs out.
        public var cache: URLCache?
        /// Timeouts of a response.
        public var timeouts = Timeouts()
        /// How often a request is tried.
        public var retries = RetryPolicy()

        /// Makes options as they are by default.
        public init() {}

        var effectiveSheetLimit: Int { max(0, min(sheetByteLimit, byteBudget)) }
    }
}
