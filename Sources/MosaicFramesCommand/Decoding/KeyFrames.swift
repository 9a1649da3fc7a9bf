#if Film
    import CFilm
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

    /// A decoded picture.
    final class Frame {
        let pointer: UnsafeMutablePointer<AVFrame> = allocated(av_frame_alloc())

        deinit {
            var pointer: UnsafeMutablePointer<AVFrame>? = pointer
            av_frame_free(&pointer)
        }

        /// From the time of a frame to that of the packet with which it came out, where pictures are reordered.
        var delay: Int64 = 0

        /// How it becomes upright, by its own message or that of the key picture before it; nil without one.
        var orientation: PictureOrientation?

        /// When it is shown, in units of its stream.
        var time: Int64? {
            if pointer.pointee.pts != cfilm_no_time { return pointer.pointee.pts }
            let decoded = [pointer.pointee.best_effort_timestamp, pointer.pointee.pkt_dts].first { $0 != cfilm_no_time }
            return decoded.map { $0 - delay }
        }

        /// Whether it is damaged by its packet, or predicted from damaged or missing pictures.
        var inheritsDamage = false

        /// Whether parts of it are wrong.
        var isDamaged: Bool { inheritsDamage || isFlagged }

        /// Whether the decoder flagged parts as damaged.
        var isFlagged: Bool {
            pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
        }
    }
#endif
