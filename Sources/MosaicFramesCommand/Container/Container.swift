#if Film
    import CLibAV

    /// A container format that is read. Others are refused, because a demuxer that was not tested here is a security
    /// risk.
    struct Container: Sendable {
        /// The way to find a key packet.
        enum Access: Sendable {
            /// The demuxer seeks to a time.
            case times
            /// The demuxer's seeks by time are guesses. Positions of key packets are recorded while the whole film is
            /// read once.
            case positions
        }

        /// Name of libav's demuxer.
        let demuxer: String
        /// Common name of the format.
        let name: String
        let access: Access
        /// Whether players begin at the film's time 0, unless the film begins late; otherwise they begin at its first
        /// time.
        let hasTimeline: Bool
        /// Whether the header states size and codec, so that no packet has to be read for them.
        let tellsParameters: Bool
        /// Whether the header lists all packets.
        let hasPacketTable: Bool
        /// Whether the container states decoding times; otherwise libav guesses them.
        let tellsDecodingTimes: Bool
        /// Reliability of libav's index before the file is read.
        let index: KeyIndex.Kind

        /// Whether times count pictures in decoding order, so that the first picture is shown at its decoding time.
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

        /// Demuxers that read from other files or URLs.
        static let playlists: Set<String> = ["hls", "hls,applehttp", "concat", "dash", "sdp", "rtsp", "imf"]

        /// Whether a file begins like a playlist. Ignores the file's name.
        static func isPlaylist(_ beginning: [UInt8]) -> Bool {
            let text = beginning.drop { $0 <= 32 || [0xEF, 0xBB, 0xBF].contains($0) }
            return ["#EXTM3U", "ffconcat", "<MPD", "v=0\no=", "v=0\r\no="].contains { text.starts(with: $0.utf8) }
        }
    }

    /// Detects a request of the container to show only a part of each picture. Neither libav nor this program applies
    /// it.
    enum ContainerCropping {
        /// Maximum number of header bytes to search.
        private static let longest = 64 << 10
        private static let (tracks, track, video): (UInt32, UInt32, UInt32) = (0x1654_AE6B, 0xAE, 0xE0)
        /// Identifiers of the cropped rows at the bottom and at the top, and columns at the left and at the right.
        private static let crops: Set<UInt32> = [0x54AA, 0x54BB, 0x54CC, 0x54DD]

        /// A remark for the film's user; nil if nothing is cropped.
        static func remark(_ file: FilmFile, _ stream: UnsafeMutablePointer<AVStream>) -> String? {
            let facts = stream.pointee.codecpar.pointee
            let name =
                if let segment = MatroskaSegment(file.beginning(64)) {
                    isCropped(file, segment) ? "PixelCrop" : nil
                } else {
                    isCropped(file, width: Int64(facts.width), height: Int64(facts.height)) ? "clap" : nil as String?
                }
            return name.map { "Its container crops the pictures (\($0)); they are shown whole." }
        }

        /// - SeeAlso: [RFC 9559, section 5.1.4.1.28](https://www.rfc-editor.org/rfc/rfc9559#section-5.1.4.1.28)
        private static func isCropped(_ file: FilmFile, _ segment: MatroskaSegment) -> Bool {
            let header = EBMLElement.all(in: file.bytes(longest, at: segment.begin)[...])
            let videos = (header[id: tracks]?.children ?? []).filter { $0.id == track }.compactMap {
                $0.children[id: video]?.children
            }
            return videos.joined().contains { crops.contains($0.id) && $0.number > 0 }
        }

        /// - SeeAlso: ISO/IEC 14496-12, 12.1.4
        private static func isCropped(_ file: FilmFile, width: Int64, height: Int64) -> Bool {
            guard let index = MP4Boxes.index(file) else { return false }
            let header = file.bytes(longest, at: index)
            let box: [UInt8] = [0, 0, 0, 40] + Array("clap".utf8)
            guard let start = header.indices.first(where: { header[$0] == 0 && header[$0...].starts(with: box) }),
                start + 24 <= header.count
            else { return false }
            let numbers = (0..<4).map { number in
                header[start + 8 + 4 * number..<start + 12 + 4 * number].reduce(0) { $0 << 8 | Int64($1) }
            }
            return numbers[0] != width * numbers[1] || numbers[2] != height * numbers[3]
        }
    }
#endif
