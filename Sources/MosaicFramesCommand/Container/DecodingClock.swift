#if Film
    import CLibAV

    /// Gives times to the packets of a stream that have none: where a container packs several pictures together, only the first
    /// of them has times.
    struct DecodingClock {
        private let stream: UnsafeMutablePointer<AVStream>
        /// When the next packet is decoded, in units of the stream; nil where nothing tells.
        private var next: Int64?

        init(_ stream: UnsafeMutablePointer<AVStream>) { self.stream = stream }

        /// Forgets the packets before a seek.
        mutating func reset() { next = nil }

        mutating func complete(_ packet: Packet) {
            guard packet.pointer.pointee.stream_index == stream.pointee.index else { return }
            let length = packet.length(in: stream)
            if packet.time == nil, let next {
                packet.decodingTime = next
                // A key picture is shown as long after its decoding as pictures are reordered; nothing tells that of others.
                let delay = Int64(max(0, stream.pointee.codecpar.pointee.video_delay))
                if packet.isKey || delay == 0 { packet.shownTime = next + delay * length }
            }
            next = packet.decodingTime.map { $0 + length }
        }
    }

    extension Packet {
        /// Maximum length of a picture, in units of a stream.
        private static let longest: Int64 = 1 << 32

        /// Display duration of its picture in units of its stream: at least 1.
        func length(in stream: UnsafeMutablePointer<AVStream>) -> Int64 {
            let rate = stream.pointee.avg_frame_rate
            var length = pointer.pointee.duration
            if length <= 0, rate.num > 0, rate.den > 0 {
                length = av_rescale_q(1, AVRational(num: rate.den, den: rate.num), stream.pointee.time_base)
            }
            return min(max(1, length), Self.longest)
        }
    }
#endif
