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
        private static func first(of types: [String], _ file: FilmFile) -> (type: String, position: Int64)? {
            var position: Int64 = 0
            for _ in 0..<mostBoxes {
                let header = file.bytes(16, at: position)
                guard header.count >= 8 else { return nil }
                if let type = types.first(where: { header[4..<8].elementsEqual($0.utf8) }) { return (type, position) }
                let short = header[..<4].reduce(0) { $0 << 8 | Int64($1) }
                let size = short == 1 ? header[8...].reduce(0) { $0 << 8 | Int64($1) } : short
                guard size >= 8, size <= file.size - position else { return nil }
                position += size
            }
            return nil
        }
    }
#endif
