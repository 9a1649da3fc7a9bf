#if Film
    /// Extent of a film, with the facts collected while measuring it.
    struct FilmExtent {
        /// A key packet and its position.
        struct Key {
            /// The picture's display time, in units of the stream.
            var time: Int64
            /// Time from the key packet to the first whole picture, in units of the stream.
            var recovery: Int64
            /// Offset in the file, in bytes.
            var position: Int64

            /// The time from which on pictures are whole if decoding begins with the packet.
            var whole: Int64 { time + recovery }
        }

        /// Maximum duration of the last picture of a short film, in microseconds.
        private static let longestStill: Int64 = 60_000_000

        /// The film's length in microseconds; nil if unknown.
        var duration: Int64?
        /// The time in microseconds at which the bytes of a truncated film end; nil if the film is complete.
        var cut: Int64?
        /// The key packets in order, if they are found by their positions.
        var keys: [Key] = []
        var jumps = ClockJumps()
        /// Reliability of libav's index of the pictures.
        var index = KeyIndex.Kind.whole
        /// Remarks for the film's user.
        var remarks: [String] = []

        /// Sets ``duration`` and ``cut`` from the length claimed by the header and the length found, and adds a remark
        /// if the claim is wrong.
        ///
        /// - Parameter isWhole: Whether the file has all its bytes. The last picture may then last longer than packets
        ///   state, as in screen recordings. Its maximum duration is the length of the film before it, but at least a
        ///   minute.
        mutating func settle(claimed: Int64, found: Int64, isWhole: Bool) {
            duration = max(claimed, found)
            if isWhole, claimed - found > max(found, Self.longestStill) {
                duration = found
                remarks.append("Its header claims \(seconds(claimed)); the film ends at \(seconds(found)).")
            }
            // Sound and pictures seldom end together, and headers are rounded.
            guard !isWhole, found + 1_000_000 < claimed else { return }
            cut = found
            remarks.append("The file ends at \(seconds(found)) of \(seconds(claimed)).")
        }
    }
#endif

#if Film
    import CFilm
    import CLibAV

    extension FilmExtent {
        /// Maximum difference between the lengths in tables and in a header, in microseconds: sound and pictures
        /// seldom end together, and headers are rounded.
        private static let mostDifference: Int64 = 1_000_000

        /// Measures the length by the table of packets in the header; nil without one.
        static func byTable(
            _ demuxer: Demuxer, _ video: UnsafeMutablePointer<AVStream>, _ file: FilmFile
        ) -> FilmExtent? {
            let isFragmented = MP4Boxes.isFragmented(file)
            let header = isFragmented ? 0 : demuxer.context.pointee.duration.bounded
            var ends: [Int32: Int64] = [:]
            for stream in demuxer.companions(of: video) {
                let listed = demuxer.listedEnds(of: stream, isFragmented: isFragmented)
                ends[stream.pointee.index] =
                    listed.first { header <= 0 || $0 <= header + mostDifference } ?? listed.first
            }
            guard var claimed = ends.values.max(), claimed > 0 else { return nil }
            // Tables contain decoding times, and the last picture may be shown long after it is decoded.
            if isFragmented || (claimed - header).magnitude > mostDifference.magnitude,
                let shown = demuxer.readingTimesAlone({ demuxer.shownEnd(of: video) })
            {
                ends[video.pointee.index] = shown
                claimed = ends.values.max() ?? shown
            }
            let found = demuxer.companions(of: video).compactMap { stream in
                demuxer.firstMissing(of: stream, size: file.size) ?? ends[stream.pointee.index]
            }.max()
            var extent = FilmExtent()
            extent.settle(claimed: claimed, found: found ?? claimed, isWhole: found ?? claimed >= claimed)
            extent.index = video.listsAllAsKeys && !video.hasOnlyKeyPictures ? .lying : .whole
            return extent
        }
    }

    extension Demuxer {
        /// Maximum number of packets after the packet that is shown last.
        private static let mostReordered: Int32 = 17

        /// The end of a stream in microseconds, by the length in its table and by the times in it; empty without a
        /// table.
        fileprivate func listedEnds(of stream: UnsafeMutablePointer<AVStream>, isFragmented: Bool) -> [Int64] {
            guard let last = stream.lastShown,
                let time = avformat_index_get_entry(stream, last)?.pointee.timestamp.bounded
            else { return [] }
            let timeline = timeline(of: stream)
            let before = avformat_index_get_entry(stream, last - 1)?.pointee.timestamp.bounded ?? time
            let byTimes = timeline.microseconds(2 * time - before)
            let duration = stream.pointee.duration.bounded
            guard duration > 0 else { return [byTimes] }
            // The length of a fragmented file counts from 0.
            let start =
                isFragmented || stream.pointee.start_time == cfilm_no_time ? 0 : stream.pointee.start_time.bounded
            return [timeline.microseconds(max(time, start + duration)), byTimes]
        }

        /// The time at which the last picture of a stream ends in microseconds, by the last packets; nil if they are
        /// missing.
        fileprivate func shownEnd(of stream: UnsafeMutablePointer<AVStream>) -> Int64? {
            guard let last = stream.lastShown,
                let first = avformat_index_get_entry(stream, max(0, last - Self.mostReordered))?.pointee.timestamp,
                seekToAny(stream.pointee.index, atOrBefore: first)
            else { return nil }
            keepOnly(stream)
            var packets: [(shown: Int64, decoded: Int64, length: Int64)] = []
            let packet = Packet()
            while read(into: packet) {
                guard !packet.isHidden, let time = packet.time else { continue }
                packets.append((time, packet.decodingTime ?? time, packet.pointer.pointee.duration))
            }
            guard let final = packets.indices.max(by: { packets[$0].shown < packets[$1].shown }) else { return nil }
            let (shown, decoded, length) = packets[final]
            // The duration of a picture without one is the time from its decoding to the decoding of the next picture.
            let next = packets.indices.contains(final + 1) ? packets[final + 1].decoded : decoded
            return timeline(of: stream).microseconds(shown + max(length, next - decoded))
        }

        /// The time of the first packet of a stream that is missing from the file, in microseconds; nil if none is
        /// missing.
        fileprivate func firstMissing(of stream: UnsafeMutablePointer<AVStream>, size: Int64) -> Int64? {
            let missing = (0..<avformat_index_get_entries_count(stream)).lazy
                .compactMap { avformat_index_get_entry(stream, $0)?.pointee }
                .first { $0.pos &+ Int64($0.size) > size }
            return missing.map { timeline(of: stream).microseconds($0.timestamp) }
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// The last entry of libav's index whose packet is shown; nil without one.
        fileprivate var lastShown: Int32? {
            (0..<avformat_index_get_entries_count(self)).last {
                avformat_index_get_entry(self, $0).map { $0.pointee.flags & AVINDEX_DISCARD_FRAME == 0 } ?? false
            }
        }

        /// Whether libav's index marks all of several packets as key packets.
        fileprivate var listsAllAsKeys: Bool {
            let count = avformat_index_get_entries_count(self)
            return count > 1
                && (0..<count).allSatisfy {
                    avformat_index_get_entry(self, $0).map { $0.pointee.flags & AVINDEX_KEYFRAME != 0 } ?? false
                }
        }
    }
#endif
