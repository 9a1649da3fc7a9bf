#if Film
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil

    /// Finds the frame that is shown at a time: decodes from a key packet on, and leaves out pictures that neither are
    /// wanted nor referred to.
    ///
    /// Packets are looked at before they are decoded, so that the wanted picture is known by the times of the packets;
    /// frame rates are not needed. Pictures are reordered by at most 16, so a window of 32 holds every rival.
    final class ExactFrames {
        private static let windowLength = 32
        /// Key packets that are tried one before the other where no picture comes at or before the wanted time, at most.
        private static let mostKeys = 8

        private let packets: KeyPackets
        private let decoder: Decoder
        private var window: [Packet] = []
        private var spare: [Packet] = []
        private var isEnd = false
        private var isDrained = false
        /// Packets that were decoded or left out, the latest last.
        private var past: [(time: Int64, isSkipped: Bool)] = []
        private var best: Frame?
        private var ahead: [Frame] = []
        /// The time of the last search; nil where the next has to begin at a key packet.
        private var last: Int64?
        private var start: Int64 = 0

        init(_ packets: KeyPackets, decoder: Decoder) {
            self.packets = packets
            self.decoder = decoder
        }

        /// The reader or the decoder was used by others.
        func invalidate() { last = nil }

        /// The last frame at or before a time, else the first frame; nil where none can be decoded.
        ///
        /// - Parameter next: The time of the next search, if it is known: its frame is not left out.
        func frame(at wanted: Int64, next: Int64?) -> Frame? {
            if !canGoOn(to: wanted), !begin(atOrBefore: wanted) { return nil }
            var mayLeap = true
            var first: Frame?
            for _ in 0..<Self.mostKeys {
                search(wanted, next: next, mayLeap: mayLeap)
                last = wanted
                if let best { return best }
                first = ahead.first ?? first
                mayLeap = false
                let before = start
                guard begin(atOrBefore: before - 1), start < before else { break }
            }
            last = nil
            return first
        }

        private func begin(atOrBefore time: Int64) -> Bool {
            last = nil
            spare += window
            window = []
            past = []
            best = nil
            ahead = []
            isEnd = false
            isDrained = false
            decoder.flush()
            let packet = spare.popLast() ?? Packet()
            guard packets.find(atOrBefore: time, into: packet) else {
                spare.append(packet)
                return false
            }
            start = packet.time ?? 0
            window = [packet]
            return true
        }

        /// Whether reading on leads to the frame sooner than a key packet does, and no better picture was left out.
        private func canGoOn(to wanted: Int64) -> Bool {
            guard let last, wanted >= last else { return false }
            if let mark = packets.mark(atOrBefore: wanted) {
                guard mark == packets.mark(atOrBefore: last) else { return false }
            } else {
                guard wanted <= window.last?.time ?? last else { return false }
            }
            guard let skipped = past.lazy.filter({ $0.isSkipped && $0.time <= wanted }).map(\.time).max() else {
                return true
            }
            let isShown = past.contains { !$0.isSkipped && $0.time > skipped && $0.time <= wanted }
            return isShown || window.contains { ($0.time ?? .min) > skipped && ($0.time ?? .max) <= wanted }
        }

        private func search(_ wanted: Int64, next: Int64?, mayLeap: Bool) {
            take(upTo: wanted)
            while true {
                fill()
                if mayLeap { leap(to: wanted) }
                if isFinal(wanted) { return }
                guard !window.isEmpty else {
                    if !isDrained { decoder.decode(nil) { ahead.append($0) } }
                    isDrained = true
                    return take(upTo: wanted)
                }
                let packet = window.removeFirst()
                let skips = !isNeeded(packet, for: wanted) && !(next.map { isNeeded(packet, for: $0) } ?? false)
                if let time = packet.time { past.append((time, skips)) }
                if past.count > 4 * Self.windowLength { past.removeFirst(2 * Self.windowLength) }
                decoder.decode(packet, skips: skips) { ahead.append($0) }
                packet.clear()
                spare.append(packet)
                take(upTo: wanted)
            }
        }

        private func fill() {
            while !isEnd, window.count < Self.windowLength {
                let packet = spare.popLast() ?? Packet()
                if packets.reader.read(into: packet) {
                    window.append(packet)
                } else {
                    isEnd = true
                    spare.append(packet)
                }
            }
        }

        /// Leaves out all packets before a later key packet that is not past the wanted time.
        private func leap(to wanted: Int64) {
            let key = window.lastIndex { $0.isKey && !$0.isHidden && ($0.time ?? .max) <= wanted }
            guard let key, key > 0 else { return }
            spare += window[..<key]
            window.removeFirst(key)
            start = window[0].time ?? start
            decoder.flush()
            past = []
            best = nil
            ahead = []
        }

        /// Whether a packet holds the frame of a time, as far as the window tells.
        private func isNeeded(_ packet: Packet, for wanted: Int64) -> Bool {
            guard let time = packet.time else { return true }
            guard time <= wanted else { return false }
            return !window.contains { rival in
                guard let other = rival.time else { return false }
                return other > time && other <= wanted
            }
        }

        /// Whether no frame that is still to come can be the last at or before a time.
        private func isFinal(_ wanted: Int64) -> Bool {
            let rivals = window.lazy.compactMap(\.time).filter { $0 <= wanted }.max()
            guard let target = sent(atOrBefore: wanted), target >= rivals ?? .min else {
                return rivals == nil && !ahead.isEmpty
            }
            // A picture that was sent comes out before one behind it, if it comes out at all.
            return best?.time ?? .min >= target || !ahead.isEmpty
        }

        /// The last picture at or before a time that was decoded.
        private func sent(atOrBefore wanted: Int64) -> Int64? {
            past.lazy.filter { !$0.isSkipped && $0.time <= wanted }.map(\.time).max()
        }

        /// Sorts the frames that came out.
        private func take(upTo wanted: Int64) {
            for frame in ahead {
                guard let time = frame.time, time <= wanted else { continue }
                if time >= best?.time ?? .min { best = frame }
            }
            ahead.removeAll { ($0.time ?? .min) <= wanted }
        }
    }
#endif
