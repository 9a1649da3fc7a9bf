#if Film
    import CFilm
    import CLibAV
    import FilmProtocol

    extension Demuxer {
        /// Maximum number of pixels in a picture: a frame of 8192x7812.
        static let mostPixels: Int64 = 64_000_000

        /// The stream whose pictures are shown: the largest of the container's default video streams, or of all video
        /// streams without a default. Covers do not count.
        ///
        /// - Throws: ``FilmFailure`` if there is no such stream, or its pictures are too large or encrypted.
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

        /// Discards the packets of all streams but one.
        func keepOnly(_ stream: UnsafeMutablePointer<AVStream>) {
            for other in streams { other.pointee.discard = other == stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL }
        }

        /// The sound and video streams that share a stream's clock: the streams of its programme, or all without a
        /// programme. The result includes the stream itself.
        func companions(of video: UnsafeMutablePointer<AVStream>) -> [UnsafeMutablePointer<AVStream>] {
            let all = streams.filter(\.isSoundOrVideo)
            guard let programme = av_find_program_from_stream(context, nil, video.pointee.index)?.pointee else {
                return all
            }
            let indexes = UnsafeBufferPointer(start: programme.stream_index, count: Int(programme.nb_stream_indexes))
            return all.filter { indexes.contains(UInt32($0.pointee.index)) }
        }

        /// Discards the packets of all streams that do not share a stream's clock.
        func keepCompanions(of video: UnsafeMutablePointer<AVStream>) {
            let kept = companions(of: video)
            for stream in streams {
                stream.pointee.discard = kept.contains(stream) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
        }

        /// Whether a stream contains sound.
        func isSound(_ index: Int32) -> Bool {
            guard index >= 0, index < context.pointee.nb_streams, let stream = context.pointee.streams[Int(index)]
            else {
                return false
            }
            return stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// Whether the aspect ratio of samples is known before a picture is decoded.
        var tellsAspect: Bool {
            pointee.sample_aspect_ratio.num > 0 || pointee.codecpar.pointee.sample_aspect_ratio.num > 0
        }

        var pixels: Int64 { Int64(pointee.codecpar.pointee.width) * Int64(pointee.codecpar.pointee.height) }

        /// Name of the decoder of pictures with alpha; nil for opaque pictures, and for codecs other than VP8 and VP9.
        /// The container stores alpha separately, and libav's own decoders leave it out.
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

        /// Whether the stream is HEVC with a header that states an interlaced source: its pictures may be single
        /// fields.
        ///
        /// - SeeAlso: ISO/IEC 14496-15, 8.3.3; Rec. ITU-T H.265, 7.3.3
        var isInterlacedHEVC: Bool {
            let facts = pointee.codecpar.pointee
            guard facts.codec_id == AV_CODEC_ID_HEVC else { return false }
            let header = UnsafeBufferPointer(start: facts.extradata, count: max(0, Int(facts.extradata_size)))
            // The flags of the profile come after its space and 32 compatibility flags.
            if header.count > 6, header[0] == 1 { return header[6] & 0xC0 == 0x40 }
            let parameters = NALUnits(header, lengthBytes: nil).first { $0.count > 8 && $0[0] >> 1 & 63 == 33 }
            return parameters.map { $0[8] & 0xC0 == 0x40 } ?? false
        }

        /// Whether all pictures of the codec refer to no other.
        var hasOnlyKeyPictures: Bool {
            guard let codec = avcodec_descriptor_get(pointee.codecpar.pointee.codec_id) else { return false }
            return codec.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
        }

        /// Whether the stream is sound or video, whose end is an end of the film. A cover is neither.
        var isSoundOrVideo: Bool {
            let kind = pointee.codecpar.pointee.codec_type
            return kind == AVMEDIA_TYPE_AUDIO
                || kind == AVMEDIA_TYPE_VIDEO && pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    extension Demuxer {
        /// The tag that libav sets for a Matroska stream with encrypted blocks.
        private static let keyTag = "enc_key_id"

        /// Checks that the pictures of a stream can be read without a key.
        ///
        /// - Throws: ``FilmFailure`` if they are encrypted or scrambled.
        func checkEncryption(of stream: UnsafeMutablePointer<AVStream>) throws(FilmFailure) {
            switch container.name {
            case "mp4" where MP4Boxes.isEncrypted(file, track: stream.pointee.id):
                throw FilmFailure(.encrypted, "Its video is encrypted (Common Encryption).")
            case "matroska" where av_dict_get(stream.pointee.metadata, Self.keyTag, nil, 0) != nil:
                throw FilmFailure(.encrypted, "Its video is encrypted.")
            // Libav finds no picture in a scrambled stream.
            case "mpegts" where stream.pixels == 0 && ScrambledPackets.areMost(of: stream.pointee.id, in: file):
                throw FilmFailure(.encrypted, "Its video is scrambled, as pay TV is.")
            default: break
            }
        }
    }

    /// Detects a scrambled transport stream by the headers of its packets.
    ///
    /// - SeeAlso: Rec. ITU-T H.222.0, 2.4.3.3
    enum ScrambledPackets {
        private static let packetBytes = 188
        /// Maximum number of bytes examined at the beginning of the file.
        private static let mostBytes = 4 << 20

        /// Whether more than half of the first packets with this identifier are scrambled.
        static func areMost(of identifier: Int32, in file: FilmFile) -> Bool {
            let bytes = file.beginning(mostBytes)
            var (all, scrambled, position) = (0, 0, 0)
            while position + packetBytes <= bytes.count {
                // Blu-ray discs have four bytes before each packet.
                guard bytes[position] == 0x47, position + packetBytes == bytes.count || isStart(position, bytes) else {
                    position += 1
                    continue
                }
                if Int32(bytes[position + 1] & 0x1F) << 8 | Int32(bytes[position + 2]) == identifier {
                    all += 1
                    if bytes[position + 3] & 0xC0 != 0 { scrambled += 1 }
                }
                position += packetBytes
            }
            return scrambled > all / 2
        }

        private static func isStart(_ position: Int, _ bytes: [UInt8]) -> Bool {
            [packetBytes, packetBytes + 4].contains { position + $0 < bytes.count && bytes[position + $0] == 0x47 }
        }
    }

    extension Demuxer {
        /// Maximum start of a container with a timeline that counts as 0, in microseconds. Pictures that B frames delay
        /// have such a start.
        private static let latestZero: Int64 = 1_000_000
        /// Maximum number of packets read to find the first of each stream.
        private static let mostPackets = 500

        /// The time at which players begin, in microseconds. In a container with a timeline it is 0, unless a
        /// fragmented MP4 file or a Matroska file begins later than `latestZero`. Without a timeline, it is the first
        /// time of the video and sound of the programme.
        func findOrigin(_ video: UnsafeMutablePointer<AVStream>, _ file: FilmFile) -> Int64 {
            guard container.hasTimeline else {
                let starts = companions(of: video).compactMap { $0.start($0.pointee.start_time) }
                return starts.min()
                    ?? (context.pointee.start_time != cfilm_no_time ? context.pointee.start_time.bounded : 0)
            }
            // A table of packets contains all starts. Recordings of live streams continue the times of their stream. In
            // a file without fragments, an edit list delays the picture on purpose.
            if container.hasPacketTable {
                let starts = companions(of: video).compactMap { $0.firstListed }
                let start = starts.min() ?? 0
                guard start > Self.latestZero, MP4Boxes.isFragmented(file) else { return 0 }
                return firstTime(video) ?? start
            }
            // Cues contain only the start of the video; libav reads them at its first seek.
            if video.firstListed == nil { _ = seek(video.pointee.index, atOrBefore: 0) }
            guard video.firstListed ?? .max > Self.latestZero else { return 0 }
            let start = firstTime(video) ?? 0
            return start > Self.latestZero ? start : 0
        }

        private func firstTime(_ video: UnsafeMutablePointer<AVStream>) -> Int64? {
            var missing = Set(companions(of: video).map(\.pointee.index))
            var first: Int64?
            let packet = Packet()
            keepCompanions(of: video)
            moved()
            rewind(video.pointee.index)
            for _ in 0..<Self.mostPackets where !missing.isEmpty && read(into: packet) {
                let index = packet.pointer.pointee.stream_index
                guard let time = packet.shownTime, missing.remove(index) != nil,
                    let start = streams.first(where: { $0.pointee.index == index })?.start(time)
                else { continue }
                first = min(first ?? start, start)
            }
            rewind(video.pointee.index)
            return first
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// The first time in libav's index, in microseconds; nil if the index is empty.
        fileprivate var firstListed: Int64? {
            avformat_index_get_entry(self, 0).flatMap { start($0.pointee.timestamp) }
        }

        /// A time in microseconds; nil if it is missing.
        fileprivate func start(_ time: Int64) -> Int64? {
            guard time != cfilm_no_time else { return nil }
            return av_rescale_q(time.bounded, pointee.time_base, FilmTimeline.microsecond).bounded
        }
    }
#endif
