#if Film
    import CLibAV

    /// Finds key packets by display time. The reader continues after the packet found.
    final class KeyPackets {
        /// Maximum number of steps back from a key packet that is shown too late. An index by decoding times may be one
        /// key packet off. Pictures that are refreshed by parts are whole a period later.
        private static let mostSteps = 8
        /// Maximum number of packets between the position at which a key packet should begin and the key packet itself.
        private static let mostStrays = 400

        let reader: VideoReader
        let index: KeyIndex
        private var search: KeySearch

        init(_ reader: VideoReader, index: KeyIndex) {
            self.reader = reader
            self.index = index
            search = KeySearch(reader)
        }

        /// Finds the last key packet whose pictures are whole by a time, else the first; false if there is none.
        func find(atOrBefore time: Int64, into packet: Packet) -> Bool {
            if !index.keys.isEmpty {
                let last = index.position(atOrBefore: time) ?? 0
                // A key packet that is damaged differently on the second reading is skipped.
                return (max(0, last - 3)...last).reversed().contains { go(to: $0, into: packet) }
            }
            if index.kind == .whole, findListed(atOrBefore: time, into: packet) { return true }
            return search.find(atOrBefore: time, into: packet)
        }

        /// Finds the key packet by an index that lists every key packet; false if the packet found is not one.
        private func findListed(atOrBefore time: Int64, into packet: Packet) -> Bool {
            guard seek(atOrBefore: time, into: packet) else { return false }
            // MP4's demuxer assumes the longest delay from decoding to showing, even if a key packet's delay is
            // shorter.
            guard let shown = packet.wholeTime, let indexed = index.mark(atOrBefore: time), indexed > shown else {
                return true
            }
            if find(after: shown, into: packet), let next = packet.wholeTime, next <= time { return true }
            return seek(atOrBefore: time, into: packet)
        }

        private func seek(atOrBefore time: Int64, into packet: Packet) -> Bool {
            guard land(atOrBefore: time, into: packet) else { return false }
            for _ in 0..<Self.mostSteps {
                guard let whole = packet.wholeTime, whole > time, let shown = packet.time else { break }
                let step = min(packet.decodingTime ?? shown, time)
                guard land(atOrBefore: step - 1, into: packet) else { return false }
                if packet.time == shown { break }
            }
            return packet.time != nil
        }

        private func land(atOrBefore time: Int64, into packet: Packet) -> Bool {
            reader.seek(atOrBefore: time)
            return reader.read(into: packet) && packet.isKey
        }

        /// Goes from a key packet that is refreshed by parts to the key packet before it. A decoder that begins with
        /// the later one may refuse it, because it refers to an earlier picture. Stays if there is no earlier one;
        /// false if the packet is not found again.
        func stepBack(from packet: Packet) -> Bool {
            guard packet.recovery > 0, let time = packet.time, let whole = packet.wholeTime else { return true }
            if find(atOrBefore: whole - 1, into: packet), let before = packet.time, before < time { return true }
            return find(atOrBefore: whole, into: packet)
        }

        /// Finds the first key packet whose pictures are whole only after a time; false if there is none.
        func find(after time: Int64, into packet: Packet) -> Bool {
            if !index.keys.isEmpty {
                guard let after = index.keys.firstIndex(where: { $0.whole > time }) else { return false }
                return go(to: after, into: packet)
            }
            if index.isPartial {
                reader.seek(atOrBefore: time)
            } else {
                reader.seek(atOrAfter: time + 1)
            }
            guard readOn(after: time, into: packet) else { return false }
            guard packet.recovery > 0 else { return true }
            // A key packet that is shown before the time may be whole after it.
            reader.seek(atOrBefore: (time - packet.recovery).bounded)
            return readOn(after: time, into: packet)
        }

        private func readOn(after time: Int64, into packet: Packet) -> Bool {
            while reader.readKey(into: packet) {
                if let whole = packet.wholeTime, whole > time { return true }
            }
            return false
        }

        /// Goes to a key packet by its position in the file. If it is not found there, reads from earlier positions.
        private func go(to wanted: Int, into packet: Packet) -> Bool {
            let keys = index.keys
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

    /// Corrects the key flags of a stream's packets by parsing their pictures.
    struct KeyCheck {
        /// Maximum number of frames until pictures are whole: the largest frame number in H.264.
        private static let mostFrames = 1 << 16

        private let stream: UnsafeMutablePointer<AVStream>
        private let parser: PictureParser
        /// Whether a picture that refers to no other counts as a key picture if the container flags it.
        var acceptsIntra = true
        /// Whether recovery points count as key packets without the container's flag. Libav does not flag recovery
        /// points of HEVC if only the pictures mark key packets.
        private let findsRecoveryPoints: Bool

        init(_ stream: UnsafeMutablePointer<AVStream>, in container: Container) {
            self.stream = stream
            findsRecoveryPoints =
                container.access == .positions && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC
            parser = PictureParser(stream)
        }

        func correct(_ packet: Packet) {
            guard packet.isKey || findsRecoveryPoints, packet.pointer.pointee.stream_index == stream.pointee.index
            else {
                return
            }
            switch parser.start(of: packet) {
            case .key(let frames):
                packet.isKey = true
                packet.recovery = Int64(min(frames, Self.mostFrames)) * packet.length(in: stream)
            case .intra: packet.isKey = acceptsIntra
            case .dependent: packet.isKey = false
            case .unknown: break
            }
        }
    }
#endif
