#if Film
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil

    /// Finds key packets by the time at which they are shown. The reader stands behind the packet that was found.
    final class KeyPackets {
        /// Steps back from a key packet that is shown too late, at most: an index by decoding times is one key off.
        private static let mostSteps = 8
        /// Packets between the byte at which a key packet should begin and itself, at most.
        private static let mostStrays = 400

        let reader: VideoReader
        private let keys: [FilmExtent.Key]

        /// - Parameter keys: Those of a container whose own seeks are guesses; empty for others.
        init(_ reader: VideoReader, keys: [FilmExtent.Key]) {
            self.reader = reader
            self.keys = keys
        }

        /// Finds the last one at or before a time, else the first; false where there is none.
        func find(atOrBefore time: Int64, into packet: Packet) -> Bool {
            if !keys.isEmpty {
                let after = keys.partitioningIndex { $0.time > time }
                // One that is damaged differently on the second reading is passed over.
                return (max(0, after - 4)...max(0, after - 1)).reversed().contains { go(to: $0, into: packet) }
            }
            guard seek(atOrBefore: time, into: packet) else { return false }
            // MP4's demuxer allows for the longest distance of decoding and showing, also where that of a key is shorter.
            guard let shown = packet.time, let indexed = mark(atOrBefore: time), indexed > shown else { return true }
            if find(after: shown, into: packet), let next = packet.time, next <= time { return true }
            return seek(atOrBefore: time, into: packet)
        }

        private func seek(atOrBefore time: Int64, into packet: Packet) -> Bool {
            reader.seek(atOrBefore: time)
            guard reader.readKey(into: packet) else { return false }
            for _ in 0..<Self.mostSteps {
                guard let shown = packet.time, shown > time else { break }
                let step = min(packet.decodingTime ?? shown, time)
                reader.seek(atOrBefore: step - 1)
                guard reader.readKey(into: packet), packet.time != shown else { break }
            }
            return packet.time != nil
        }

        /// Finds the first one after a time; false where there is none.
        func find(after time: Int64, into packet: Packet) -> Bool {
            if !keys.isEmpty {
                let after = keys.partitioningIndex { $0.time > time }
                return after < keys.count && go(to: after, into: packet)
            }
            reader.seek(atOrAfter: time + 1)
            while reader.readKey(into: packet) {
                if let shown = packet.time, shown > time { return true }
            }
            return false
        }

        /// What tells apart the key packets at or before two times, without reading; nil where nothing does.
        func mark(atOrBefore time: Int64) -> Int64? {
            if !keys.isEmpty { return Int64(keys.partitioningIndex { $0.time > time }) }
            guard reader.demuxer.container.hasWholeIndex else { return nil }
            return avformat_index_get_entry_from_timestamp(reader.stream, time, AVSEEK_FLAG_BACKWARD)?.pointee
                .timestamp
        }

        /// When the key packet before one is shown, without reading it; nil where nothing tells.
        func time(before key: Int64) -> Int64? {
            if !keys.isEmpty {
                let index = keys.partitioningIndex { $0.time >= key }
                return index > 0 ? keys[index - 1].time : nil
            }
            guard let indexed = mark(atOrBefore: key), let before = mark(atOrBefore: indexed - 1) else { return nil }
            // An index by decoding times is as far from the times of showing at one key packet as at the next.
            return before + (key - indexed)
        }

        /// When the key packet behind one is shown, without reading it; nil where nothing tells.
        func time(after key: Int64) -> Int64? {
            if !keys.isEmpty {
                let index = keys.partitioningIndex { $0.time > key }
                return index < keys.count ? keys[index].time : nil
            }
            guard let indexed = mark(atOrBefore: key),
                let after = avformat_index_get_entry_from_timestamp(reader.stream, indexed + 1, 0)
            else { return nil }
            return after.pointee.timestamp + (key - indexed)
        }

        /// Where the key packet is not found at its position, it is met on the way from one before it.
        private func go(to wanted: Int, into packet: Packet) -> Bool {
            for start in [wanted, wanted - 1, wanted - 4, 0] where start >= 0 {
                guard reader.seek(toByte: keys[start].position) else { continue }
                for _ in 0..<Self.mostStrays {
                    guard reader.readKey(into: packet), let time = packet.time, time <= keys[wanted].time else { break }
                    if time == keys[wanted].time { return true }
                }
            }
            return false
        }
    }

    extension Array {
        /// The first index whose element fulfils what all behind it fulfil too.
        fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
            var range = 0..<count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
            }
            return range.lowerBound
        }
    }
#endif
