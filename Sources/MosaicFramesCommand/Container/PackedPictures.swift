#if Film
    import CFilm
    import CLibAV

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
#endif
