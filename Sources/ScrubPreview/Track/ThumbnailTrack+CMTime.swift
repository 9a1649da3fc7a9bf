#if canImport(CoreMedia)
    public import CoreMedia
    public import WebVTT

    extension ThumbnailTrack {
        /// The tile for a time of `AVPlayer`, without allocating; nil where the policy has none, or nothing is loaded.
        ///
        /// An invalid or indefinite time finds nothing, a negative one is the start, and positive infinity the end. This
        /// part was compiled by no toolchain of Apple's so far.
        ///
        /// - Parameter policy: That of the options where nil.
        public func tile(at time: CMTime, policy: LookupPolicy? = nil) -> PreviewTile? {
            tile(at: Timestamp(time), policy: policy)
        }
    }

    extension Timestamp {
        /// A media time, rounded to the nearest millisecond and clamped to 0...2^53 ms; nil for one that is invalid or
        /// indefinite.
        public init?(_ time: CMTime) {
            guard time.isValid, !time.isIndefinite else { return nil }
            // Infinities have no value to divide.
            self.init(seconds: time.isPositiveInfinity ? .infinity : time.isNegativeInfinity ? 0 : time.seconds)
        }
    }
#endif
