#if Film
    import CLibAV

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

    /// Where the clock of a stream jumps, as it does where recordings were joined, and what makes its times go on evenly.
    struct ClockJumps {
        /// Each jump: from a byte of the file on, so much is added to the stream's times.
        private(set) var jumps: [(position: Int64, offset: Int64)] = []

        /// Offset at the end of the bytes read so far.
        var last: Int64 { jumps.last?.offset ?? 0 }

        mutating func append(position: Int64, offset: Int64) { jumps.append((position, offset)) }

        /// Offset of the times of a packet at a byte of the file.
        func offset(at position: Int64) -> Int64 { jumps.last { $0.position <= position }?.offset ?? 0 }
    }

    /// The times of a stream as players show them.
    struct FilmTimeline {
        /// The stream's unit, in seconds.
        let unit: AVRational
        /// The stream's time at which players begin, in its units.
        let origin: Int64

        static let microsecond = AVRational(num: 1, den: 1_000_000)

        /// Microseconds from the player's 0.
        func microseconds(_ time: Int64) -> Int64 {
            av_rescale_q(time.bounded - origin.bounded, unit, Self.microsecond).bounded
        }

        /// A length of microseconds in units of the stream.
        func units(_ microseconds: Int64) -> Int64 { av_rescale_q(microseconds, Self.microsecond, unit).bounded }

        /// The last time of the stream that rounds to `microseconds` from the player's 0, or to an earlier time.
        func last(atOrBefore microseconds: Int64) -> Int64 {
            let time = av_rescale_q_rnd(microseconds, Self.microsecond, unit, AV_ROUND_DOWN).bounded + origin.bounded
            // Told times are rounded: asking for a told time has to find its frame again.
            return self.microseconds(time + 1) <= microseconds ? time + 1 : time
        }
    }

    extension Int64 {
        /// The number clamped so that sums of a few do not overflow: damaged films hold such times.
        var bounded: Int64 { Swift.min(Swift.max(self, -1 << 59), 1 << 59) }
    }

    /// Seconds for people, such as `12 s` and `3.4 s`.
    func seconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds + (microseconds < 0 ? -50_000 : 50_000)) / 100_000
        let sign = tenths < 0 ? "-" : ""
        let rest = tenths.magnitude % 10
        return "\(sign)\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)") + " s"
    }
#endif
