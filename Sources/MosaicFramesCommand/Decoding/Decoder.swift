#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// Decodes the packets of one stream, on one thread.
    final class Decoder {
        /// Maximum time between two packets that is used for a picture's delay, in units of the stream.
        private static let longestStep: Int64 = 1 << 32

        /// Number of decoded frames.
        private(set) var decoded: Int64 = 0
        /// CPU time in libavcodec, in microseconds.
        private(set) var time: Int64 = 0
        /// A remark for the film's user; nil without one.
        let remark: String?
        private let context: UnsafeMutablePointer<AVCodecContext>
        /// Whether the decoding time of the n-th packet is the display time of the n-th picture, as in AVI.
        var countsPictures = false
        private let parser: PictureParser
        private var damage = DamageTracker()
        /// The decoding time of the last packet, and its distance from the packet before it.
        private var last: Int64?
        private var step: Int64 = 0
        /// The orientation of the last frame with a message about it; nil after a key frame without a message.
        private var orientation: PictureOrientation?

        /// - Throws: ``FilmFailure`` if there is no decoder for the stream, or the decoder refuses its header.
        init(_ stream: UnsafeMutablePointer<AVStream>) throws(FilmFailure) {
            let facts = allocated(stream.pointee.codecpar)
            parser = PictureParser(stream)
            let name = String(cString: avcodec_get_name(facts.pointee.codec_id))
            let transparent = stream.alphaDecoder.map { avcodec_find_decoder_by_name($0) }
            guard let codec = transparent.flatMap(\.self) ?? avcodec_find_decoder(facts.pointee.codec_id) else {
                throw FilmFailure(.unsupportedCodec, "There is no decoder for its video (\(name)).")
            }
            let isOpaque = transparent.map { $0 == nil } ?? false
            remark = isOpaque ? "Its transparency is not shown: libavcodec has no decoder for it (libvpx)." : nil
            context = allocated(avcodec_alloc_context3(codec))
            guard avcodec_parameters_to_context(context, facts) >= 0 else {
                throw FilmFailure(.damaged, "The header of its video (\(name)) is damaged.")
            }
            context.pointee.pkt_timebase = stream.pointee.time_base
            context.pointee.thread_count = 1
            context.pointee.max_pixels = Demuxer.mostPixels
            guard avcodec_open2(context, codec, nil) >= 0 else {
                throw FilmFailure(.unsupportedCodec, "The decoder of its video (\(name)) refuses the film's header.")
            }
            // The codec's own header may state the transfer function if the container does not.
            if facts.pointee.color_trc == AVCOL_TRC_UNSPECIFIED {
                facts.pointee.color_trc = context.pointee.color_trc
            }
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        /// Discards all state. The next packet must be a key packet.
        func flush() {
            avcodec_flush_buffers(context)
            damage = DamageTracker()
            last = nil
            orientation = nil
        }

        /// Whether one of the packets since the last flush was damaged.
        var hasMetDamage: Bool { damage.isMet }

        /// Decodes a packet, or drains the decoder for `nil`, and passes the frames to `each` in display order.
        ///
        /// - Parameter skips: Whether to drop the picture if no other picture refers to it.
        func decode(_ packet: Packet?, skips: Bool = false, each: (Frame) -> Void) {
            context.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
            if let time = packet?.decodingTime {
                if let last, time > last { step = time - last }
                last = time
            }
            let begin = Self.now
            _ = cfilm_take_complaints()
            var hasFailed = Self.isFailure(avcodec_send_packet(context, packet?.pointer))
            var frames: [Frame] = []
            while true {
                let frame = Frame()
                let result = avcodec_receive_frame(context, frame.pointer)
                guard result >= 0 else {
                    hasFailed = hasFailed || Self.isFailure(result)
                    break
                }
                frames.append(frame)
            }
            time += (Self.now - begin + 500) / 1_000
            decoded += Int64(frames.count)
            if let packet { follow(packet, hasFailed: hasFailed) }
            for frame in frames {
                frame.inheritsDamage = damage.isDamaged(frame)
                if frame.isFlagged { damage.learn(frame) }
                if let matrix = cfilm_frame_display_matrix(frame.pointer) {
                    orientation = PictureOrientation(matrix)
                } else if cfilm_is_key(frame.pointer) != 0 {
                    orientation = nil
                }
                frame.orientation = orientation
                if countsPictures {
                    frame.delay = Int64(max(0, context.pointee.has_b_frames)) * min(step, Self.longestStep)
                }
                each(frame)
            }
        }

        private static func isFailure(_ result: Int32) -> Bool {
            result < 0 && result != cfilm_error_again && result != cfilm_error_eof
        }

        /// Collects the evidence of damage in a packet from its container, libav's messages and its result.
        private func follow(_ packet: Packet, hasFailed: Bool) {
            let complaints = Int(cfilm_take_complaints())
            let evidence = DamageTracker.Evidence(
                isDamaged: hasFailed || packet.isTorn || complaints & CFilmDamage != 0 || parser.hasHole(packet),
                followsGap: packet.isTorn || packet.followsHole || complaints & CFilmGap != 0)
            damage.follow(packet, evidence) { !parser.isDisposable(packet) }
        }

        /// CPU time of the only thread in nanoseconds. The process's clock is coarse if its CPU time is limited.
        private static var now: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }

    /// Follows damage from the packet in which it begins to the pictures that are predicted from it, up to the next
    /// whole key picture. Packets come in decoding order, frames in display order.
    struct DamageTracker {
        /// Evidence of damage in one packet.
        struct Evidence {
            /// Parts of the packet's picture were lost.
            var isDamaged = false
            /// Earlier pictures are missing, to which this picture or later ones may refer.
            var followsGap = false
        }

        /// Maximum number of frames without a time that the decoder may output after a damaged packet without a time.
        private static let mostReordered = 17

        /// Whether one of the packets was damaged.
        private(set) var isMet = false
        private var isFirst = true
        /// Whether the reference pictures of the next packets are damaged.
        private var isInherited = false
        /// The time from which on pictures that are refreshed by parts are whole; nil without such a refresh.
        private var healing: Int64?
        /// Whether decoding began with a picture that is refreshed by parts, and has not reached a whole one.
        private var isStarting = false
        /// The display time of the last key picture, and whether pictures before it are damaged. Some pictures that are
        /// shown before it are decoded after it.
        private var key: (time: Int64, followsDamage: Bool) = (.min, false)
        private var damaged: Set<Int64> = []
        private var untimed = 0

        /// Records a packet that was decoded.
        ///
        /// - Parameter isReference: Whether other pictures may refer to its picture.
        mutating func follow(_ packet: Packet, _ evidence: Evidence, isReference: () -> Bool) {
            let time = packet.shownTime
            // A gap before the first packet is the result of a seek, and a key picture does not need earlier pictures.
            let lacksReferences = evidence.followsGap && !isFirst && !packet.isWholeKey
            var isDamaged = evidence.isDamaged || lacksReferences
            begin(with: packet, followsGap: evidence.followsGap)
            if let end = healing, let time, time >= end { (isInherited, isStarting, healing) = (false, false, nil) }
            if isStarting { isDamaged = false }
            isMet = isMet || isDamaged
            let isLeading = time.map { $0 < key.time } ?? false
            if isDamaged || isInherited || isLeading && key.followsDamage {
                if let time { damaged.insert(time) } else { untimed = Self.mostReordered }
            }
            if isDamaged, !isLeading, lacksReferences || isReference() { (isInherited, healing) = (true, nil) }
        }

        private mutating func begin(with packet: Packet, followsGap: Bool) {
            defer { isFirst = false }
            guard packet.isKey || isFirst else { return }
            if packet.recovery == 0 {
                key = (packet.time ?? .min, isInherited || followsGap && !isFirst)
                (isInherited, isStarting, healing) = (false, false, nil)
            } else {
                if isFirst { (isInherited, isStarting) = (true, true) }
                if isInherited { healing = healing ?? packet.wholeTime }
            }
        }

        /// Whether a frame from the decoder is damaged. Call it once for each frame, because it counts the frames
        /// without a time.
        mutating func isDamaged(_ frame: Frame) -> Bool {
            let time = frame.pointer.pointee.pts
            guard time == cfilm_no_time else { return damaged.contains(time) }
            untimed = max(0, untimed - 1)
            return untimed > 0
        }

        /// Records damage that the decoder reports only with a frame.
        mutating func learn(_ frame: Frame) {
            guard frame.pointer.pointee.pict_type != AV_PICTURE_TYPE_B, frame.pointer.pointee.pts >= key.time else {
                return
            }
            (isInherited, healing) = (true, nil)
        }
    }

    extension Packet {
        fileprivate var isWholeKey: Bool { isKey && recovery == 0 }
    }
#endif
