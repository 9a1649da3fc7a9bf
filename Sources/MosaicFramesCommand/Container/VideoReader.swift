#if Film
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil

    /// Reads the packets of one stream, with even times.
    final class VideoReader {
        let demuxer: Demuxer
        let stream: UnsafeMutablePointer<AVStream>
        private let jumps: ClockJumps
        private var offset: Int64 = 0

        init(_ demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>, jumps: ClockJumps) {
            self.demuxer = demuxer
            self.stream = stream
            self.jumps = jumps
            demuxer.keepOnly(stream)
        }

        var index: Int32 { stream.pointee.index }

        /// Reads the next packet; false at the end.
        func read(into packet: Packet) -> Bool {
            while demuxer.read(into: packet) {
                guard packet.pointer.pointee.stream_index == index else { continue }
                if let position = packet.position { offset = jumps.offset(at: position) }
                packet.delay(by: offset)
                return true
            }
            return false
        }

        /// Reads on to the next key packet; false where there is none.
        func readKey(into packet: Packet) -> Bool {
            while read(into: packet) {
                if packet.isKey { return true }
            }
            return false
        }
    }
#endif
