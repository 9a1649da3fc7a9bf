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
#endif
