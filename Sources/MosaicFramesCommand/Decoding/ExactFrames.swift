#if Film
    import CLibAV

    /// Finds the frame that is shown at a time. Decodes from a key packet on, and skips pictures that are neither
    /// wanted nor referred to.
    ///
    /// Packets are read before they are decoded, so that the packets' times identify the wanted picture. Frame rates
    /// are not needed. Pictures are reordered by at most 16, so a window of 32 packets contains every candidate.
    final class ExactFrames {
        private static let windowLength = 32
        /// Maximum number of key packets tried, each before the last one, if no picture is shown at or before the
        /// wanted time.
        private static let mostKeys = 8

        private let packets: KeyPackets
        private let decoder: Decoder
        private let tellsDecodingTimes: Bool
        private var window: [Packet] = []
        private var spare: [Packet] = []
        private var isEnd = false
        /// Whether a packet had no display time.
        private var isUntimed = false
        private var isDrained = false
        /// Packets that were decoded or skipped; the latest is last.
        private var past: [(time: Int64, isSkipped: Bool)] = []
        private var best: Frame?
        private var ahead: [Frame] = []
        /// The time of the last search; nil if the next search has to begin at a key packet.
        private var last: Int64?
        private var start: Int64 = 0
        /// The time of the first whole picture, if decoding began with a picture that is refreshed by parts.
        private var whole = Int64.min
        /// Whether draining returns all pictures that were sent. Libav's H.264 decoder drops some after a key packet
        /// that is not an IDR.
        private var drainsWhole = true

        init(_ packets: KeyPackets, decoder: Decoder) {
            self.packets = packets
            self.decoder = decoder
            let reader = packets.reader
            tellsDecodingTimes = reader.demuxer.container.tellsDecodingTimes || reader.stream.hasOnlyKeyPictures
        }

        /// Makes the next search begin at a key packet. Must be called after other code has used the reader or the
        /// decoder.
        func invalidate() { last = nil }

        /// The last frame at or before a time, else the first frame; nil if no frame can be decoded.
        ///
        /// - Parameter upcoming: The times of the next searches in order. Their frames are not skipped.
        func frame(at wanted: Int64, upcoming: ArraySlice<Int64>) -> Frame? {
            if !canGoOn(to: wanted), !begin(atOrBefore: wanted) { return nil }
            var mayLeap = true
            var first: Frame?
            for _ in 0..<Self.mostKeys {
                search(wanted, upcoming: upcoming, mayLeap: mayLeap)
                if let best {
                    if isStale(best, wanted) { best.inheritsDamage = true }
                    return best
                }
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
            start = packet.shownTime ?? 0
            whole = packet.recovery > 0 ? packet.wholeTime ?? .min : .min
            guard packets.stepBack(from: packet) else {
                spare.append(packet)
                return false
            }
            isUntimed = packet.shownTime == nil
            window = [packet]
            return true
        }

        /// Whether reading on reaches the frame sooner than a key packet would, and no better picture was skipped.
        private func canGoOn(to wanted: Int64) -> Bool {
            guard let last, wanted >= last, isNear(last, wanted) else { return false }
            guard let skipped = past.lazy.filter({ $0.isSkipped && $0.time <= wanted }).map(\.time).max() else {
                return true
            }
            let isShown = past.contains { !$0.isSkipped && $0.time > skipped && $0.time <= wanted }
            return isShown || window.contains { ($0.shownTime ?? .min) > skipped && ($0.shownTime ?? .max) <= wanted }
        }

        private func search(_ wanted: Int64, upcoming: ArraySlice<Int64>, mayLeap: Bool) {
            last = wanted
            take(upTo: wanted)
            let isLastHere = upcoming.first.map { !isNear(wanted, $0) } ?? true
            while true {
                fill(for: wanted)
                if mayLeap { leap(to: wanted) }
                if isFinal(wanted) { return }
                if window.isEmpty {
                    if !isDrained { decoder.decode(nil) { ahead.append($0) } }
                    isDrained = true
                    return take(upTo: wanted)
                }
                if isLastHere, drainsWhole, !isUntimed, let target = target(wanted), target.isSent {
                    decoder.decode(nil) { ahead.append($0) }
                    take(upTo: wanted)
                    last = nil
                    if best?.time == target.time { return }
                    drainsWhole = false
                    guard begin(atOrBefore: wanted) else { return }
                    last = wanted
                    continue
                }
                let packet = window.removeFirst()
                let isNeeded = isNeeded(packet, for: wanted, upcoming)
                if let time = packet.shownTime, !packet.isHidden { past.append((time, !isNeeded)) }
                if past.count > 4 * Self.windowLength { past.removeFirst(2 * Self.windowLength) }
                decoder.decode(packet, skips: !isNeeded) { ahead.append($0) }
                packet.clear()
                spare.append(packet)
                take(upTo: wanted)
            }
        }

        /// Whether there is no key packet between two times, as far as the container states.
        private func isNear(_ time: Int64, _ later: Int64) -> Bool {
            guard let mark = packets.index.mark(atOrBefore: later) else { return later <= window.last?.time ?? time }
            return mark == packets.index.mark(atOrBefore: time)
        }

        /// Reads ahead until no later packet can contain the frame of a time.
        private func fill(for wanted: Int64) {
            while !isEnd, window.count < Self.windowLength {
                // No picture is shown before it is decoded.
                if tellsDecodingTimes, let last = window.last?.decodingTime, last > wanted { return }
                let packet = spare.popLast() ?? Packet()
                if packets.reader.read(into: packet) {
                    window.append(packet)
                    isUntimed = isUntimed || packet.shownTime == nil
                } else {
                    isEnd = true
                    spare.append(packet)
                }
            }
        }

        /// Skips all packets before a later key packet that is not past the wanted time, and restarts the decoder
        /// there; does nothing without such a packet.
        private func leap(to wanted: Int64) {
            let key = window.lastIndex { $0.recovery == 0 && !$0.isHidden && ($0.wholeTime ?? .max) <= wanted }
            guard let key, key > 0 else { return }
            spare += window[..<key]
            window.removeFirst(key)
            start = window[0].time ?? start
            whole = .min
            decoder.flush()
            past = []
            best = nil
            ahead = []
        }

        /// Whether a packet contains the frame of a time or of an upcoming time, as far as the window shows.
        private func isNeeded(_ packet: Packet, for wanted: Int64, _ upcoming: ArraySlice<Int64>) -> Bool {
            guard let time = packet.shownTime else { return true }
            var next = Int64.max
            for other in past where !other.isSkipped && other.time > time { next = min(next, other.time) }
            for rival in window {
                if let other = rival.shownTime, other > time, !rival.isHidden { next = min(next, other) }
            }
            if wanted >= time, wanted < next { return true }
            return upcoming.first { $0 >= time }.map { $0 < next } ?? false
        }

        /// Whether no later frame can be the last one at or before a time.
        private func isFinal(_ wanted: Int64) -> Bool {
            guard !isUntimed, let target = target(wanted) else { return !ahead.isEmpty }
            // A picture that was sent comes out before a later one, if it comes out at all.
            return best?.time ?? .min >= target.time || target.isSent && !ahead.isEmpty
        }

        /// Whether a frame is used in place of a later one that is missing because of damage.
        private func isStale(_ frame: Frame, _ wanted: Int64) -> Bool {
            decoder.hasMetDamage && target(wanted).map { $0.time > frame.time ?? .max } ?? false
        }

        /// The time of the last picture at or before a time, as far as the window shows, and whether it was sent to the
        /// decoder.
        private func target(_ wanted: Int64) -> (time: Int64, isSent: Bool)? {
            var target: (time: Int64, isSent: Bool)?
            for packet in past where !packet.isSkipped && packet.time <= wanted && packet.time > target?.time ?? .min {
                target = (packet.time, true)
            }
            for packet in window {
                guard let time = packet.shownTime, !packet.isHidden, time <= wanted, time > target?.time ?? .min else {
                    continue
                }
                target = (time, false)
            }
            return target
        }

        /// Takes the frames from the decoder: the last one up to a time becomes the best, and later ones are kept.
        private func take(upTo wanted: Int64) {
            ahead.removeAll { ($0.time ?? .max) < whole }
            for frame in ahead {
                guard let time = frame.time, time <= wanted else { continue }
                if time >= best?.time ?? .min { best = frame }
            }
            ahead.removeAll { ($0.time ?? .min) <= wanted }
        }
    }
#endif
