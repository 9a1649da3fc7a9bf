#if Film
    /// The outermost boxes of an MP4 file.
    ///
    /// - SeeAlso: ISO/IEC 14496-12, 4.2
    enum MP4Boxes {
        /// Boxes before the first pictures, at most.
        private static let mostBoxes = 100

        /// Whether a fragment comes before all pictures.
        static func isFragmented(_ file: FilmFile) -> Bool {
            var position: Int64 = 0
            for _ in 0..<mostBoxes {
                let header = file.bytes(16, at: position)
                guard header.count >= 8 else { return false }
                let type = header[4..<8]
                if type.elementsEqual("moof".utf8) { return true }
                if type.elementsEqual("mdat".utf8) { return false }
                let short = header[..<4].reduce(0) { $0 << 8 | Int64($1) }
                let size = short == 1 ? header[8...].reduce(0) { $0 << 8 | Int64($1) } : short
                guard size >= 8, size <= file.size - position else { return false }
                position += size
            }
            return false
        }
    }
#endif
