#if Film
    /// Follows the times of all streams while a film is read from its begin, and finds where their clock jumps.
    struct FilmClock {
        /// A jump as the times without correction tell it, in microseconds.
        struct Jump {
            var from: Int64
            var to: Int64
        }

        /// A step that is longer is a jump, in microseconds; recordings pause for less.
        private static let longestStep: Int64 = 10_000_000

        private var offsets: [Int32: Int64] = [:]
        private var last: [Int32: Int64] = [:]
        private var furthest: Int64?
        private var newest: Int64 = 0

        /// What is added to the times of a stream, in microseconds.
        func offset(of stream: Int32) -> Int64 { offsets[stream] ?? newest }

        /// Takes the next time of a stream.
        ///
        /// - Returns: The jump, where the stream is the first whose time goes on elsewhere.
        mutating func follow(_ time: Int64, of stream: Int32) -> Jump? {
            var offset = offset(of: stream)
            var jump: Jump?
            if let before = last[stream] ?? furthest, let furthest, isFar(time + offset, before),
                isFar(time + offset, furthest)
            {
                if isFar(time + newest, furthest) {
                    jump = Jump(from: before - offset, to: time)
                    newest = furthest - time
                }
                offset = newest
            }
            offsets[stream] = offset
            last[stream] = time + offset
            furthest = max(furthest ?? time + offset, time + offset)
            return jump
        }

        private func isFar(_ time: Int64, _ other: Int64) -> Bool {
            time.subtractingReportingOverflow(other).partialValue.magnitude > Self.longestStep.magnitude
        }
    }
#endif
