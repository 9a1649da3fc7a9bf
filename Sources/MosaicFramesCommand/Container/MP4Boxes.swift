#if Film
    /// The outermost boxes of an MP4 file.
    ///
    /// - SeeAlso: ISO/IEC 14496-12, 4.2
    enum MP4Boxes {
        /// Boxes before the first pictures, at most.
        private static let mostBoxes = 100

        /// Whether a fragment comes before all pictures.
        static func isFragmented(_ file: FilmFile) -> Bool { first(of: ["moof", "mdat"], file)?.type == "moof" }

        /// Where the index of the pictures (moov) begins; nil without one.
        static func index(_ file: FilmFile) -> Int64? { first(of: ["moov"], file)?.position }

        /// The first box of some types.
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

        /// A box by its header.
        struct Box {
            let type: String
            let position: Int64
            /// The bytes behind its header; nil if its size is wrong.
            let content: Range<Int64>?

            /// Nil if no header fits in.
            ///
            /// - Parameter end: The end of the box or file that holds it.
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
