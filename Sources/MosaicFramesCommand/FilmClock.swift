#if Film
    import CLibAV

    /// Follows the times of all streams while a film is read from its beginning, and detects jumps of their clock.
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
            /// The last time, including the offset.
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
        /// Minimum ratio of a jump to the longest earlier pause of pictures.
        private static let leapFactor: Int64 = 4

        private var lines: [Int32: Line] = [:]
        private var first: Int64?
        private var furthest: Int64 = 0
        private var newest: Int64 = 0

        /// Number of microseconds to add to the times of a stream.
        func offset(of stream: Int32) -> Int64 { lines[stream]?.offset ?? newest }

        /// Records the next time of a stream.
        ///
        /// - Returns: The jump, if the stream is the first whose time jumps.
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

        /// The earliest time of a stream's first packet that continues the earlier packets. Streams do not begin
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

    /// The jumps of a stream's clock, as in joined recordings, and the offsets that make its times continuous.
    struct ClockJumps {
        /// For each jump, the byte of the file from which on the offset is added to the stream's times.
        private(set) var jumps: [(position: Int64, offset: Int64)] = []

        /// Offset at the end of the bytes read so far.
        var last: Int64 { jumps.last?.offset ?? 0 }

        mutating func append(position: Int64, offset: Int64) { jumps.append((position, offset)) }

        /// Offset of the times of a packet at a byte of the file.
        func offset(at position: Int64) -> Int64 { jumps.last { $0.position <= position }?.offset ?? 0 }
    }

    /// Converts the times of a stream to the times that players show.
    struct FilmTimeline {
        /// The stream's unit, in seconds.
        let unit: AVRational
        /// The time at which players begin, in units of the stream.
        let origin: Int64

        static let microsecond = AVRational(num: 1, den: 1_000_000)

        /// Converts a time to microseconds from the player's 0.
        func microseconds(_ time: Int64) -> Int64 {
            av_rescale_q(time.bounded - origin.bounded, unit, Self.microsecond).bounded
        }

        /// Converts microseconds to units of the stream.
        func units(_ microseconds: Int64) -> Int64 { av_rescale_q(microseconds, Self.microsecond, unit).bounded }

        /// The last time of the stream that rounds to `microseconds` from the player's 0, or to an earlier time.
        func last(atOrBefore microseconds: Int64) -> Int64 {
            let time = av_rescale_q_rnd(microseconds, Self.microsecond, unit, AV_ROUND_DOWN).bounded + origin.bounded
            // Reported times are rounded: a request for a reported time has to find the same frame.
            return self.microseconds(time + 1) <= microseconds ? time + 1 : time
        }
    }

    extension Int64 {
        /// The number, clamped so that sums of a few numbers do not overflow: damaged films have extreme times.
        var bounded: Int64 { Swift.min(Swift.max(self, -1 << 59), 1 << 59) }
    }

    /// Formats microseconds as seconds, such as `12 s` and `3.4 s`.
    func seconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds + (microseconds < 0 ? -50_000 : 50_000)) / 100_000
        let sign = tenths < 0 ? "-" : ""
        let rest = tenths.magnitude % 10
        return "\(sign)\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)") + " s"
    }
#endif
