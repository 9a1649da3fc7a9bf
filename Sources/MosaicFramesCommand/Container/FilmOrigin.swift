#if Film
    import CFilm
    import CLibAV

    extension Demuxer {
        /// Maximum start of a container with a timeline that counts as its 0, in microseconds: the pictures that B frames
        /// delay are written so.
        private static let latestZero: Int64 = 1_000_000
        /// Packets that are read to find the first of each stream, at most.
        private static let mostPackets = 500

        /// The time at which players begin, in microseconds: the first of the picture and of the sound of its programme.
        func findOrigin(_ video: UnsafeMutablePointer<AVStream>, _ file: FilmFile) -> Int64 {
            guard container.hasTimeline else {
                let starts = companions(of: video).compactMap { $0.start($0.pointee.start_time) }
                return starts.min()
                    ?? (context.pointee.start_time != cfilm_no_time ? context.pointee.start_time.bounded : 0)
            }
            // A table of packets tells all starts; recordings of live streams count on from their stream's begin. Where
            // nothing is fragmented, an edit that shows nothing makes the picture late on purpose.
            if container.hasPacketTable {
                let starts = companions(of: video).compactMap { $0.firstListed }
                let start = starts.min() ?? 0
                guard start > Self.latestZero, MP4Boxes.isFragmented(file) else { return 0 }
                return firstTime(video) ?? start
            }
            // Cues tell those of the picture alone; libav reads them when it seeks first.
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
        /// The first time in libav's index, in microseconds; nil where it is empty.
        fileprivate var firstListed: Int64? {
            avformat_index_get_entry(self, 0).flatMap { start($0.pointee.timestamp) }
        }

        /// A time in microseconds; nil where it is missing.
        fileprivate func start(_ time: Int64) -> Int64? {
            guard time != cfilm_no_time else { return nil }
            return av_rescale_q(time.bounded, pointee.time_base, FilmTimeline.microsecond).bounded
        }
    }
#endif
