#if Film
    import CLibAV

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
