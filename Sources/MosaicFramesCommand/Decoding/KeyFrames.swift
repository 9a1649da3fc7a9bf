#if Film
    import CLibAV

    /// Decodes key packets alone.
    final class KeyFrames {
        /// Packets behind a key packet that are decoded until a picture comes, at most: where pictures are refreshed bit by
        /// bit, or a key packet is damaged.
        private static let mostPackets = 600

        private let packets: KeyPackets
        private let decoder: Decoder
        private let rest = Packet()

        init(_ packets: KeyPackets, decoder: Decoder) {
            self.packets = packets
            self.decoder = decoder
        }

        /// Decodes the key packet behind which the reader stands; nil where nothing comes of it and of those behind it.
        func frame(of key: Packet) -> Frame? {
            var found: Frame?
            let whole = key.wholeTime ?? key.time ?? .min
            let isRefreshed = key.recovery > 0
            guard packets.stepBack(from: key) else { return nil }
            // Where nothing tells when it is shown, the order in which frames come out does.
            if key.shownTime != nil, !isRefreshed {
                decoder.flush()
                decoder.decode(key) { found = found ?? $0 }
                if found == nil { decoder.decode(nil) { found = found ?? $0 } }
                guard found == nil else { return found }
            }
            decoder.flush()
            decoder.decode(key) { _ in }
            for _ in 0..<Self.mostPackets {
                let isEnd = !packets.reader.read(into: rest)
                // The next key packet has a time of its own.
                if decoder.hasMetDamage, !isRefreshed, !isEnd, rest.isKey { break }
                decoder.decode(isEnd ? nil : rest) { frame in
                    // Pictures before the key picture refer to others that were not read.
                    guard found == nil, frame.time ?? .max >= whole else { return }
                    found = frame
                }
                if isEnd || found != nil { break }
            }
            return found
        }
    }
#endif
