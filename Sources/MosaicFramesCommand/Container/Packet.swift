#if Film
    import CFilm
    import CLibAV

    /// A packet of a stream: one coded picture, mostly.
    final class Packet {
        let pointer: UnsafeMutablePointer<AVPacket> = allocated(av_packet_alloc())

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// When its picture is shown; where nothing tells, when it is decoded. In units of its stream.
        var time: Int64? { shownTime ?? decodingTime }

        /// When its picture is shown; nil where nothing tells.
        var shownTime: Int64? {
            get { pointer.pointee.pts != cfilm_no_time ? pointer.pointee.pts : nil }
            set { pointer.pointee.pts = newValue ?? cfilm_no_time }
        }

        /// When it is decoded; nil where nothing tells.
        var decodingTime: Int64? {
            get { pointer.pointee.dts != cfilm_no_time ? pointer.pointee.dts : nil }
            set { pointer.pointee.dts = newValue ?? cfilm_no_time }
        }

        /// Offset in the file; `nil` if the container does not state it.
        var position: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }

        /// Whether decoding can begin with it.
        var isKey: Bool {
            get { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
            set {
                let others = pointer.pointee.flags & ~AV_PKT_FLAG_KEY
                pointer.pointee.flags = newValue ? others | AV_PKT_FLAG_KEY : others
            }
        }

        /// From a key packet's time to the first that is shown whole, in units of the stream: 0 at a true key picture.
        var recovery: Int64 = 0

        /// Whether bytes of it are missing by the container's account.
        var isTorn = false
        /// Whether packets before it are missing by the container's account.
        var followsHole = false

        /// The time from which on pictures are whole where decoding begins with it; nil where that cannot be, or nothing
        /// tells.
        var wholeTime: Int64? { isKey ? time.map { $0 + recovery } : nil }

        /// The time that tells a key packet apart: that of its first whole picture. Where there is no key packet, its own time.
        var keyTime: Int64? { wholeTime ?? time }

        /// Whether it is decoded but not shown, because an edit list cuts it away.
        var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

        /// Whether it can be one to which others refer, by its times alone: it is shown later than it is decoded.
        var isReference: Bool { shownTime.map { $0 > decodingTime ?? .max } ?? true }

        /// Adds to its times.
        func delay(by offset: Int64) {
            if pointer.pointee.pts != cfilm_no_time { pointer.pointee.pts += offset.bounded }
            if pointer.pointee.dts != cfilm_no_time { pointer.pointee.dts += offset.bounded }
        }

        /// Keeps times and length within bounds.
        func bound() {
            if pointer.pointee.pts != cfilm_no_time { pointer.pointee.pts = pointer.pointee.pts.bounded }
            if pointer.pointee.dts != cfilm_no_time { pointer.pointee.dts = pointer.pointee.dts.bounded }
            pointer.pointee.duration = max(0, pointer.pointee.duration.bounded)
        }

        /// Takes what another packet holds, which is empty then.
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

    /// Takes apart packets of MPEG-4 that hold a picture and a B picture behind it, as Xvid and DivX write them into AVI: an
    /// empty packet follows each in the place of the B picture. Other packets pass unchanged.
    final class PackedPictures {
        private static let filter = "mpeg4_unpack_bframes"

        private let context: UnsafeMutablePointer<AVBSFContext>
        private let parser: PictureParser
        /// Whether the stream's header has the mark of packed pictures. The container's times are those of whole packets then.
        private let isMarked: Bool

        /// Nil for other codecs, and where libavcodec lacks the filter. Removes the mark of packed pictures from the stream's
        /// header, before a decoder reads it.
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

        /// Forgets a B picture whose place was not read.
        func reset() { av_bsf_flush(context) }

        /// Exchanges a packet for the picture that is decoded in its place; false if there is none.
        func unpack(_ packet: Packet) -> Bool {
            guard av_bsf_send_packet(context, packet.pointer) >= 0 else { return false }
            guard av_bsf_receive_packet(context, packet.pointer) >= 0 else { return false }
            guard isMarked else { return true }
            // Libav looks at the first picture of a packet alone. A B picture is shown when it is decoded, others when the
            // next one to which others refer is.
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

    /// Gives times to the packets of a stream that have none: where a container packs several pictures together, only the first
    /// of them has times.
    struct DecodingClock {
        private let stream: UnsafeMutablePointer<AVStream>
        /// When the next packet is decoded, in units of the stream; nil where nothing tells.
        private var next: Int64?

        init(_ stream: UnsafeMutablePointer<AVStream>) { self.stream = stream }

        /// Forgets the packets before a seek.
        mutating func reset() { next = nil }

        mutating func complete(_ packet: Packet) {
            guard packet.pointer.pointee.stream_index == stream.pointee.index else { return }
            let length = packet.length(in: stream)
            if packet.time == nil, let next {
                packet.decodingTime = next
                // A key picture is shown as long after its decoding as pictures are reordered; nothing tells that of others.
                let delay = Int64(max(0, stream.pointee.codecpar.pointee.video_delay))
                if packet.isKey || delay == 0 { packet.shownTime = next + delay * length }
            }
            next = packet.decodingTime.map { $0 + length }
        }
    }

    extension Packet {
        /// Maximum length of a picture, in units of a stream.
        private static let longest: Int64 = 1 << 32

        /// Display duration of its picture in units of its stream: at least 1.
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
