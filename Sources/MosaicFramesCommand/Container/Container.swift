#if Film
    /// A container that is read. Others are refused, because a demuxer that was not tried here is an open door.
    struct Container: Sendable {
        /// How a key packet is found.
        enum Access: Sendable {
            /// The demuxer seeks by times.
            case times
            /// The demuxer's seeks by times are guesses; positions are remembered while the whole film is read once.
            case positions
        }

        /// How libav calls its demuxer.
        let demuxer: String
        /// How people call it.
        let name: String
        let access: Access
        /// Whether players begin at its time 0, unless it begins late; otherwise at its first time.
        let hasTimeline: Bool
        /// Whether the header tells size and codec, so that no packet has to be read for them.
        let tellsParameters: Bool
        /// Whether the header lists all packets.
        let hasPacketTable: Bool
        /// Whether it tells when packets are decoded; otherwise libav guesses.
        let tellsDecodingTimes: Bool
        /// Reliability of libav's index before the file is read.
        let index: KeyIndex.Kind

        /// Whether its times count pictures in the order of decoding, so that the first is decoded when it is shown.
        var countsPictures: Bool { demuxer == "avi" }

        private init(
            _ demuxer: String, _ name: String, _ access: Access, hasTimeline: Bool = false,
            tellsParameters: Bool = false, hasPacketTable: Bool = false, tellsDecodingTimes: Bool = false,
            index: KeyIndex.Kind = .whole
        ) {
            self.demuxer = demuxer
            self.name = name
            self.access = access
            self.hasTimeline = hasTimeline
            self.tellsParameters = tellsParameters
            self.hasPacketTable = hasPacketTable
            self.tellsDecodingTimes = tellsDecodingTimes
            self.index = index
        }

        static let all = [
            Container(
                "mov,mp4,m4a,3gp,3g2,mj2", "mp4", .times, hasTimeline: true, tellsParameters: true,
                hasPacketTable: true, tellsDecodingTimes: true),
            Container(
                "matroska,webm", "matroska", .times, hasTimeline: true, tellsParameters: true, index: .sparse),
            Container("mpegts", "mpegts", .positions, tellsDecodingTimes: true),
            Container("mpeg", "mpegps", .positions, tellsDecodingTimes: true),
            Container("avi", "avi", .times),
            Container("flv", "flv", .positions, tellsDecodingTimes: true),
            Container("asf", "asf", .times, index: .growing),
            Container("ogg", "ogg", .times, index: .growing),
        ]

        /// Demuxers that read from other files or addresses.
        static let playlists: Set<String> = ["hls", "hls,applehttp", "concat", "dash", "sdp", "rtsp", "imf"]

        /// Whether a file begins like a playlist. Ignores the file's name.
        static func isPlaylist(_ beginning: [UInt8]) -> Bool {
            let text = beginning.drop { $0 <= 32 || [0xEF, 0xBB, 0xBF].contains($0) }
            return ["#EXTM3U", "ffconcat", "<MPD", "v=0\no=", "v=0\r\no="].contains { text.starts(with: $0.utf8) }
        }
    }
#endif
