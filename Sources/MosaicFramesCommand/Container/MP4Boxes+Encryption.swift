#if Film
    extension MP4Boxes {
        /// Boxes in one, and tracks, at most.
        private static let mostParts = 200

        /// Whether the first description of a track's samples is that of encrypted video.
        ///
        /// - Parameter track: The track's number.
        /// - SeeAlso: ISO/IEC 14496-12, 8.12; ISO/IEC 23001-7, 4.1
        static func isEncrypted(_ file: FilmFile, track: Int32) -> Bool {
            guard let movie = first(of: ["moov"], file)?.content else { return false }
            for part in parts(of: file, in: movie) where part.type == "trak" {
                let boxes = parts(of: file, in: part.content)
                guard let header = boxes.first(where: { $0.type == "tkhd" }),
                    number(of: file, trackIn: header.content) == track
                else { continue }
                var content = part.content
                for name in ["mdia", "minf", "stbl", "stsd"] {
                    guard let box = parts(of: file, in: content).first(where: { $0.type == name }) else { return false }
                    content = box.content
                }
                // Version, flags and a count come first; then size and type of the first description.
                return file.bytes(4, at: content.lowerBound + 12).elementsEqual("encv".utf8)
            }
            return false
        }

        /// Version 1 has times of 8 bytes before the number.
        private static func number(of file: FilmFile, trackIn header: Range<Int64>) -> Int32? {
            let bytes = file.bytes(24, at: header.lowerBound)
            guard bytes.count == 24 else { return nil }
            return bytes[(bytes[0] == 1 ? 20 : 12)...].prefix(4).reduce(0) { $0 << 8 | Int32($1) }
        }

        private static func parts(of file: FilmFile, in range: Range<Int64>) -> [(type: String, content: Range<Int64>)]
        {
            var parts: [(type: String, content: Range<Int64>)] = []
            var position = range.lowerBound
            while parts.count < mostParts, position + 8 <= range.upperBound,
                let box = Box(in: file, at: position, below: range.upperBound), let content = box.content
            {
                parts.append((box.type, content))
                position = content.upperBound
            }
            return parts
        }
    }
#endif
