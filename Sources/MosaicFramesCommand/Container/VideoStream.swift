#if Film
    import CLibAV
    import FilmProtocol

    extension Demuxer {
        /// The pictures' limit, in pixels: that of a frame of 8192x7812.
        static let mostPixels: Int64 = 64_000_000

        /// The stream whose pictures are shown: of those that are not covers, that which the container calls the default one,
        /// then the largest.
        ///
        /// - Throws: ``FilmFailure`` where there is none, or its pictures are too large or encrypted.
        func videoStream() throws(FilmFailure) -> UnsafeMutablePointer<AVStream> {
            let stills = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS
            let videos = moving(
                streams.filter {
                    $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO && $0.pointee.disposition & stills == 0
                })
            let defaults = videos.filter { $0.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
            var best: UnsafeMutablePointer<AVStream>?
            for stream in defaults.isEmpty ? videos : defaults where stream.pixels > best?.pixels ?? -1 {
                best = stream
            }
            guard let best else {
                let others = streams.count == 1 ? "1 other stream" : "\(streams.count) other streams"
                throw FilmFailure(.noVideo, "It has no video, only \(others).")
            }
            try checkEncryption(of: best)
            let facts = best.pointee.codecpar.pointee
            let longest = max(facts.width, facts.height)
            guard longest <= FilmRequest.longestSide else {
                throw FilmFailure(
                    .tooLarge,
                    "Its pictures are \(longest) pixels \(facts.width == longest ? "wide" : "high"), "
                        + "which exceeds the limit of \(FilmRequest.longestSide).")
            }
            guard best.pixels <= Self.mostPixels else {
                throw FilmFailure(
                    .tooLarge,
                    "Its pictures of \(facts.width)x\(facts.height) exceed the limit of \(Self.mostPixels / 1_000_000) megapixels."
                )
            }
            return best
        }

        /// Reads no packets but those of one stream.
        func keepOnly(_ stream: UnsafeMutablePointer<AVStream>) {
            for other in streams { other.pointee.discard = other == stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL }
        }

        /// The streams of sound and moving pictures that share a stream's clock: those of its programme, and it.
        func companions(of video: UnsafeMutablePointer<AVStream>) -> [UnsafeMutablePointer<AVStream>] {
            let all = streams.filter(\.isSoundOrVideo)
            guard let programme = av_find_program_from_stream(context, nil, video.pointee.index)?.pointee else {
                return all
            }
            let indexes = UnsafeBufferPointer(start: programme.stream_index, count: Int(programme.nb_stream_indexes))
            return all.filter { indexes.contains(UInt32($0.pointee.index)) }
        }

        /// Reads packets of sound and of moving pictures that share a stream's clock.
        func keepCompanions(of video: UnsafeMutablePointer<AVStream>) {
            let kept = companions(of: video)
            for stream in streams {
                stream.pointee.discard = kept.contains(stream) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
        }

        /// Whether a stream is one of sound.
        func isSound(_ index: Int32) -> Bool {
            guard index >= 0, index < context.pointee.nb_streams, let stream = context.pointee.streams[Int(index)]
            else {
                return false
            }
            return stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// Whether the shape of samples is known before a picture is decoded.
        var tellsAspect: Bool {
            pointee.sample_aspect_ratio.num > 0 || pointee.codecpar.pointee.sample_aspect_ratio.num > 0
        }

        var pixels: Int64 { Int64(pointee.codecpar.pointee.width) * Int64(pointee.codecpar.pointee.height) }

        /// The decoder of pictures with alpha; nil for opaque pictures. The container keeps alpha beside the pictures, and
        /// libav's own decoders leave it out.
        var alphaDecoder: String? {
            guard let mode = av_dict_get(pointee.metadata, "alpha_mode", nil, 0)?.pointee.value,
                String(cString: mode) == "1"
            else { return nil }
            return switch pointee.codecpar.pointee.codec_id {
            case AV_CODEC_ID_VP8: "libvpx"
            case AV_CODEC_ID_VP9: "libvpx-vp9"
            default: nil
            }
        }

        /// Whether it is HEVC whose header tells that pictures come from an interlaced source: they may be single fields.
        ///
        /// - SeeAlso: ISO/IEC 14496-15, 8.3.3; Rec. ITU-T H.265, 7.3.3
        var isInterlacedHEVC: Bool {
            let facts = pointee.codecpar.pointee
            guard facts.codec_id == AV_CODEC_ID_HEVC else { return false }
            let header = UnsafeBufferPointer(start: facts.extradata, count: max(0, Int(facts.extradata_size)))
            // The flags of the profile come behind its space and 32 flags of compatibility.
            if header.count > 6, header[0] == 1 { return header[6] & 0xC0 == 0x40 }
            let parameters = NALUnits(header, lengthBytes: nil).first { $0.count > 8 && $0[0] >> 1 & 63 == 33 }
            return parameters.map { $0[8] & 0xC0 == 0x40 } ?? false
        }

        /// Whether its codec has pictures only that refer to no other.
        var hasOnlyKeyPictures: Bool {
            guard let codec = avcodec_descriptor_get(pointee.codecpar.pointee.codec_id) else { return false }
            return codec.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
        }

        /// Whether it tells how long the film is: a cover does not.
        var isSoundOrVideo: Bool {
            let kind = pointee.codecpar.pointee.codec_type
            return kind == AVMEDIA_TYPE_AUDIO
                || kind == AVMEDIA_TYPE_VIDEO && pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }
#endif
