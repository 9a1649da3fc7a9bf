#if Film
    import CLibAV

    /// Corrects the key flags of a stream's packets by the bits of their pictures.
    struct KeyCheck {
        /// Maximum number of frames until pictures are whole: the largest frame number of H.264.
        private static let mostFrames = 1 << 16

        private let stream: UnsafeMutablePointer<AVStream>
        private let parser: PictureParser
        /// Whether a picture that refers to no other is a key picture where the container says so.
        var acceptsIntra = true
        /// Whether recovery points count as key packets without the container's flag. Libav does not flag those of
        /// HEVC if only the pictures mark key packets.
        private let findsRecoveryPoints: Bool

        init(_ stream: UnsafeMutablePointer<AVStream>, in container: Container) {
            self.stream = stream
            findsRecoveryPoints =
                container.access == .positions && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC
            parser = PictureParser(stream)
        }

        func correct(_ packet: Packet) {
            guard packet.isKey || findsRecoveryPoints, packet.pointer.pointee.stream_index == stream.pointee.index
            else {
                return
            }
            switch parser.start(of: packet) {
            case .key(let frames):
                packet.isKey = true
                packet.recovery = Int64(min(frames, Self.mostFrames)) * packet.length(in: stream)
            case .intra: packet.isKey = acceptsIntra
            case .dependent: packet.isKey = false
            case .unknown: break
            }
        }
    }
#endif
