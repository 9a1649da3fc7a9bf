#if Film
    import CFilm
    import CLibAV

    extension FilmExtent {
        /// Measures the length of a film, and never trusts only the header's claim.
        static func find(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, file: FilmFile, progress: ProgressReporter
        ) -> FilmExtent {
            if demuxer.container.access == .times {
                if let extent = demuxer.container.hasPacketTable ? byTable(demuxer, video, file) : nil {
                    return extent
                }
                if let extent = byEnd(demuxer, video: video, file: file) { return extent }
                demuxer.rewind(video.pointee.index)
            }
            file.isReadInOrder = true
            defer { file.isReadInOrder = false }
            return byReading(demuxer, video: video, progress: progress)
        }

        /// Reads from the time at which the header claims the end; nil if it claims none, or the end is not found.
        private static func byEnd(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, file: FilmFile
        ) -> FilmExtent? {
            let claimed = demuxer.context.pointee.duration.bounded
            guard claimed > 0 else { return nil }
            let timeline = demuxer.timeline(of: video)
            demuxer.keepCompanions(of: video)
            var begin = timeline.last(atOrBefore: claimed)
            if demuxer.container.index == .sparse { begin = video.beginOfTail(to: begin, timeline) }
            var tally = KeyTally(video)
            guard demuxer.seek(video.pointee.index, atOrBefore: begin) else { return nil }
            var end: Int64?
            let packet = Packet()
            while demuxer.read(into: packet) {
                tally.count(packet)
                if let time = demuxer.end(of: packet) { end = max(end ?? 0, time) }
            }
            guard let end else { return nil }
            var extent = FilmExtent()
            // If a film begins late, some headers state its length and others its end.
            let late = demuxer.container.hasTimeline ? demuxer.origin : 0
            extent.settle(
                claimed: (claimed - late - end).magnitude < (claimed - end).magnitude ? claimed - late : claimed,
                found: end, isWhole: DeclaredEnd.of(file) == file.size)
            extent.index = demuxer.container.index == .growing ? .growing : tally.kind(readsAll: false)
            return extent
        }

        /// Reads the whole film once, without decoding it.
        private static func byReading(
            _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, progress: ProgressReporter
        ) -> FilmExtent {
            var extent = FilmExtent()
            var clock = FilmClock()
            var tally = KeyTally(video)
            // A packet that begins inside a unit of the container has no position.
            var position: Int64 = 0
            var isPending = false
            var lastEnd: Int64?
            let packet = Packet()
            demuxer.keepCompanions(of: video)
            while demuxer.read(into: packet) {
                tally.count(packet)
                guard let time = demuxer.begin(of: packet), let end = demuxer.end(of: packet) else { continue }
                let stream = packet.pointer.pointee.stream_index
                var offset: Int64 = 0
                if demuxer.container.access == .positions {
                    if let jump = clock.follow(time, of: stream, isSound: demuxer.isSound(stream)) {
                        extent.remark(jump)
                    }
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
                extent.keys.append(Key(time: shown + units, recovery: packet.recovery, position: position))
                isPending = packet.shownTime == nil && video.isShownWhenNextIsDecoded
            }
            if isPending, let lastEnd { extent.keys[extent.keys.count - 1].time = lastEnd }
            extent.keys.sort { $0.time < $1.time }
            if demuxer.container.access == .times {
                extent.index = demuxer.container.index == .growing ? .growing : tally.kind(readsAll: true)
            } else if extent.keys.isEmpty {
                extent.index = .growing
            }
            return extent
        }

        /// Maximum number of jumps reported individually.
        private static let mostRemarks = 5

        private mutating func remark(_ jump: FilmClock.Jump) {
            guard remarks.count < Self.mostRemarks else { return }
            remarks.append(
                "Its clock jumps from \(seconds(jump.from)) to \(seconds(jump.to)); the film goes on there without a gap."
            )
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// The time in libav's index from which to read a film to its end. There is a key packet between that time and
        /// the end, even if the muxer lists only one every few seconds.
        fileprivate func beginOfTail(to end: Int64, _ timeline: FilmTimeline) -> Int64 {
            let times = (0..<avformat_index_get_entries_count(self)).compactMap {
                avformat_index_get_entry(self, $0)?.pointee.timestamp.bounded
            }
            guard let last = times.last(where: { $0 <= end }) else { return end }
            let shortest = zip(times.dropFirst(), times).lazy.map { $0 - $1 }.filter { $0 > 0 }.min() ?? 0
            let length = min(shortest, timeline.units(5_000_000))
            return end - last < length ? last - 1 : end
        }
    }

    extension Demuxer {
        /// The times of a stream as players show them.
        func timeline(of stream: UnsafeMutablePointer<AVStream>) -> FilmTimeline {
            let unit = stream.pointee.time_base
            return FilmTimeline(unit: unit, origin: av_rescale_q(origin, FilmTimeline.microsecond, unit).bounded)
        }

        /// The decoding time of a packet, in microseconds from the player's 0; nil if unknown.
        func begin(of packet: Packet) -> Int64? {
            guard let time = packet.decodingTime ?? packet.time else { return nil }
            return microseconds(time, of: packet)
        }

        /// The end of a packet's content, in microseconds from the player's 0; nil if unknown.
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
