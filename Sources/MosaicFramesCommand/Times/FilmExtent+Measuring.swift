#if Film
    import CFilm
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil

    extension FilmExtent {
        /// Finds out how far a film goes: never by what its header claims alone.
        static func find(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, file: FilmFile, progress: ProgressReporter
        ) -> FilmExtent {
            if demuxer.container.access == .times {
                if let extent = demuxer.container.hasPacketTable ? byTable(demuxer, size: file.size) : nil {
                    return extent
                }
                if let extent = byEnd(demuxer, video: video, file: file) { return extent }
                demuxer.rewind(video.pointee.index)
            }
            return byReading(demuxer, video: video, progress: progress)
        }

        /// By the table of packets in the header; nil without one.
        private static func byTable(_ demuxer: Demuxer, size: Int64) -> FilmExtent? {
            var claimed: Int64 = 0
            var found: Int64 = 0
            for stream in demuxer.streams where stream.isSoundOrVideo {
                let count = avformat_index_get_entries_count(stream)
                guard count > 0, let last = avformat_index_get_entry(stream, count - 1) else { continue }
                let timeline = FilmTimeline(unit: stream.pointee.time_base, origin: 0)
                let before = avformat_index_get_entry(stream, count - 2)?.pointee.timestamp
                let lastLength = before.map { last.pointee.timestamp &- $0 } ?? 0
                var end = timeline.microseconds(last.pointee.timestamp &+ lastLength)
                if stream.pointee.duration > 0 {
                    let start = stream.pointee.start_time != cfilm_no_time ? stream.pointee.start_time : 0
                    end = max(end, timeline.microseconds(start &+ stream.pointee.duration))
                }
                claimed = max(claimed, end)
                let missing = (0..<count).lazy.compactMap { avformat_index_get_entry(stream, $0)?.pointee }
                    .first { $0.pos &+ Int64($0.size) > size }
                found = max(found, missing.map { timeline.microseconds($0.timestamp) } ?? end)
            }
            guard claimed > 0 else { return nil }
            var extent = FilmExtent()
            extent.settle(claimed: claimed, found: found, isWhole: found >= claimed)
            return extent
        }

        /// By reading on from the time at which the header claims the end; nil where it claims none or that is not found.
        private static func byEnd(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, file: FilmFile
        ) -> FilmExtent? {
            let claimed = demuxer.context.pointee.duration.bounded
            guard claimed > 0 else { return nil }
            let timeline = demuxer.timeline(of: video)
            demuxer.keepSoundAndVideo()
            guard demuxer.seek(video.pointee.index, atOrBefore: timeline.last(atOrBefore: claimed)) else { return nil }
            var end: Int64?
            let packet = Packet()
            while demuxer.read(into: packet) {
                if let time = demuxer.end(of: packet) { end = max(end ?? 0, time) }
            }
            guard let end else { return nil }
            var extent = FilmExtent()
            extent.settle(claimed: claimed, found: end, isWhole: MatroskaSegment(file.beginning(64))?.end == file.size)
            return extent
        }

        /// By reading the whole film once, without decoding it.
        private static func byReading(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, progress: ProgressReporter
        ) -> FilmExtent {
            var extent = FilmExtent()
            var clock = FilmClock()
            // A packet that begins in the middle of what the container packs has no position of its own.
            var position: Int64 = 0
            var isPending = false
            var lastEnd: Int64?
            let packet = Packet()
            demuxer.keepSoundAndVideo()
            while demuxer.read(into: packet) {
                guard let time = demuxer.begin(of: packet), let end = demuxer.end(of: packet) else { continue }
                let stream = packet.pointer.pointee.stream_index
                var offset: Int64 = 0
                if demuxer.container.access == .positions {
                    if let jump = clock.follow(time, of: stream) { extent.remark(jump) }
                    offset = clock.offset(of: stream)
                }
                extent.duration = max(extent.duration ?? 0, end + offset)
                progress.time = extent.duration ?? 0
                guard demuxer.container.access == .positions, stream == video.pointee.index else { continue }
                let units = av_rescale_q(offset, FilmTimeline.microsecond, video.pointee.time_base).bounded
                position = packet.position ?? position
                if units != extent.jumps.last { extent.jumps.append(position: position, offset: units) }
                if isPending, packet.isReference, let next = packet.decodingTime {
                    extent.keys[extent.keys.count - 1].time = next + units
                    isPending = false
                }
                lastEnd = packet.decodingTime.map { $0 + units + packet.pointer.pointee.duration } ?? lastEnd
                guard packet.isKey, let shown = packet.time else { continue }
                extent.keys.append(Key(time: shown + units, position: position))
                isPending = packet.shownTime == nil && video.isShownWhenNextIsDecoded
            }
            if isPending, let lastEnd { extent.keys[extent.keys.count - 1].time = lastEnd }
            extent.keys.sort { $0.time < $1.time }
            return extent
        }

        /// The most jumps that are told one by one.
        private static let mostRemarks = 5

        private mutating func remark(_ jump: FilmClock.Jump) {
            guard remarks.count < Self.mostRemarks else { return }
            remarks.append(
                "Its clock jumps from \(seconds(jump.from)) to \(seconds(jump.to)); the film goes on there without a gap."
            )
        }
    }

    extension Demuxer {
        /// The times of a stream as players show them.
        func timeline(of stream: UnsafeMutablePointer<AVStream>) -> FilmTimeline {
            let unit = stream.pointee.time_base
            let start = context.pointee.start_time
            guard !container.hasTimeline, start != cfilm_no_time else { return FilmTimeline(unit: unit, origin: 0) }
            return FilmTimeline(unit: unit, origin: av_rescale_q(start, FilmTimeline.microsecond, unit))
        }

        /// When a packet is decoded, in microseconds from the player's 0.
        func begin(of packet: Packet) -> Int64? {
            guard let time = packet.decodingTime ?? packet.time else { return nil }
            return microseconds(time, of: packet)
        }

        /// When what a packet holds ends, in microseconds from the player's 0.
        func end(of packet: Packet) -> Int64? {
            guard let time = packet.time else { return nil }
            return microseconds(time + packet.pointer.pointee.duration, of: packet)
        }

        private func microseconds(_ time: Int64, of packet: Packet) -> Int64? {
            let index = Int(packet.pointer.pointee.stream_index)
            guard streams.indices.contains(index), streams[index].isSoundOrVideo else { return nil }
            return timeline(of: streams[index]).microseconds(time)
        }
    }
#endif
