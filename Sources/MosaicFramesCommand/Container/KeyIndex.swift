#if Film
    import CLibAV

    /// The key packets of a stream that are known without reading, and the reliability of their list.
    struct KeyIndex {
        /// The difference between the list and the film.
        enum Kind {
            /// Lists every key packet, and no other packet.
            case whole
            /// Lists the key packets that were read so far.
            case growing
            /// Lists some of the key packets.
            case sparse
            /// Lists every key packet, and other packets as key packets.
            case lying
        }

        let kind: Kind
        /// The key packets in order, if a film was read for them; empty if libav's index is used.
        let keys: [FilmExtent.Key]
        private let stream: UnsafeMutablePointer<AVStream>

        init(_ extent: FilmExtent, _ stream: UnsafeMutablePointer<AVStream>) {
            kind = extent.index
            keys = extent.keys
            self.stream = stream
        }

        /// Whether key packets may be missing from the list.
        var isPartial: Bool { kind == .growing || kind == .sparse }

        /// The position in `keys` of the last key packet whose pictures are whole by a time; nil before the first.
        func position(atOrBefore time: Int64) -> Int? { keys.lastIndex { $0.whole <= time } }

        /// A number that differs between two times if their key packets differ, without reading; nil if unknown.
        func mark(atOrBefore time: Int64) -> Int64? {
            if !keys.isEmpty { return Int64(position(atOrBefore: time) ?? -1) }
            return isPartial ? nil : entry(atOrBefore: time)
        }

        /// The time at which the key packet before `key` is whole, without reading it; nil if unknown.
        func time(before key: Int64) -> Int64? {
            if !keys.isEmpty { return keys.last { $0.whole < key }?.whole }
            guard kind == .whole, let indexed = entry(atOrBefore: key), let before = entry(atOrBefore: indexed - 1)
            else { return nil }
            // In an index by decoding times, neighbouring entries differ equally from the times of whole pictures.
            return before + (key - indexed)
        }

        /// The time at which the key packet after `key` is whole, without reading it; nil if unknown.
        func time(after key: Int64) -> Int64? {
            if !keys.isEmpty { return keys.first { $0.whole > key }?.whole }
            guard kind == .whole, let indexed = entry(atOrBefore: key),
                let after = avformat_index_get_entry_from_timestamp(stream, indexed + 1, 0)
            else { return nil }
            return after.pointee.timestamp + (key - indexed)
        }

        private func entry(atOrBefore time: Int64) -> Int64? {
            avformat_index_get_entry_from_timestamp(stream, time, AVSEEK_FLAG_BACKWARD)?.pointee.timestamp
        }
    }

    /// Compares the key packets in the rest of a film with the entries of libav's index for it.
    struct KeyTally {
        private let stream: UnsafeMutablePointer<AVStream>
        /// Number of entries before reading, which adds entries.
        private let listed: Int32
        private var first: Int64?
        private var keys = 0

        init(_ stream: UnsafeMutablePointer<AVStream>) {
            self.stream = stream
            listed = avformat_index_get_entries_count(stream)
        }

        /// Counts a packet if it is a key packet of the stream.
        mutating func count(_ packet: Packet) {
            guard packet.isKey, packet.pointer.pointee.stream_index == stream.pointee.index, let time = packet.time
            else {
                return
            }
            first = min(first ?? time, time)
            keys += 1
        }

        /// Classifies the index by the packets read.
        ///
        /// - Parameter readsAll: Whether the film was read from its start, so that the index is complete.
        func kind(readsAll: Bool) -> KeyIndex.Kind {
            let misses = !readsAll && listed > 0 && avformat_index_get_entries_count(stream) > listed
            let lies = first.map { entries(from: $0) > keys } ?? (listed > 0)
            return misses ? lies ? .growing : .sparse : lies ? .lying : .whole
        }

        private func entries(from time: Int64) -> Int {
            var entries = 0
            for number in (0..<avformat_index_get_entries_count(stream)).reversed() {
                guard let entry = avformat_index_get_entry(stream, number)?.pointee, entry.timestamp >= time else {
                    break
                }
                if entry.flags & AVINDEX_KEYFRAME != 0 { entries += 1 }
            }
            return entries
        }
    }

    /// Finds key packets by reading. Reads from the position that an index gives, and then from ever earlier positions,
    /// until a key packet comes.
    struct KeySearch {
        /// Maximum number of positions from which a film is read for one key packet; the last is years before the
        /// first.
        private static let mostPlaces = 32
        /// Maximum number of packets before the first key packet of a film.
        private static let mostStrays = 400

        /// A key packet, with the times that are needed to find it again.
        private struct Place {
            let time: Int64
            let decodingTime: Int64
            let wholeTime: Int64

            init?(_ packet: Packet) {
                guard let time = packet.time, let wholeTime = packet.wholeTime else { return nil }
                (self.time, self.wholeTime) = (time, wholeTime)
                decodingTime = packet.decodingTime ?? time
            }
        }

        /// The result of a search: the last key packet whose pictures are whole by a time.
        private struct Result {
            let time: Int64
            let place: Place?
            /// The decoding time up to which there is no other key packet.
            let end: Int64
        }

        private let reader: VideoReader
        private var last: Result?

        init(_ reader: VideoReader) { self.reader = reader }

        /// Finds the last key packet whose pictures are whole by a time, else the first; false if there is no packet.
        mutating func find(atOrBefore time: Int64, into packet: Packet) -> Bool {
            if let place = place(atOrBefore: time, packet) {
                for begin in [place.time, place.decodingTime, place.decodingTime - reader.second] {
                    if go(to: place, from: begin, packet) { return true }
                }
            }
            reader.seek(atOrBefore: Int64.min.bounded)
            for _ in 0..<Self.mostStrays where reader.read(into: packet) {
                if packet.isKey { return true }
            }
            // Without key pictures, decoding begins where the container's seek leads.
            reader.seek(atOrBefore: time)
            return reader.read(into: packet)
        }

        private mutating func place(atOrBefore time: Int64, _ packet: Packet) -> Place? {
            if let last, let place = last.place, place.wholeTime <= time, time <= last.time { return place }
            let known = last.flatMap { $0.time <= time ? $0 : nil }
            let first = min(0, reader.firstListed ?? 0)
            var result: (place: Place?, end: Int64)?
            var end: Int64?
            var isRefreshed = false
            // The decoding time from which on packets have been read.
            var bound = Int64.max
            var (target, step) = (time, reader.second)
            for _ in 0..<Self.mostPlaces {
                let part = read(from: target, to: bound, showing: time, packet)
                end = end ?? part.end
                isRefreshed = isRefreshed || part.isRefreshed
                if let place = part.place {
                    result = (place, end ?? .max)
                    break
                }
                if let known, let begin = part.begin, begin <= known.end {
                    result = (known.place, end ?? .max)
                    break
                }
                guard target > first else { break }
                bound = min(bound, part.begin ?? bound)
                target = (min(target, bound) - step).bounded
                step *= 2
            }
            let place = result?.place
            // If pictures are refreshed by parts, another key packet may give whole pictures a moment later.
            last = isRefreshed ? nil : Result(time: time, place: place, end: result?.end ?? end ?? .max)
            return place
        }

        /// Reads packets until one is shown after `time`, or decoded at or after `bound`.
        private func read(
            from target: Int64, to bound: Int64, showing time: Int64, _ packet: Packet
        ) -> (begin: Int64?, end: Int64?, place: Place?, isRefreshed: Bool) {
            var begin: Int64?
            var place: Place?
            var isRefreshed = false
            reader.seek(atOrBefore: target)
            while reader.read(into: packet), let shown = packet.time {
                let decoded = packet.decodingTime ?? shown
                begin = begin ?? decoded
                if decoded >= bound { return (begin, nil, place, isRefreshed) }
                isRefreshed = isRefreshed || packet.recovery > 0
                if let key = Place(packet), key.wholeTime <= time { place = key }
                // A picture that is decoded before a key picture is also shown before it.
                if shown > time { return (begin, decoded, place, isRefreshed) }
            }
            return (begin, nil, place, isRefreshed)
        }

        private func go(to place: Place, from begin: Int64, _ packet: Packet) -> Bool {
            reader.seek(atOrBefore: begin)
            while reader.read(into: packet), let shown = packet.time {
                if shown == place.time, packet.isKey { return true }
                if packet.decodingTime ?? shown > place.decodingTime { break }
            }
            return false
        }
    }
#endif
