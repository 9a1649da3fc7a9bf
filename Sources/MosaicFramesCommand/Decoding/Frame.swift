#if Film
    import CFilm
    import CLibAV

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
