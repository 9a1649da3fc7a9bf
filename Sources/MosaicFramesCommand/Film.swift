#if Film
    import CFilm
    import CLibAV
    import FilmProtocol

    /// An opened film.
    final class Film {
        let file: FilmFile
        let reader: VideoReader
        let decoder: Decoder
        let extent: FilmExtent
        let index: KeyIndex
        let timeline: FilmTimeline
        let facts: PictureFacts
        /// Width and height of the pictures as shown.
        let shape: (width: Int, height: Int)
        /// Remarks about the pictures.
        private let remarks: [String]

        /// Opens a film: reads the header, and the whole film if the header does not state its length.
        ///
        /// - Throws: ``FilmFailure`` if the film cannot be read.
        init(_ file: FilmFile, progress: ProgressReporter) throws(FilmFailure) {
            self.file = file
            let demuxer = try Demuxer(file)
            let stream = try demuxer.videoStream()
            demuxer.keyCheck = KeyCheck(stream, in: demuxer.container)
            if demuxer.container.access == .positions { demuxer.clock = DecodingClock(stream) }
            demuxer.origin = demuxer.findOrigin(stream, file)
            let packed = PackedPictures(stream)
            decoder = try Decoder(stream)
            decoder.countsPictures = !demuxer.container.tellsDecodingTimes
            extent = FilmExtent.find(demuxer, video: stream, file: file, progress: progress)
            timeline = demuxer.timeline(of: stream)
            reader = VideoReader(demuxer, stream: stream, jumps: extent.jumps, packed: packed)
            index = KeyIndex(extent, stream)
            demuxer.keyCheck?.acceptsIntra = index.kind != .lying
            // If the container does not state the aspect ratio of samples or the meaning of pictures, a picture may.
            let isKnown = stream.tellsAspect && !stream.isInterlacedHEVC && cfilm_dolby_profile(stream) == 0
            let packets = KeyPackets(reader, index: index)
            let first = isKnown ? nil : Self.firstFrame(packets, decoder)
            let message = FirstMessage(packets, file).orientation
            facts = PictureFacts(stream, in: demuxer.container, frame: first?.pointer, orientation: message)
            let coded = stream.pointee.codecpar.pointee
            shape = facts.shownSize(width: max(1, Int(coded.width)), height: max(1, Int(coded.height)))
            remarks = [
                Self.remark(onDolby: stream, first), decoder.remark, ContainerCropping.remark(file, stream),
            ].compactMap(\.self)
        }

        /// The remark that colors are guessed; nil if they are not.
        private static func remark(onDolby stream: UnsafeMutablePointer<AVStream>, _ first: Frame?) -> String? {
            let profile = cfilm_dolby_profile(stream)
            guard profile != 0, first.flatMap({ DolbyVision($0.pointer) }) == nil else { return nil }
            return "It is Dolby Vision of profile \(profile) without metadata (RPU) that is read; its colors are those "
                + "of plain IPT."
        }

        private static func firstFrame(_ packets: KeyPackets, _ decoder: Decoder) -> Frame? {
            let packet = Packet()
            guard packets.find(atOrBefore: 0, into: packet) else { return nil }
            return KeyFrames(packets, decoder: decoder).frame(of: packet)
        }

        /// Facts about the film, for the parent process.
        var header: FilmHeader {
            let coded = allocated(reader.stream.pointee.codecpar).pointee
            let (codedWidth, codedHeight) = (max(1, Int(coded.width)), max(1, Int(coded.height)))
            let longest = FilmRequest.longestSide
            return FilmHeader(
                container: reader.demuxer.container.name, codec: String(cString: avcodec_get_name(coded.codec_id)),
                codedWidth: codedWidth, codedHeight: codedHeight, width: min(max(1, shape.width), longest),
                height: min(max(1, shape.height), longest), sampleAspect: facts.sampleAspect,
                rotation: facts.orientation.rotation,
                transfer: facts.transfer, duration: extent.duration, chapters: reader.demuxer.chapters(file),
                remarks: [reader.demuxer.remark].compactMap(\.self) + extent.remarks + remarks)
        }
    }

    extension Demuxer {
        /// Maximum length of all titles in bytes, so that the header's text stays within its limit: in JSON, a byte may
        /// take six bytes.
        private static let mostTitleBytes = 1 << 19
        /// Number of bytes that a title takes in addition to its text.
        private static let titleBytes = 32

        /// The chapters that the container names, in order.
        fileprivate func chapters(_ file: FilmFile) -> [FilmHeader.Chapter] {
            guard context.pointee.nb_chapters > 0 else { return [] }
            var bytes = 0
            let chapters = (MatroskaChapters(file)?.chapters ?? listedChapters).prefix(FilmHeader.mostChapters)
            return chapters.map { chapter in
                bytes += chapter.title?.utf8.count ?? 0
                for title in chapter.titles ?? [] {
                    bytes += Self.titleBytes + title.language.utf8.count + title.text.utf8.count
                }
                let isTold = bytes <= Self.mostTitleBytes
                return FilmHeader.Chapter(
                    start: max(0, chapter.start.bounded - origin), title: isTold ? chapter.title : nil,
                    titles: isTold ? chapter.titles : nil)
            }.sorted { $0.start < $1.start }
        }

        private var listedChapters: [FilmHeader.Chapter] {
            UnsafeBufferPointer(start: context.pointee.chapters, count: Int(context.pointee.nb_chapters)).compactMap {
                guard let chapter = $0?.pointee else { return nil }
                let title = av_dict_get(chapter.metadata, "title", nil, 0)?.pointee.value.map { String(cString: $0) }
                return FilmHeader.Chapter(
                    start: av_rescale_q(chapter.start, chapter.time_base, FilmTimeline.microsecond), title: title)
            }
        }
    }
#endif
