#if Film
    import CFilm
    import CLibAV

    /// Decodes single key packets.
    final class KeyFrames {
        /// Maximum number of packets after a key packet that are decoded until a picture comes. More than one is needed
        /// if pictures are refreshed by parts, or if a key packet is damaged.
        private static let mostPackets = 600

        private let packets: KeyPackets
        private let decoder: Decoder
        private let rest = Packet()

        init(_ packets: KeyPackets, decoder: Decoder) {
            self.packets = packets
            self.decoder = decoder
        }

        /// Decodes the key packet that the reader has just read; nil if neither it nor the packets after it give a
        /// picture.
        func frame(of key: Packet) -> Frame? {
            var found: Frame?
            let whole = key.wholeTime ?? key.time ?? .min
            let isRefreshed = key.recovery > 0
            guard packets.stepBack(from: key) else { return nil }
            // Without a display time, the output order of frames decides.
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
                // The next key packet belongs to another time.
                if decoder.hasMetDamage, !isRefreshed, !isEnd, rest.isKey { break }
                decoder.decode(isEnd ? nil : rest) { frame in
                    // Pictures before the key picture refer to pictures that were not read.
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

        /// Time from a frame to the packet with which it came out of the decoder, if pictures are reordered.
        var delay: Int64 = 0

        /// Orientation by the frame's own message, or by the message of the key picture before it; nil without one.
        var orientation: PictureOrientation?

        /// The display time, in units of the stream; nil if unknown.
        var time: Int64? {
            if pointer.pointee.pts != cfilm_no_time { return pointer.pointee.pts }
            let decoded = [pointer.pointee.best_effort_timestamp, pointer.pointee.pkt_dts].first { $0 != cfilm_no_time }
            return decoded.map { $0 - delay }
        }

        /// Whether the frame is damaged by its packet, or predicted from damaged or missing pictures.
        var inheritsDamage = false

        /// Whether parts of the frame are wrong.
        var isDamaged: Bool { inheritsDamage || isFlagged }

        /// Whether the decoder flagged parts as damaged.
        var isFlagged: Bool {
            pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
        }
    }
#endif
