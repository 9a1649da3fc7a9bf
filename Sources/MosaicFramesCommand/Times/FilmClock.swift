#if Film
    /// Follows the times of all streams while a film is read from its begin, and finds where their clock jumps.
    struct FilmClock {
        /// A jump between two uncorrected times, in microseconds.
        struct Jump {
            var from: Int64
            var to: Int64
        }

        /// The times of one stream.
        private struct Line {
            let isSound: Bool
            var offset: Int64
            /// The last time, with the offset.
            var last: Int64
            var steps = 0
            var longest: Int64 = 0
        }

        /// Maximum backward step of a stream's times that is not a jump, in microseconds.
        private static let longestReturn: Int64 = 1_000_000
        /// Maximum pause of sound that is not a jump, in microseconds.
        private static let longestSilence: Int64 = 10_000_000
        /// Minimum pause of pictures without sound that can be a jump, in microseconds: pictures may stand still.
        private static let shortestLeap: Int64 = 60_000_000
        /// Minimum ratio of a pause of pictures to the longest earlier one for a jump.
        private static let leapFactor: Int64 = 4

        private var lines: [Int32: Line] = [:]
        private var first: Int64?
        private var furthest: Int64 = 0
        private var newest: Int64 = 0

        /// The microseconds that are added to the times of a stream.
        func offset(of stream: Int32) -> Int64 { lines[stream]?.offset ?? newest }

        /// Takes the next time of a stream.
        ///
        /// - Returns: The jump, if the stream is the first whose time goes on elsewhere.
        mutating func follow(_ time: Int64, of stream: Int32, isSound: Bool) -> Jump? {
            var line = lines[stream] ?? Line(isSound: isSound, offset: newest, last: max(time + newest, earliest))
            var jump: Jump?
            if hasJumped(line, to: time + line.offset) {
                if !(line.last - Self.longestReturn...furthest + Self.longestSilence ~= time + newest) {
                    jump = Jump(from: line.last - line.offset, to: time)
                    newest = (furthest - time).bounded
                }
                line.offset = newest
            } else if lines[stream] != nil {
                line.longest = max(line.longest, time + line.offset - line.last)
                line.steps += 1
            }
            line.last = (time + line.offset).bounded
            lines[stream] = line
            furthest = first == nil ? line.last : max(furthest, line.last)
            first = first ?? line.last
            return jump
        }

        /// The earliest time of a stream's first packet that goes on from the packets before it: streams do not begin
        /// together, and a picture is complete when the next begins.
        private var earliest: Int64 {
            guard let first else { return .min }
            return max(first - Self.longestSilence, furthest - Self.shortestLeap) + Self.longestReturn
        }

        private func hasJumped(_ line: Line, to time: Int64) -> Bool {
            guard first != nil else { return false }
            let step = time - line.last
            if step < -Self.longestReturn { return true }
            return min(step, time - furthest) > limit(of: line)
        }

        /// Maximum step of a stream ahead of all others.
        private func limit(of line: Line) -> Int64 {
            // Sound goes on while pictures stand still.
            let hasSound = lines.values.contains { $0.isSound && furthest - $0.last < Self.shortestLeap }
            if line.isSound || hasSound { return Self.longestSilence }
            return line.steps < 2 ? .max : max(Self.shortestLeap, Self.leapFactor * line.longest)
        }
    }
#endif
