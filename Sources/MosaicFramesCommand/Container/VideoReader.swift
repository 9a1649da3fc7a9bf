#if Film
    import CLibAV

    /// Reads the packets of one stream, with corrected times.
    final class VideoReader {
        let demuxer: Demuxer
        let stream: UnsafeMutablePointer<AVStream>
        private let jumps: ClockJumps
        private let packed: PackedPictures?
        private var offset: Int64 = 0
        /// Whether libav's display times are one picture late.
        private let isLate: Bool
        /// Packets that were read ahead to find the display time of an earlier one.
        private var ahead: [Packet] = []
        private static let mostAhead = 16

        init(
            _ demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>, jumps: ClockJumps, packed: PackedPictures?
        ) {
            self.demuxer = demuxer
            self.stream = stream
            self.jumps = jumps
            self.packed = packed
            isLate =
                demuxer.container.countsPictures && stream.isShownWhenNextIsDecoded
                && stream.pointee.codecpar.pointee.video_delay > 0
            demuxer.keepOnly(stream)
        }

        var index: Int32 { stream.pointee.index }

        /// One second in units of the stream, at least 1.
        var second: Int64 { max(1, av_rescale_q(1_000_000, FilmTimeline.microsecond, stream.pointee.time_base)) }

        /// The first time in libav's index; nil if the index is empty.
        var firstListed: Int64? { avformat_index_get_entry(stream, 0)?.pointee.timestamp }

        /// Goes to the last key packet at or before a time, according to the demuxer, else to the beginning.
        func seek(atOrBefore time: Int64) {
            forget()
            if !demuxer.seek(index, atOrBefore: time) { demuxer.rewind(index) }
        }

        /// Goes to the first key packet at or after a time, according to the demuxer, else stays.
        func seek(atOrAfter time: Int64) {
            forget()
            _ = demuxer.seek(index, atOrAfter: time)
        }

        /// Goes to a byte of the file.
        func seek(toByte position: Int64) -> Bool {
            forget()
            return demuxer.seek(toByte: position)
        }

        private func forget() {
            ahead = []
            packed?.reset()
        }

        /// Reads the next packet; false at the end.
        func read(into packet: Packet) -> Bool {
            if ahead.isEmpty {
                guard fetch(into: packet) else { return false }
            } else {
                packet.move(from: ahead.removeFirst())
            }
            if packet.shownTime == nil, stream.isShownWhenNextIsDecoded {
                packet.shownTime = nextReferenceTime(after: packet)
            }
            // If pictures are reordered, libav gives the first picture the time at which the second is decoded.
            if isLate { packet.shownTime = packet.shownTime.map { $0 - packet.length(in: stream) } }
            return true
        }

        private func nextReferenceTime(after packet: Packet) -> Int64? {
            if let reference = ahead.first(where: \.isReference) { return reference.decodingTime }
            while ahead.count < Self.mostAhead {
                let next = Packet()
                guard fetch(into: next) else {
                    // The film's last reference picture is shown after all pictures that are decoded after it.
                    return (ahead.last ?? packet).decodingTime.map { $0 + packet.pointer.pointee.duration }
                }
                ahead.append(next)
                if next.isReference { return next.decodingTime }
            }
            return nil
        }

        private func fetch(into packet: Packet) -> Bool {
            while demuxer.read(into: packet) {
                guard packet.pointer.pointee.stream_index == index, packed?.unpack(packet) ?? true else { continue }
                if let position = packet.position { offset = jumps.offset(at: position) }
                packet.delay(by: offset)
                return true
            }
            return false
        }

        /// Reads on to the next key packet; false if there is none.
        func readKey(into packet: Packet) -> Bool {
            while read(into: packet) {
                if packet.isKey { return true }
            }
            return false
        }
    }

    extension UnsafeMutablePointer where Pointee == AVStream {
        /// Whether a reference picture is shown when the next reference picture is decoded, in codecs that reorder by
        /// one picture. Programme streams and AVI leave out the display times of reference pictures.
        var isShownWhenNextIsDecoded: Bool {
            [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4].contains(
                pointee.codecpar.pointee.codec_id)
        }
    }
#endif
