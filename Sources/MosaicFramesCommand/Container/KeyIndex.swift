#if Film
    import CLibAV

    /// The key packets of a stream that are known without reading, and how far their list can be believed.
    struct KeyIndex {
        /// How the list differs from the film.
        enum Kind {
            /// It lists every key packet and no other.
            case whole
            /// It lists the key packets that were read so far.
            case growing
            /// It lists some of the key packets.
            case sparse
            /// It lists every key packet, and packets that are not.
            case lying
        }

        let kind: Kind
        /// The key packets in order where a film was read for them; empty where libav's index is asked.
        let keys: [FilmExtent.Key]
        private let stream: UnsafeMutablePointer<AVStream>

        init(_ extent: FilmExtent, _ stream: UnsafeMutablePointer<AVStream>) {
            kind = extent.index
            keys = extent.keys
            self.stream = stream
        }

        /// Whether a key packet is missing from the list.
        var isPartial: Bool { kind == .growing || kind == .sparse }

        /// The position in `keys` of the last one that makes whole pictures by a time; nil before the first.
        func position(atOrBefore time: Int64) -> Int? { keys.lastIndex { $0.whole <= time } }

        /// A number that tells apart the key packets of two times, without reading; nil where nothing does.
        func mark(atOrBefore time: Int64) -> Int64? {
            if !keys.isEmpty { return Int64(position(atOrBefore: time) ?? -1) }
            return isPartial ? nil : entry(atOrBefore: time)
        }

        /// When the key packet before one is whole, without reading it; nil where nothing tells.
        func time(before key: Int64) -> Int64? {
            if !keys.isEmpty { return keys.last { $0.whole < key }?.whole }
            guard kind == .whole, let indexed = entry(atOrBefore: key), let before = entry(atOrBefore: indexed - 1)
            else { return nil }
            // An index by decoding times is as far from the times of whole pictures at one key packet as at the next.
            return before + (key - indexed)
        }

        /// When the key packet behind one is whole, without reading it; nil where nothing tells.
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

    /// Compares the key packets in the rest of a film with those that libav's index lists there.
    struct KeyTally {
        private let stream: UnsafeMutablePointer<AVStream>
        /// Entries before reading, which adds to them.
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
#endif
