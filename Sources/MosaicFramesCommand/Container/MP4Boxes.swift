#if Film
    /// The outermost boxes of an MP4 file.
    ///
    /// - SeeAlso: ISO/IEC 14496-12, 4.2
    enum MP4Boxes {
        /// Maximum number of boxes before the first pictures.
        private static let mostBoxes = 100

        /// Whether a fragment precedes all pictures.
        static func isFragmented(_ file: FilmFile) -> Bool { first(of: ["moof", "mdat"], file)?.type == "moof" }

        /// Offset of the index of the pictures (moov); nil without one.
        static func index(_ file: FilmFile) -> Int64? { first(of: ["moov"], file)?.position }

        /// The first box of one of some types; nil without one.
        static func first(of types: [String], _ file: FilmFile) -> Box? {
            var position: Int64 = 0
            for _ in 0..<mostBoxes {
                guard let box = Box(in: file, at: position, below: file.size) else { return nil }
                if types.contains(box.type) { return box }
                guard let content = box.content else { return nil }
                position = content.upperBound
            }
            return nil
        }

        /// The header of a box.
        struct Box {
            let type: String
            let position: Int64
            /// The range of bytes after the header; nil if the box's size is wrong.
            let content: Range<Int64>?

            /// Nil if there is no space for a header.
            ///
            /// - Parameter end: The end of the enclosing box or file.
            init?(in file: FilmFile, at position: Int64, below end: Int64) {
                let header = file.bytes(16, at: position)
                guard header.count >= 8 else { return nil }
                type = String(decoding: header[4..<8], as: UTF8.self)
                self.position = position
                let short = header[..<4].reduce(0) { $0 << 8 | Int64($1) }
                let isLong = short == 1 && header.count == 16
                let long = header[8...].reduce(0) { $0 &<< 8 | Int64($1) }
                // The last box may leave its size open.
                let size = isLong ? long : short == 0 ? end - position : short
                let head: Int64 = isLong ? 16 : 8
                content = size >= head && size <= end - position ? position + head..<position + size : nil
            }
        }
    }
#endif

#if Film
    extension MP4Boxes {
        /// Maximum number of boxes in one box, and of tracks.
        private static let mostParts = 200

        /// Whether the first description of a track's samples describes encrypted video.
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
                // Version, flags and a count come first, then the size and type of the first description.
                return file.bytes(4, at: content.lowerBound + 12).elementsEqual("encv".utf8)
            }
            return false
        }

        /// The number of a track, from its header. Version 1 has times of 8 bytes before the number.
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
