#if Film
    /// The offset after the last byte of a whole file, as its container declares it.
    enum DeclaredEnd {
        /// Maximum number of parts of an AVI file, and of elements in an ASF file's header.
        private static let mostParts = 1_000
        private static let asfHeader: [UInt8] = [
            0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
        ]
        private static let asfProperties: [UInt8] = [
            0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
        ]

        /// The declared end of a file; nil if the container declares none.
        static func of(_ file: FilmFile) -> Int64? {
            let beginning = file.beginning(64)
            if beginning.starts(with: "RIFF".utf8) { return endOfRIFF(file) }
            if beginning.starts(with: asfHeader) { return sizeOfASF(file) }
            return MatroskaSegment(beginning)?.end
        }

        /// The end of the last RIFF chunk of an AVI file, which has one chunk for each GB.
        private static func endOfRIFF(_ file: FilmFile) -> Int64 {
            var position: Int64 = 0
            for _ in 0..<mostParts {
                let head = file.bytes(8, at: position)
                guard head.count == 8, head.starts(with: "RIFF".utf8) else { break }
                let size = number(head[4...])
                position += 8 + size + size % 2
            }
            return position
        }

        /// The size of an ASF file, as its file properties state it.
        ///
        /// - SeeAlso: Advanced Systems Format (ASF) Specification, 3.2.
        private static func sizeOfASF(_ file: FilmFile) -> Int64? {
            var position: Int64 = 30
            for _ in 0..<mostParts {
                let head = file.bytes(48, at: position)
                guard head.count == 48 else { return nil }
                if head.starts(with: asfProperties) { return number(head[40...]) }
                let size = number(head[16..<24])
                guard size >= 24, size < file.size else { return nil }
                position += size
            }
            return nil
        }

        /// A little-endian number of up to 8 bytes.
        private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
            Int64(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }
#endif
