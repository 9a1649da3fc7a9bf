#if Film
    import CFilm
    import CLibAV

    /// A packet of a stream, usually with one coded picture.
    final class Packet {
        let pointer: UnsafeMutablePointer<AVPacket> = allocated(av_packet_alloc())

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// The picture's display time, or its decoding time if that is unknown, in units of the stream; nil if both are
        /// unknown.
        var time: Int64? { shownTime ?? decodingTime }

        /// The picture's display time in units of the stream; nil if unknown.
        var shownTime: Int64? {
            get { pointer.pointee.pts != cfilm_no_time ? pointer.pointee.pts : nil }
            set { pointer.pointee.pts = newValue ?? cfilm_no_time }
        }

        /// The decoding time in units of the stream; nil if unknown.
        var decodingTime: Int64? {
            get { pointer.pointee.dts != cfilm_no_time ? pointer.pointee.dts : nil }
            set { pointer.pointee.dts = newValue ?? cfilm_no_time }
        }

        /// Offset in the file; `nil` if the container does not state it.
        var position: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }

        /// Whether decoding can begin with the packet.
        var isKey: Bool {
            get { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
            set {
                let others = pointer.pointee.flags & ~AV_PKT_FLAG_KEY
                pointer.pointee.flags = newValue ? others | AV_PKT_FLAG_KEY : others
            }
        }

        /// The time from a key packet to the first whole picture, in units of the stream; 0 for a true key picture.
        var recovery: Int64 = 0

        /// Whether the container reports missing bytes in the packet or in the packet before it.
        var isTorn = false
        /// Whether the container reports missing packets before it.
        var followsHole = false

        /// The time from which on pictures are whole if decoding begins with the packet; nil if decoding cannot begin
        /// with it, or the time is unknown.
        var wholeTime: Int64? { isKey ? time.map { $0 + recovery } : nil }

        /// The time that identifies a key packet: the time of its first whole picture. Another packet has its own time.
        var keyTime: Int64? { wholeTime ?? time }

        /// Whether the packet is decoded but not shown, because an edit list cuts it out.
        var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

        /// Whether other pictures may refer to the packet's picture, by its times alone: it is shown later than it is
        /// decoded, or its display time is unknown.
        var isReference: Bool { shownTime.map { $0 > decodingTime ?? .max } ?? true }

        /// Adds an offset to the times.
        func delay(by offset: Int64) {
            if pointer.pointee.pts != cfilm_no_time { pointer.pointee.pts += offset.bounded }
            if pointer.pointee.dts != cfilm_no_time { pointer.pointee.dts += offset.bounded }
        }

        /// Clamps times and length.
        func bound() {
            if pointer.pointee.pts != cfilm_no_time { pointer.pointee.pts = pointer.pointee.pts.bounded }
            if pointer.pointee.dts != cfilm_no_time { pointer.pointee.dts = pointer.pointee.dts.bounded }
            pointer.pointee.duration = max(0, pointer.pointee.duration.bounded)
        }

        /// Moves the content of another packet into this one; the other packet is empty afterwards.
        func move(from other: Packet) {
            av_packet_unref(pointer)
            av_packet_move_ref(pointer, other.pointer)
            (recovery, isTorn, followsHole) = (other.recovery, other.isTorn, other.followsHole)
        }

        func clear() {
            av_packet_unref(pointer)
            (recovery, isTorn, followsHole) = (0, false, false)
        }
    }

    /// Unpacks MPEG-4 packets that contain a picture and a B picture after it, as Xvid and DivX write them into AVI. An
    /// empty packet follows such a packet in the place of the B picture. Other packets keep their content.
    final class PackedPictures {
        private static let filter = "mpeg4_unpack_bframes"

        private let context: UnsafeMutablePointer<AVBSFContext>
        private let parser: PictureParser
        /// Whether the stream's header marks packed pictures. The container's times are then the times of whole
        /// packets.
        private let isMarked: Bool

        /// Nil for other codecs, and if libavcodec lacks the filter. Removes the mark of packed pictures from the
        /// stream's header, before a decoder reads the header.
        init?(_ stream: UnsafeMutablePointer<AVStream>) {
            var context: UnsafeMutablePointer<AVBSFContext>?
            guard stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_MPEG4,
                let filter = av_bsf_get_by_name(Self.filter), av_bsf_alloc(filter, &context) >= 0, let made = context
            else { return nil }
            made.pointee.time_base_in = stream.pointee.time_base
            let header = stream.pointee.codecpar.pointee.header
            guard avcodec_parameters_copy(made.pointee.par_in, stream.pointee.codecpar) >= 0, av_bsf_init(made) >= 0,
                avcodec_parameters_copy(stream.pointee.codecpar, made.pointee.par_out) >= 0
            else {
                av_bsf_free(&context)
                return nil
            }
            self.context = made
            parser = PictureParser(stream)
            isMarked = stream.pointee.codecpar.pointee.header != header
        }

        deinit {
            var context: UnsafeMutablePointer<AVBSFContext>? = context
            av_bsf_free(&context)
        }

        /// Discards a B picture if the packet in its place was not read.
        func reset() { av_bsf_flush(context) }

        /// Replaces a packet with the picture that is decoded in its place; false if there is none.
        func unpack(_ packet: Packet) -> Bool {
            guard av_bsf_send_packet(context, packet.pointer) >= 0 else { return false }
            guard av_bsf_receive_packet(context, packet.pointer) >= 0 else { return false }
            guard isMarked else { return true }
            // Libav examines only the first picture of a packet. A B picture is shown when it is decoded. Another
            // picture is shown when the next reference picture is decoded.
            let isDisposable = parser.isDisposable(packet)
            if isDisposable { packet.isKey = false }
            packet.shownTime = isDisposable ? packet.decodingTime : nil
            return true
        }
    }

    extension AVCodecParameters {
        fileprivate var header: [UInt8] {
            Array(UnsafeBufferPointer(start: extradata, count: max(0, Int(extradata_size))))
        }
    }

    /// Adds missing times to the packets of a stream. If a container packs several pictures together, only the first
    /// has times.
    struct DecodingClock {
        private let stream: UnsafeMutablePointer<AVStream>
        /// The decoding time of the next packet, in units of the stream; nil if unknown.
        private var next: Int64?

        init(_ stream: UnsafeMutablePointer<AVStream>) { self.stream = stream }

        /// Forgets the packets before a seek.
        mutating func reset() { next = nil }

        mutating func complete(_ packet: Packet) {
            guard packet.pointer.pointee.stream_index == stream.pointee.index else { return }
            let length = packet.length(in: stream)
            if packet.time == nil, let next {
                packet.decodingTime = next
                // The display delay of a key picture is the reordering delay. The display delays of other pictures are
                // unknown.
                let delay = Int64(max(0, stream.pointee.codecpar.pointee.video_delay))
                if packet.isKey || delay == 0 { packet.shownTime = next + delay * length }
            }
            next = packet.decodingTime.map { $0 + length }
        }
    }

    extension Packet {
        /// Maximum length of a picture, in units of a stream.
        private static let longest: Int64 = 1 << 32

        /// Display duration of the picture in units of the stream, at least 1.
        func length(in stream: UnsafeMutablePointer<AVStream>) -> Int64 {
            let rate = stream.pointee.avg_frame_rate
            var length = pointer.pointee.duration
            if length <= 0, rate.num > 0, rate.den > 0 {
                length = av_rescale_q(1, AVRational(num: rate.den, den: rate.num), stream.pointee.time_base)
            }
            return min(max(1, length), Self.longest)
        }
    }
#endif
