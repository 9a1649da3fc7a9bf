#if Film
    /// Extent of a film, with the facts collected while measuring it.
    struct FilmExtent {
        /// A key packet and where it begins.
        struct Key {
            /// When its picture is shown, in units of its stream.
            var time: Int64
            /// From its time to that of the first whole picture.
            var recovery: Int64
            /// A byte of the file.
            var position: Int64

            /// The time from which on pictures are whole where decoding begins with it.
            var whole: Int64 { time + recovery }
        }

        /// Maximum time that a picture stands at the end of a short film, in microseconds.
        private static let longestStill: Int64 = 60_000_000

        /// The film's length in microseconds; nil where nothing tells it.
        var duration: Int64?
        /// Where the bytes of a film that was cut off end, in microseconds; nil where it is whole.
        var cut: Int64?
        /// The key packets in order, where they are found by their positions.
        var keys: [Key] = []
        var jumps = ClockJumps()
        /// Reliability of libav's index of the pictures.
        var index = KeyIndex.Kind.whole
        /// Sentences for the film's user.
        var remarks: [String] = []

        /// Sets the duration from the length claimed by the header and the length found.
        ///
        /// - Parameter isWhole: Whether the file has all its bytes. Its last picture may then last longer than
        ///   packets state, as in recordings of screens, but at most as long as the film before it, or a minute in
        ///   shorter films.
        mutating func settle(claimed: Int64, found: Int64, isWhole: Bool) {
            duration = max(claimed, found)
            if isWhole, claimed - found > max(found, Self.longestStill) {
                duration = found
                remarks.append("Its header claims \(seconds(claimed)); the film ends at \(seconds(found)).")
            }
            // Sound and pictures seldom end together, and headers are rounded.
            guard !isWhole, found + 1_000_000 < claimed else { return }
            cut = found
            remarks.append("The file ends at \(seconds(found)) of \(seconds(claimed)).")
        }
    }
#endif
