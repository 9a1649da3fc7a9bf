#if Film
    import CFilm
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil

    /// A packet of a stream: one coded picture, mostly.
    final class Packet {
        let pointer: UnsafeMutablePointer<AVPacket> = allocated(av_packet_alloc())

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// When its picture is shown; where nothing tells, when it is decoded. In units of its stream.
        var time: Int64? { pointer.pointee.pts != cfilm_no_time ? pointer.pointee.pts : decodingTime }

        /// When it is decoded.
        var decodingTime: Int64? { pointer.pointee.dts != cfilm_no_time ? pointer.pointee.dts : nil }

        /// Where it begins in the file; nil where the container does not tell.
        var position: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }

        /// Whether decoding can begin with it.
        var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

        /// Whether it is decoded but not shown, because an edit list cuts it away.
        var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

        /// Whether bytes of it are missing.
        var isCut: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

        /// Adds to its times.
        func delay(by offset: Int64) {
            if pointer.pointee.pts != cfilm_no_time { pointer.pointee.pts += offset }
            if pointer.pointee.dts != cfilm_no_time { pointer.pointee.dts += offset }
        }

        func clear() { av_packet_unref(pointer) }
    }
#endif
