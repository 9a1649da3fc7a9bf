#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// An opened container.
    final class Demuxer {
        /// Maximum number of streams; further streams are ignored.
        private static let mostStreams: Int32 = 100
        /// Maximum number of reads that fail one after the other; then the film counts as ended.
        private static let mostFaults = 20

        let container: Container
        let context: UnsafeMutablePointer<AVFormatContext>
        let file: FilmFile
        private var hasMoved = false
        /// Whether the previous packet lost bytes: libav's parser may still hold the picture that they belong to.
        private var wasTorn = false
        /// The time at which players begin, in microseconds.
        var origin: Int64 = 0
        /// Checks the key flags of the stream that is shown.
        var keyCheck: KeyCheck?
        /// Remark for the film's user about skipped bytes; `nil` if the whole file is read.
        let remark: String?
        /// Completes the times of the stream that is shown.
        var clock: DecodingClock?

        /// - Throws: ``FilmFailure`` if the file is not a film, has a format that is not read, or is damaged.
        init(_ file: FilmFile) throws(FilmFailure) {
            self.file = file
            guard !Container.isPlaylist(file.beginning(64)) else { throw Self.playlist }
            let size = file.size
            if let chain = OggChain(file) { file.end(at: chain.firstEnd) }
            remark =
                file.size < size
                ? "Several films are joined in it; only the first, which is \(file.size) of \(size) bytes, is read."
                : nil
            let bytes = file.makeContext()
            var format: UnsafePointer<AVInputFormat>?
            guard av_probe_input_buffer2(bytes, &format, "", nil, 0, 0) >= 0, let format else {
                let start = file.beginning(512)
                let isText =
                    start.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
                    && String(validating: start.dropLast(3), as: UTF8.self)?.isEmpty == false
                throw FilmFailure(
                    .unrecognized, "It is not a film: \(isText ? "it is text" : "its format is not recognized").")
            }
            let name = String(cString: format.pointee.name)
            guard !Container.playlists.contains(name) else { throw Self.playlist }
            guard let container = Container.all.first(where: { $0.demuxer == name }) else {
                // The demuxers of single pictures have names with this ending: jpeg_pipe.
                if name.hasSuffix("_pipe") {
                    throw FilmFailure(
                        .unrecognized,
                        "It is one picture, \(name.dropLast(5).uppercased()), not a film; name the folder that it is in."
                    )
                }
                let kind = format.pointee.long_name.map { String(cString: $0) } ?? name
                throw FilmFailure(.unrecognized, "It is not a film: files of the kind \(kind) are not read.")
            }
            self.container = container
            file.hidesSize = container.hasPacketTable
            context = try Self.open(bytes, as: format, container)
            file.isOpened = true
            for stream in streams { stream.pointee.discard = AVDISCARD_DEFAULT }
        }

        deinit {
            let bytes = context.pointee.pb
            var context: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&context)
            av_free(bytes?.pointee.buffer)
            var rest = bytes
            avio_context_free(&rest)
        }

        private static let playlist = FilmFailure(
            .playlist, "It is a playlist or a script that names other files, not a film.")

        private static func open(
            _ bytes: UnsafeMutablePointer<AVIOContext>, as format: UnsafePointer<AVInputFormat>,
            _ container: Container
        ) throws(FilmFailure) -> UnsafeMutablePointer<AVFormatContext> {
            let context = allocated(avformat_alloc_context())
            context.pointee.pb = bytes
            context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            context.pointee.max_streams = mostStreams
            context.pointee.io_open = { _, _, _, _, _ in cfilm_error(EACCES) }
            // A demuxer that opens another one in a separate context ignores io_open, but passes these options on.
            var options: OpaquePointer?
            av_dict_set(&options, "protocol_whitelist", "none", 0)
            av_dict_set(&options, "format_whitelist", Container.all.map(\.demuxer).joined(separator: ","), 0)
            defer { av_dict_free(&options) }
            var opened: UnsafeMutablePointer<AVFormatContext>? = context
            guard avformat_open_input(&opened, nil, format, &options) >= 0 else {
                // Copying cannot repair an MP4 file without its index.
                throw FilmFailure(
                    .damaged,
                    container.name == "mp4"
                        ? "Its MP4 index (moov) is missing or damaged, as after a download or recording that was cut "
                            + "off; fetch it again."
                        : "Its \(container.name) header or index is damaged or missing; it may be cut off. "
                            + "ffmpeg -i FILM -c copy film.mkv may repair it.")
            }
            let isKnown = container.tellsParameters && hasParameters(context)
            guard isKnown || avformat_find_stream_info(context, nil) >= 0 else {
                throw FilmFailure(.damaged, "Its \(container.name) streams cannot be identified.")
            }
            return context
        }

        private static func hasParameters(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
            let streams = UnsafeBufferPointer(start: context.pointee.streams, count: Int(context.pointee.nb_streams))
            return !streams.isEmpty
                && streams.allSatisfy { stream in
                    guard let facts = stream?.pointee.codecpar.pointee else { return false }
                    guard facts.codec_type == AVMEDIA_TYPE_VIDEO else { return true }
                    return facts.codec_id != AV_CODEC_ID_NONE && facts.width > 0 && facts.height > 0
                }
        }

        var streams: [UnsafeMutablePointer<AVStream>] {
            UnsafeBufferPointer(start: context.pointee.streams, count: Int(context.pointee.nb_streams))
                .compactMap { $0 }
        }

        /// Reads the next packet of the streams that are not discarded; false at the end.
        func read(into packet: Packet) -> Bool {
            // One read of the file may contain packets that take seconds to decode.
            file.tick()
            for _ in 0..<Self.mostFaults {
                packet.clear()
                _ = cfilm_take_complaints()
                let result = av_read_frame(context, packet.pointer)
                if result >= 0 {
                    packet.bound()
                    check(packet, Int(cfilm_take_complaints()))
                    keyCheck?.correct(packet)
                    clock?.complete(packet)
                    return true
                }
                if result == cfilm_error_eof || context.pointee.pb.pointee.eof_reached != 0 { break }
            }
            packet.clear()
            return false
        }

        /// Records whether the container reports lost bytes in a packet, or lost packets before it.
        private func check(_ packet: Packet, _ complaints: Int) {
            let isTorn = complaints & CFilmTorn != 0 || packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
            packet.isTorn = isTorn || wasTorn
            packet.followsHole = complaints & CFilmHole != 0
            wasTorn = isTorn
        }

        /// Runs work that reads packets' times but not their bytes.
        func readingTimesAlone<Value>(_ work: () -> Value) -> Value {
            file.isBlank = true
            defer {
                file.isBlank = false
                // Refills the buffer, which contains no bytes of the film.
                avio_seek(context.pointee.pb, 0, SEEK_SET)
                avio_r8(context.pointee.pb)
            }
            return work()
        }

        /// Records that the next packet is not the film's first, or does not follow the last one; forgets the time and
        /// the lost bytes of the last one.
        func moved() {
            hasMoved = true
            wasTorn = false
            clock?.reset()
        }

        /// Goes to the beginning of the film, if packets may have been read.
        func rewind(_ stream: Int32) {
            guard hasMoved else { return }
            if !seek(stream, atOrBefore: 0) { _ = seek(toByte: 0) }
        }

        /// Goes to the last key packet at or before a time of a stream, according to the demuxer.
        func seek(_ stream: Int32, atOrBefore time: Int64) -> Bool {
            moved()
            return avformat_seek_file(context, stream, Int64.min, time, time, 0) >= 0
        }

        /// Goes to the first key packet at or after a time of a stream, according to the demuxer.
        func seek(_ stream: Int32, atOrAfter time: Int64) -> Bool {
            moved()
            return avformat_seek_file(context, stream, time, time, Int64.max, 0) >= 0
        }

        /// Goes to the last packet of any kind at or before a time of a stream.
        func seekToAny(_ stream: Int32, atOrBefore time: Int64) -> Bool {
            moved()
            return avformat_seek_file(context, stream, Int64.min, time, time, AVSEEK_FLAG_ANY) >= 0
        }

        /// Goes to a byte of the file.
        func seek(toByte position: Int64) -> Bool {
            moved()
            return avformat_seek_file(context, -1, Int64.min, position, position, AVSEEK_FLAG_BYTE) >= 0
        }
    }

    extension Demuxer {
        /// Maximum number of packets read to distinguish a film from a cover.
        private static let mostCompared = 300
        /// Maximum number of bytes read for this comparison.
        private static let mostComparedBytes: Int64 = 64 << 20

        /// The video streams with more than one picture, or all if there is none: a cover may be an ordinary stream
        /// without a flag. Reads packets only if there are several streams and the header has no table of their
        /// pictures.
        func moving(_ videos: [UnsafeMutablePointer<AVStream>]) -> [UnsafeMutablePointer<AVStream>] {
            guard videos.count > 1 else { return videos }
            let counts = counts(of: videos)
            let moving = videos.filter { counts[$0.pointee.index] ?? 0 > 1 }
            return moving.isEmpty ? videos : moving
        }

        /// Number of pictures by stream: from the header's table, otherwise at most 2, counted by reading.
        private func counts(of videos: [UnsafeMutablePointer<AVStream>]) -> [Int32: Int64] {
            var counts: [Int32: Int64] = [:]
            // AVI also counts pictures that are left out, so its counts are not used.
            for video in videos where container.hasPacketTable && video.pointee.nb_frames > 0 {
                counts[video.pointee.index] = video.pointee.nb_frames
            }
            var unknown = Set(videos.map(\.pointee.index)).subtracting(counts.keys)
            guard !unknown.isEmpty, let first = videos.first else { return counts }
            for stream in streams {
                stream.pointee.discard = unknown.contains(stream.pointee.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
            let packet = Packet()
            let limit = file.bytesRead + Self.mostComparedBytes
            for _ in 0..<Self.mostCompared where !unknown.isEmpty && file.bytesRead < limit && read(into: packet) {
                let index = packet.pointer.pointee.stream_index
                guard unknown.contains(index) else { continue }
                counts[index, default: 0] += 1
                if counts[index] == 2 { unknown.remove(index) }
            }
            for stream in streams { stream.pointee.discard = AVDISCARD_DEFAULT }
            moved()
            if container.access == .times { rewind(first.pointee.index) } else { _ = seek(toByte: 0) }
            return counts
        }
    }
#endif
