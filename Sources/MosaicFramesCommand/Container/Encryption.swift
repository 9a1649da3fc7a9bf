#if Film
    import CLibAV
    import FilmProtocol

    extension Demuxer {
        /// The tag of a Matroska stream whose blocks are encrypted, which libav sets.
        private static let keyTag = "enc_key_id"

        /// Checks that the pictures of a stream can be read without a key.
        ///
        /// - Throws: ``FilmFailure`` if they are encrypted or scrambled.
        func checkEncryption(of stream: UnsafeMutablePointer<AVStream>) throws(FilmFailure) {
            switch container.name {
            case "mp4" where MP4Boxes.isEncrypted(file, track: stream.pointee.id):
                throw FilmFailure(.encrypted, "Its video is encrypted (Common Encryption).")
            case "matroska" where av_dict_get(stream.pointee.metadata, Self.keyTag, nil, 0) != nil:
                throw FilmFailure(.encrypted, "Its video is encrypted.")
            // Of a scrambled stream libav finds no picture.
            case "mpegts" where stream.pixels == 0 && ScrambledPackets.areMost(of: stream.pointee.id, in: file):
                throw FilmFailure(.encrypted, "Its video is scrambled, as pay TV is.")
            default: break
            }
        }
    }

    /// The packets of a transport stream whose header calls their content scrambled.
    ///
    /// - SeeAlso: Rec. ITU-T H.222.0, 2.4.3.3
    enum ScrambledPackets {
        private static let packetBytes = 188
        /// Bytes from the begin that are looked at, at most.
        private static let mostBytes = 4 << 20

        /// Whether more than half of the first packets with an identifier are scrambled.
        static func areMost(of identifier: Int32, in file: FilmFile) -> Bool {
            let bytes = file.beginning(mostBytes)
            var (all, scrambled, position) = (0, 0, 0)
            while position + packetBytes <= bytes.count {
                // Blu-ray discs have four bytes before each packet.
                guard bytes[position] == 0x47, position + packetBytes == bytes.count || isStart(position, bytes) else {
                    position += 1
                    continue
                }
                if Int32(bytes[position + 1] & 0x1F) << 8 | Int32(bytes[position + 2]) == identifier {
                    all += 1
                    if bytes[position + 3] & 0xC0 != 0 { scrambled += 1 }
                }
                position += packetBytes
            }
            return scrambled > all / 2
        }

        private static func isStart(_ position: Int, _ bytes: [UInt8]) -> Bool {
            [packetBytes, packetBytes + 4].contains { position + $0 < bytes.count && bytes[position + $0] == 0x47 }
        }
    }
#endif
