#if Film
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
#endif
